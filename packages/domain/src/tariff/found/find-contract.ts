import { type Cents, cents } from '../../units/money.ts';
import type { FlagPlace } from '../terms/billing-contract.ts';
import type { ElectricRules, Modality } from '../terms/tariff-rules.ts';
import {
  asPrinted,
  byTariff,
  centsBy,
  type Explained,
  type Pricer,
  publishedForm,
  type ReadLine,
  type Trial,
  type TriedFlag,
} from './found-prices.ts';
import { meaningOf } from './line-meaning.ts';
import type { PrintedLine } from './printed-lines.ts';

/** A version of a stored tariff that a bill may have been made by. */
export interface CandidateTariff {
  readonly id: string;
  readonly validFrom: string;
  readonly rules: ElectricRules;
}

/**
 * How lines were explained: by a stored tariff, by the prices they print, or by prices as ANEEL publishes them (R$/MWh and
 * R$/kW with two decimals) where the printed ones are cut.
 */
type FoundBasis = 'tariff' | 'printed' | 'published';

export interface FoundLine extends ReadLine {
  /** What the rules make of it; null of a line that none is for. */
  readonly computed: Cents | null;
  /** R$ a unit before taxes, or as printed. */
  readonly price: number | null;
  readonly quantity: number | null;
}

/** The settings that come closest to a bill. */
export interface FoundContract {
  readonly basis: FoundBasis;
  readonly tariff: CandidateTariff | null;
  readonly modality: Modality;
  readonly isFree: boolean;
  readonly flag: FlagPlace;
  readonly trial: Trial;
  /** Share of the TUSD that an incentivised source is let off. */
  readonly discount: number;
  readonly discountIsCredit: boolean;
  /** kW: of the peak, and outside it or of all hours; null where the bill does not tell. */
  readonly demand: { readonly inPoint: number | null; readonly outPoint: number | null };
  readonly lines: readonly FoundLine[];
}

const TARIFF_PARTS = new Set([
  'energy',
  'demand',
  'unused-demand',
  'overrun',
  'reactive',
  'flag',
  'compensation',
  'water',
]);

/** Rates of ICMS on electricity of the states, today's most frequent first. */
export const ICMS_RATES = [
  0.18, 0.17, 0.2, 0.19, 0.195, 0.205, 0.21, 0.22, 0.225, 0.23, 0.24, 0.25, 0.27, 0.12, 0.07, 0.29, 0.3, 0,
];
/** PIS and COFINS together are found in hundredths of a per cent, up to 10 %; the full rates are tried first. */
const PIS_COFINS_RATES = [0.0925, ...Array.from({ length: 1001 }, (_, index) => index / 10_000)];
const ROUNDINGS = ['truncate', 'half-up'] as const;
/** R$/kWh: none, and those of REH 3.306/2024. */
const FLAG_PRICES = [0, 0.01885, 0.04463, 0.07877];
const DISCOUNTS = [0.5, 0.8, 1];
/** Beyond it a stored tariff is not the one of a bill; real bills miss their own rules by a cent now and then. */
const TARIFF_MISS = 2;

function modalityOf(lines: readonly ReadLine[]): Modality {
  const has = (part: string, post?: string) =>
    lines.some(({ meaning }) => meaning.part === part && (post === undefined || meaning.post === post));
  if (has('demand')) return has('demand', 'inPoint') ? 'azul' : 'verde';
  if (has('energy', 'inPoint')) return 'branca';
  return has('water') && !has('energy') ? 'water' : 'convencional';
}

/** Who pays TUSD only, or a supplier beside it, is free. */
function isFreeMarket(lines: readonly ReadLine[]): boolean {
  const energy = lines.filter(({ meaning }) => meaning.part === 'energy');
  const isWiresOnly = energy.length > 0 && energy.every(({ meaning }) => meaning.side === 'tusd');
  const hasSupplier = lines.some(({ meaning }) => meaning.part === 'own' && meaning.kind === 'supplier');
  return isWiresOnly || hasSupplier || lines.some(({ meaning }) => meaning.part === 'incentive');
}

/** Demand that was used, and that was not, at their printed prices: what stands between them is the ICMS. */
function knownIcms(lines: readonly ReadLine[]): number | null {
  for (const { line, meaning } of lines) {
    if (meaning.part !== 'unused-demand' || line.price === null) continue;
    const used = lines.find((one) => one.meaning.part === 'demand' && one.meaning.post === meaning.post);
    if (used?.line.price == null) continue;
    const share = 1 - line.price / used.line.price;
    return ICMS_RATES.find((rate) => Math.abs(rate - share) < 0.0005) ?? null;
  }
  return null;
}

