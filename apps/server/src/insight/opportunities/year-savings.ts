import { type BusinessHours, hasOpenDay } from '@nascente/domain/base/time/business-hours';
import { referenceOf } from '@nascente/domain/energy/measured-cycle/reactive';
import {
  bankNeedByHour,
  smallestBank,
  withBank,
} from '@nascente/domain/insight/opportunities/capacitor-bank';
import { type LocalQuarter, localQuarters } from '@nascente/domain/insight/opportunities/changed-series';
import { type MovedPeak, movedPeak } from '@nascente/domain/insight/opportunities/moved-peak';
import { quieterClosed } from '@nascente/domain/insight/opportunities/quieter-closed';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/series';
import type { YearOfBills } from '../../money/bills/index.ts';
import { cycleSaving, daysIn } from './cycle-saving.ts';
import { type FoundSaving, NOTHING_ELSE } from './found-saving.ts';
import { generationSavings } from './generation-savings.ts';
import { marketSaving } from './market-saving.ts';
import { oldPricesSaving } from './old-prices.ts';

const MWH_PER_KWH = 1e6;
const DAYS_A_YEAR = 365;
const WATTS_PER_KILOWATT = 1000;

/** The year as it was billed, and cut into quarter-hours of the local clock, once for all that is looked for in it. */
interface Year extends YearOfBills {
  readonly quarters: readonly LocalQuarter[];
  readonly totals: readonly number[];
  readonly days: number;
}

/** Each cycle beside what it would have cost; null where less than R$ 60 a year is saved. */
const savingUnder = (year: Year, series: EnergySeries) =>
  cycleSaving(year.cycles, year.totals, year.totalsOf(series));

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Reactive excess that a bank of capacitors would spare. */
const reactiveSaving = (year: Year): FoundSaving | null => {
  if (year.reactive === null) return null;
  const before = sum(year.totals);
  const kvar = smallestBank((size) => before - sum(year.totalsOf(withBank(year.series, size))));
  const saving = kvar === null ? null : savingUnder(year, withBank(year.series, kvar));
  if (kvar === null || saving === null) return null;
  const hours = bankNeedByHour(year.series, year.quarters, referenceOf(year.reactive));
  return { ...NOTHING_ELSE, kind: 'reactive', ...saving, reactive: { kvar, hours: [...hours] } };
};

/** Closed hours that would need no more than on quiet days; the meter at which they are seen is not told yet. */
const closedSaving = (year: Year, hours: BusinessHours | null): FoundSaving | null => {
  if (hours === null || !hasOpenDay(hours)) return null;
  const quieter = quieterClosed(year.series, year.quarters, hours);
  const saving = quieter && savingUnder(year, quieter.series);
  if (quieter === null || saving === null) return null;
  return {
    ...NOTHING_ELSE,
    kind: 'closed-hours',
    ...saving,
    closed: {
      energy: ((quieter.avoided / MWH_PER_KWH) * DAYS_A_YEAR) / year.days,
      share: quieter.closed / (quieter.closed + quieter.open),
      meter: null,
      hours: quieter.hours.map(({ now, quiet }) => ({
        now: now / WATTS_PER_KILOWATT,
        quiet: quiet / WATTS_PER_KILOWATT,
      })),
    },
  };
};

/** Consumption that could leave the peak; the meter behind it is not told yet. */
const peakSaving = (year: Year): FoundSaving | null => {
  const found: MovedPeak | null = movedPeak(year.series, year.quarters, year.postsOn);
  const saving = found && savingUnder(year, found.series);
  if (found === null || saving === null) return null;
  const { from, to } = found;
  const energy = ((found.moved / MWH_PER_KWH) * DAYS_A_YEAR) / year.days;
  const share = found.moved / found.peak;
  const hours = found.hours.map(({ now, movable }) => ({
    now: now / WATTS_PER_KILOWATT,
    movable: movable / WATTS_PER_KILOWATT,
  }));
  return { ...NOTHING_ELSE, kind: 'peak', ...saving, peak: { energy, share, from, to, hours, meter: null } };
};

/** What the bills of the last year would have been, had something else been measured: under the contract of today. */
export const yearSavings = async (
  billed: YearOfBills,
  hours: BusinessHours | null,
): Promise<readonly FoundSaving[]> => {
  const year: Year = {
    ...billed,
    quarters: localQuarters(billed.series, billed.zone),
    totals: billed.totalsOf(billed.series),
    days: sum(billed.cycles.map(daysIn)),
  };
  const found = [
    reactiveSaving(year),
    closedSaving(year, hours),
    peakSaving(year),
    marketSaving(year, year.totals),
    ...(await generationSavings(year, year.quarters)),
    oldPricesSaving(year, year.totals),
  ];
  return found.filter((saving) => saving !== null);
};
