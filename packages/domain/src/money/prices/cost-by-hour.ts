import { type Cents, cents } from '../../base/units/money.ts';
import { POSTS } from '../../sites/tou-windows/posts.ts';
import type { PostTotals, Quantity } from '../../telemetry/intervals/totals.ts';
import type { PostPrices } from './indicative-prices.ts';

/**
 * What each hour of a day has of its cost: as much as it consumed, at the price of each of its tariff periods. Cents are cut so that
 * the hours add up to the day.
 *
 * @param hours - those of the day in which something was measured
 * @param cost - what the day costs; fixed lines of a bill are in no day
 * @param prices - in force on the day, R$ per kWh or m³; null where they are not known: every hour weighs what it consumed
 * @returns in the order of the hours; a day that costs something without having consumed leaves it to the first hour
 */
export function costByHour(
  hours: readonly (PostTotals & { readonly total: Quantity })[],
  cost: Cents,
  prices: PostPrices | null,
): Cents[] {
  const weights = hours.map((hour) =>
    prices === null
      ? BigInt(hour.total)
      : POSTS.reduce((sum, post) => sum + BigInt(hour[post]) * BigInt(prices[post]), 0n),
  );
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  let running = 0n;
  let before = 0;
  return weights.map((weight) => {
    running += weight;
    const until = whole === 0n ? cost : Number((2n * BigInt(cost) * running + whole) / (2n * whole));
    const part = cents(until - before);
    before = until;
    return part;
  });
}
