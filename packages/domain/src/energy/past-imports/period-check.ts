import type { Zone } from '../../base/time/zone.ts';
import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import type { TouPeriodsOn } from '../../sites/tou-windows/tou-periods-by-window.ts';
import { sumBy } from '../../telemetry/intervals/totals.ts';
import { sumsByTouPeriod } from '../tou-periods/quarters-by-tou-period.ts';
import type { PastPeriod } from './file-reading.ts';
import { PAST_PERIODS } from './file-reading.ts';

export type PeriodSums = Readonly<Record<PastPeriod, number>>;

/** Consumption by the time-of-use periods in the file and by those of the tariff at the same instants, mWh. */
export interface ComparedPeriods {
  readonly file: PeriodSums;
  readonly tariff: PeriodSums;
  /** Consumption for which the file and the tariff have different periods. */
  readonly apart: number;
}

const TOU_PERIOD_OF: Readonly<Record<PastPeriod, TouPeriod>> = {
  peak: 'inPoint',
  intermediate: 'interPoint',
  offPeak: 'outPoint',
};
const PERIOD_OF: Readonly<Record<TouPeriod, PastPeriod>> = {
  inPoint: 'peak',
  interPoint: 'intermediate',
  outPoint: 'offPeak',
};
/** Differences up to this share of the consumption are attributed to rounding. */
const TOLERANCE = 0.005;

const inPeriods = (of: (period: PastPeriod) => number): PeriodSums =>
  Object.fromEntries(PAST_PERIODS.map((period) => [period, of(period)])) as PeriodSums;

/**
 * Compares the file's time-of-use periods with those of the tariff. If only one of them has intermediate hours, these count as
 * off-peak.
 * @param periods - by start of the quarter-hour
 */
export function comparePeriods(
  periods: ReadonlyMap<number, PeriodSums>,
  clock: { readonly zone: Zone; readonly touPeriodsOn: TouPeriodsOn },
): ComparedPeriods {
  const quarters = [...periods].sort(([one], [other]) => one - other);
  const start = Float64Array.from(quarters, ([at]) => at);
  const cells = PAST_PERIODS.map((period) => {
    const days = sumsByTouPeriod(
      start,
      Float64Array.from(quarters, ([, sums]) => sums[period]),
      clock,
    );
    return {
      period,
      byTouPeriod: TOU_PERIODS.map((touPeriod) => ({
        touPeriod,
        sum: sumBy(days, (day) => day[touPeriod]),
      })),
    };
  }).flatMap(({ period, byTouPeriod }) => byTouPeriod.map((each) => ({ period, ...each })));
  const file = inPeriods((period) =>
    sumBy(
      cells.filter((cell) => cell.period === period),
      ({ sum }) => sum,
    ),
  );
  const tariff = inPeriods((period) =>
    sumBy(
      cells.filter(({ touPeriod }) => touPeriod === TOU_PERIOD_OF[period]),
      ({ sum }) => sum,
    ),
  );
  const isFolded = (file.intermediate === 0) !== (tariff.intermediate === 0);
  const folded = (period: PastPeriod): PastPeriod =>
    isFolded && period === 'intermediate' ? 'offPeak' : period;
  const differing = cells.filter(({ period, touPeriod }) => folded(period) !== folded(PERIOD_OF[touPeriod]));
  return { file, tariff, apart: sumBy(differing, ({ sum }) => sum) };
}

/** Whether the file and the tariff disagree by more than rounding. */
export const areApart = ({ file, apart }: ComparedPeriods): boolean =>
  apart > TOLERANCE * (file.peak + file.intermediate + file.offPeak);
