import { cents } from '../../base/units/money.ts';
import { type FlagPlace, LINE_CENTS } from '../../sites/tariffs/billing-contract.ts';
import type { ElectricRules } from '../../sites/tariffs/tariff-rules.ts';
import type { FlagPrices } from './flag-prices.ts';
import {
  asPrinted,
  byTariff,
  type Explained,
  exactCents,
  type FoundBasis,
  type FoundLine,
  type Offer,
  type Pricer,
  publishedForm,
  type ReadLine,
  refined,
  type Trial,
  type TriedFlag,
  type TriedLine,
  taxFactor,
  triedCents,
  UNTAXED,
} from './found-prices.ts';

/** The rate that the columns of PIS and COFINS of all lines come to; null where the bill has none. */
function statedPisCofins(all: readonly ReadLine[]): readonly number[] | null {
  const columns = all.flatMap(({ line }) => line.pisCofins ?? []);
  const base = columns.reduce((sum, each) => sum + each.base, 0);
  const taxes = columns.reduce((sum, each) => sum + each.taxes, 0);
  return base === 0 ? null : [Math.round((taxes / base) * 10_000) / 10_000];
}

/** A version of a stored tariff that a bill may have been made by. */
export interface CandidateTariff {
  readonly id: string;
  readonly validFrom: string;
  readonly rules: ElectricRules;
}

export interface Fit {
  readonly basis: FoundBasis;
  readonly tariff: CandidateTariff | null;
  readonly flag: FlagPlace;
  /** The discount of an incentivised source in the price, as a stored tariff shows it. */
  readonly discount: number;
  readonly trial: Trial;
  readonly lines: readonly FoundLine[];
}

export const TARIFF_PARTS = new Set([
  'energy',
  'demand',
  'unused-demand',
  'overrun',
  'reactive',
  'flag',
  'compensation',
  'minimum',
  'water',
]);

/** Rates of ICMS on electricity of the states, today's most frequent first. */
export const ICMS_RATES = [
  0.18, 0.17, 0.2, 0.19, 0.195, 0.205, 0.21, 0.22, 0.225, 0.23, 0.24, 0.25, 0.27, 0.12, 0.07, 0.29, 0.3, 0,
];
/** PIS and COFINS together are found in hundredths of a per cent, up to 10 %; the full rates are tried first. */
const PIS_COFINS_RATES = [0.0925, ...Array.from({ length: 1001 }, (_, index) => index / 10_000)];
const ROUNDINGS = ['truncate', 'half-up'] as const;
/** Shares of the TUSD that incentivised sources are let off. */
export const SOURCE_DISCOUNTS = [0.5, 0.8, 1];
const NO_FLAG: TriedFlag = { place: 'line', price: 0, onLines: [0] };
/** Used and unused demand at their printed prices: their ratio is the ICMS. */
function statedIcms(lines: readonly ReadLine[]): number | null {
  for (const { line, meaning } of lines) {
    if (meaning.part !== 'unused-demand' || line.price === null) continue;
    const used = lines.find(
      (one) => one.meaning.part === 'demand' && one.meaning.touPeriod === meaning.touPeriod,
    );
    if (used?.line.price == null || used.meaning.icms !== null) continue;
    const share = 1 - line.price / used.line.price;
    return ICMS_RATES.find((rate) => Math.abs(rate - share) < 0.0005) ?? null;
  }
  return null;
}

interface Attempt {
  readonly basis: FoundBasis;
  readonly tariff: CandidateTariff | null;
  readonly flag: FlagPlace;
  readonly discount: number;
  readonly trial: Trial;
  readonly lines: readonly TriedLine[];
  readonly unexplained: number;
  /** Cents, of all lines. */
  readonly missed: number;
}

interface Way extends Pick<Attempt, 'basis' | 'tariff' | 'flag' | 'discount'> {
  readonly pricer: Pricer;
}

/** Demand that was contracted and not used, where only its amount is printed: contracts are of whole kW. */
function unusedWithoutQuantity(
  read: ReadLine,
  all: readonly ReadLine[],
  { pricer }: Way,
  trial: Trial,
): Explained | null {
  const used = all.find(
    ({ meaning }) => meaning.part === 'demand' && meaning.touPeriod === read.meaning.touPeriod,
  );
  const priced = used === undefined ? null : pricer(used, trial);
  if (used?.line.quantity == null || priced === null) return null;
  const borne = { icms: trial.unusedBearsIcms ? trial.icms : 0, pisCofins: trial.pisCofins };
  const price = priced.untaxed * taxFactor(borne);
  const contracted = Math.round(used.line.quantity + read.line.amount / 100 / price);
  return { untaxed: priced.untaxed, ...borne, quantity: contracted - used.line.quantity };
}

