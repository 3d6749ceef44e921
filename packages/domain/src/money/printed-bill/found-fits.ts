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

/** Rate of PIS and COFINS from the columns of all lines; null if the bill has no such columns. */
function statedPisCofins(all: readonly ReadLine[]): readonly number[] | null {
  const columns = all.flatMap(({ line }) => line.pisCofins ?? []);
  const base = columns.reduce((sum, each) => sum + each.base, 0);
  const taxes = columns.reduce((sum, each) => sum + each.taxes, 0);
  return base === 0 ? null : [Math.round((taxes / base) * 10_000) / 10_000];
}

/** A version of a stored tariff that may have priced a bill. */
export interface CandidateTariff {
  readonly id: string;
  readonly validFrom: string;
  readonly rules: ElectricRules;
}

/** The settings that best match a bill, and its lines computed by them. */
export interface Fit {
  readonly basis: FoundBasis;
  readonly tariff: CandidateTariff | null;
  readonly flag: FlagPlace;
  /** Discount of an incentivised source within the price, relative to a stored tariff. */
  readonly discount: number;
  readonly trial: Trial;
  readonly lines: readonly FoundLine[];
}

/** Parts of a bill that a tariff prices. */
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

/** ICMS rates on electricity of the states, the most frequent first. */
export const ICMS_RATES = [
  0.18, 0.17, 0.2, 0.19, 0.195, 0.205, 0.21, 0.22, 0.225, 0.23, 0.24, 0.25, 0.27, 0.12, 0.07, 0.29, 0.3, 0,
];
/** Rates of PIS and COFINS together to try, up to 10 % in steps of 0.01 %; the regular 9.25 % comes first. */
const PIS_COFINS_RATES = [0.0925, ...Array.from({ length: 1001 }, (_, index) => index / 10_000)];
const ROUNDINGS = ['truncate', 'half-up'] as const;
/** Possible discounts on TUSD for incentivised sources. */
export const SOURCE_DISCOUNTS = [0.5, 0.8, 1];
const NO_FLAG: TriedFlag = { place: 'line', price: 0, onLines: [0] };
/** ICMS rate from the ratio of the printed prices of used and unused demand; null if unknown. */
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
  /** Sum of the deviations of all lines, cents. */
  readonly missed: number;
}

interface Way extends Pick<Attempt, 'basis' | 'tariff' | 'flag' | 'discount'> {
  readonly pricer: Pricer;
}

/** Explains a line of unused demand without quantity, assuming that contracted demand is a whole number of kW. */
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

/** Derives the missing price of a line from other lines: overrun from demand, and one price for all reactive energy. */
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

/** A line of quantity zero costs nothing at any price. */
const ofZero = ({ line }: ReadLine): Explained | null =>
  line.quantity === 0 ? { untaxed: line.price ?? 0, ...UNTAXED, quantity: 0 } : null;

/** Explains a line by a way of pricing; null if the way does not apply to it. */
const explain = (read: ReadLine, all: readonly ReadLine[], way: Way, trial: Trial): Explained | null =>
  TARIFF_PARTS.has(read.meaning.part)
    ? (way.pricer(read, trial) ?? derived(read, all, way, trial) ?? ofZero(read))
    : null;

/** Whether a line counts as a mismatch if no way of pricing explains it. */
const isOwed = ({ meaning, line }: ReadLine): boolean =>
  TARIFF_PARTS.has(meaning.part) && meaning.part !== 'water' && line.quantity !== null;

/** Number of lines that a trial does not match. Counting stops above `maximum`, because most trials fail at the first lines. */
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

/** The closest trial; the first of equal ones. */
function bestTrial(way: Way, all: readonly ReadLine[], trials: readonly [Trial, ...Trial[]]): Attempt {
  let best = attempt(way, all, trials[0]);
  for (const trial of trials) {
    if (missesOf(way, all, trial, best.unexplained) > best.unexplained) continue;
    const one = attempt(way, all, trial);
    if (isBetter(one, best)) best = one;
  }
  return best;
}

/** Parameters besides rates to try: rounding, and whether ICMS applies to unused demand. The usual ones come first. */
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

