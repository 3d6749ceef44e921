import { type Cents, cents, sumCents } from '../../base/units/money.ts';
import { exactAmount, exactPrice, FREE, type Price, splitCents, sumExact } from '../../base/units/price.ts';
import { COMPLETE, EMPTY, type Rate } from '../../base/units/rate.ts';
import type { ByTouPeriod } from '../../energy/measured-cycle/measured-cycle.ts';
import type { EnergyPrice, TariffRules, WaterRules } from '../../sites/tariffs/tariff-rules.ts';
import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import type { Quantity, TouTotals } from '../../telemetry/intervals/totals.ts';
import type { Charge, ChargeKind } from '../bill/bill.ts';
import { fraction, shownPrice } from '../charges/fraction.ts';

/** Prices by time-of-use period, R$ per kWh or m³. */
export type TouPrices = Readonly<Record<TouPeriod, Price>>;

const complete = ({ tusd, te }: EnergyPrice): Price => exactPrice(tusd + te);

/** Division rounded half up. */
function divided(price: bigint, by: bigint): bigint {
  return (2n * price + by) / (2n * by);
}

const MILLI = 1000n;

/** Price of a m³ in the first tier, plus sewage if it is a share of water. A flat tier is divided by its m³. */
function waterPrice({ water, sewage }: WaterRules): Price {
  const [tier] = water.tiers;
  if (tier === undefined) return FREE;
  const cubicMetres = tier.flat && tier.upTo !== null ? BigInt(Math.round(tier.upTo * 1000)) : MILLI;
  const price = divided(tier.price * MILLI, cubicMetres);
  const share: Rate = sewage.mode === 'percent' ? sewage.share : EMPTY;
  return exactPrice(price + divided(price * share, COMPLETE));
}

/** Prices of consumption without a bill: TUSD + TE before taxes, without flag, demand or fees; for water, the first tier. */
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
 * Divides the cost of a day among its hours, in cents that add up to it, by consumption at the prices of the time-of-use periods.
 * @param cost - of the day, without fixed lines @param prices - R$ per kWh or m³; null: by consumption alone
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

/** A bill divided into the part that grows with consumption and the other lines. */
export interface BilledEnergy {
  /** Cost of the lines for energy, flags, credits, water and charges by the unit; 0 without consumption. */
  readonly energy: Cents;
  /** The sum of all other lines: demand, reactive excess, minimum, public lighting, fees. */
  readonly fixed: Cents;
  /** R$ a unit by time-of-use period, taxes and flags included, so that consumption × prices is `energy`. */
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
  'consumption-vat',
]);

/** Whether a line charges consumption. */
export const isOfConsumption = ({ kind }: Pick<Charge, 'kind'>): boolean => OF_CONSUMPTION.has(kind);

/** Number of units of mWh × 1e-10 R$/kWh in a cent. */
const EXACT_PER_CENT = 10n ** 14n;

/** Sum of the lines that charge consumption, in all time-of-use periods. */
export function energyOfLines(lines: readonly Pick<Charge, 'kind' | 'amount'>[]): Cents {
  return sumCents(lines.filter(isOfConsumption).map(({ amount }) => amount));
}

/** @param vat - CBS and IBS beside the lines, as a ratio to their sum; each amount gets its part of them */
function unitPrice(amount: Cents, quantity: number, vat: VatBeside): Price {
  if (quantity === 0) return FREE;
  const complete = BigInt(amount) * BigInt(vat.of + vat.amount);
  return shownPrice(fraction(complete * EXACT_PER_CENT, BigInt(quantity) * BigInt(vat.of)));
}

interface VatBeside {
  readonly amount: number;
  /** Positive. */
  readonly of: number;
}

/**
 * Divides a bill into the cost of consumption and a fixed part. A line of a time-of-use period is distributed over the kWh of
 * that period, other lines (and lines of a period without consumption) over all consumption.
 * @param consumed - thousandths by time-of-use period; without consumption, the whole bill is fixed
 */
export function billedEnergy(
  lines: readonly Pick<Charge, 'kind' | 'touPeriod' | 'amount'>[],
  consumed: ByTouPeriod,
): BilledEnergy {
  const total = sumCents(lines.map(({ amount }) => amount));
  const all = TOU_PERIODS.reduce((sum, touPeriod) => sum + consumed[touPeriod], 0);
  const energyLines = lines.filter((line) => isOfConsumption(line) && line.kind !== 'consumption-vat');
  // CBS and IBS in lines of their own belong to each time-of-use period in proportion to its amount.
  const inLines = sumCents(energyLines.map(({ amount }) => amount));
  const beside = energyOfLines(lines) - inLines;
  const isDivided = beside !== 0 && inLines > 0;
  const vat = isDivided ? { amount: beside, of: inLines } : { amount: 0, of: 1 };
  const undivided = isDivided ? 0 : beside;
  const amountOf = (isIn: (line: (typeof energyLines)[number]) => boolean): Cents =>
    sumCents(energyLines.filter(isIn).map(({ amount }) => amount));
  const isOfPeriod = ({ touPeriod }: (typeof energyLines)[number]): boolean =>
    touPeriod !== null && consumed[touPeriod] > 0;
  const shared = unitPrice(cents(amountOf((line) => !isOfPeriod(line)) + undivided), all, vat);
  const prices = Object.fromEntries(
    TOU_PERIODS.map((touPeriod) => {
      const own = unitPrice(
        amountOf((line) => isOfPeriod(line) && line.touPeriod === touPeriod),
        consumed[touPeriod],
        vat,
      );
      return [touPeriod, exactPrice(own + shared)];
    }),
  ) as TouPrices;
  const [energy] = costsOf([consumed], prices) as [Cents];
  return { energy, fixed: cents(total - energy), prices };
}

/**
 * Adds prices of time-of-use periods without consumption, in the tariff's ratio to the period with the highest consumption.
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

/**
 * Cost of parts of consumption at a bill's prices, in cents that add up to the cost of their sum. @param parts - thousandths by
 * time-of-use period
 */
export function costsOf(parts: readonly ByTouPeriod[], prices: TouPrices): Cents[] {
  return splitCents(
    parts.map((part) =>
      sumExact(TOU_PERIODS.map((touPeriod) => exactAmount(part[touPeriod], prices[touPeriod]))),
    ),
    'half-up',
  );
}

/** Note for an establishment without a contract whose meters have different tariffs. */
export const TARIFFS_DIFFER =
  'Os medidores têm tarifas diferentes: cada kWh custa o preço da tarifa do medidor que o mediu.';
