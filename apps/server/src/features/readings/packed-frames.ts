import { type Instant, instant } from '@nascente/domain/time/zone';

/** Frames as the database writes them: one a line, `(epoch ms,value,…)`, an empty value is 'not measured'. */
export interface PackedFrames {
  readonly count: number;
  readonly lines: string;
}

export const NO_FRAMES: PackedFrames = { count: 0, lines: '' };

const lastLine = (lines: string): string => lines.slice(lines.lastIndexOf('\n') + 1);

/** The instant of the last frame, the oldest. */
export const oldestAt = ({ lines }: PackedFrames): Instant =>
  instant(Number.parseInt(lastLine(lines).slice(1), 10));

/** Without the last frame. */
export const withoutOldest = ({ count, lines }: PackedFrames): PackedFrames => ({
  count: count - 1,
  lines: lines.slice(0, Math.max(0, lines.lastIndexOf('\n'))),
});

/** In the order in which they are given. */
export const joinFrames = (first: PackedFrames, second: PackedFrames): PackedFrames => ({
  count: first.count + second.count,
  lines: first.count > 0 && second.count > 0 ? `${first.lines}\n${second.lines}` : first.lines + second.lines,
});

/** Two runs of which the second begins with the frame that ends the first; null where it does not. */
export const joinOverlapping = (newer: PackedFrames, older: PackedFrames): PackedFrames | null => {
  const end = older.lines.indexOf('\n');
  const first = end < 0 ? older.lines : older.lines.slice(0, end);
  if (first === '' || first !== lastLine(newer.lines)) return null;
  const rest = { count: older.count - 1, lines: end < 0 ? '' : older.lines.slice(end + 1) };
  return joinFrames(newer, rest);
};
