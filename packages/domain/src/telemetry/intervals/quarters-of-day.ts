import { QUARTER_MS } from '../../base/time/quarter.ts';
import type { Instant } from '../../base/time/zone.ts';

/**
 * A column of quarter-hours as a row from an instant to another: null where nothing was measured.
 *
 * @param start - of each quarter-hour with data, epoch ms
 * @param column - as long as `start`
 */
export function quartersBetweenInstants(
  { start, column }: { readonly start: Float64Array; readonly column: Float64Array },
  from: Instant,
  until: Instant,
): (number | null)[] {
  const values: (number | null)[] = Array.from(
    { length: Math.ceil((until - from) / QUARTER_MS) },
    () => null,
  );
  for (const [slot, at] of start.entries()) {
    const index = (at - from) / QUARTER_MS;
    if (index >= 0 && index < values.length) values[index] = column[slot] as number;
  }
  return values;
}
