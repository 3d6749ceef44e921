import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  endOfDay,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import { readingCycleAt, readingCyclesUntil } from '@nascente/domain/base/time/reading-cycles';
import type { MeasuredCycle } from '@nascente/domain/energy/measured-cycle/measured-cycle';
import { firstSlotFrom, sharesOf, valueAt } from '@nascente/domain/telemetry/intervals/totals';
import { calendarOf } from '../../../sites/establishments/index.ts';
import { toDays } from '../bill-answer.ts';
import { type BilledEstablishment, type MeasuredDays, todayAt } from '../measured-days.ts';

const CYCLES = 12;

/**
 * The last 12 cycles that end on a day or before (`null`: yesterday), oldest first. Cycles that began before the first meter was
 * installed are left out, because they would look cheap.
 */
export const finishedCycles = (
  establishment: BilledEstablishment,
  until: CivilDate | null,
): readonly BillingCycle[] => {
  const calendar = calendarOf(establishment.facts, establishment.type);
  const yesterday = addDays(todayAt(establishment), -1);
  const last = until === null || until > yesterday ? yesterday : until;
  const current = readingCycleAt(last, calendar);
  const newest = current.last <= last ? last : addDays(current.first, -1);
  const installed = establishment.facts.meters
    .filter(({ type }) => type === establishment.type)
    .map(({ installedAt }) => civilDateAt(installedAt, establishment.zone))
    .sort()[0];
  if (installed === undefined) return [];
  return readingCyclesUntil(newest, CYCLES, calendar).filter((cycle) => cycle.first >= installed);
};

/** The interval of days of consecutive cycles; `null` without cycles. */
export const daysOf = (cycles: readonly BillingCycle[]): BillingCycle | null => {
  const [first, last] = [cycles[0], cycles.at(-1)];
  return first === undefined || last === undefined ? null : { first: first.first, last: last.last };
};

/**
 * The cycles with measurements, or all cycles if none has any. Cycles without data, as of a silent board, would make the
 * consumption look small.
 */
export const loadedCycles = (
  { zone }: Pick<BilledEstablishment, 'zone'>,
  { series }: Pick<MeasuredDays, 'series'>,
  cycles: readonly BillingCycle[],
): readonly BillingCycle[] => {
  const received = cycles.filter(({ first, last }) => {
    const slot = firstSlotFrom(series, startOfDay(first, zone));
    return slot < series.length && valueAt(series.start, slot) < endOfDay(last, zone);
  });
  return received.length > 0 ? received : cycles;
};

export const toMeasured = ({
  cycle,
  ...measured
}: Pick<MeasuredCycle, 'cycle' | 'presentQuarters' | 'estimatedQuarters' | 'expectedQuarters'>) => ({
  ...toDays(cycle),
  ...sharesOf(measured),
});