interface Attempt {
  readonly basis: FoundBasis;
  readonly tariff: CandidateTariff | null;
  readonly flag: FlagPlace;
  readonly trial: Trial;
  readonly lines: readonly FoundLine[];
  readonly unexplained: number;
  /** Cents, of all lines. */
  readonly missed: number;
}

type Way = Pick<Attempt, 'basis' | 'tariff' | 'flag'> & { readonly pricer: Pricer };

/** Demand that was contracted and not used, where only its amount is printed: contracts are of whole kW. */
function unusedWithoutQuantity(
  read: ReadLine,
  all: readonly ReadLine[],
  { pricer }: Way,
  trial: Trial,
): Explained | null {
  const used = all.find(({ meaning }) => meaning.part === 'demand' && meaning.post === read.meaning.post);
  const priced = used === undefined ? null : pricer(used, trial);
  if (used?.line.quantity == null || priced === null) return null;
  const factor = 1 / (1 - trial.pisCofins);
  const contracted = Math.round(used.line.quantity + read.line.amount / 100 / (priced.untaxed * factor));
  return { untaxed: priced.untaxed, factor, quantity: contracted - used.line.quantity };
}

/** The price of a line that prints none, in what the bill says elsewhere: the overrun of the demand, one price for all reactive energy. */
function derived(read: ReadLine, all: readonly ReadLine[], way: Way, trial: Trial): Explained | null {
  const { part, post } = read.meaning;
  if (part === 'unused-demand' && read.line.quantity === null)
    return unusedWithoutQuantity(read, all, way, trial);
  if (read.line.quantity === null || way.basis !== 'printed') return null;
  if (part === 'overrun') {
    const demand = all.find(
      ({ meaning }) => meaning.part === 'demand' && (post === null || meaning.post === post),
    );
    return demand?.line.price == null
      ? null
      : { untaxed: 2 * demand.line.price, factor: 1, quantity: read.line.quantity };
  }
  if (part !== 'reactive') return null;
  const most = all
    .flatMap(({ meaning, line: { quantity, amount } }) =>
      meaning.part === 'reactive' && quantity !== null ? [{ quantity, amount }] : [],
    )
    .reduce((a, b) => (b.quantity > a.quantity ? b : a));
  return { untaxed: (most.amount + 0.5) / 100 / most.quantity, factor: 1, quantity: read.line.quantity };
}

function attempt(way: Way, all: readonly ReadLine[], trial: Trial): Attempt {
  let unexplained = 0;
  let missed = 0;
  const lines = all.map((read): FoundLine => {
    const nothing = { ...read, computed: null, price: null, quantity: read.line.quantity };
    if (!TARIFF_PARTS.has(read.meaning.part)) return nothing;
    const explained = way.pricer(read, trial) ?? derived(read, all, way, trial);
    if (explained === null && read.meaning.part === 'water')
      return { ...nothing, computed: read.line.amount };
    if (explained === null) {
      unexplained += read.line.quantity === null ? 0 : 1;
      return nothing;
    }
    const { untaxed, factor, quantity } = explained;
    const computed = cents(centsBy(trial.rounding, quantity * untaxed * factor));
    if (computed !== read.line.amount) unexplained += 1;
    missed += Math.abs(computed - read.line.amount);
    return { ...read, computed, price: untaxed, quantity };
  });
  return { basis: way.basis, tariff: way.tariff, flag: way.flag, trial, lines, unexplained, missed };
}

const isBetter = (one: Attempt, other: Attempt | null): boolean =>
  other === null ||
  one.unexplained < other.unexplained ||
  (one.unexplained === other.unexplained && one.missed < other.missed);

/** The trial that comes closest; of equal ones the first. */
function bestTrial(way: Way, all: readonly ReadLine[], trials: readonly Trial[]): Attempt {
  return trials
    .map((trial) => attempt(way, all, trial))
    .reduce((best, one) => (isBetter(one, best) ? one : best));
}

function trialsOf(all: readonly ReadLine[]): Trial[] {
  const known = knownIcms(all);
  const icmsRates = known === null ? ICMS_RATES : [known];
  const areTaxesApart = all.some(({ meaning }) => meaning.part === 'tax');
  const others = areTaxesApart ? [0] : PIS_COFINS_RATES;
  return icmsRates.flatMap((icms) =>
    others.flatMap((pisCofins) => ROUNDINGS.map((rounding) => ({ icms, pisCofins, rounding }))),
  );
}

