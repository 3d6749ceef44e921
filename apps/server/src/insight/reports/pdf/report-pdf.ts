import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatNumber, formatShortDay } from '@nascente/domain/base/units/format';
import { type ReportContent, type ReportTable, textOf } from '../content/report-content.ts';
import {
  EVEN_DIGITS,
  heading,
  INK,
  LEFT,
  LINE,
  MUTED,
  numberPages,
  openSheet,
  type Sheet,
  tagged,
  WIDTH,
} from './page.ts';
import { table, tableHeight } from './table.ts';

const LOGO_WIDTH = 130;
const LOGO_HEIGHT = 44;
const LOGO_TOP = 30;
const HEAD_GAP = 24;

const writeLogo = (sheet: Sheet, logo: string, name: string): void => {
  tagged(
    sheet,
    'Figure',
    () => {
      sheet.pdf.image(logo, LEFT + WIDTH - LOGO_WIDTH, LOGO_TOP, {
        fit: [LOGO_WIDTH, LOGO_HEIGHT],
        align: 'right',
        valign: 'center',
      });
    },
    { alt: `Logotipo de ${name}` },
  );
};

const writeHead = (sheet: Sheet, content: ReportContent): void => {
  const { pdf, look } = sheet;
  const { subject, title, days, madeAt, logo } = content;
  const width = logo === null ? WIDTH : WIDTH - LOGO_WIDTH - HEAD_GAP;
  sheet.decorate(() => pdf.rect(0, 0, pdf.page.width, 6).fill(look.primary));
  if (logo !== null) writeLogo(sheet, logo, subject);
  tagged(sheet, 'P', () => {
    pdf.font('strong').fontSize(9).fillColor(look.primary).text(look.name, LEFT, 34, { width });
  });
  tagged(sheet, 'H1', () => {
    pdf.font('strong').fontSize(22).fillColor(INK).text(subject, LEFT, 50, { width });
  });
  tagged(sheet, 'P', () => {
    pdf.font('text').fontSize(10.5).fillColor(MUTED);
    pdf.text(`${title} · ${days} · feito em ${madeAt}`, LEFT, pdf.y + 2, { width: WIDTH });
  });
};

const writeFigures = (sheet: Sheet, { figures }: ReportContent): void => {
  const { pdf } = sheet;
  const top = pdf.y + 18;
  const width = WIDTH / figures.length;
  let lowest = top;
  for (const [index, { label, value, beside, note }] of figures.entries()) {
    const small = [beside === undefined ? '' : textOf(beside), note]
      .filter((text) => text !== '')
      .join(' · ');
    const x = LEFT + index * width;
    if (index > 0)
      sheet.decorate(() =>
        pdf
          .moveTo(x - 12, top)
          .lineTo(x - 12, top + 48)
          .lineWidth(0.5)
          .strokeColor(LINE)
          .stroke(),
      );
    tagged(sheet, 'P', () => {
      pdf.font('text').fontSize(8.5).fillColor(MUTED);
      pdf.text(label, x, top, { width: width - 24 });
      pdf.font('strong').fontSize(17).fillColor(INK);
      pdf.text(textOf(value), x, pdf.y + 2, { width: width - 16, features: EVEN_DIGITS });
      if (small === '') return;
      pdf.font('text').fontSize(8).fillColor(MUTED);
      pdf.text(small, x, pdf.y + 2, { width: width - 24, features: EVEN_DIGITS });
    });
    lowest = Math.max(lowest, pdf.y);
  }
  pdf.y = Math.max(lowest, top + 48);
};

interface ReportedDay {
  readonly date: string;
  readonly total: number;
}

const HEIGHT = 110;
const LABELS = 14;
const SCALE = 44;
const GRID_LINES = 4;
const STEPS = [1, 2, 2.5, 5, 10];

/** The smallest round step with which `GRID_LINES` steps reach the highest value. */
const roundStep = (highest: number): number => {
  const minimum = highest / GRID_LINES;
  const magnitude = 10 ** Math.floor(Math.log10(minimum));
  return magnitude * (STEPS.find((step) => step * magnitude >= minimum) ?? 10);
};

