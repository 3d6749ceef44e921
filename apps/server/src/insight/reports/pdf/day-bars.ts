import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatNumber, formatShortDay } from '@nascente/domain/base/units/format';
import { LEFT, LINE, MUTED, type Sheet, tagged, WIDTH } from './page.ts';

interface ReportedDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly total: number;
}

const HEIGHT = 110;
const LABELS = 14;
/** Room for the numbers of the scale. */
const SCALE = 44;
const GRID_LINES = 4;
const STEPS = [1, 2, 2.5, 5, 10];

/** The least round number that so many equal steps reach the highest value by. */
const roundStep = (highest: number): number => {
  const least = highest / GRID_LINES;
  const magnitude = 10 ** Math.floor(Math.log10(least));
  return magnitude * (STEPS.find((step) => step * magnitude >= least) ?? 10);
};

/** Bars of days, as vectors. */
export const dayBars = (sheet: Sheet, days: readonly ReportedDay[], unit: string): void => {
  const { pdf, look } = sheet;
  const highest = Math.max(...days.map(({ total }) => total), 0);
  if (highest === 0) return;
  sheet.makeRoom(HEIGHT + LABELS);
  const step = roundStep(highest);
  const top = pdf.y;
  const bottom = top + HEIGHT;
  const yOf = (value: number): number => bottom - (value / (step * GRID_LINES)) * (HEIGHT - 8);
  const width = (WIDTH - SCALE) / days.length;
  const largest = days.reduce((most, day) => (day.total > most.total ? day : most));
  const alt = `Barras de consumo por dia, em ${unit}. O maior foi ${formatNumber(largest.total, 1)} em ${formatShortDay(largest.date as CivilDate)}.`;
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