/** The price of a line that prints none, from other lines: the overrun of the demand, one price for all reactive energy. */
function derived(read: ReadLine, all: readonly ReadLine[], way: Way, trial: Trial): Explained | null {
  const { part, touPeriod } = read.meaning;
  if (part === 'unused-demand' && read.line.quantity === null)
    return unusedWithoutQuantity(read, all, way, trial);
  if (read.line.quantity === null || way.basis !== 'printed') return null;
  if (part === 'overrun') {
    const demand = all.find(
      ({ meaning }) => meaning.part === 'demand' && (touPeriod === null || meaning.touPeriod === touPeriod),
    );
    return demand?.line.price == null
      ? null
      : { untaxed: 2 * demand.line.price, ...UNTAXED, quantity: read.line.quantity };
  }
  if (part !== 'reactive') return null;
  const maximum = all
    .flatMap(({ meaning, line: { quantity, amount } }) =>
      meaning.part === 'reactive' && quantity !== null ? [{ quantity, amount }] : [],
    )
    .reduce((a, b) => (b.quantity > a.quantity ? b : a));
  return {
    untaxed: (maximum.amount + 0.5) / 100 / maximum.quantity,
    ...UNTAXED,
    quantity: read.line.quantity,
  };
}

/** A zero quantity costs nothing at any price. */
const ofZero = ({ line }: ReadLine): Explained | null =>
  line.quantity === 0 ? { untaxed: line.price ?? 0, ...UNTAXED, quantity: 0 } : null;

/** A line as a way of pricing explains it; null if it does not concern it. */
const explain = (read: ReadLine, all: readonly ReadLine[], way: Way, trial: Trial): Explained | null =>
  TARIFF_PARTS.has(read.meaning.part)
    ? (way.pricer(read, trial) ?? derived(read, all, way, trial) ?? ofZero(read))
    : null;

/** Whether a line with a quantity should have been explained. */
const isOwed = ({ meaning, line }: ReadLine): boolean =>
  TARIFF_PARTS.has(meaning.part) && meaning.part !== 'water' && line.quantity !== null;

/** How many lines a trial misses, counted until they are more than `most`: most trials miss the first ones already. */
function missesOf(way: Way, all: readonly ReadLine[], trial: Trial, maximum: number): number {
  let misses = 0;
  for (const read of all) {
    const explained = explain(read, all, way, trial);
    if (explained === null ? isOwed(read) : triedCents(explained, trial) !== read.line.amount) misses += 1;
    if (misses > maximum) break;
  }
  return misses;
}

function attempt(way: Way, all: readonly ReadLine[], trial: Trial): Attempt {
  let missed = 0;
  const lines = all.map((read): TriedLine => {
    const explained = explain(read, all, way, trial);
    if (explained === null) {
      if (isOwed(read)) missed += Math.abs(read.line.amount);
      const isTable = read.meaning.part === 'water';
      return {
        ...read,
        computed: isTable ? read.line.amount : null,
        price: null,
        quantity: read.line.quantity,
      };
    }
    const computed = cents(triedCents(explained, trial));
    missed += Math.abs(computed - read.line.amount);
    return { ...read, computed, price: explained.untaxed, quantity: explained.quantity, explained };
  });
  const unexplained = missesOf(way, all, trial, all.length);
  const { basis, tariff, flag, discount } = way;
  return { basis, tariff, flag, discount, trial, lines, unexplained, missed };
}

const isBetter = (one: Attempt, other: Attempt | null): boolean =>
  other === null ||
  one.unexplained < other.unexplained ||
  (one.unexplained === other.unexplained && one.missed < other.missed);

/** The trial that comes closest; of equal ones the first. */
function bestTrial(way: Way, all: readonly ReadLine[], trials: readonly [Trial, ...Trial[]]): Attempt {
  let best = attempt(way, all, trials[0]);
  for (const trial of trials) {
    if (missesOf(way, all, trial, best.unexplained) > best.unexplained) continue;
    const one = attempt(way, all, trial);
    if (isBetter(one, best)) best = one;
  }
  return best;
}

/** Variants beside rates: rounding, and whether unused demand bears ICMS. The usual one comes first. */
function waysOfPrinting(
  all: readonly ReadLine[],
): Pick<Trial, 'rounding' | 'lineCents' | 'unusedBearsIcms'>[] {
  const hasUnused = all.some(({ meaning }) => meaning.part === 'unused-demand');
  return (hasUnused ? [false, true] : [false]).flatMap((unusedBearsIcms) =>
    LINE_CENTS.flatMap((lineCents) =>
      ROUNDINGS.map((rounding) => ({ rounding, lineCents, unusedBearsIcms })),
    ),
  );
}

