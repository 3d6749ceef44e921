import { EVEN_DIGITS, INK, LEFT, LINE, MUTED, type Sheet, tagged, WIDTH } from './page.ts';

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

/** Points that so many bars take. */
export const rankHeight = (bars: number): number => bars * ROW;

/** Lying bars of named things, as vectors. */
export const rankBars = (sheet: Sheet, bars: readonly Bar[], heading: string): void => {
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