/** Whether each tariff line states that no ICMS applies to it. */
const isWithoutIcms = (all: readonly ReadLine[]): boolean =>
  all.every(({ meaning }) => !TARIFF_PARTS.has(meaning.part) || meaning.icms !== null);

/** Rates to try; those that the bill states are not varied. */
function ratesOf(all: readonly ReadLine[]): Pick<Trial, 'icms' | 'pisCofins'>[] {
  const printedIcms = isWithoutIcms(all) ? 0 : statedIcms(all);
  const icmsRates = printedIcms === null ? ICMS_RATES : [printedIcms];
  const areTaxesApart = all.some(({ meaning }) => meaning.part === 'tax');
  const others = areTaxesApart ? [0] : (statedPisCofins(all) ?? PIS_COFINS_RATES);
  return icmsRates.flatMap((icms) => others.map((pisCofins) => ({ icms, pisCofins })));
}

/**
 * Maximum deviation of a line in cents for a stored tariff to fit; real bills sometimes deviate by a cent from their own rules.
 */
const TARIFF_MISS = 2;
/** Tolerance of a line in R$: `TARIFF_MISS` and rounding. */
const LEEWAY = (TARIFF_MISS + 1) / 100;

/**
 * Lines of energy and demand that have the full price and taxes: without discounts, and without ICMS exemptions that other lines
 * do not have.
 */
function withFullPrices(all: readonly ReadLine[]): ReadLine[] {
  const isWithout = isWithoutIcms(all);
  return all.filter(
    ({ meaning: { part, reduced, icms } }) =>
      (part === 'energy' || part === 'demand') && reduced === null && (icms === null || isWithout),
  );
}

/** Range of the factor between printed amounts and untaxed tariff prices; null if no single factor fits all lines. */
function factorsOf(
  way: Way,
  all: readonly ReadLine[],
): { readonly min: number; readonly max: number } | null {
  const bare: Trial = { ...UNTAXED, rounding: 'truncate', lineCents: 'whole', unusedBearsIcms: false };
  let [min, maximum] = [0, Number.POSITIVE_INFINITY];
  for (const read of withFullPrices(all)) {
    const { quantity, untaxed } = way.pricer(read, bare) ?? { quantity: 0, untaxed: 0 };
    const [amount, price] = [read.line.amount / 100, quantity * untaxed];
    // With a discount of 100 % nothing is charged.
    if (price <= 0 && Math.abs(amount) <= LEEWAY) continue;
    if (price <= 0) return null;
    min = Math.max(min, (amount - LEEWAY) / price);
    maximum = Math.min(maximum, (amount + LEEWAY) / price);
  }
  return min <= maximum && Number.isFinite(maximum) ? { min, max: maximum } : null;
}

interface Rates extends Pick<Trial, 'icms' | 'pisCofins'> {
  readonly factor: number;
  /** Rank by likelihood; lower is likelier. */
  readonly order: number;
}

/** Rates sorted by their tax factor, so that those within a range are found quickly. */
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

/** Parameters of a search besides lines and tariffs. */
interface Search {
  readonly isFree: boolean;
  /** Tariff of the present contract. */
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
  // Captive customers have flags; free-market customers may have an incentivised source.
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

/**
 * Maximum number of line computations in a search: some seconds of CPU time. Small amounts exclude few rates; then each tariff
 * tries only its likeliest rates.
 */
const MAX_COMPUTED_LINES = 3_000_000;

/** The best attempt of each stored tariff whose lines deviate by at most `TARIFF_MISS`. */
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

/** The present contract's tariff if it fits, else the best one; null if two tariffs with different prices fit equally well. */
function onlyOne(fits: readonly Attempt[], existing: string | null): Attempt | null {
  const best = fits.reduce<Attempt | null>((a, b) => (isBetter(b, a) ? b : a), null);
  if (best === null) return null;
  const equals = fits.filter((one) => !isBetter(best, one));
  const isSame = (one: Attempt) => one.lines.every(({ price }, index) => price === best.lines[index]?.price);
  return equals.find(({ tariff }) => tariff?.id === existing) ?? (equals.every(isSame) ? best : null);
}

/** The settings that match the most lines: by a stored tariff if one fits, else by printed or published prices. */
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

/** Recomputes the lines of an attempt exactly, without floating-point errors, and refines their prices. */
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
