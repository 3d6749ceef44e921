import { type Cents, cents } from '../../base/units/money.ts';
import { priceFromNumber, type Rounding } from '../../base/units/price.ts';
import { COMPLETE, parseRate } from '../../base/units/rate.ts';
import type { FlagPlace, LineCents } from '../../sites/tariffs/billing-contract.ts';
import type { ElectricRules, EnergyPrice } from '../../sites/tariffs/tariff-rules.ts';
import { centsOf, dividedBy, fraction, times } from '../charges/fraction.ts';
import { demandPrice } from '../demand/demand.ts';
import type { LineMeaning, LinePart } from './line-meaning.ts';
import type { PrintedLine } from './printed-lines.ts';

/** The range [min, max) of a price that a bill has rounded, R$ a unit. */
interface Range {
  readonly min: number;
  readonly max: number;
}

const MAX_DECIMALS = 10;
/** Floating-point error of a price. */
const MIN_DIFFERENCE = 1e-12;
/** ANEEL publishes two decimals of R$/MWh. */
const PUBLISHED_DECIMALS = 5;

/**
 * Range of the exact price behind a printed price, which was rounded or truncated, or behind a published price, which was
 * rounded.
 */
function behind(price: number, basis: FoundBasis): Range {
  const step = 10 ** -(basis === 'printed' ? decimalsOf(price) : PUBLISHED_DECIMALS);
  return { min: price - step / 2, max: price + (basis === 'printed' ? step : step / 2) };
}

interface PricedLine extends TriedLine {
  readonly explained: Explained;
}

/** Range of the prices that yield the amount of a line. */
function making({ line, explained }: PricedLine, { rounding }: Trial): Range {
  const cut = rounding === 'truncate' ? 0 : 0.5;
  const size = Math.abs(line.amount);
  const each = 100 * Math.abs(explained.quantity) * taxFactor(explained);
  return { min: (size - cut) / each, max: (size - cut + 1) / each };
}

/** The number with the fewest decimals within a range; null if the range is empty. */
function roundest({ min, max }: Range): number | null {
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals += 1) {
    const scale = 10 ** decimals;
    const number = Math.ceil(min * scale) / scale;
    if (number < max - MIN_DIFFERENCE) return number;
  }
  return null;
}

const hasPrice = (one: TriedLine): one is PricedLine =>
  one.explained !== undefined && one.explained.quantity !== 0;

/** Groups lines by price: used and unused demand have the same price. */
const partOf = ({ meaning }: TriedLine): string =>
  meaning.part === 'unused-demand' ? 'demand' : meaning.part;

/** Replaces printed or published prices by prices with more decimals, if only these match all lines of the price. */
export function refined(lines: readonly TriedLine[], basis: FoundBasis, trial: Trial): TriedLine[] {
  if (basis === 'tariff' || trial.lineCents === 'parts') return [...lines];
  const better = new Map<TriedLine, TriedLine>();
  const priced = lines.filter(hasPrice);
  for (const missed of priced.filter(({ computed, line }) => computed !== line.amount)) {
    const group = priced.filter((one) => one.price === missed.price && partOf(one) === partOf(missed));
    const ranges = [behind(missed.explained.untaxed, basis), ...group.map((one) => making(one, trial))];
    const price = roundest({
      min: Math.max(...ranges.map(({ min }) => min)),
      max: Math.min(...ranges.map(({ max }) => max)),
    });
    if (price === null) continue;
    for (const one of group) better.set(one, repriced(one, price, trial));
  }
  return lines.map((line) => better.get(line) ?? line);
}

function repriced(line: PricedLine, price: number, trial: Trial): TriedLine {
  const explained = { ...line.explained, untaxed: price };
  return { ...line, explained, price, computed: exactCents(explained, trial) };
}

/** A printed line, and the meaning of its label. */
export interface ReadLine {
  readonly line: PrintedLine;
  readonly meaning: LineMeaning;
}

