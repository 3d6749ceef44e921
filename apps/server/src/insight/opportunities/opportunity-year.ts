import { type LocalQuarter, localQuarters } from '@nascente/domain/insight/opportunities/changed-series';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/series';
import type { YearOfBills } from '../../money/bills/index.ts';
import { cycleSaving, daysIn } from './cycle-saving.ts';

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
