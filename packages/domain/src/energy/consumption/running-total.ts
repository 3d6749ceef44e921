import { addDays, type CivilDate, civilDateAt, startOfDay } from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import { HOUR_MS, type Instant, instant, type Zone } from '../../base/time/zone.ts';
import type { ConsumedQuarters } from './always-on.ts';

export type RunningStep = '15m' | '1h' | '1d';

/** Consumption from the start of the interval to an instant, mWh (ml of water). */
interface RunningTotal {
  readonly at: Instant;
  readonly total: number;
}

const LENGTHS = { '15m': QUARTER_MS, '1h': HOUR_MS } as const;

/**
 * Consumption since `from` at the end of each step, the last one at `to`. Steps shorter than a day are counted from the first
 * midnight.
 * @param quarters - with data, ascending
 */
export function runningTotal(
  { start, consumed }: ConsumedQuarters,
  span: { readonly from: Instant; readonly to: Instant },
  step: RunningStep,
  zone: Zone,
): RunningTotal[] {
  const totals: RunningTotal[] = [];
  let [index, sum] = [0, 0];
  for (const end of endsOf(span.from, span.to, step, zone)) {
    for (; index < start.length && (start[index] as number) < end; index++) sum += consumed[index] as number;
    totals.push({ at: instant(Math.min(end, span.to)), total: sum });
  }
  return totals;
}

function* endsOf(from: Instant, to: Instant, step: RunningStep, zone: Zone): Generator<number> {
  let day: CivilDate = civilDateAt(from, zone);
  const midnight = startOfDay(day, zone);
  if (step === '1d') {
    for (let start = midnight; start < to; start = startOfDay(day, zone)) {
      day = addDays(day, 1);
      yield startOfDay(day, zone);
    }
    return;
  }
  const length = LENGTHS[step];
  const first = midnight + Math.floor((from - midnight) / length) * length;
  for (let start = first; start < to; start += length) yield start + length;
}
