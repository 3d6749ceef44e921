import { DAY_MS, type Instant, instant } from '@nascente/domain/time/zone';

/** A stretch that is read from the quarters, because no closed day covers it. */
interface Gap {
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * What of a span its closed days leave open, in order.
 * @param closedDays - the starts of the days, ascending
 */
export const gapsOf = ({ from, to }: Gap, closedDays: Iterable<number>): Gap[] => {
  const gaps: Gap[] = [];
  let open = from;
  for (const day of closedDays) {
    const start = instant(day);
    if (start > open) gaps.push({ from: open, to: start });
    open = instant(start + DAY_MS);
  }
  if (open < to) gaps.push({ from: open, to });
  return gaps;
};