/** Whether each line of the tariff says that it bears no ICMS. */
const isWithoutIcms = (all: readonly ReadLine[]): boolean =>
  all.every(({ meaning }) => !TARIFF_PARTS.has(meaning.part) || meaning.icms !== null);

/** Possible rates: a bill that states its ICMS, or its PIS and COFINS, leaves no choice. */
function ratesOf(all: readonly ReadLine[]): Pick<Trial, 'icms' | 'pisCofins'>[] {
  const printedIcms = isWithoutIcms(all) ? 0 : statedIcms(all);
  const icmsRates = printedIcms === null ? ICMS_RATES : [printedIcms];
  const areTaxesApart = all.some(({ meaning }) => meaning.part === 'tax');
  const others = areTaxesApart ? [0] : (statedPisCofins(all) ?? PIS_COFINS_RATES);
  return icmsRates.flatMap((icms) => others.map((pisCofins) => ({ icms, pisCofins })));
}

/** Beyond it a stored tariff is not the one of a bill, in cents; real bills miss their own rules by a cent now and then. */
const TARIFF_MISS = 2;
/** The tolerance of a line, in R$: the rounding, and the error of real bills. */
const LEEWAY = (TARIFF_MISS + 1) / 100;

/**
 * Energy and demand, without lines that say nothing about the others: discounted ones, or those without a tax that the others
 * bear.
 */
function withFullPrices(all: readonly ReadLine[]): ReadLine[] {
  const isWithout = isWithoutIcms(all);
  return all.filter(
    ({ meaning: { part, reduced, icms } }) =>
      (part === 'energy' || part === 'demand') && reduced === null && (icms === null || isWithout),
  );
}

/** The least and the greatest factor between lines and the prices of a tariff; null if no one factor makes them all. */
function factorsOf(
  way: Way,
  all: readonly ReadLine[],
): { readonly min: number; readonly max: number } | null {
  const bare: Trial = { ...UNTAXED, rounding: 'truncate', lineCents: 'whole', unusedBearsIcms: false };
  let [min, maximum] = [0, Number.POSITIVE_INFINITY];
  for (const read of withFullPrices(all)) {
    const { quantity, untaxed } = way.pricer(read, bare) ?? { quantity: 0, untaxed: 0 };
    const [amount, price] = [read.line.amount / 100, quantity * untaxed];
    // Of a source that is let off all of it nothing is charged.
    if (price <= 0 && Math.abs(amount) <= LEEWAY) continue;
    if (price <= 0) return null;
    min = Math.max(min, (amount - LEEWAY) / price);
    maximum = Math.min(maximum, (amount + LEEWAY) / price);
  }
  return min <= maximum && Number.isFinite(maximum) ? { min, max: maximum } : null;
}

interface Rates extends Pick<Trial, 'icms' | 'pisCofins'> {
  readonly factor: number;
  /** How likely they are: the lower the sooner they are taken. */
  readonly order: number;
}

/** Rates by the factor that they make, to find those of a tariff without looking at the others. */
function byFactor(all: readonly ReadLine[]): Rates[] {
  return ratesOf(all)
    .map((rates, order): Rates => ({ ...rates, order, factor: taxFactor(rates) }))
    .sort((a, b) => a.factor - b.factor);
}

/** Index of the first factor not below a limit. */
function firstFrom(sorted: readonly Rates[], limit: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] as Rates).factor < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

function ratesWithin(sorted: readonly Rates[], min: number, maximum: number): Rates[] {
  return sorted.slice(firstFrom(sorted, min), firstFrom(sorted, maximum)).sort((a, b) => a.order - b.order);
}

/** Parameters of a search beside lines and tariffs. */
interface Search {
  readonly isFree: boolean;
  /** The tariff that the contract names already. */
  readonly prior: string | null;
  readonly flags: FlagPrices;
}

function tariffWays(
  all: readonly ReadLine[],
  tariffs: readonly CandidateTariff[],
  { isFree, flags: prices }: Search,
): (Way & { readonly tariff: CandidateTariff })[] {
  const hasFlagLine = all.some(({ meaning }) => meaning.part === 'flag');
  const inPrice = prices.inPrice
    .filter((price) => price > 0)
    .map((price): TriedFlag => ({ ...NO_FLAG, place: 'price', price }));
  const flags: readonly TriedFlag[] = hasFlagLine
    ? [{ ...NO_FLAG, onLines: prices.onLines }]
    : [NO_FLAG, ...inPrice];
  // Flags are of who buys energy of the distributor, incentivised sources of who does not.
  const isInPrice = isFree && !all.some(({ meaning }) => meaning.part === 'incentive');
  const offers: readonly Offer[] = isFree
    ? [0, ...(isInPrice ? SOURCE_DISCOUNTS : [])].map((discount) => ({ isFree, flag: NO_FLAG, discount }))
    : flags.map((flag) => ({ isFree, flag, discount: 0 }));
  return tariffs.flatMap((tariff) =>
    offers.map((offer) => ({
      basis: 'tariff' as const,
      tariff,
      flag: offer.flag.place,
      discount: offer.discount,
      pricer: byTariff(tariff.rules, offer),
    })),
  );
}

