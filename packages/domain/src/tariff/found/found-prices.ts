import type { Rounding } from '../../units/price.ts';
import type { FlagPlace } from '../terms/billing-contract.ts';
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
}

/** What a way of pricing makes of a line: R$ before taxes, and the factor of the taxes. Null where it says nothing of it. */
export interface Explained {
  readonly untaxed: number;
  readonly factor: number;
  readonly quantity: number;
}

/** Finds the price of a line; it knows the trial and the price of demand that it has found before. */
export type Pricer = (read: ReadLine, trial: Trial) => Explained | null;

const PER_UNIT = 1e10;
const CENT = 100;
/** What floating point may lose of an amount of millions of R$. */
const LOST = 1e-5;

/** R$ to cents by a rule, in floating point: exact for amounts that are no closer to a half cent than a millionth. */
export function centsBy(rounding: Rounding, amount: number): number {
  const size = Math.abs(amount) * CENT;
  const whole = rounding === 'truncate' ? Math.floor(size + LOST) : Math.floor(size + 0.5 + LOST);
  return amount < 0 ? -whole : whole;
}

/** By how much a price is more with its taxes: demand that was not used bears no ICMS. */
function taxFactor({ part }: LineMeaning, { icms, pisCofins }: Trial): number {
  return 1 / ((part === 'unused-demand' ? 1 : 1 - icms) * (1 - pisCofins));
}

/** The step in which ANEEL publishes: cents of R$/MWh, and cents of R$/kW. */
function stepOf({ part }: LineMeaning): number {
  if (part === 'overrun') return 0.02;
  return part === 'demand' || part === 'unused-demand' ? 0.01 : 0.00001;
}

/** A line explained by the published price that is nearest to its own. */
export const publishedForm: Pricer = ({ line, meaning }, trial) => {
  if (line.quantity === null || line.quantity === 0) return null;
  const step = stepOf(meaning);
  const factor = taxFactor(meaning, trial);
  const untaxed = Math.round(line.amount / CENT / line.quantity / factor / step) * step;
  return { untaxed, factor, quantity: line.quantity };
};

/** A line explained by the price that it prints, taxes within. */
export const asPrinted: Pricer = ({ line }) =>
  line.quantity === null || line.price === null
    ? null
    : { untaxed: line.price, factor: 1, quantity: line.quantity };

const unitsOf = (price: bigint): number => Number(price) / PER_UNIT;

function energyOf(rules: ElectricRules, { post, side }: LineMeaning, isFree: boolean, flag: number): number {
  const prices: Partial<Record<string, EnergyPrice>> & { readonly outPoint: EnergyPrice } = rules.energy;
  const { tusd, te } = prices[post ?? 'outPoint'] ?? prices.outPoint;
  const isTusd = side !== 'te';
  const isTe = side === 'te' || (side === null && !isFree);
  return (isTusd ? unitsOf(tusd) : 0) + (isTe ? unitsOf(te) + flag : 0);
}

function demandOf(rules: ElectricRules, { post }: LineMeaning): number | null {
  if (rules.modality !== 'verde' && rules.modality !== 'azul') return null;
  return unitsOf(
    rules.modality === 'azul' && post === 'inPoint' ? rules.demand.inPoint : rules.demand.outPoint,
  );
}

/** Where the flag is charged, and its price, R$/kWh. */
export interface TriedFlag {
  readonly place: FlagPlace;
  readonly price: number;
}

/** The overrun is charged at twice the price. */
function doubled(price: number | null): number | null {
  return price === null ? null : 2 * price;
}

/** VR_ERE of a tariff, R$/kvarh; null where it says none. */
function reactiveOf(rules: ElectricRules): number | null {
  const vrEre = 'reactive' in rules ? rules.reactive?.vrEre : null;
  return vrEre == null ? null : unitsOf(vrEre);
}

/** A line explained by a stored tariff. */
export function byTariff(rules: ElectricRules, isFree: boolean, flag: TriedFlag): Pricer {
  const inEnergy = flag.place === 'price' ? flag.price : 0;
  const ways: Partial<Record<LinePart, (meaning: LineMeaning) => number | null>> = {
    energy: (meaning) => energyOf(rules, meaning, isFree, inEnergy),
    demand: (meaning) => demandOf(rules, meaning),
    'unused-demand': (meaning) => demandOf(rules, meaning),
    overrun: (meaning) => doubled(demandOf(rules, meaning)),
    reactive: () => reactiveOf(rules),
    flag: () => flag.price,
  };
  const untaxedOf = (meaning: LineMeaning): number | null => ways[meaning.part]?.(meaning) ?? null;
  return ({ line, meaning }, trial) => {
    const untaxed = untaxedOf(meaning);
    if (untaxed === null || line.quantity === null) return null;
    return { untaxed, factor: taxFactor(meaning, trial), quantity: line.quantity };
  };
}
