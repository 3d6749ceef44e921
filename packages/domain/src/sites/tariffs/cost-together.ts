import { type Cents, cents, sumKnownCents } from '../../base/units/money.ts';
import { POSTS } from '../tou-windows/posts.ts';
import { type CostOfDays, costOfDays, type PricedDay, type TariffVersion } from './simple-tariff.ts';

/** Days of meters that have one tariff. */
interface DaysOfTariff {
  readonly days: readonly PricedDay[];
  /** None without a tariff. */
  readonly versions: readonly TariffVersion[];
}

/**
 * What the same days of several meters cost together, those of a tariff rounded once; null where something was consumed
 * without a price. Meters that consumed nothing cost nothing, whatever their tariff; unless there are no others.
 */
export function costTogether(shares: readonly DaysOfTariff[]): Pick<CostOfDays, 'perDay' | 'total'> {
  const consuming = shares.filter(({ days }) => days.some(isSomething));
  const counted = consuming.length > 0 ? consuming : shares.slice(0, 1);
  const costs = counted.map(({ days, versions }) => costOfDays(days, versions));
  const costOn = (day: number): Cents | null => sumKnownCents(costs.map(({ perDay }) => perDay[day] ?? null));
  return {
    perDay: (shares[0]?.days ?? []).map((_, day) => costOn(day)),
    total: costs.length === 0 ? cents(0) : sumKnownCents(costs.map(({ total }) => total)),
  };
}

function isSomething(day: PricedDay): boolean {
  return POSTS.some((post) => day[post] !== 0);
}
