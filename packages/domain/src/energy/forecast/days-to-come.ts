import { type CivilDate, daysFrom } from '../../base/time/civil-day.ts';
import { isPeakExempt } from '../../base/time/holidays.ts';
import { type Cents, cents, sumKnownCents } from '../../base/units/money.ts';
import {
  type DayConsumption,
  type PostTotals,
  type Quantity,
  sumBy,
  sumPosts,
} from '../../telemetry/intervals/totals.ts';
import type { CycleSoFar } from './cycle-so-far.ts';
import { forecastDays } from './forecast.ts';

/** What is expected of a day to come, or of the rest of today. */
export interface DayToCome extends PostTotals {
  readonly date: CivilDate;
  readonly total: Quantity;
  /** Null without prices. */
  readonly cost: Cents | null;
}

/**
 * What is expected of the rest of today and of each later day of a cycle: with what was measured it adds up to the
 * forecast, in energy and in money.
 *
 * @param left - the forecast's cost less the cost so far; null without prices
 */
export function daysToCome(soFar: CycleSoFar, left: Cents | null): DayToCome[] {
  const { today, cycle, consumed, pastDays, forecast, shareToCome } = soFar;
  const energyLeft = forecast.total - consumed.total;
  const shares = peakShares(pastDays);
  let running = 0;
  let before = 0;
  return forecastDays(energyLeft, daysFrom(today, cycle.last), pastDays, shareToCome).map(
    ({ date, total }) => {
      running += total;
      const until = left === null || energyLeft === 0 ? 0 : Math.round((left * running) / energyLeft);
      const cost = left === null ? null : cents(until - before);
      before = until;
      const inPost = (share: number) => (isPeakExempt(date) ? 0 : Math.round(total * share)) as Quantity;
      const [inPoint, interPoint] = [inPost(shares.inPoint), inPost(shares.interPoint)];
      const outPoint = (total - inPoint - interPoint) as Quantity;
      return { date, total: total as Quantity, inPoint, interPoint, outPoint, cost };
    },
  );
}

/** What is expected of the shares of a whole on the same days, together. */
export function addDaysToCome(shares: readonly (readonly DayToCome[])[]): DayToCome[] {
  const [first = []] = shares;
  return first.map(({ date }, index) => {
    const ofDay = shares.map((days) => days[index] as DayToCome);
    const costs = ofDay.map(({ cost }) => cost);
    return {
      date,
      total: sumBy(ofDay, ({ total }) => total),
      ...sumPosts(ofDay),
      cost: sumKnownCents(costs),
    };
  });
}

/** How much of a day with peak hours was consumed in them, by the days that were measured. */
function peakShares(days: readonly DayConsumption[]) {
  const withPeak = days.filter(({ date }) => !isPeakExempt(date));
  const total = sumBy(withPeak, (day) => day.total);
  const share = (post: 'inPoint' | 'interPoint'): number =>
    total === 0 ? 0 : sumBy(withPeak, (day) => day[post]) / total;
  return { inPoint: share('inPoint'), interPoint: share('interPoint') };
}
