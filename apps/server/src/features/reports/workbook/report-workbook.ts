import { sheetEntries } from '../../../platform/files/workbook-parts.ts';
import { type ZipEntry, zipStream } from '../../../platform/files/zip-stream.ts';
import { BRAND_LOOKS } from '../../../platform/mail/brand-look.ts';
import type { ReportContent, ReportTable } from '../content/report-content.ts';
import { logoDrawing } from './logo-drawing.ts';
import { cellXml, textCell, valueCell } from './sheet-cells.ts';
import {
  BRAND,
  figureStyleOf,
  HEAD,
  HEAD_RIGHT,
  HEADING,
  MUTED_TEXT,
  SENTENCE,
  styleSheet,
  TITLE,
} from './workbook-styles.ts';

const LONGEST_SHEET_NAME = 31;
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The figures of the summary, one below the other. */
const figuresOf = ({ figures }: ReportContent) =>
  figures.flatMap(({ label, value, beside, note }) => [
    { label, value, note },
    ...(beside === undefined ? [] : [{ label, value: beside, note: '' }]),
  ]);

const row = (cells: string, height?: number): string =>
  `<row${height === undefined ? '' : ` ht="${height}" customHeight="1"`}>${cells}</row>`;

interface SheetParts {
  readonly widths: readonly number[];
  readonly rows: readonly string[];
  /** Rows at the top that stay while the rest is scrolled. */
  readonly frozen?: number;
  readonly hasPicture?: boolean;
}

/** On A4 all columns stand on one page, and rows on as many as they take. */
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

const SUMMARY_WIDTHS = [34, 26, 60];
/** How many characters of a sentence stand in a line of the summary's three columns. */
const SENTENCE_WIDTH = 110;
const LINE_HEIGHT = 15;

/** Over three columns; its lines are counted, since merged cells do not grow by themselves. */
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

const tableSheet = ({ columns, rows }: ReportTable): string => {
  const hasNotes = rows.some(({ note }) => note != null && note !== '');
  const labels = [...columns, ...(hasNotes ? [{ label: 'Observação' }] : [])];
  const units = (label: string, index: number): string => {
    const cell = rows[0]?.cells[index];
    return typeof cell === 'object' && 'unit' in cell && !label.includes('(')
      ? `${label} (${cell.unit})`
      : label;
  };
  return sheetXml({
    widths: [44, ...columns.slice(1).map(() => 18), ...(hasNotes ? [44] : [])],
    frozen: 1,
    rows: [
      row(
        labels
          .map((column, index) =>
            textCell(
              units(column.label, index),
              'align' in column && column.align === 'right' ? HEAD_RIGHT : HEAD,
            ),
          )
          .join(''),
        20,
      ),
      ...rows.map(({ cells, note = null, isTotal = false }) =>
        row(
          cells.map((cell) => cellXml(cell, isTotal)).join('') +
            (hasNotes ? cellXml(note ?? '', isTotal) : ''),
        ),
      ),
    ],
  });
};

/** The figures of a report as a workbook, for whoever goes on counting with them. */
export const reportWorkbook = async (content: ReportContent): Promise<Buffer> => {
  const { tables, logo } = content;
  const sheets = [summarySheet(content), ...tables.map(tableSheet)];
  const titles = ['Resumo', ...tables.map(({ title }) => title.slice(0, LONGEST_SHEET_NAME))];
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
