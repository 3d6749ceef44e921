import { sheetEntries } from '../../../platform/files/workbook-parts.ts';
import { type ZipEntry, zipStream } from '../../../platform/files/zip-stream.ts';
import { BRAND_LOOKS } from '../../../platform/mail/brand-look.ts';
import type { ReportContent } from '../content/report-content.ts';
import { logoDrawing } from './logo-drawing.ts';
import { textCell, valueCell } from './sheet-cells.ts';
import { row, sheetXml } from './sheet-xml.ts';
import { tableSheet } from './table-sheet.ts';
import { BRAND, figureStyleOf, HEADING, MUTED_TEXT, SENTENCE, styleSheet, TITLE } from './workbook-styles.ts';

const MAX_SHEET_NAME = 31;

/** The figures of the summary, one below the other. */
const figuresOf = ({ figures }: ReportContent) =>
  figures.flatMap(({ label, value, beside, note }) => [
    { label, value, note },
    ...(beside === undefined ? [] : [{ label, value: beside, note: '' }]),
  ]);

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

/** The figures of a report as a workbook, for whoever goes on counting with them. */
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