const dayBars = (sheet: Sheet, days: readonly ReportedDay[], unit: string): void => {
  const { pdf, look } = sheet;
  const highest = Math.max(...days.map(({ total }) => total), 0);
  if (highest === 0) return;
  sheet.makeRoom(HEIGHT + LABELS);
  const step = roundStep(highest);
  const top = pdf.y;
  const bottom = top + HEIGHT;
  const yOf = (value: number): number => bottom - (value / (step * GRID_LINES)) * (HEIGHT - 8);
  const width = (WIDTH - SCALE) / days.length;
  const largest = days.reduce((maximum, day) => (day.total > maximum.total ? day : maximum));
  const alt = `Barras de consumo por dia, em ${unit}. O maior foi ${formatNumber(largest.total, 1)} em ${formatShortDay(civilDate(largest.date))}.`;
  const drawScale = (): void => {
    for (let line = 0; line <= GRID_LINES; line++) {
      const y = yOf(line * step);
      pdf
        .moveTo(LEFT + SCALE, y)
        .lineTo(LEFT + WIDTH, y)
        .lineWidth(0.5)
        .strokeColor(LINE)
        .stroke();
      pdf.font('text').fontSize(7.5).fillColor(MUTED);
      const label = formatNumber(line * step, step < 1 ? 1 : 0);
      pdf.text(label, LEFT, y - 4, { width: SCALE - 8, align: 'right', lineBreak: false });
    }
  };
  const drawDay = ({ date, total }: ReportedDay, index: number): void => {
    const x = LEFT + SCALE + index * width;
    const thickness = Math.min(width * 0.7, 18);
    if (total > 0) {
      const y = yOf(total);
      pdf.rect(x + (width - thickness) / 2, y, thickness, bottom - y).fill(look.primary);
    }
    const every = Math.ceil(days.length / 10);
    if (index % every !== 0) return;
    pdf.font('text').fontSize(7.5).fillColor(MUTED);
    pdf.text(String(Number(date.slice(8))), x, bottom + 4, { width, align: 'center', lineBreak: false });
  };
  tagged(
    sheet,
    'Figure',
    () => {
      drawScale();
      for (const [index, day] of days.entries()) drawDay(day, index);
    },
    { alt },
  );
  pdf.x = LEFT;
  pdf.y = bottom + LABELS;
};

interface Bar {
  readonly name: string;
  readonly value: number;
  readonly text: string;
}

const ROW = 20;
const THICKNESS = 9;
const NAMES = 170;
const VALUES = 84;
const GAP = 10;

const rankHeight = (bars: number): number => bars * ROW;

const rankBars = (sheet: Sheet, bars: readonly Bar[], heading: string): void => {
  const { pdf, look } = sheet;
  const highest = Math.max(...bars.map(({ value }) => value));
  if (highest <= 0) return;
  sheet.makeRoom(rankHeight(bars.length));
  const top = pdf.y + 4;
  const room = WIDTH - NAMES - VALUES - 2 * GAP;
  const [largest] = bars;
  const alt = `Barras: ${heading.toLowerCase()}. O maior é ${largest?.name ?? ''}, ${largest?.text ?? ''}.`;
  const draw = ({ name, value, text }: Bar, index: number): void => {
    const y = top + index * ROW;
    const middle = y + ROW / 2;
    pdf.font('text').fontSize(8.5).fillColor(INK);
    pdf.text(name, LEFT, middle - 5, { width: NAMES, height: ROW / 2, ellipsis: true, lineBreak: false });
    pdf
      .rect(LEFT + NAMES + GAP, middle - THICKNESS / 2, room, THICKNESS)
      .fill(LINE)
      .rect(
        LEFT + NAMES + GAP,
        middle - THICKNESS / 2,
        Math.max(1, (Math.max(0, value) / highest) * room),
        THICKNESS,
      )
      .fill(look.primary);
    pdf.font('text').fontSize(8.5).fillColor(MUTED);
    pdf.text(text, LEFT + WIDTH - VALUES, middle - 5, {
      width: VALUES,
      align: 'right',
      lineBreak: false,
      features: EVEN_DIGITS,
    });
  };
  tagged(
    sheet,
    'Figure',
    () => {
      for (const [index, bar] of bars.entries()) draw(bar, index);
    },
    { alt },
  );
  pdf.x = LEFT;
  pdf.y = top + rankHeight(bars.length);
};

const HEADING = 50;
/** Longer tables may break across pages. */
const MAX_UNBROKEN_ROWS = 12;
const ROWS_TO_BEGIN = 4;
const CHART_HEIGHT = 180;

const writeTable = (sheet: Sheet, { heading: text, columns, rows }: ReportTable): void => {
  heading(sheet, text, tableHeight(rows.length > MAX_UNBROKEN_ROWS ? ROWS_TO_BEGIN : rows.length) + HEADING);
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

/** The report as a PDF, tagged for screen readers. */
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