/** A combination of tax rates (0..1) and rounding rules that a search tries. */
export interface Trial {
  readonly icms: number;
  readonly pisCofins: number;
  readonly rounding: Rounding;
  /** Whether the whole line is rounded to cents, or its untaxed part and each tax separately. */
  readonly lineCents: LineCents;
  /** Whether ICMS applies to unused demand. */
  readonly unusedBearsIcms: boolean;
}

/** The explanation of a line: price in R$ a unit without `icms` and `pisCofins`, quantity, and these two tax rates, 0..1. */
export interface Explained extends Borne {
  readonly untaxed: number;
  readonly quantity: number;
  /** Discount on the tariff's price, 0..1. */
  readonly letOff?: number;
}

interface Borne {
  readonly icms: number;
  readonly pisCofins: number;
}

export const UNTAXED: Borne = { icms: 0, pisCofins: 0 };

/** Explains a line for a trial; null if the way of pricing does not apply to it. */
export type Pricer = (read: ReadLine, trial: Trial) => Explained | null;

/** Origin of prices: a stored tariff, the printed prices, or inferred published prices (two decimals of R$/MWh or R$/kW). */
export type FoundBasis = 'tariff' | 'printed' | 'published';

/** A printed line with its computed amount and price. */
export interface FoundLine extends ReadLine {
  /** Amount by the rules; null if no rule applies to the line. */
  readonly computed: Cents | null;
  /** R$ a unit: before taxes, or as printed if the basis is `printed`. */
  readonly price: number | null;
  readonly quantity: number | null;
  /** Rate of a separate tax line, as a share of all tariff lines. */
  readonly rate?: number;
  /** Discount as a share of the tariff's price; absent without one. */
  readonly letOff?: number;
}

/** Billed kWh of all time-of-use periods; those of the TUSD lines if TUSD and TE are separate. */
export function consumedOf(lines: readonly FoundLine[]): number {
  const energy = lines.filter(({ meaning }) => meaning.part === 'energy');
  const wires = energy.filter(({ meaning }) => meaning.side !== 'te');
  return (wires.length > 0 ? wires : energy).reduce((sum, { quantity }) => sum + Number(quantity), 0);
}

/** A line computed by a trial; `explained` is absent if no way of pricing applies to it. */
export interface TriedLine extends FoundLine {
  readonly explained?: Explained;
}

const PER_UNIT = 1e10;
const CENT = 100;
/** Floating-point error of an amount of millions of R$, in cents. */
const LOST = 1e-5;
/** Floating-point error of a price of some R$. */
const LOST_OF_PRICE = 1e-9;

/** Converts R$ to cents in floating point; an amount less than 1e-5 cents below a rounding limit is rounded up. */
export function centsBy(rounding: Rounding, amount: number): number {
  const size = Math.abs(amount) * CENT;
  const rounded = rounding === 'truncate' ? Math.floor(size + LOST) : Math.floor(size + 0.5 + LOST);
  return amount < 0 ? -rounded : rounded;
}

/** Factor from a price before taxes to one with taxes (*por dentro*). */
export function taxFactor({ icms, pisCofins }: Borne): number {
  return 1 / ((1 - icms) * (1 - pisCofins));
}

/** Tax rates of a line: no ICMS on lines that state so, nor (mostly) on unused demand. */
function borneBy(meaning: LineMeaning, { icms, pisCofins, unusedBearsIcms }: Trial): Borne {
  const isFree = meaning.icms !== null || (meaning.part === 'unused-demand' && !unusedBearsIcms);
  return { icms: isFree ? 0 : icms, pisCofins };
}

/** Usual share of PIS in PIS and COFINS together: 1.65 of 9.25 %. */
export const PIS_SHARE = 1.65 / 9.25;

