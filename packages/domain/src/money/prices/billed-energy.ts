import { type Cents, cents, sumCents } from '../../base/units/money.ts';
import { exactAmount, exactPrice, FREE, type Price, splitCents, sumExact } from '../../base/units/price.ts';
import { NOTHING, type Rate, WHOLE } from '../../base/units/rate.ts';
import type { ByPost } from '../../energy/measured-cycle/measured-cycle.ts';
import type { EnergyPrice, TariffRules, WaterRules } from '../../sites/tariffs/tariff-rules.ts';
import { POSTS, type Post } from '../../sites/tou-windows/posts.ts';
import type { PostTotals, Quantity } from '../../telemetry/intervals/totals.ts';
import type { Charge, ChargeKind } from '../bill/bill.ts';
import { fraction, shownPrice } from '../charges/fraction.ts';

export type PostPrices = Readonly<Record<Post, Price>>;

const whole = ({ tusd, te }: EnergyPrice): Price => exactPrice(tusd + te);

/** Half up. */
function divided(price: bigint, by: bigint): bigint {
  return (2n * price + by) / (2n * by);
}

const MILLI = 1000n;

/** The first tier's price of a m³, of a flat tier spread over its m³, with the share of sewage on it. */
function waterPrice({ water, sewage }: WaterRules): Price {
  const [tier] = water.tiers;
  if (tier === undefined) return FREE;
  const cubicMetres = tier.flat && tier.upTo !== null ? BigInt(Math.round(tier.upTo * 1000)) : MILLI;
  const price = divided(tier.price * MILLI, cubicMetres);
  const share: Rate = sewage.mode === 'percent' ? sewage.share : NOTHING;
  return exactPrice(price + divided(price * share, WHOLE));
}

/**
 * One price a post by which consumption can be shown in R$ where no bill is made: TUSD and TE before taxes and without
 * flag, demand or fees; of water the first tier. Of the simple tariff it is the price itself.
 */
export function indicativePrices(rules: TariffRules): PostPrices {
  if (rules.modality === 'simple') {
    const { inPoint, interPoint, outPoint } = rules;
    return { inPoint, interPoint, outPoint };
  }
  if (rules.modality === 'water') {
    const price = waterPrice(rules);
    return { inPoint: price, interPoint: price, outPoint: price };
  }
  const energy: Partial<Record<Post, EnergyPrice>> = rules.energy;
  const priceOf = (post: Post): Price => whole(energy[post] ?? rules.energy.outPoint);
  return { inPoint: priceOf('inPoint'), interPoint: priceOf('interPoint'), outPoint: priceOf('outPoint') };
}

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

/** What a bill charges for what was consumed, apart from lines that do not grow with every kWh or m³. */
export interface BilledEnergy {
  /** The sum of the lines for energy, flags, credits, water and charges by the unit. */
  readonly energy: Cents;
  /** The sum of all other lines: demand, reactive excess, minimum, public lighting, fees. */
  readonly fixed: Cents;
  /** By which the consumption of each post comes to `energy`: R$ a unit, taxes and flags within. */
  readonly prices: PostPrices;
}

const OF_CONSUMPTION: ReadonlySet<ChargeKind> = new Set([
  'energy',
  'flag',
  'compensation',
  'supplier',
  'water',
  'sewage',
  'unit-charge',
]);

/** Thousandths × 1e-10 R$ are 1e-14 cents. */
const EXACT_PER_CENT = 10n ** 14n;

/** The sum of the lines that pay for consumption, whatever its tariff period. */
export function energyOfLines(lines: readonly Pick<Charge, 'kind' | 'amount'>[]): Cents {
  return sumCents(lines.filter(({ kind }) => OF_CONSUMPTION.has(kind)).map(({ amount }) => amount));
}

function unitPrice(amount: Cents, quantity: number): Price {
  if (quantity === 0) return FREE;
  return shownPrice(fraction(BigInt(amount) * EXACT_PER_CENT, BigInt(quantity)));
}

/**
 * Divides a bill into what its consumption costs and what is fixed. A line of a post is spread over the consumption of
 * that post, any other over all of it, so that days, hours and parts of the consumption add up to the bill's lines.
 *
 * @param consumed - what the lines were made from: thousandths of Wh, or of a litre, by post; whole numbers. Where nothing
 * was consumed, everything is fixed.
 */
export function billedEnergy(
  lines: readonly Pick<Charge, 'kind' | 'post' | 'amount'>[],
  consumed: ByPost,
): BilledEnergy {
  const total = sumCents(lines.map(({ amount }) => amount));
  const all = POSTS.reduce((sum, post) => sum + consumed[post], 0);
  const energyLines = lines.filter(({ kind }) => OF_CONSUMPTION.has(kind));
  const amountOf = (isIn: (line: (typeof energyLines)[number]) => boolean): Cents =>
    sumCents(energyLines.filter(isIn).map(({ amount }) => amount));
  const isOfPost = ({ post }: (typeof energyLines)[number]): boolean => post !== null && consumed[post] > 0;
  const shared = unitPrice(
    amountOf((line) => !isOfPost(line)),
    all,
  );
  const prices = Object.fromEntries(
    POSTS.map((post) => {
      const own = unitPrice(
        amountOf((line) => isOfPost(line) && line.post === post),
        consumed[post],
      );
      return [post, exactPrice(own + shared)];
    }),
  ) as PostPrices;
  const [energy] = costsOf([consumed], prices) as [Cents];
  return { energy, fixed: cents(total - energy), prices };
}

/**
 * Prices of a bill with those of posts in which nothing was consumed, of which no line tells anything: they stand to the
 * price of the post of most as they do in the tariff.
 *
 * @param tariff - prices of the tariff by post, before taxes; only how they stand to one another counts
 */
export function withUnconsumedPosts(prices: PostPrices, consumed: ByPost, tariff: PostPrices): PostPrices {
  const most = POSTS.reduce((one, post) => (consumed[post] > consumed[one] ? post : one));
  if (consumed[most] === 0 || tariff[most] <= 0n) return prices;
  const priceOf = (post: Post): Price =>
    consumed[post] > 0 ? prices[post] : shownPrice(fraction(prices[most] * tariff[post], tariff[most]));
  return { inPoint: priceOf('inPoint'), interPoint: priceOf('interPoint'), outPoint: priceOf('outPoint') };
}

/**
 * What consumption costs by the prices of a bill. Cents are cut so that parts that are all of it add up to its energy.
 *
 * @param parts - thousandths of Wh, or of a litre, by post; whole numbers
 */
export function costsOf(parts: readonly ByPost[], prices: PostPrices): Cents[] {
  return splitCents(
    parts.map((part) => sumExact(POSTS.map((post) => exactAmount(part[post], prices[post])))),
    'half-up',
  );
}

/** The rule for an establishment without a contract whose meters have several tariffs, as screens and notes state it. */
export const TARIFFS_DIFFER =
  'Os medidores têm tarifas diferentes: cada kWh custa o preço da tarifa do medidor que o mediu.';
