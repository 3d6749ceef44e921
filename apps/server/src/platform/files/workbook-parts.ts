import { DAY_MS } from '@nascente/domain/base/time/zone';
import { xmlText } from './xml-text.ts';
import type { ZipEntry } from './zip-stream.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Cells are plain (0), instants to the second (1), bold (2), of two decimals (3), days (4) or percentages (5). */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="10" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

const FIRST_DAY = Date.UTC(1899, 11, 30);

/** A day, YYYY-MM-DD, as the number in a spreadsheet cell: days since 30 December 1899. */
export const sheetDay = (date: string): number => (Date.parse(date) - FIRST_DAY) / DAY_MS;

const part = (name: string, xml: string): ZipEntry => ({ name, content: [DECLARATION + xml] });

interface Decoration {
  /** A `styleSheet` instead of the plain one. */
  readonly styles: string;
  /** A PNG at the top right of the first sheet, whose XML refers to it by `<drawing r:id="rId1"/>`. */
  readonly picture: { readonly content: Buffer; readonly drawing: string } | null;
}

const PICTURE_TYPES = `<Default Extension="png" ContentType="image/png"/>\
<Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>`;

const relationship = (type: string, target: string): string =>
  `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;

const pictureParts = ({ content, drawing }: NonNullable<Decoration['picture']>): ZipEntry[] => [
  part('xl/worksheets/_rels/sheet1.xml.rels', relationship('drawing', '../drawings/drawing1.xml')),
  part('xl/drawings/_rels/drawing1.xml.rels', relationship('image', '../media/image1.png')),
  part('xl/drawings/drawing1.xml', drawing),
  { name: 'xl/media/image1.png', content: [content] },
];

/** All parts of a workbook except its sheets. */
export const sheetEntries = (
  titles: readonly string[],
  { styles: styleSheet, picture }: Decoration = { styles: STYLES, picture: null },
): ZipEntry[] => {
  const numbers = titles.map((_, index) => index + 1);
  const perSheet = (write: (sheet: number) => string): string => numbers.map(write).join('');
  const styles = titles.length + 1;
  return [
    part('xl/styles.xml', styleSheet),
    ...(picture === null ? [] : pictureParts(picture)),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${perSheet(
        (sheet) =>
          `<sheet name="${xmlText(titles[sheet - 1] ?? '')}" sheetId="${sheet}" r:id="rId${sheet}"/>`,
      )}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${perSheet(
        (sheet) =>
          `<Relationship Id="rId${sheet}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${sheet}.xml"/>`,
      )}<Relationship Id="rId${styles}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>${picture === null ? '' : PICTURE_TYPES}\
<Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${perSheet(
        (sheet) =>
          `<Override PartName="/xl/worksheets/sheet${sheet}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`,
      )}</Types>`,
    ),
  ];
};
