import { type Cents, cents } from '../../base/units/money.ts';
import { priceFromNumber, type Rounding } from '../../base/units/price.ts';
import { COMPLETE, parseRate } from '../../base/units/rate.ts';
import type { FlagPlace, LineCents } from '../../sites/tariffs/billing-contract.ts';
import type { ElectricRules, EnergyPrice } from '../../sites/tariffs/tariff-rules.ts';
import { centsOf, dividedBy, fraction, times } from '../charges/fraction.ts';
import { demandPrice } from '../demand/demand.ts';
import type { LineMeaning, LinePart } from './line-meaning.ts';
import type { PrintedLine } from './printed-lines.ts';

/** The range of a price that a bill has rounded: from `least` to below `most`. R$ a unit. */
interface Range {
  readonly min: number;
  readonly max: number;
}

const MAX_DECIMALS = 10;
/** What floating point may lose of a price. */
const MIN_DIFFERENCE = 1e-12;
/** ANEEL publishes two decimals of R$/MWh. */
const PUBLISHED_DECIMALS = 5;

/** Where the price behind a printed one lies: it was rounded or cut; a published one was rounded. */
function behind(price: number, basis: FoundBasis): Range {
  const step = 10 ** -(basis === 'printed' ? decimalsOf(price) : PUBLISHED_DECIMALS);
  return { min: price - step / 2, max: price + (basis === 'printed' ? step : step / 2) };
}

interface PricedLine extends TriedLine {
  readonly explained: Explained;
}

/** Where a price lies that makes the amount of a line. */
function making({ line, explained }: PricedLine, { rounding }: Trial): Range {
  const cut = rounding === 'truncate' ? 0 : 0.5;
  const size = Math.abs(line.amount);
  const each = 100 * Math.abs(explained.quantity) * taxFactor(explained);
  return { min: (size - cut) / each, max: (size - cut + 1) / each };
}

/** The roundest number within a range; null where it is empty. */
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

/** Demand has one price, whether it was used or not. */
const partOf = ({ meaning }: TriedLine): string =>
  meaning.part === 'unused-demand' ? 'demand' : meaning.part;

/** Prices with more decimals than printed, if such a price makes each of its lines and the shorter one does not. */
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

export interface ReadLine {
  readonly line: PrintedLine;
  readonly meaning: LineMeaning;
}

/** Rates as shares of one, and by what rule cents are made: all that a search tries. */
export interface Trial {
  readonly icms: number;
  readonly pisCofins: number;
  readonly rounding: Rounding;
  /** Of the whole line, or of its untaxed part and each tax by itself. */
  readonly lineCents: LineCents;
  /** Whether demand that was not used bears ICMS too. */
  readonly unusedBearsIcms: boolean;
}

/** A line as a way of pricing explains it: R$ before taxes, and its taxes as shares of one. Null if it does not concern it. */
export interface Explained extends Borne {
  readonly untaxed: number;
  readonly quantity: number;
  /** The discount on the tariff's price. */
  readonly letOff?: number;
}

interface Borne {
  readonly icms: number;
  readonly pisCofins: number;
}

export const UNTAXED: Borne = { icms: 0, pisCofins: 0 };

/** Finds the price of a line; it knows the trial and the price of demand that it has found before. */
export type Pricer = (read: ReadLine, trial: Trial) => Explained | null;

/** How lines were explained: by a stored tariff, by printed prices, or by published prices (two decimals of R$/MWh, R$/kW). */
export type FoundBasis = 'tariff' | 'printed' | 'published';

export interface FoundLine extends ReadLine {
  /** The amount by the rules; null for a line without one. */
  readonly computed: Cents | null;
  /** R$ a unit before taxes, or as printed. */
  readonly price: number | null;
  readonly quantity: number | null;
  /** The rate of a tax beside the price: its share of all lines of the tariff. */
  readonly rate?: number;
  /** The discount as a share of the price; absent if the tariff shows none. */
  readonly letOff?: number;
}

/** kWh of all tariff periods: those of the TUSD if TUSD and TE are separate. */
export function consumedOf(lines: readonly FoundLine[]): number {
  const energy = lines.filter(({ meaning }) => meaning.part === 'energy');
  const wires = energy.filter(({ meaning }) => meaning.side !== 'te');
  return (wires.length > 0 ? wires : energy).reduce((sum, { quantity }) => sum + Number(quantity), 0);
}

export interface TriedLine extends FoundLine {
  readonly explained?: Explained;
}

const PER_UNIT = 1e10;
const CENT = 100;
/** What floating point may lose of an amount of millions of R$. */
const LOST = 1e-5;
/** Of a price of some R$. */
const LOST_OF_PRICE = 1e-9;

/** R$ to cents by a rule, in floating point: exact for amounts that are no closer to a half cent than a millionth. */
export function centsBy(rounding: Rounding, amount: number): number {
  const size = Math.abs(amount) * CENT;
  const total = rounding === 'truncate' ? Math.floor(size + LOST) : Math.floor(size + 0.5 + LOST);
  return amount < 0 ? -total : total;
}

/** By how much a price is more with its taxes (*por dentro*). */
export function taxFactor({ icms, pisCofins }: Borne): number {
  return 1 / ((1 - icms) * (1 - pisCofins));
}

