import { QUARTER_MS } from '../../base/time/quarter.ts';

/**
 * Divides a whole amount among the quarter-hours of [from, to) by how much of each lies within. The parts add up to
 * the amount exactly.
 */
export function spread(
  from: number,
  to: number,
  amount: number,
  give: (start: number, part: number) => void,
): void {
  let spreadSoFar = 0;
  for (let start = from - (from % QUARTER_MS); start < to; start += QUARTER_MS) {
    const until = Math.min(to, start + QUARTER_MS);
    const due = Math.round(amount * ((until - from) / (to - from)));
    give(start, due - spreadSoFar);
    spreadSoFar = due;
  }
}