/** Amounts below it, in cents, say too little of a factor. */
const LEAST_TELLING = 1000;
const SAME_FACTOR = 0.002;

/** By how much all energy and demand is more than the prices of a tariff; null where that is not one same factor. */
function factorOf(way: Way, all: readonly ReadLine[]): number | null {
  const bare: Trial = { icms: 0, pisCofins: 0, rounding: 'truncate' };
  const factors = all
    .filter(({ meaning }) => meaning.part === 'energy' || meaning.part === 'demand')
    .filter(({ line }) => Math.abs(line.amount) >= LEAST_TELLING)
    .map((read) => {
      const { quantity, untaxed } = way.pricer(read, bare) ?? { quantity: 0, untaxed: 0 };
      return read.line.amount / 100 / (quantity * untaxed);
    });
  const [first = 0] = factors;
  const isSame = factors.every((factor) => Math.abs(factor / first - 1) < SAME_FACTOR);
  return isSame && first >= 1 - SAME_FACTOR && Number.isFinite(first) ? first : null;
}

/** The best trial of a tariff among those whose taxes make its factor. */
function bestOfTariff(way: Way, all: readonly ReadLine[], trials: readonly Trial[]): Attempt[] {
  const factor = factorOf(way, all);
  if (factor === null) return [];
  const fitting = trials.filter(
    ({ icms, pisCofins }) => Math.abs(1 / ((1 - icms) * (1 - pisCofins)) / factor - 1) < 2 * SAME_FACTOR,
  );
  return fitting.length === 0 ? [] : [bestTrial(way, all, fitting)];
}

function tariffWays(all: readonly ReadLine[], tariffs: readonly CandidateTariff[], isFree: boolean): Way[] {
  const hasFlagLine = all.some(({ meaning }) => meaning.part === 'flag');
  const places: readonly TriedFlag[] = FLAG_PRICES.map((price) => ({
    place: hasFlagLine || price === 0 ? 'line' : 'price',
    price,
  }));
  return tariffs.flatMap((tariff) =>
    places.map((flag) => ({
      basis: 'tariff' as const,
      tariff,
      flag: flag.place,
      pricer: byTariff(tariff.rules, isFree, flag),
    })),
  );
}

function bestOf(all: readonly ReadLine[], tariffs: readonly CandidateTariff[], isFree: boolean): Attempt {
  const saysFlag = all.some(({ meaning, line }) => meaning.part === 'energy' && /BANDEIRA/i.test(line.label));
  const flag: FlagPlace = saysFlag ? 'price' : 'line';
  const trials = trialsOf(all);
  const stored = tariffWays(all, tariffs, isFree)
    .flatMap((way) => bestOfTariff(way, all, trials))
    .filter(({ lines }) =>
      lines.every(
        ({ computed, line }) => computed === null || Math.abs(computed - line.amount) <= TARIFF_MISS,
      ),
    )
    .reduce<Attempt | null>((best, one) => (isBetter(one, best) ? one : best), null);
  if (stored !== null) return stored;
  const icms = knownIcms(all) ?? 0;
  const printed = bestTrial(
    { basis: 'printed', tariff: null, flag, pricer: asPrinted },
    all,
    ROUNDINGS.map((rounding) => ({ icms, pisCofins: 0, rounding })),
  );
  if (printed.unexplained === 0) return printed;
  const published = bestTrial({ basis: 'published', tariff: null, flag, pricer: publishedForm }, all, trials);
  return isBetter(published, printed) ? published : printed;
}

/** What an incentivised source is let off: a credit of untaxed TUSD (APCEI), or a price of demand below half the overrun's. */
function discountOf(lines: readonly FoundLine[]): {
  readonly share: number;
  readonly lines: readonly FoundLine[];
} {
  const credits = lines.filter(({ meaning }) => meaning.part === 'incentive');
  if (credits.length === 0) return { share: discountInPrice(lines), lines };
  const printed = -credits.reduce((sum, { line }) => sum + line.amount, 0);
  const tries = DISCOUNTS.map((share) => ({ share, cents: creditCents(lines, share) }));
  const nearest = tries.reduce((a, b) => (Math.abs(b.cents - printed) < Math.abs(a.cents - printed) ? b : a));
  const last = credits.at(-1);
  const missed = nearest.cents - printed;
  return {
    share: nearest.share,
    lines: lines.map((found) => {
      if (found.meaning.part !== 'incentive') return found;
      return { ...found, computed: cents(found.line.amount - (found === last ? missed : 0)) };
    }),
  };
}