/** The taxes on a line: demand that was not used mostly bears no ICMS, nor do lines that say so. */
function borneBy(meaning: LineMeaning, { icms, pisCofins, unusedBearsIcms }: Trial): Borne {
  const isFree = meaning.icms !== null || (meaning.part === 'unused-demand' && !unusedBearsIcms);
  return { icms: isFree ? 0 : icms, pisCofins };
}

/** The usual share of PIS in both (1.65 of 9.25 %). */
export const PIS_SHARE = 1.65 / 9.25;

/** The amount of a line by the rounding of its trial. */
export function triedCents({ untaxed, quantity, icms, pisCofins }: Explained, trial: Trial): number {
  const amount = untaxed * quantity * taxFactor({ icms, pisCofins });
  if (trial.lineCents === 'whole') return centsBy(trial.rounding, amount);
  const base = amount * (1 - icms);
  const pis = base * pisCofins * PIS_SHARE;
  const parts = [untaxed * quantity, amount * icms, pis, base * pisCofins - pis];
  return parts.reduce((sum, part) => sum + centsBy(trial.rounding, part), 0);
}

/** The same without what floating point loses: by fractions, as bills are made. */
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

/** The step in which ANEEL publishes: cents of R$/MWh, and cents of R$/kW. */
function stepOf({ part }: LineMeaning): number {
  if (part === 'overrun') return 0.02;
  return part === 'demand' || part === 'unused-demand' ? 0.01 : 0.00001;
}

/** Bills print prices of a unit with three decimals or more; zeros at their end are not seen. */
const MIN_DECIMALS = 3;

/** How many decimals a price is printed with. */
function decimalsOf(price: number): number {
  const [, decimals = ''] = String(price).split('.');
  return Math.max(MIN_DECIMALS, decimals.length);
}

/** Whether a bill that cuts or rounds its prices may print one as another. */
function isPrintedAs(price: number, printed: number | null): boolean {
  return printed === null || Math.abs(price - printed) <= 10 ** -decimalsOf(printed) + LOST_OF_PRICE;
}

/** A line explained by the published price that is nearest to its own; none that contradicts the printed one. */
export const publishedForm: Pricer = ({ line, meaning }, trial) => {
  if (line.quantity === null || line.quantity === 0) return null;
  const step = stepOf(meaning);
  const borne = borneBy(meaning, trial);
  const factor = taxFactor(borne);
  const untaxed = Math.round(line.amount / CENT / line.quantity / factor / step) * step;
  if (!isPrintedAs(untaxed * factor, line.price)) return null;
  return { untaxed, ...borne, quantity: line.quantity };
};

/** A line explained by the price that it prints, taxes within. */
export const asPrinted: Pricer = ({ line }) =>
  line.quantity === null || line.price === null
    ? null
    : { untaxed: line.price, ...UNTAXED, quantity: line.quantity };

const unitsOf = (price: bigint): number => Number(price) / PER_UNIT;

/** Variants of a stored tariff beside taxes. */
export interface Offer {
  /** Who pays the wires only. */
  readonly isFree: boolean;
  readonly flag: TriedFlag;
  /** Share of the TUSD that an incentivised source is let off in the price. */
  readonly discount: number;
}

/** A flag's possible addition to a kWh, R$. */
export interface TriedFlag {
  readonly place: FlagPlace;
  /** Inside the price; nothing where it is beside it. */
  readonly price: number;
  /** On lines of its own, of which each may have another one. */
  readonly onLines: readonly number[];
}

/** The TUSD of energy; in Verde an incentivised source has a discount on the peak's excess over the other hours. */
function tusdOf({ modality }: ElectricRules, tusd: number, offPeak: number, discount: number): number {
  return modality === 'verde' ? tusd - discount * (tusd - offPeak) : tusd;
}

/** R$/kWh of energy at its full price, and the flag's addition, which no discount reduces. */
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

/** A line of energy; one that says that it is let off something is let off the whole per cent that comes nearest to it. */
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

/** VR_ERE of a tariff, R$/kvarh; null where it says none. */
function reactiveOf(rules: ElectricRules): number | null {
  const vrEre = 'reactive' in rules ? rules.reactive?.vrEre : null;
  return vrEre == null ? null : unitsOf(vrEre);
}

/** The price of a line's unit before taxes; zero for a line without one. */
function chargedPrice({ line, meaning }: ReadLine, trial: Trial): number {
  return line.quantity === null || line.quantity === 0
    ? 0
    : line.amount / CENT / line.quantity / taxFactor(borneBy(meaning, trial));
}

/** R$ a unit before taxes. */
type Priced = Pick<Explained, 'untaxed' | 'letOff'>;

const priced = (untaxed: number | null): Priced | null => (untaxed === null ? null : { untaxed });

/** The flag price nearest to the line's price; the first of equal ones. */
function nearestFlag(read: ReadLine, trial: Trial, { flag }: Offer): Priced {
  const charged = chargedPrice(read, trial);
  const missed = (price: number) => Math.abs(price - charged);
  return { untaxed: flag.onLines.reduce((a, b) => (missed(b) < missed(a) ? b : a)) };
}

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
    // Never discounted, and charged at twice the price.
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