/** Limit of a search: some seconds of a processor. Small amounts leave all rates; each tariff then tries its likeliest. */
const MAX_COMPUTED_LINES = 3_000_000;

/** The best attempts of stored tariffs that make all lines but a cent or two, one a tariff. */
function storedFits(
  all: readonly ReadLine[],
  tariffs: readonly CandidateTariff[],
  search: Search,
): Attempt[] {
  const sorted = byFactor(all);
  const printings = waysOfPrinting(all);
  const best = new Map<CandidateTariff, Attempt>();
  const ways = tariffWays(all, tariffs, search);
  const maxTrials = Math.ceil(MAX_COMPUTED_LINES / (ways.length * all.length));
  for (const way of ways) {
    const factors = factorsOf(way, all);
    const rates = factors === null ? [] : ratesWithin(sorted, factors.min, factors.max);
    const tried = rates
      .slice(0, Math.ceil(maxTrials / printings.length))
      .flatMap(({ icms, pisCofins }) => printings.map((printing) => ({ icms, pisCofins, ...printing })))
      .map((trial) => attempt(way, all, trial))
      .filter(({ lines }) => !isOff(lines));
    for (const one of tried) if (isBetter(one, best.get(way.tariff) ?? null)) best.set(way.tariff, one);
  }
  return [...best.values()];
}

const isOff = (lines: readonly TriedLine[]): boolean =>
  lines.some(({ computed, line }) => computed !== null && Math.abs(computed - line.amount) > TARIFF_MISS);

/** The tariff in force already, else the best one; null if two of other prices make the bill equally well. */
function onlyOne(fits: readonly Attempt[], existing: string | null): Attempt | null {
  const best = fits.reduce<Attempt | null>((a, b) => (isBetter(b, a) ? b : a), null);
  if (best === null) return null;
  const equals = fits.filter((one) => !isBetter(best, one));
  const isSame = (one: Attempt) => one.lines.every(({ price }, index) => price === best.lines[index]?.price);
  return equals.find(({ tariff }) => tariff?.id === existing) ?? (equals.every(isSame) ? best : null);
}

/** The settings that make the most lines, by a stored tariff where one makes them, else by prices as printed or as published. */
export function bestFit(all: readonly ReadLine[], tariffs: readonly CandidateTariff[], search: Search): Fit {
  const saysFlag = all.some(({ meaning, line }) => meaning.part === 'energy' && /BANDEIRA/i.test(line.label));
  const flag: FlagPlace = saysFlag ? 'price' : 'line';
  const stored = onlyOne(storedFits(all, tariffs, search), search.prior);
  if (stored !== null) return exactly(stored);
  const icms = statedIcms(all) ?? 0;
  const usual = { lineCents: 'whole', unusedBearsIcms: false } as const;
  const tried = (rates: readonly Pick<Trial, 'icms' | 'pisCofins'>[]) =>
    rates.flatMap((one) => ROUNDINGS.map((rounding) => ({ ...one, rounding, ...usual }))) as [
      Trial,
      ...Trial[],
    ];
  const asIs = { basis: 'printed', tariff: null, flag, discount: 0, pricer: asPrinted } as const;
  const printed = bestTrial(asIs, all, tried([{ icms, pisCofins: 0 }]));
  if (printed.unexplained === 0) return exactly(printed);
  const behind = { basis: 'published', tariff: null, flag, discount: 0, pricer: publishedForm } as const;
  const published = bestTrial(behind, all, tried(ratesOf(all)));
  return exactly(isBetter(published, printed) ? published : printed);
}

/** The lines as they were tried, without what floating point may have lost, at prices as fine as they need be. */
function exactly({ lines, basis, tariff, flag, discount, trial }: Attempt): Fit {
  const exact = lines.map((line) =>
    line.explained === undefined ? line : { ...line, computed: exactCents(line.explained, trial) },
  );
  const found = refined(exact, basis, trial).map((line): FoundLine => {
    const { explained, ...found } = line;
    return explained?.letOff === undefined ? found : { ...found, letOff: explained.letOff };
  });
  return { basis, tariff, flag, discount, trial, lines: found };
}
