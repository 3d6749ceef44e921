import { sheetDay, sheetEntries } from '../../../platform/files/workbook-parts.ts';
import { xmlText } from '../../../platform/files/xml-text.ts';
import { type ZipEntry, zipStream } from '../../../platform/files/zip-stream.ts';
import { BRAND_LOOKS } from '../../../platform/mail/brand-look.ts';
import type { Cell, ReportContent, ReportTable } from '../content/report-content.ts';
import {
  BRAND,
  figureStyleOf,
  HEAD,
  HEAD_NOTE,
  HEAD_RIGHT,
  HEADING,
  MUTED_TEXT,
  SENTENCE,
  type StyleName,
  styleOf,
  styleSheet,
  TITLE,
} from './workbook-styles.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const row = (cells: string, height?: number): string =>
  `<row${height === undefined ? '' : ` ht="${height}" customHeight="1"`}>${cells}</row>`;

interface SheetParts {
  readonly widths: readonly number[];
  readonly rows: readonly string[];
  readonly frozen?: number;
  readonly hasPicture?: boolean;
}

const ON_PAPER =
  '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>' +
  '<pageSetup paperSize="9" orientation="portrait" fitToWidth="1" fitToHeight="0"/>';

const sheetXml = ({ widths, rows, frozen = 0, hasPicture = false }: SheetParts): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView showGridLines="0" workbookViewId="0">\
${frozen === 0 ? '' : `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>`}\
</sheetView></sheetViews>\
<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>\
<sheetData>${rows.join('')}</sheetData>${ON_PAPER}${hasPicture ? '<drawing r:id="rId1"/>' : ''}</worksheet>`;

const BY_DECIMALS: Readonly<Record<number, StyleName>> = { 1: 'quantity', 2: 'fine', 5: 'price' };

const textCell = (text: string, style: number): string =>
  text === ''
    ? `<c s="${style}"/>`
    : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

const numberOf = (cell: Exclude<Cell, string>): number | null => {
  if ('day' in cell) return sheetDay(cell.day);
  if ('reais' in cell) return cell.reais;
  if ('share' in cell) return cell.share;
  return 'change' in cell ? cell.change : cell.quantity;
};

/** A number, or an empty cell if unknown. */
const valueCell = (cell: Cell, style: number): string => {
  if (typeof cell === 'string') return textCell(cell, style);
  const value = numberOf(cell);
  return value === null ? `<c s="${style}"/>` : `<c s="${style}"><v>${value}</v></c>`;
};

const styleNameOf = (cell: Exclude<Cell, string>): StyleName => {
  if ('day' in cell) return 'day';
  if ('reais' in cell) return 'reais';
  if ('share' in cell) return 'share';
  if ('change' in cell) return 'change';
  return BY_DECIMALS[cell.decimals] ?? 'fine';
};

const cellXml = (
  cell: Cell,
  { isTotal, textStyle = 'text' }: { readonly isTotal: boolean; readonly textStyle?: StyleName | undefined },
): string => valueCell(cell, styleOf(typeof cell === 'string' ? textStyle : styleNameOf(cell), isTotal));

interface SheetColumn {
  readonly label: string;
  readonly isRight: boolean;
  readonly isNote?: boolean;
  readonly cells: readonly Cell[];
}

const unitOf = (cell: Cell): string => (typeof cell === 'object' && 'unit' in cell ? (cell.unit ?? '') : '');

/** Units are in the column header, or in a separate column if rows have different units. */
const columnsOf = ({ columns, rows }: ReportTable): readonly SheetColumn[] => {
  const sheetColumns = columns.flatMap(({ label, align }, index): SheetColumn[] => {
    const cells = rows.map((one) => one.cells[index] ?? '');
    const units = new Set(cells.map(unitOf).filter((unit) => unit !== ''));
    const column = { label, isRight: align === 'right', cells };
    if (units.size > 1)
      return [column, { label: 'Unidade', isRight: false, isNote: true, cells: cells.map(unitOf) }];
    const [unit] = units;
    return [unit === undefined || label.includes('(') ? column : { ...column, label: `${label} (${unit})` }];
  });
  const notes = rows.map(({ note }) => note ?? '');
  return notes.every((note) => note === '')
    ? sheetColumns
    : [...sheetColumns, { label: 'Observação', isRight: false, isNote: true, cells: notes }];
};

const widthOf = ({ label, isNote = false }: SheetColumn, index: number): number => {
  if (index === 0 || label === 'Observação') return 44;
  return isNote ? 12 : 18;
};

const headOf = ({ label, isRight, isNote = false }: SheetColumn): string =>
  textCell(label, isNote ? HEAD_NOTE : isRight ? HEAD_RIGHT : HEAD);

const tableSheet = (table: ReportTable): string => {
  const columns = columnsOf(table);
  return sheetXml({
    widths: columns.map(widthOf),
    frozen: 1,
    rows: [
      row(columns.map(headOf).join(''), 20),
      ...table.rows.map(({ isTotal = false }, index) =>
        row(
          columns
            .map(({ cells, isRight, isNote = false }) => {
              const textStyle = isNote ? 'note' : isRight ? 'text-right' : 'text';
              return cellXml(cells[index] ?? '', { isTotal, textStyle });
            })
            .join(''),
        ),
      ),
    ],
  });
};

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const EMU_A_PIXEL = 9_525;
const MAX_WIDTH = 150;
const MAX_HEIGHT = 56;
/** Offsets of the size in a PNG. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

/** A PNG, given as a data URL, fitted into the third column. */
const logoDrawing = (logo: string): { readonly content: Buffer; readonly drawing: string } => {
  const content = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64');
  const [width, height] = [content.readUInt32BE(WIDTH_AT), content.readUInt32BE(HEIGHT_AT)];
  const scale = Math.min(MAX_WIDTH / width, MAX_HEIGHT / height, 1);
  const emu = (pixels: number): number => Math.round(pixels * scale * EMU_A_PIXEL);
  return {
    content,
    drawing: `<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main"><xdr:oneCellAnchor>\
<xdr:from><xdr:col>2</xdr:col><xdr:colOff>${120 * EMU_A_PIXEL}</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>${4 * EMU_A_PIXEL}</xdr:rowOff></xdr:from>\
<xdr:ext cx="${emu(width)}" cy="${emu(height)}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Logo" descr="Logotipo"/>\
<xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip xmlns:r="${OFFICE}" r:embed="rId1"/>\
<a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${emu(width)}" cy="${emu(height)}"/></a:xfrm>\
<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`,
  };
};

const MAX_SHEET_NAME = 31;

const figuresOf = ({ figures }: ReportContent) =>
  figures.flatMap(({ label, value, beside, note }) => [
    { label, value, note },
    ...(beside === undefined ? [] : [{ label, value: beside, note: '' }]),
  ]);

const SUMMARY_WIDTHS = [34, 26, 60];
/** Characters of a line over the three columns. */
const SENTENCE_WIDTH = 110;
const LINE_HEIGHT = 15;

/** Sentences across three columns. Their lines are counted, because spreadsheets do not adjust the height of merged cells. */
const sentences = (
  heading: string,
  list: readonly string[],
  from: number,
): { readonly rows: readonly string[]; readonly merged: readonly string[] } => {
  if (list.length === 0) return { rows: [], merged: [] };
  return {
    rows: [
      row(''),
      row(textCell(heading, HEADING)),
      ...list.map((sentence) =>
        row(textCell(sentence, SENTENCE), LINE_HEIGHT * Math.ceil(sentence.length / SENTENCE_WIDTH)),
      ),
    ],
    merged: list.map((_, index) => `A${from + 2 + index}:C${from + 2 + index}`),
  };
};

const summarySheet = (content: ReportContent): string => {
  const { subject, title, days, madeAt, changes, reasons = [], assumptions, logo, brand } = content;
  const head = [
    row(textCell(BRAND_LOOKS[brand].name, BRAND)),
    row(textCell(subject, TITLE), 28),
    row(textCell(`${title} · ${days} · feito em ${madeAt}`, MUTED_TEXT)),
    row(''),
    ...figuresOf(content).map(({ label, value, note }, index) =>
      row(
        textCell(label, MUTED_TEXT) + valueCell(value, figureStyleOf(index)) + textCell(note, MUTED_TEXT),
        20,
      ),
    ),
  ];
  const parts = [
    ['O que mudou', changes],
    ['Por que este valor', reasons],
    ['Em que se baseia', assumptions],
  ] as const;
  const rows = [...head];
  const merged: string[] = [];
  for (const [heading, list] of parts) {
    const part = sentences(heading, list, rows.length + 1);
    rows.push(...part.rows);
    merged.push(...part.merged);
  }
  const merges =
    merged.length === 0
      ? ''
      : `<mergeCells count="${merged.length}">${merged.map((cells) => `<mergeCell ref="${cells}"/>`).join('')}</mergeCells>`;
  return sheetXml({
    widths: SUMMARY_WIDTHS,
    rows,
    hasPicture: logo !== null,
  }).replace('</sheetData>', `</sheetData>${merges}`);
};

/** The figures of a report as a workbook for further calculation. */
export const reportWorkbook = async (content: ReportContent): Promise<Buffer> => {
  const { tables, logo } = content;
  const sheets = [summarySheet(content), ...tables.map(tableSheet)];
  const titles = ['Resumo', ...tables.map(({ title }) => title.slice(0, MAX_SHEET_NAME))];
  const entries = [
    ...sheets.map(
      (xml, index): ZipEntry => ({ name: `xl/worksheets/sheet${index + 1}.xml`, content: [xml] }),
    ),
    ...sheetEntries(titles, {
      styles: styleSheet(
        content,
        figuresOf(content).map(({ value }) => value),
      ),
      picture: logo === null ? null : logoDrawing(logo),
    }),
  ];
  const pieces: Uint8Array[] = [];
  for await (const piece of zipStream(entries)) pieces.push(piece);
  return Buffer.concat(pieces);
};
