import { readPeriod } from '@nascente/contract/energy/consumption';
import {
  addDays,
  type CivilDate,
  civilDate,
  daysBetween,
  isCivilDate,
} from '@nascente/domain/base/time/civil-day';
import { queryFor } from '../../../shared/api/api-client.ts';

/** Limits of the period search (spec, section 5). */
export const EARLIEST_START = civilDate('2021-01-01');
export const EARLIEST_END = civilDate('2019-01-01');

/** More days are listed below each other on small screens (specification, section 4). */
export const MAX_DAYS_ABREAST = 31;

const DEFAULT_DAYS = 30;

export interface Period {
  readonly start: CivilDate;
  readonly end: CivilDate;
}

const faultOfEnd = (start: string, end: string, today: CivilDate): string | null => {
  if (!isCivilDate(end)) return 'Escolha a data final.';
  if (end < EARLIEST_END) return 'A data final começa em 01/01/2019.';
  if (end > today) return 'A data final vai até hoje.';
  if (isCivilDate(start) && daysBetween(start, end) <= 1)
    return 'Escolha uma data final mais de um dia depois da inicial.';
  return null;
};

export const faultsOf = (start: string, end: string, today: CivilDate) => ({
  start: !isCivilDate(start)
    ? 'Escolha a data inicial.'
    : start < EARLIEST_START
      ? 'A data inicial começa em 01/01/2021.'
      : null,
  end: faultOfEnd(start, end, today),
});

/** The last thirty days including today, before any search. */
export const defaultPeriod = (today: CivilDate): Period => ({
  start: addDays(today, 1 - DEFAULT_DAYS),
  end: today,
});

/** The period in the address, if it can be searched. */
export const periodFrom = (start: string | null, end: string | null, today: CivilDate): Period => {
  if (start === null || end === null || !isCivilDate(start) || !isCivilDate(end)) return defaultPeriod(today);
  const faults = faultsOf(start, end, today);
  return faults.start === null && faults.end === null ? { start, end } : defaultPeriod(today);
};

/** As long as the period card caches its answer. */
export const DAYS_STALE_MS = 5 * 60_000;

/** Hourly: generation is compared with injection of the same hour. */
export const daysQuery = (mac: string, { start, end }: Period) =>
  queryFor(readPeriod, { body: { meter: mac, dateStart: start, dateEnd: end } });

const MAX_ANALYSIS = 366;
const MAX_FRAMES = 31;

const lastOf = ({ start, end }: Period, maximum: number): Period =>
  daysBetween(start, end) < maximum ? { start, end } : { start: addDays(end, 1 - maximum), end };

export const analysedDays = (period: Period): Period => lastOf(period, MAX_ANALYSIS);

export const framedDays = (period: Period): Period => lastOf(period, MAX_FRAMES);

const MIN_POINTS = 240;
const MAX_POINTS = 1200;
/** Windows of nearly equal width share an answer. */
const STEP = 120;

export const pointsFor = (width: number): number =>
  Math.min(Math.max(Math.ceil(width / STEP) * STEP, MIN_POINTS), MAX_POINTS);