/** Cents of the credit of untaxed TUSD: demand apart from overrun, and in Verde what the peak costs more than off-peak. */
function creditCents(lines: readonly FoundLine[], share: number): number {
  const of = (untaxed: number, quantity: number | null) =>
    centsBy('half-up', share * untaxed * Number(quantity));
  const demand = lines
    .filter(({ meaning }) => meaning.part === 'demand' || meaning.part === 'unused-demand')
    .reduce((sum, { price, quantity }) => sum + of(Number(price), quantity), 0);
  const energyAt = (post: string) =>
    lines.find(({ meaning }) => meaning.part === 'energy' && meaning.post === post);
  const [peak, offPeak] = [energyAt('inPoint'), energyAt('outPoint')];
  if (peak === undefined || offPeak === undefined) return demand;
  return demand + of(Number(peak.price) - Number(offPeak.price), peak.quantity);
}

function discountInPrice(lines: readonly FoundLine[]): number {
  const priceOf = (part: string) => lines.find(({ meaning }) => meaning.part === part)?.line.price ?? null;
  const [demand, overrun] = [priceOf('demand'), priceOf('overrun')];
  if (demand === null || overrun === null) return 0;
  const share = 1 - (2 * demand) / overrun;
  return DISCOUNTS.find((one) => Math.abs(one - share) < 0.005) ?? 0;
}

/** PIS and COFINS as lines of their own: their rate, which the label names, of all lines of the tariff with them. */
function withTaxLines(lines: readonly FoundLine[]): readonly FoundLine[] {
  const rateOf = ({ line }: FoundLine) =>
    Number(/(\d+,\d+)\s*%/.exec(line.label)?.[1]?.replace(',', '.')) / 100;
  const taxLines = lines.filter((one) => one.meaning.part === 'tax' && rateOf(one) > 0);
  const all = taxLines.reduce((sum, one) => sum + rateOf(one), 0);
  const base = lines
    .filter(({ meaning }) => TARIFF_PARTS.has(meaning.part))
    .reduce((sum, { line }) => sum + line.amount, 0);
  return lines.map((one) =>
    taxLines.includes(one)
      ? { ...one, computed: cents(centsBy('truncate', (rateOf(one) * base) / 100 / (1 - all))) }
      : one,
  );
}

/** kW contracted: where demand was overrun, what is left of it; else what was used and what was not. */
function contractedOf(
  lines: readonly FoundLine[],
  post: 'inPoint' | 'outPoint',
  isAzul: boolean,
): number | null {
  const sumOf = (part: string): number | null => {
    const found = lines.filter(({ meaning }) => meaning.part === part && (!isAzul || meaning.post === post));
    if (found.length === 0) return null;
    return found.reduce((sum, { quantity }) => sum + Number(quantity), 0);
  };
  const used = sumOf('demand');
  if (used === null) return null;
  const contracted = used + (sumOf('unused-demand') ?? 0) - (sumOf('overrun') ?? 0);
  return Math.round(contracted * 1000) / 1000;
}

/**
 * Finds the settings by which a bill was made, from its lines alone: every stored tariff of its modality, every rate of ICMS
 * and of PIS and COFINS, both roundings and each flag is tried, and the first that misses the fewest lines is taken.
 * Where no stored tariff fits, the printed prices are taken, and where these are cut, the published ones behind them.
 */
export function findContract(
  printed: readonly PrintedLine[],
  tariffs: readonly CandidateTariff[],
): FoundContract {
  const all = printed.map((line): ReadLine => ({ line, meaning: meaningOf(line.label) }));
  const modality = modalityOf(all);
  const isFree = isFreeMarket(all);
  const fitting = tariffs.filter(({ rules }) => rules.modality === modality);
  const best = bestOf(all, fitting, isFree);
  const discount = discountOf(withTaxLines(best.lines));
  const isAzul = modality === 'azul';
  return {
    basis: best.basis,
    tariff: best.tariff,
    modality,
    isFree: isFree || discount.share > 0,
    flag: best.flag,
    trial: best.trial,
    discount: discount.share,
    discountIsCredit: all.some(({ meaning }) => meaning.part === 'incentive'),
    demand: {
      inPoint: isAzul ? contractedOf(discount.lines, 'inPoint', true) : null,
      outPoint: contractedOf(discount.lines, 'outPoint', isAzul),
    },
    lines: discount.lines,
  };
}
