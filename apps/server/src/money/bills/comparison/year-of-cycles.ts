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
import { firstSlotFrom, valueAt } from '@nascente/domain/telemetry/intervals/series';
import { sharesOf } from '@nascente/domain/telemetry/intervals/totals';
import { calendarOf } from '../../../sites/establishments/index.ts';
import { toDays } from '../bill-answer.ts';
import { type BilledEstablishment, type MeasuredDays, todayAt } from '../measured-days.ts';

const CYCLES = 12;

/**
 * The last 12 cycles that are over, oldest first: those that end on a day or before. Cycles in which there was no
 * meter yet from the first day on are left out: they would look cheap.
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

/** All days of cycles that follow each other; null of none. */
export const daysOf = (cycles: readonly BillingCycle[]): BillingCycle | null => {
  const [first, last] = [cycles[0], cycles.at(-1)];
  return first === undefined || last === undefined ? null : { first: first.first, last: last.last };
};

/** Those in which anything was measured, if any was: a board that was not heard for months would make an establishment look small. */
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
