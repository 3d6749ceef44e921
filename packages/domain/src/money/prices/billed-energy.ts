import { type Cents, cents, sumCents } from '../../base/units/money.ts';
import { exactAmount, exactPrice, FREE, type Price, splitCents, sumExact } from '../../base/units/price.ts';
import { COMPLETE, EMPTY, type Rate } from '../../base/units/rate.ts';
import type { ByTouPeriod } from '../../energy/measured-cycle/measured-cycle.ts';
import type { EnergyPrice, TariffRules, WaterRules } from '../../sites/tariffs/tariff-rules.ts';
import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import type { Quantity, TouTotals } from '../../telemetry/intervals/totals.ts';
import type { Charge, ChargeKind } from '../bill/bill.ts';
import { fraction, shownPrice } from '../charges/fraction.ts';

export type TouPrices = Readonly<Record<TouPeriod, Price>>;

const complete = ({ tusd, te }: EnergyPrice): Price => exactPrice(tusd + te);

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
  const share: Rate = sewage.mode === 'percent' ? sewage.share : EMPTY;
  return exactPrice(price + divided(price * share, COMPLETE));
}

/** Prices of consumption without a bill: TUSD and TE before taxes, without flag, demand or fees; of water the first tier. */
export function indicativePrices(rules: TariffRules): TouPrices {
  if (rules.modality === 'simple') {
    const { inPoint, interPoint, outPoint } = rules;
    return { inPoint, interPoint, outPoint };
  }
  if (rules.modality === 'water') {
    const price = waterPrice(rules);
    return { inPoint: price, interPoint: price, outPoint: price };
  }
  const energy: Partial<Record<TouPeriod, EnergyPrice>> = rules.energy;
  const priceOf = (touPeriod: TouPeriod): Price => complete(energy[touPeriod] ?? rules.energy.outPoint);
  return { inPoint: priceOf('inPoint'), interPoint: priceOf('interPoint'), outPoint: priceOf('outPoint') };
}

/**
 * The cost of each hour of a day: its consumption at the prices of its tariff periods, in cents that add up to the day.
 * @param cost - without fixed lines @param prices - R$ per kWh or m³; null: hours weigh by consumption
 */
export function costByHour(
  hours: readonly (TouTotals & { readonly total: Quantity })[],
  cost: Cents,
  prices: TouPrices | null,
): Cents[] {
  const weights = hours.map((hour) =>
    prices === null
      ? BigInt(hour.total)
      : TOU_PERIODS.reduce((sum, touPeriod) => sum + BigInt(hour[touPeriod]) * BigInt(prices[touPeriod]), 0n),
  );
  const complete = weights.reduce((sum, weight) => sum + weight, 0n);
  let running = 0n;
  let before = 0;
  return weights.map((weight) => {
    running += weight;
    const until = complete === 0n ? cost : Number((2n * BigInt(cost) * running + complete) / (2n * complete));
    const part = cents(until - before);
    before = until;
    return part;
  });
}

/** The part of a bill that grows with consumption, separate from the other lines. */
export interface BilledEnergy {
  /** The sum of the lines for energy, flags, credits, water and charges by the unit. */
  readonly energy: Cents;
  /** The sum of all other lines: demand, reactive excess, minimum, public lighting, fees. */
  readonly fixed: Cents;
  /** By which the consumption of each post comes to `energy`: R$ a unit, taxes and flags within. */
  readonly prices: TouPrices;
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

/** The sum of lines for consumption, of any tariff period. */
export function energyOfLines(lines: readonly Pick<Charge, 'kind' | 'amount'>[]): Cents {
  return sumCents(lines.filter(({ kind }) => OF_CONSUMPTION.has(kind)).map(({ amount }) => amount));
}

function unitPrice(amount: Cents, quantity: number): Price {
  if (quantity === 0) return FREE;
  return shownPrice(fraction(BigInt(amount) * EXACT_PER_CENT, BigInt(quantity)));
}

/**
 * Divides a bill into the cost of consumption and a fixed part. A line of a tariff period is spread over its consumption, others
 * over all of it. @param consumed - thousandths by post; if nothing was consumed, everything is fixed
 */
export function billedEnergy(
  lines: readonly Pick<Charge, 'kind' | 'touPeriod' | 'amount'>[],
  consumed: ByTouPeriod,
): BilledEnergy {
  const total = sumCents(lines.map(({ amount }) => amount));
  const all = TOU_PERIODS.reduce((sum, touPeriod) => sum + consumed[touPeriod], 0);
  const energyLines = lines.filter(({ kind }) => OF_CONSUMPTION.has(kind));
  const amountOf = (isIn: (line: (typeof energyLines)[number]) => boolean): Cents =>
    sumCents(energyLines.filter(isIn).map(({ amount }) => amount));
  const isOfPeriod = ({ touPeriod }: (typeof energyLines)[number]): boolean =>
    touPeriod !== null && consumed[touPeriod] > 0;
  const shared = unitPrice(
    amountOf((line) => !isOfPeriod(line)),
    all,
  );
  const prices = Object.fromEntries(
    TOU_PERIODS.map((touPeriod) => {
      const own = unitPrice(
        amountOf((line) => isOfPeriod(line) && line.touPeriod === touPeriod),
        consumed[touPeriod],
      );
      return [touPeriod, exactPrice(own + shared)];
    }),
  ) as TouPrices;
  const [energy] = costsOf([consumed], prices) as [Cents];
  return { energy, fixed: cents(total - energy), prices };
}

/**
 * Adds prices of periods without consumption, in the tariff's ratio to the period with most.
 * @param tariff - before taxes; only the ratios count
 */
export function withUnconsumedPeriods(
  prices: TouPrices,
  consumed: ByTouPeriod,
  tariff: TouPrices,
): TouPrices {
  const max = TOU_PERIODS.reduce((one, touPeriod) => (consumed[touPeriod] > consumed[one] ? touPeriod : one));
  if (consumed[max] === 0 || tariff[max] <= 0n) return prices;
  const priceOf = (touPeriod: TouPeriod): Price =>
    consumed[touPeriod] > 0
      ? prices[touPeriod]
      : shownPrice(fraction(prices[max] * tariff[touPeriod], tariff[max]));
  return { inPoint: priceOf('inPoint'), interPoint: priceOf('interPoint'), outPoint: priceOf('outPoint') };
}

/** The cost of consumption at a bill's prices, in cents that add up. @param parts - thousandths, by post */
export function costsOf(parts: readonly ByTouPeriod[], prices: TouPrices): Cents[] {
  return splitCents(
    parts.map((part) =>
      sumExact(TOU_PERIODS.map((touPeriod) => exactAmount(part[touPeriod], prices[touPeriod]))),
    ),
    'half-up',
  );
}

/** The rule for an establishment without a contract whose meters have several tariffs, as screens and notes state it. */
export const TARIFFS_DIFFER =
  'Os medidores têm tarifas diferentes: cada kWh custa o preço da tarifa do medidor que o mediu.';
