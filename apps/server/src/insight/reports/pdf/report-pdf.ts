import { type ReportContent, type ReportTable, textOf } from '../content/report-content.ts';
import { dayBars } from './day-bars.ts';
import { writeFigures, writeHead } from './head.ts';
import {
  EVEN_DIGITS,
  heading,
  LEFT,
  MUTED,
  numberPages,
  openSheet,
  type Sheet,
  tagged,
  WIDTH,
} from './page.ts';
import { rankBars, rankHeight } from './rank-bars.ts';
import { table, tableHeight } from './table.ts';

/** With what stands above and below it. */
const HEADING = 50;
/** Longer tables may begin with some rows on one page and go on on the next. */
const MAX_KEPT_TOGETHER = 12;
const ROWS_TO_BEGIN = 4;
const CHART_HEIGHT = 180;

const writeTable = (sheet: Sheet, { heading: text, columns, rows }: ReportTable): void => {
  heading(sheet, text, tableHeight(rows.length > MAX_KEPT_TOGETHER ? ROWS_TO_BEGIN : rows.length) + HEADING);
  table(
    sheet,
    columns,
    rows.map(({ cells, note = null, isTotal = false }) => ({ cells: cells.map(textOf), note, isTotal })),
  );
};

const writeCharts = (sheet: Sheet, { charts }: ReportContent): void => {
  for (const chart of charts) {
    if (chart.kind === 'days') {
      heading(sheet, chart.heading, CHART_HEIGHT);
      dayBars(sheet, chart.days, chart.unit);
    } else if (chart.bars.length > 1) {
      heading(sheet, chart.heading, rankHeight(chart.bars.length) + HEADING);
      rankBars(sheet, chart.bars, chart.heading);
    }
  }
};

const writeSentences = (sheet: Sheet, text: string, sentences: readonly string[]): void => {
  if (sentences.length === 0) return;
  const { pdf } = sheet;
  heading(sheet, text);
  for (const sentence of sentences) {
    pdf.font('text').fontSize(8.5);
    sheet.makeRoom(pdf.heightOfString(sentence, { width: WIDTH, features: EVEN_DIGITS }) + 4);
    tagged(sheet, 'P', () => {
      pdf.font('text').fontSize(8.5).fillColor(MUTED);
      pdf.text(sentence, LEFT, pdf.y + 2, { width: WIDTH, features: EVEN_DIGITS });
    });
  }
};

const readAll = async (pdf: AsyncIterable<Buffer>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of pdf) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** The report as a PDF for reading and printing, tagged for screen readers. */
export const reportPdf = async (content: ReportContent): Promise<Buffer> => {
  const { subject, title, days } = content;
  const sheet = openSheet(content);
  const written = readAll(sheet.pdf as unknown as AsyncIterable<Buffer>);
  writeHead(sheet, content);
  writeFigures(sheet, content);
  writeSentences(sheet, 'O que mudou', content.changes);
  writeSentences(sheet, 'Por que este valor', content.reasons ?? []);
  writeCharts(sheet, content);
  for (const one of content.tables) if (one.isOnPaper !== false) writeTable(sheet, one);
  writeSentences(sheet, 'Em que se baseia', content.assumptions);
  numberPages(sheet, `${subject} · ${title} · ${days}`);
  sheet.root.end();
  sheet.pdf.end();
  return written;
};
