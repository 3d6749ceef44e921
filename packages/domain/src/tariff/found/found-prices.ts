import { type Cents, cents } from '../../units/money.ts';
import { priceFromNumber, type Rounding } from '../../units/price.ts';
import { parseRate, WHOLE } from '../../units/rate.ts';
import { centsOf, dividedBy, fraction, times } from '../lines/fraction.ts';
import type { FlagPlace, LineCents } from '../terms/billing-contract.ts';
import type { ElectricRules, EnergyPrice } from '../terms/tariff-rules.ts';
import type { LineMeaning, LinePart } from './line-meaning.ts';
import type { PrintedLine } from './printed-lines.ts';

/** A line of a bill with what its words say. */
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

/** What a way of pricing makes of a line: R$ before taxes, and the taxes on it as shares of one. Null where it says nothing of it. */
export interface Explained extends Borne {
  readonly untaxed: number;
  readonly quantity: number;
}

/** Taxes on a line, as shares of one. */
interface Borne {
  readonly icms: number;
  readonly pisCofins: number;
}

export const UNTAXED: Borne = { icms: 0, pisCofins: 0 };

/** Finds the price of a line; it knows the trial and the price of demand that it has found before. */
export type Pricer = (read: ReadLine, trial: Trial) => Explained | null;

/**
 * How lines were explained: by a stored tariff, by the prices they print, or by prices as ANEEL publishes them (R$/MWh and
 * R$/kW with two decimals) where the printed ones are cut.
 */
export type FoundBasis = 'tariff' | 'printed' | 'published';

export interface FoundLine extends ReadLine {
  /** What the rules make of it; null of a line that none is for. */
  readonly computed: Cents | null;
  /** R$ a unit before taxes, or as printed. */
  readonly price: number | null;
  readonly quantity: number | null;
  /** Of a tax beside the price: its share of all lines of the tariff. */
  readonly rate?: number;
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
  const whole = rounding === 'truncate' ? Math.floor(size + LOST) : Math.floor(size + 0.5 + LOST);
  return amount < 0 ? -whole : whole;
}

/** By how much a price is more with its taxes (*por dentro*). */
export function taxFactor({ icms, pisCofins }: Borne): number {
  return 1 / ((1 - icms) * (1 - pisCofins));
}

/** The taxes on a line: demand that was not used mostly bears no ICMS. */
function borneBy({ part }: LineMeaning, { icms, pisCofins, unusedBearsIcms }: Trial): Borne {
  return { icms: part === 'unused-demand' && !unusedBearsIcms ? 0 : icms, pisCofins };
}

/** The usual share of PIS in both (1.65 of 9.25 %). */
export const PIS_SHARE = 1.65 / 9.25;

/** What a line comes to, as its trial makes cents. */
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
  const left = (WHOLE - rate(icms)) * (WHOLE - rate(pisCofins));
  return centsOf(dividedBy(times(exact, WHOLE * WHOLE), left), trial.rounding);
}

const MILLIONTHS = 1_000_000;
const RATE_DECIMALS = 8;

/** The step in which ANEEL publishes: cents of R$/MWh, and cents of R$/kW. */
function stepOf({ part }: LineMeaning): number {
  if (part === 'overrun') return 0.02;
  return part === 'demand' || part === 'unused-demand' ? 0.01 : 0.00001;
}

/** Bills print prices of a unit with three decimals or more; zeros at their end are not seen. */
const FEWEST_DECIMALS = 3;

/** How many decimals a price is printed with. */
export function decimalsOf(price: number): number {
  const [, decimals = ''] = String(price).split('.');
  return Math.max(FEWEST_DECIMALS, decimals.length);
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

/** What is tried of a stored tariff besides taxes. */
export interface Offer {
  /** Who pays the wires only. */
  readonly isFree: boolean;
  readonly flag: TriedFlag;
  /** Share of the TUSD that an incentivised source is let off in the price. */
  readonly discount: number;
}

/** Where the flag is charged, and its price, R$/kWh. */
export interface TriedFlag {
  readonly place: FlagPlace;
  readonly price: number;
}

/** The TUSD of energy; in Verde an incentivised source is let off a share of what the peak costs more than the other hours. */
function tusdOf({ modality }: ElectricRules, tusd: number, offPeak: number, discount: number): number {
  return modality === 'verde' ? tusd - discount * (tusd - offPeak) : tusd;
}

function energyOf(
  rules: ElectricRules,
  { post, side }: LineMeaning,
  { isFree, flag, discount }: Offer,
): number {
  const prices: Partial<Record<string, EnergyPrice>> & { readonly outPoint: EnergyPrice } = rules.energy;
  const { tusd, te } = prices[post ?? 'outPoint'] ?? prices.outPoint;
  const isTusd = side !== 'te';
  const isTe = side === 'te' || (side === null && !isFree);
  const wires = isTusd ? tusdOf(rules, unitsOf(tusd), unitsOf(prices.outPoint.tusd), discount) : 0;
  return wires + (isTe ? unitsOf(te) + (flag.place === 'price' ? flag.price : 0) : 0);
}

function demandOf(rules: ElectricRules, { post }: LineMeaning): number | null {
  if (rules.modality !== 'verde' && rules.modality !== 'azul') return null;
  return unitsOf(
    rules.modality === 'azul' && post === 'inPoint' ? rules.demand.inPoint : rules.demand.outPoint,
  );
}

/** A multiple of a price that a tariff may not have: the overrun is charged at twice the price. */
function timesPrice(price: number | null, times: number): number | null {
  return price === null ? null : times * price;
}

/** VR_ERE of a tariff, R$/kvarh; null where it says none. */
function reactiveOf(rules: ElectricRules): number | null {
  const vrEre = 'reactive' in rules ? rules.reactive?.vrEre : null;
  return vrEre == null ? null : unitsOf(vrEre);
}

/** A line explained by a stored tariff. */
export function byTariff(rules: ElectricRules, offer: Offer): Pricer {
  const letOff = (meaning: LineMeaning) => timesPrice(demandOf(rules, meaning), 1 - offer.discount);
  const ways: Partial<Record<LinePart, (meaning: LineMeaning) => number | null>> = {
    energy: (meaning) => energyOf(rules, meaning, offer),
    demand: letOff,
    'unused-demand': letOff,
    overrun: (meaning) => timesPrice(demandOf(rules, meaning), 2),
    reactive: () => reactiveOf(rules),
    flag: () => offer.flag.price,
  };
  const untaxedOf = (meaning: LineMeaning): number | null => ways[meaning.part]?.(meaning) ?? null;
  return ({ line, meaning }, trial) => {
    const untaxed = untaxedOf(meaning);
    if (untaxed === null || line.quantity === null) return null;
    return { untaxed, ...borneBy(meaning, trial), quantity: line.quantity };
  };
}