/** Amount of a line in cents, by the rounding of a trial. */
export function triedCents({ untaxed, quantity, icms, pisCofins }: Explained, trial: Trial): number {
  const amount = untaxed * quantity * taxFactor({ icms, pisCofins });
  if (trial.lineCents === 'whole') return centsBy(trial.rounding, amount);
  const base = amount * (1 - icms);
  const pis = base * pisCofins * PIS_SHARE;
  const parts = [untaxed * quantity, amount * icms, pis, base * pisCofins - pis];
  return parts.reduce((sum, part) => sum + centsBy(trial.rounding, part), 0);
}

/** As `triedCents`, but exact, with fractions; for separately rounded parts (`lineCents`) the result of `triedCents`. */
export function exactCents(explained: Explained, trial: Trial): Cents {
  const { untaxed, quantity, icms, pisCofins } = explained;
  if (trial.lineCents === 'parts') return cents(triedCents(explained, trial));
  const exact = times(fraction(priceFromNumber(untaxed)), BigInt(Math.round(quantity * MILLIONTHS)));
  const rate = (share: number) => parseRate(share.toFixed(RATE_DECIMALS));
  const left = (COMPLETE - rate(icms)) * (COMPLETE - rate(pisCofins));
  return centsOf(dividedBy(times(exact, COMPLETE * COMPLETE), left), trial.rounding);
}

const MILLIONTHS = 1_000_000;
const RATE_DECIMALS = 8;

/** Step of published prices: 0.01 R$/MWh (here in R$/kWh) or 0.01 R$/kW; twice as much for the overrun. */
function stepOf({ part }: LineMeaning): number {
  if (part === 'overrun') return 0.02;
  return part === 'demand' || part === 'unused-demand' ? 0.01 : 0.00001;
}

/** Bills print unit prices with at least three decimals; trailing zeros are lost in a number. */
const MIN_DECIMALS = 3;

/** Number of decimals of a printed price. */
function decimalsOf(price: number): number {
  const [, decimals = ''] = String(price).split('.');
  return Math.max(MIN_DECIMALS, decimals.length);
}

/** Whether a price may be printed like this after rounding or truncation. */
function isPrintedAs(price: number, printed: number | null): boolean {
  return printed === null || Math.abs(price - printed) <= 10 ** -decimalsOf(printed) + LOST_OF_PRICE;
}

/** Explains a line by the nearest published price, unless it contradicts the printed one. */
export const publishedForm: Pricer = ({ line, meaning }, trial) => {
  if (line.quantity === null || line.quantity === 0) return null;
  const step = stepOf(meaning);
  const borne = borneBy(meaning, trial);
  const factor = taxFactor(borne);
  const untaxed = Math.round(line.amount / CENT / line.quantity / factor / step) * step;
  if (!isPrintedAs(untaxed * factor, line.price)) return null;
  return { untaxed, ...borne, quantity: line.quantity };
};

/** Explains a line by its printed price, which includes taxes. */
export const asPrinted: Pricer = ({ line }) =>
  line.quantity === null || line.price === null
    ? null
    : { untaxed: line.price, ...UNTAXED, quantity: line.quantity };

const unitsOf = (price: bigint): number => Number(price) / PER_UNIT;

/** Variants of a stored tariff besides taxes. */
export interface Offer {
  /** Whether the customer pays TUSD only. */
  readonly isFree: boolean;
  readonly flag: TriedFlag;
  /** Discount of an incentivised source on TUSD within the price, 0..1. */
  readonly discount: number;
}

/** A possible flag price, R$/kWh. */
export interface TriedFlag {
  readonly place: FlagPlace;
  /** Included in the energy price; 0 if the flag has lines of its own. */
  readonly price: number;
  /** Possible prices on separate lines; each line may have another one. */
  readonly onLines: readonly number[];
}

/** TUSD of energy. In Verde, the discount of an incentivised source applies to the peak's price above off-peak. */
function tusdOf({ modality }: ElectricRules, tusd: number, offPeak: number, discount: number): number {
  return modality === 'verde' ? tusd - discount * (tusd - offPeak) : tusd;
}

