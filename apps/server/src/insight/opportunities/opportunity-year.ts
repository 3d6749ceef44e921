import { leakMacOf, type Saving } from '@nascente/contract/insight/opportunity-kinds';
import { civilDate, daysBetween } from '@nascente/domain/base/time/civil-day';
import { type LocalQuarter, localQuarters } from '@nascente/domain/insight/opportunities/changed-series';
import { yearlySaving } from '@nascente/domain/insight/opportunities/yearly-saving';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/totals';
import type { YearOfBills } from '../../money/bills/index.ts';

/** Amount of a saving that cannot be computed. */
export const UNKNOWN_AMOUNT = { perYear: null, low: null, high: null, sureness: 'low' } as const;

/** Identifies a saving within its establishment. */
export const keyOf = (saving: Saving): string => `${saving.kind} ${leakMacOf(saving)}`;

const CENTS = 100;

type CycleSaving = Pick<Saving, 'evidence' | 'sureness'> & {
  readonly perYear: number;
  readonly low: number;
  readonly high: number;
};

export const daysIn = ({ start, end }: { readonly start: string; readonly end: string }): number =>
  daysBetween(civilDate(start), civilDate(end)) + 1;

/**
 * The saving of each cycle by an alternative; `null` below R$ 60 a year. @param totals - R$ of each cycle as billed @param
 * instead - R$ of each cycle by the alternative
 */
export const cycleSaving = (
  cycles: YearOfBills['cycles'],
  totals: readonly number[],
  instead: readonly number[],
): CycleSaving | null => {
  const months = cycles.map((cycle, index) => {
    const now = totals[index] ?? 0;
    const then = instead[index] ?? now;
    const saving = Math.round((now - then) * CENTS) / CENTS;
    const { start: date, completeness } = cycle;
    return { date, now, instead: then, saving, days: daysIn(cycle), completeness };
  });
  const saving = yearlySaving(months);
  if (saving === null) return null;
  return {
    ...saving,
    evidence: months.map(({ date, now, instead: then }) => ({ date, now, instead: then })),
  };
};

const MWH_PER_KWH = 1e6;
const DAYS_A_YEAR = 365;
const WATTS_PER_KILOWATT = 1000;

/** The year as billed, with its quarter-hours in local time, shared by all kinds. */
export interface OpportunityYear extends YearOfBills {
  readonly quarters: readonly LocalQuarter[];
  readonly totals: readonly number[];
  readonly days: number;
}

export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);

export const inKilowatts = (power: number): number => power / WATTS_PER_KILOWATT;

/** mWh of the measured days as kWh a year. */
export const kwhPerYear = (energy: number, { days }: Pick<OpportunityYear, 'days'>): number =>
  ((energy / MWH_PER_KWH) * DAYS_A_YEAR) / days;

/** Saving of each cycle under another series; `null` below R$ 60 a year. */
export const savingUnder = (year: OpportunityYear, series: EnergySeries) =>
  cycleSaving(year.cycles, year.totals, year.totalsOf(series));

export const opportunityYear = (billed: YearOfBills): OpportunityYear => ({
  ...billed,
  quarters: localQuarters(billed.series, billed.zone),
  totals: billed.totalsOf(billed.series),
  days: sumOf(billed.cycles.map(daysIn)),
});
