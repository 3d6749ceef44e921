import type { ACCUMULATOR_STEPS } from '@nascente/contract/period-consumption';
import { addDays, type CivilDate, civilDateAt, startOfDay } from '@nascente/domain/time/civil-day';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { HOUR_MS, type Instant, type Zone } from '@nascente/domain/time/zone';
import { inUnits } from '../days/day-answer.ts';

type Step = (typeof ACCUMULATOR_STEPS)[number];

const LENGTHS = { '15m': QUARTER_MS, '1h': HOUR_MS } as const;

/** The ends of the steps that begin in [from, to); hours are counted from the midnight of the first day. */
function* endsOf(from: Instant, to: Instant, step: Step, zone: Zone): Generator<number> {
  if (step === '1d') {
    let day: CivilDate = civilDateAt(from, zone);
    for (let start = startOfDay(day, zone); start < to; start = startOfDay(day, zone)) {
      day = addDays(day, 1);
      yield startOfDay(day, zone);
    }
    return;
  }
  const length = LENGTHS[step];
  const midnight = startOfDay(civilDateAt(from, zone), zone);
  const first = midnight + Math.floor((from - midnight) / length) * length;
  for (let start = first; start < to; start += length) yield start + length;
}

/**
 * What was consumed since `from` at the end of each step, the last at `to` where it ends before its step does.
 * @param start - quarter-hours with data, ascending
 */
export const runningTotal = (
  { start, consumed }: { readonly start: Float64Array; readonly consumed: Float64Array },
  span: { readonly from: Instant; readonly to: Instant },
  step: Step,
  zone: Zone,
): { date: string; total: number }[] => {
  const rows: { date: string; total: number }[] = [];
  let [index, sum] = [0, 0];
  for (const end of endsOf(span.from, span.to, step, zone)) {
    for (; index < start.length && (start[index] ?? 0) < end; index++) sum += consumed[index] ?? 0;
    rows.push({ date: new Date(Math.min(end, span.to)).toISOString(), total: inUnits(sum) });
  }
  return rows;
};
