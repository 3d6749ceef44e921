import { type CivilDate, daysFrom } from '../../base/time/civil-day.ts';
import {
  addMonths,
  type CivilMonth,
  monthOf,
  monthsBetween,
  toMonthOfYear,
} from '../../base/time/civil-month.ts';
import type { MilliwattHours } from '../../base/units/energy.ts';
import { COMPLETE, EMPTY, parseRate, type Rate } from '../../base/units/rate.ts';
import type { ByTouPeriod, MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { CreditLot, Generation, GenerationClass } from '../../sites/tariffs/billing-contract.ts';
import { type ElectricRules, isOfOnePrice } from '../../sites/tariffs/tariff-rules.ts';
import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import { TOU_PERIOD_LABELS } from '../../sites/tou-windows/tou-periods-by-window.ts';
import { type CreditMovement, MISSING } from '../bill/bill.ts';
import { type Item, priceOf } from '../charges/charge.ts';
import {
  dividedBy,
  type Fraction,
  fraction,
  minus,
  plus,
  shareOf,
  times,
  ZERO,
} from '../charges/fraction.ts';
import { refundOf, type TaxRates } from '../charges/taxes.ts';
import { flagInPrice } from '../flags/flags.ts';
import {
  type ElectricCycle,
  type ElectricInterval,
  type Lines,
  priceItems,
  type RangeEnd,
  total,
} from '../lines/electric-cycle.ts';
import { energyPriceOf } from '../lines/energy-charges.ts';
import { uncompensatedMinimum } from '../lines/minimum.ts';

/** Validity of credits in months (Lei 14.300/2022, art. 13). */
const CREDIT_MONTHS = 60;

/** Factor by which energy of one time-of-use period counts in another: the ratio of their TE. */
type Conversion = (from: TouPeriod, to: TouPeriod) => readonly [over: bigint, under: bigint];

/** Consumption of a time-of-use period compensated by a lot of credits; `energy` in consumed mWh. */
interface Compensation {
  readonly lot: CreditLot;
  /** Index of the interval of the cycle. */
  readonly interval: number;
  readonly touPeriod: TouPeriod;
  readonly energy: number;
}

interface Settlement {
  readonly compensations: readonly Compensation[];
  readonly movement: CreditMovement;
}

interface BilledInterval {
  readonly consumed: ByTouPeriod;
  readonly conversion: Conversion;
}

interface Purse {
  readonly lot: CreditLot;
  left: number;
}

interface Demanded {
  readonly conversion: Conversion;
  readonly interval: number;
  readonly touPeriod: TouPeriod;
  left: number;
}

const NO_LOSS: readonly [bigint, bigint] = [1n, 1n];

/**
 * Compensates consumption with the cycle's injection, then with credits, oldest first; first within each time-of-use period, then
 * between periods by the ratio of their TE. Credits expire after 60 months. Import and export are not netted.
 * @param consumed - billed consumption of each interval
 */
export function settleCredits(
  measured: MeasuredCycle,
  generation: Generation,
  consumed: readonly BilledInterval[],
): Settlement {
  const month = monthOf(measured.cycle.last);
  const isAlive = (lot: CreditLot) => addMonths(lot.generatedIn, CREDIT_MONTHS) >= month;
  const alive = generation.credits.filter(isAlive).sort(byAge);
  const purses = [...injectedLots(measured, generation, month), ...alive].map(
    (lot): Purse => ({ lot, left: lot.energy }),
  );
  const demanded = consumed.flatMap(({ consumed: quantities, conversion }, interval) =>
    TOU_PERIODS.map(
      (touPeriod): Demanded => ({
        interval,
        touPeriod,
        conversion,
        left: quantities[touPeriod],
      }),
    ),
  );
  const compensations: Compensation[] = [];
  for (const isSamePeriod of [true, false]) {
    for (const purse of purses) {
      for (const wanted of demanded) {
        if ((wanted.touPeriod === purse.lot.touPeriod) !== isSamePeriod) continue;
        const taken = take(purse, wanted);
        if (taken !== null) compensations.push(taken);
      }
    }
  }
  return { compensations, movement: movementOf(purses, generation, measured) };
}

function byAge(a: CreditLot, b: CreditLot): number {
  return monthsBetween(b.generatedIn, a.generatedIn);
}

function injectedLots(measured: MeasuredCycle, generation: Generation, month: CivilMonth): CreditLot[] {
  return TOU_PERIODS.map((touPeriod) => ({
    generatedIn: month,
    touPeriod,
    class: generation.class,
    origin: 'own' as const,
    energy: measured.intervals.reduce((sum, { injected }) => sum + injected[touPeriod], 0) as MilliwattHours,
  })).filter(({ energy }) => energy > 0);
}

/** Compensates as much as the lot and the consumption allow, in whole mWh; rounding reduces the credit. */
function take(purse: Purse, wanted: Demanded): Compensation | null {
  if (purse.left === 0 || wanted.left === 0) return null;
  const { lot } = purse;
  const [over, under] =
    lot.touPeriod === wanted.touPeriod ? NO_LOSS : wanted.conversion(lot.touPeriod, wanted.touPeriod);
  const worth = Number((BigInt(purse.left) * over) / under);
  const energy = Math.min(worth, wanted.left);
  if (energy === 0) return null;
  const cost = energy === worth ? purse.left : Number((BigInt(energy) * under + over - 1n) / over);
  purse.left -= cost;
  wanted.left -= energy;
  return { lot, interval: wanted.interval, touPeriod: wanted.touPeriod, energy };
}

function movementOf(
  purses: readonly Purse[],
  generation: Generation,
  measured: MeasuredCycle,
): CreditMovement {
  const sum = (energies: readonly number[]) =>
    energies.reduce((all, energy) => all + energy, 0) as MilliwattHours;
  const before = sum(generation.credits.map(({ energy }) => energy));
  const injected = sum(
    measured.intervals.flatMap(({ injected }) => [injected.inPoint, injected.interPoint, injected.outPoint]),
  );
  const available = sum(purses.map(({ lot }) => lot.energy));
  const after = sum(purses.map(({ left }) => left));
  const lots = purses
    .filter(({ left }) => left > 0)
    .map(({ lot, left }) => ({ ...lot, energy: left as MilliwattHours }));
  return {
    before,
    injected,
    used: (available - after) as MilliwattHours,
    expired: (before + injected - available) as MilliwattHours,
    after,
    lots,
  };
}

/** Share of Fio B that GD II pays on compensated energy, by year (Lei 14.300/2022, art. 27). */
const FIO_B_SHARES: ReadonlyMap<number, Rate> = new Map([
  [2023, parseRate('0.15')],
  [2024, parseRate('0.3')],
  [2025, parseRate('0.45')],
  [2026, parseRate('0.6')],
  [2027, parseRate('0.75')],
  [2028, parseRate('0.9')],
]);

/**
 * From this year on, GD II and III pay what ANEEL decides: the parts of the tariff that are not energy, less the benefits of
 * generation to the grid (Lei 14.300/2022, art. 17). No rule is written yet.
 */
const FIRST_UNWRITTEN_YEAR = 2029;

/**
 * Systems whose access was requested by 7 January 2023 (GD I) have full compensation until the end of 2045 (Lei 14.300/2022, art.
 * 26).
 */
const LAST_YEAR_OF_GD_I = 2045;

/** Share of Fio B that GD II pays in a year: 0 before 2023; null from 2029 on, where no rule is written. */
export function fioBShare(year: number): Rate | null {
  if (year >= FIRST_UNWRITTEN_YEAR) return null;
  return FIO_B_SHARES.get(year) ?? EMPTY;
}

const yearOf = (date: CivilDate): number => Number(date.slice(0, 4));

/** Whether a cycle ends after the last year with written charges on compensated energy. @param last - its last day */
export function isCompensationUnwritten(last: CivilDate): boolean {
  return yearOf(last) >= FIRST_UNWRITTEN_YEAR;
}

/** TUSD that is charged on compensated energy in a year, R$/kWh before taxes; null if the tariff does not state it. */
function chargeOfYear(
  rules: ElectricRules,
  generationClass: GenerationClass,
  touPeriod: TouPeriod,
  year: number,
  rangeEnd: RangeEnd,
): Fraction | null {
  if (generationClass === 'I' && year <= LAST_YEAR_OF_GD_I) return ZERO;
  const share = fioBShare(year);
  if (share === null) return rangeEnd === 'lowest' ? ZERO : fraction(energyPriceOf(rules, touPeriod).tusd);
  const prices = generationClass === 'III' ? rules.gd3 : rules.fioB;
  if (prices === null) return null;
  const price = fraction(prices[touPeriod]);
  return generationClass === 'III' ? price : dividedBy(times(price, share), COMPLETE);
}

interface YearOfCycle {
  readonly year: number;
  readonly days: number;
}

/** The years whose charges a cycle takes, with their days. */
function yearsOf({ measured, readOn }: ElectricCycle, { fioBYear = 'last-day' }: Generation): YearOfCycle[] {
  if (fioBYear === 'last-day') return [{ year: yearOf(readOn), days: 1 }];
  return [...Map.groupBy(daysFrom(measured.cycle.first, readOn), yearOf)].map(([year, days]) => ({
    year,
    days: days.length,
  }));
}

/** The charge on compensated energy of a cycle: that of its years, weighted by their days; null if one is unknown. */
function chargedOnCompensation(
  years: readonly YearOfCycle[],
  chargeOf: (year: number) => Fraction | null,
): Fraction | null {
  const all = years.reduce((sum, { days }) => sum + days, 0);
  let charged = ZERO;
  for (const { year, days } of years) {
    const charge = chargeOf(year);
    if (charge === null) return null;
    charged = plus(charged, shareOf(charge, days, all));
  }
  return charged;
}

/** Conversion between time-of-use periods: the ratio of their TE, or 1 if a period has no price. */
function conversionBy(rules: ElectricRules): Conversion {
  return (from, to) => {
    const over = energyPriceOf(rules, from).te;
    const under = energyPriceOf(rules, to).te;
    return over > 0n && under > 0n ? [over, under] : [1n, 1n];
  };
}

/** Taxes that a lot of credits refunds on the TE and on the TUSD, which differ in CBS and IBS unless the contract says otherwise. */
function refundedTaxes(generation: Generation, { origin }: CreditLot, rates: TaxRates) {
  const { ownTaxes, otherTaxes, ownTusdTaxes, otherTusdTaxes } = generation;
  const te = origin === 'own' ? ownTaxes : otherTaxes;
  const tusd = origin === 'own' ? ownTusdTaxes : otherTusdTaxes;
  return {
    te: refundOf(te, rates),
    tusd: refundOf(tusd ?? { ...te, vat: undefined }, rates, 'tusd'),
  };
}

/** Lines of a compensation: TE, TUSD and flag refunded with their taxes, less the charge on compensated energy. */
function compensationItems(
  { lot, touPeriod, energy }: Compensation,
  rules: ElectricRules,
  generation: Generation,
  { charged, flag, rates }: { readonly charged: Fraction; readonly flag: Fraction; readonly rates: TaxRates },
): Item[] {
  const price = energyPriceOf(rules, touPeriod);
  const origin = lot.origin === 'own' ? '' : ' de outra unidade';
  const of = `GD ${lot.class}${origin} ${toMonthOfYear(lot.generatedIn)}`;
  const where = isOfOnePrice(rules.modality) ? '' : ` ${TOU_PERIOD_LABELS[touPeriod]}`;
  const item = {
    kind: 'compensation' as const,
    touPeriod,
    quantity: -energy,
    unit: 'kWh' as const,
  };
  const { te: ofTe, tusd: ofTusd } = refundedTaxes(generation, lot, rates);
  const areAlike =
    ofTe.icms === ofTusd.icms && ofTe.pisCofins === ofTusd.pisCofins && ofTe.vat === ofTusd.vat;
  const tusd = minus(fraction(price.tusd), charged);
  if (rules.tusdTe === 'joined' && areAlike) {
    const both = minus(plus(priceOf(price.tusd, price.te), flag), charged);
    return [{ ...item, label: `Energia compensada${where} – ${of}`, price: both, carried: ofTe }];
  }
  return [
    {
      ...item,
      label: `Energia compensada TE${where} – ${of}`,
      price: plus(fraction(price.te), flag),
      carried: ofTe,
    },
    { ...item, label: `Energia compensada TUSD${where} – ${of}`, price: tusd, carried: ofTusd },
  ];
}

const PER_UNIT = 1_000_000;

interface CompensationLines extends Lines {
  readonly movement: CreditMovement | null;
  /** mWh */
  readonly compensated: number;
}

/** Lines that credit compensated consumption, and the movement of credits; no lines without a generation contract. */
export function compensationLines(cycle: ElectricCycle): CompensationLines {
  const { contract, intervals, measured } = cycle;
  if (contract.generation === null || intervals.length === 0) {
    const injected = measured.intervals.reduce((sum, interval) => sum + total(interval.injected), 0);
    const missing = injected >= PER_UNIT ? [MISSING.uncompensated(injected / PER_UNIT)] : [];
    return { lines: [], missing, movement: null, compensated: 0 };
  }
  const settled = settleCredits(
    measured,
    contract.generation,
    withoutMinimum(cycle).map(({ consumed, rules }) => ({ consumed, conversion: conversionBy(rules) })),
  );
  return { ...chargesOf(settled, contract.generation, cycle), movement: settled.movement };
}

/** The intervals without the minimum kWh, off-peak first, if the contract leaves the minimum uncompensated. */
function withoutMinimum({
  contract,
  intervals,
}: ElectricCycle): Pick<ElectricInterval, 'consumed' | 'rules'>[] {
  let left = uncompensatedMinimum(contract);
  return intervals.map(({ consumed, rules }) => {
    const compensable = { ...consumed };
    for (const touPeriod of TOU_PERIODS.toReversed()) {
      const reserved = Math.min(left, compensable[touPeriod]);
      compensable[touPeriod] -= reserved;
      left -= reserved;
    }
    return { consumed: compensable, rules };
  });
}

function chargesOf(
  { compensations }: Settlement,
  generation: Generation,
  cycle: ElectricCycle,
): Lines & { readonly compensated: number } {
  const { intervals } = cycle;
  const flag = flagInPrice(cycle);
  const years = yearsOf(cycle, generation);
  const missing = new Set<string>();
  const lines = compensations.flatMap((compensation) => {
    const interval = intervals[compensation.interval] as ElectricInterval;
    const { lot, touPeriod } = compensation;
    const charged = chargedOnCompensation(years, (year) =>
      chargeOfYear(interval.rules, lot.class, touPeriod, year, cycle.rangeEnd),
    );
    if (charged === null) missing.add(MISSING.compensation(lot.class));
    const prices = { charged: charged ?? ZERO, flag, rates: interval.pricing.rates };
    return priceItems(interval, compensationItems(compensation, interval.rules, generation, prices));
  });
  const compensated = compensations.reduce((sum, { energy }) => sum + energy, 0);
  return { lines, missing: [...missing], compensated };
}