/** Full price of energy in R$/kWh, and the flag, to which no discount applies. */
function energyOf(
  rules: ElectricRules,
  { touPeriod, side }: LineMeaning,
  { isFree, flag, discount }: Offer,
): { readonly full: number; readonly flag: number } {
  const prices: Partial<Record<string, EnergyPrice>> & { readonly outPoint: EnergyPrice } = rules.energy;
  const { tusd, te } = prices[touPeriod ?? 'outPoint'] ?? prices.outPoint;
  const isTe = side === 'te' || (side === null && !isFree);
  const wires = side === 'te' ? 0 : tusdOf(rules, unitsOf(tusd), unitsOf(prices.outPoint.tusd), discount);
  return {
    full: wires + (isTe ? unitsOf(te) : 0),
    flag: isTe ? flag.price : 0,
  };
}

/** Prices a line of energy. A line that names a discount gets the nearest whole per cent. */
function energyBy(rules: ElectricRules, offer: Offer): (read: ReadLine, trial: Trial) => Priced {
  return (read, trial) => {
    const { full, flag } = energyOf(rules, read.meaning, offer);
    if (read.meaning.reduced === null || full === 0) return { untaxed: full + flag };
    const left = (chargedPrice(read, trial) - flag) / full;
    const letOff = Math.min(1, Math.max(0, Math.round((1 - left) * 100) / 100));
    return { untaxed: full * (1 - letOff) + flag, letOff };
  };
}

function demandOf(rules: ElectricRules, { touPeriod }: LineMeaning): number | null {
  return 'demand' in rules ? unitsOf(demandPrice(rules, touPeriod)) : null;
}

/** VR_ERE of a tariff, R$/kvarh; null if it states none. */
function reactiveOf(rules: ElectricRules): number | null {
  const vrEre = 'reactive' in rules ? rules.reactive?.vrEre : null;
  return vrEre == null ? null : unitsOf(vrEre);
}

/** Unit price of a line before taxes, from its amount; 0 without a quantity. */
function chargedPrice({ line, meaning }: ReadLine, trial: Trial): number {
  return line.quantity === null || line.quantity === 0
    ? 0
    : line.amount / CENT / line.quantity / taxFactor(borneBy(meaning, trial));
}

/** R$ a unit before taxes. */
type Priced = Pick<Explained, 'untaxed' | 'letOff'>;

const priced = (untaxed: number | null): Priced | null => (untaxed === null ? null : { untaxed });

/** The possible flag price nearest to that of the line; the first of equal ones. */
function nearestFlag(read: ReadLine, trial: Trial, { flag }: Offer): Priced {
  const charged = chargedPrice(read, trial);
  const missed = (price: number) => Math.abs(price - charged);
  return { untaxed: flag.onLines.reduce((a, b) => (missed(b) < missed(a) ? b : a)) };
}

/** Explains lines by the prices of a stored tariff. */
export function byTariff(rules: ElectricRules, offer: Offer): Pricer {
  const demand = (times: number) => (read: ReadLine) => {
    const price = demandOf(rules, read.meaning);
    return priced(price === null ? null : times * price);
  };
  const ways: Partial<Record<LinePart, (read: ReadLine, trial: Trial) => Priced | null>> = {
    energy: energyBy(rules, offer),
    minimum: energyBy(rules, offer),
    demand: demand(1 - offer.discount),
    'unused-demand': demand(1 - offer.discount),
    // The overrun has no discount and twice the price.
    overrun: demand(2),
    reactive: () => priced(reactiveOf(rules)),
    flag: (read, trial) => nearestFlag(read, trial, offer),
  };
  return (read, trial) => {
    const { line, meaning } = read;
    const found = line.quantity === null ? null : (ways[meaning.part]?.(read, trial) ?? null);
    if (found === null || line.quantity === null) return null;
    return { ...found, ...borneBy(meaning, trial), quantity: line.quantity };
  };
}
