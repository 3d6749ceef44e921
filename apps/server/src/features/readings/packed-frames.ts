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

/** First the newer ones. */
export const joinFrames = (newer: PackedFrames, older: PackedFrames): PackedFrames => ({
  count: newer.count + older.count,
  lines: newer.count > 0 && older.count > 0 ? `${newer.lines}\n${older.lines}` : newer.lines + older.lines,
});
