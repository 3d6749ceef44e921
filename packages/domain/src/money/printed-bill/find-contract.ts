import { cents } from '../../base/units/money.ts';
import { EMPTY, parseRate, type Rate, rateToNumber } from '../../base/units/rate.ts';
import { type BenefitKind, type BenefitStep, USUAL_BENEFITS } from '../../sites/tariffs/benefit.ts';
import type { DiscountPlace } from '../../sites/tariffs/billing-contract.ts';
import {
  demandPeriodsOf,
  ELECTRIC_MODALITIES,
  type ElectricModality,
  electricModalities,
  type Modality,
} from '../../sites/tariffs/tariff-rules.ts';
import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import { type FlagPrices, FULL_MONTH_FLAGS } from './flag-prices.ts';
import { bestFit, type CandidateTariff, type Fit, SOURCE_DISCOUNTS, TARIFF_PARTS } from './found-fits.ts';
import { centsBy, consumedOf, type FoundBasis, type FoundLine, type ReadLine } from './found-prices.ts';
import { type FoundSupplier, supplierOf, withSupplierLine } from './found-supplier.ts';
import { meaningOf, type NoIcms, noIcmsOf, type Reduction } from './line-meaning.ts';
import type { PrintedLine } from './printed-lines.ts';

interface FoundBenefit {
  readonly kind: BenefitKind;
  readonly label: string;
  readonly steps: readonly BenefitStep[];
  readonly place: DiscountPlace;
}

const KINDS: readonly (readonly [RegExp, BenefitKind])[] = [
  [/SOCIAL|BAIXA RENDA/i, 'social'],
  [/RURAL/i, 'rural'],
  [/IRRIG/i, 'irrigation'],
  [/AQU[IÜ]C|AQUI?CULT/i, 'aquaculture'],
  [/SANEAM|ESGOTO/i, 'sanitation'],
  [/ILUM/i, 'lighting'],
];

const upTo = (limit: number | null, share: string): BenefitStep => ({
  upTo: limit,
  tusd: parseRate(share),
  te: parseRate(share),
});

/** Steps of the social tariff, the present ones first: free up to 80 kWh since July 2025; until then those of Lei 12.212/2010. */
const SOCIAL_STEPS: readonly (readonly BenefitStep[])[] = [
  USUAL_BENEFITS.social.steps,
  [upTo(30, '0.65'), upTo(100, '0.4'), upTo(220, '0.1'), upTo(null, '0')],
];

/** Discounts are whole per cents; rounded amounts may deviate from them by this share. */
const NEAR = 0.0005;

/** Discount by steps on all kWh of a cycle, 0..1. */
function shareBySteps(steps: readonly BenefitStep[], kwh: number): number {
  let [before, letOff] = [0, 0];
  for (const { upTo: limit, te } of steps) {
    const until = Math.min(kwh, limit ?? kwh);
    letOff += Math.max(0, until - before) * rateToNumber(te);
    before = Math.max(before, until);
  }
  return letOff / kwh;
}

function benefitSteps(kind: BenefitKind, share: number, kwh: number): readonly BenefitStep[] | null {
  const usualSteps = kind === 'social' ? SOCIAL_STEPS : [];
  const bySteps = usualSteps.find((steps) => Math.abs(shareBySteps(steps, kwh) - share) < NEAR);
  if (bySteps !== undefined) return bySteps;
  const rounded = Math.round(share * 100) / 100;
  return share > 0 && share <= 1 && Math.abs(rounded - share) < NEAR
    ? [upTo(null, rounded.toFixed(2))]
    : null;
}

const sumOf = (lines: readonly FoundLine[], of: (line: FoundLine) => number): number =>
  lines.reduce((sum, line) => sum + of(line), 0);

/** The discount that separate lines refund, as a credit or gross and net; null without such lines, or if no share fits them. */
export function benefitOf(lines: readonly FoundLine[], basis: FoundBasis): FoundBenefit | null {
  const benefitLines = lines.filter(({ meaning }) => meaning.part === 'benefit');
  const [first] = benefitLines;
  const energy = lines.filter(({ meaning }) => meaning.part === 'energy');
  const kwh = consumedOf(lines);
  if (first === undefined || kwh <= 0) return null;
  const charged = sumOf(energy, ({ line }) => line.amount);
  const gross = sumOf(benefitLines, ({ line }) => Math.max(0, line.amount));
  const back = -sumOf(benefitLines, ({ line }) => Math.min(0, line.amount));
  // A credit has no taxes, so it is a share of untaxed prices. With the basis `printed` only taxed prices are known.
  const untaxed = sumOf(energy, ({ price, quantity }) => Number(price) * Number(quantity) * 100);
  const share = gross > 0 ? gross / (charged + gross) : back / (basis === 'printed' ? charged : untaxed);
  const label = first.line.label.replace(/\s+(BRUTO|L[IÍ]QUIDO)$/i, '');
  const kind = KINDS.find(([text]) => benefitLines.some(({ line }) => text.test(line.label)))?.[1] ?? 'other';
  const steps = benefitSteps(kind, share, kwh);
  return steps === null ? null : { kind, label, steps, place: gross > 0 ? 'gross-net' : 'credit' };
}

/** Labels of discounts that have no line of their own. */
const NAMES: Readonly<Record<BenefitKind, string>> = {
  social: 'Tarifa social',
  rural: 'Desconto rural',
  irrigation: 'Desconto irrigação',
  aquaculture: 'Desconto aquicultura',
  sanitation: 'Desconto saneamento',
  lighting: 'Desconto iluminação pública',
  other: 'Desconto',
};

type Side = FoundLine['meaning']['side'];

interface ReducedLine {
  readonly found: FoundLine;
  readonly reduction: Reduction;
}

/**
 * Discount of a line relative to undiscounted consumption of the same price half (TUSD, TE or both) and period; null if there is
 * none.
 */
function letOffOf({ found, reduction }: ReducedLine, energy: readonly FoundLine[]): number | null {
  if (found.letOff !== undefined) return found.letOff;
  const alike = energy.filter(
    ({ meaning }) =>
      meaning.side === found.meaning.side &&
      (meaning.touPeriod ?? 'outPoint') === (found.meaning.touPeriod ?? 'outPoint'),
  );
  // Consumption beyond the last step has the full price, even if its label names the discount.
  const full =
    alike.find(({ meaning }) => meaning.reduced === null) ??
    (reduction.kind === 'social' ? alike.find(({ meaning }) => meaning.reduced?.upTo === null) : undefined);
  if (full?.price == null || full.price <= 0 || found.price === null) return null;
  const share = 1 - found.price / full.price;
  const rounded = Math.round(share * 100) / 100;
  return rounded >= 0 && Math.abs(rounded - share) < NEAR ? rounded : null;
}

/** Discount of a step on TUSD or on TE; null if lines contradict each other. */
function shareOn(side: Exclude<Side, null>, shares: readonly (readonly [Side, number])[]): Rate | null {
  const all = new Set(shares.filter(([one]) => one === null || one === side).map(([, share]) => share));
  const [share, ...others] = all;
  if (others.length > 0) return null;
  return share === undefined ? EMPTY : parseRate(share.toFixed(2));
}

function stepsOf(lines: readonly ReducedLine[], energy: readonly FoundLine[]): readonly BenefitStep[] | null {
  const steps: BenefitStep[] = [];
  for (const [upTo, ofLimit] of Map.groupBy(lines, ({ reduction: { upTo } }) => upTo)) {
    const shares: (readonly [Side, number])[] = [];
    for (const one of ofLimit) {
      const share = letOffOf(one, energy);
      if (share === null) return null;
      shares.push([one.found.meaning.side, share]);
    }
    const [tusd, te] = [shareOn('tusd', shares), shareOn('te', shares)];
    if (tusd === null || te === null) return null;
    steps.push({ upTo, tusd, te });
  }
  const limitOf = ({ upTo }: BenefitStep) => upTo ?? Number.POSITIVE_INFINITY;
  return steps.toSorted((a, b) => limitOf(a) - limitOf(b));
}

const isSame = (one: BenefitStep, other: BenefitStep): boolean =>
  one.upTo === other.upTo && one.tusd === other.tusd && one.te === other.te;

/** Completes the steps by law, because a bill of few kWh shows only the first ones. */
function withLaterSteps(kind: BenefitKind, steps: readonly BenefitStep[]): readonly BenefitStep[] {
  const byLaw = kind === 'social' ? SOCIAL_STEPS : [];
  return byLaw.find((all) => steps.every((step) => all.some((one) => isSame(one, step)))) ?? steps;
}

/** A discount within energy prices, by comparison with other consumption or a stored tariff; null if no single discount fits. */
function reducedPrices(lines: readonly FoundLine[]): FoundBenefit | null {
  const energy = lines.filter(({ meaning }) => meaning.part === 'energy');
  const reduced = energy.flatMap((found): ReducedLine[] =>
    found.meaning.reduced === null ? [] : [{ found, reduction: found.meaning.reduced }],
  );
  const kinds = [...new Set(reduced.map(({ reduction }) => reduction.kind))];
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) return null;
  const steps = stepsOf(reduced, energy);
  if (steps === null || steps.every(({ tusd, te }) => tusd === EMPTY && te === EMPTY)) return null;
  const isOfSome = reduced.length < energy.length && steps.every(({ upTo }) => upTo === null);
  if (isOfSome && USUAL_BENEFITS[kind].hours === null) return null;
  return { kind, label: NAMES[kind], steps: withLaterSteps(kind, steps), place: 'price' };
}

/** Decimals of a printed rate (two of a per cent); exact rates may have more. */
const PRINTED_DECIMALS = 4;
const MAX_DECIMALS = 8;

function printedRate({ line }: FoundLine): number {
  return Number(/(\d+,\d+)\s*%/.exec(line.label)?.[1]?.replace(',', '.')) / 100;
}

/** Amounts of taxes by rate, truncated to cents, where each rate applies to base plus taxes. @param base - cents without taxes */
function amountsBy(rates: readonly number[], base: number): number[] {
  const total = base / (1 - rates.reduce((sum, rate) => sum + rate, 0));
  return rates.map((rate) => centsBy('truncate', (rate * total) / 100));
}

/**
 * The printed rates if they yield the printed amounts; else the rates with the fewest further decimals that do; else the printed
 * ones.
 */
function ratesOf(lines: readonly FoundLine[], base: number): number[] {
  const printed = lines.map(printedRate);
  const total = lines.reduce((sum, { line }) => sum + line.amount, base);
  const makes = (rates: readonly number[]) =>
    amountsBy(rates, base).every((amount, index) => amount === lines[index]?.line.amount);
  const isBehind = (rates: readonly number[]) =>
    rates.every((rate, index) => Math.abs(rate - Number(printed[index])) <= 10 ** -PRINTED_DECIMALS);
  for (let decimals = PRINTED_DECIMALS; decimals <= MAX_DECIMALS; decimals += 1) {
    const scale = 10 ** decimals;
    const rates =
      decimals === PRINTED_DECIMALS
        ? printed
        : lines.map(({ line }) => Math.ceil((line.amount / total) * scale) / scale);
    if (isBehind(rates) && makes(rates)) return rates;
  }
  return printed;
}

/** Explains separate lines of PIS and COFINS by the rates in their labels, applied to all tariff lines and these taxes. */
export function withTaxLines(lines: readonly FoundLine[]): readonly FoundLine[] {
  const named = lines.filter((one) => one.meaning.part === 'tax' && printedRate(one) > 0);
  // Rates of 100 % or more cannot be contained in a total.
  const taxLines = named.reduce((sum, one) => sum + printedRate(one), 0) < 1 ? named : [];
  const base = lines
    .filter(({ meaning }) => TARIFF_PARTS.has(meaning.part))
    .reduce((sum, { line }) => sum + line.amount, 0);
  const rates = ratesOf(taxLines, base);
  const amounts = amountsBy(rates, base);
  return lines.map((one) => {
    const index = taxLines.indexOf(one);
    const [rate, amount] = [rates[index], amounts[index]];
    return rate === undefined || amount === undefined ? one : { ...one, computed: cents(amount), rate };
  });
}

/** The terms of a contract, inferred from a bill. */
export interface FoundContract extends Fit {
  readonly modality: Modality;
  readonly isFree: boolean;
  readonly discountIsCredit: boolean;
  /** Reason why ICMS applies to no line, if the bill states it. */
  readonly noIcms: NoIcms | null;
  /** A tariff discount of an entitled customer, within energy prices or refunded by separate lines. */
  readonly benefit: FoundBenefit | null;
  /** The bill's data about a supplier's invoice. */
  readonly supplier: FoundSupplier | null;
  /** Contracted demand in kW: peak, and off-peak or of all hours; null if the bill does not show it. */
  readonly demand: { readonly inPoint: number | null; readonly outPoint: number | null };
}

function modalityOf(lines: readonly ReadLine[]): Modality {
  const has = (part: string, touPeriod?: string) =>
    lines.some(
      ({ meaning }) => meaning.part === part && (touPeriod === undefined || meaning.touPeriod === touPeriod),
    );
  if (has('water') && !has('energy') && !has('demand')) return 'water';
  const hasDemand = has('demand');
  const part = hasDemand ? 'demand' : 'energy';
  return electricModalities.find((modality) => {
    const { touPeriods, demandTouPeriods } = ELECTRIC_MODALITIES[modality];
    const priced: readonly TouPeriod[] = hasDemand ? demandTouPeriods : touPeriods;
    return demandTouPeriods.length > 0 === hasDemand && priced.includes('inPoint') === has(part, 'inPoint');
  }) as ElectricModality;
}

/** Whether the bill is of a free-market customer: it has TUSD only, a supplier's line, or an incentive. */
function isFreeMarket(lines: readonly ReadLine[]): boolean {
  const energy = lines.filter(({ meaning }) => meaning.part === 'energy');
  const isWiresOnly = energy.length > 0 && energy.every(({ meaning }) => meaning.side === 'tusd');
  const hasSupplier = lines.some(({ meaning }) => meaning.part === 'own' && meaning.kind === 'supplier');
  return isWiresOnly || hasSupplier || lines.some(({ meaning }) => meaning.part === 'incentive');
}

/**
 * Discount of an incentivised source: from a credit of untaxed TUSD (APCEI), or from a demand price below half of the overrun
 * price.
 */
function discountOf(lines: readonly FoundLine[]): {
  readonly share: number;
  readonly lines: readonly FoundLine[];
} {
  const credits = lines.filter(({ meaning }) => meaning.part === 'incentive');
  if (credits.length === 0) return { share: discountInPrice(lines), lines };
  const printed = -credits.reduce((sum, { line }) => sum + line.amount, 0);
  const tries = SOURCE_DISCOUNTS.map((share) => ({ share, cents: creditCents(lines, share) }));
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

/** Credit of untaxed TUSD in cents: on demand without overrun, and in Verde on the peak's price above off-peak. */
function creditCents(lines: readonly FoundLine[], share: number): number {
  const of = (untaxed: number, quantity: number | null) =>
    centsBy('half-up', share * untaxed * Number(quantity));
  const demand = lines
    .filter(({ meaning }) => meaning.part === 'demand' || meaning.part === 'unused-demand')
    .reduce((sum, { price, quantity }) => sum + of(Number(price), quantity), 0);
  const energyAt = (touPeriod: string) =>
    lines.find(({ meaning }) => meaning.part === 'energy' && meaning.touPeriod === touPeriod);
  const [peak, offPeak] = [energyAt('inPoint'), energyAt('outPoint')];
  if (peak === undefined || offPeak === undefined) return demand;
  return demand + of(Number(peak.price) - Number(offPeak.price), peak.quantity);
}

function discountInPrice(lines: readonly FoundLine[]): number {
  const priceOf = (part: string) => lines.find(({ meaning }) => meaning.part === part)?.line.price ?? null;
  const [demand, overrun] = [priceOf('demand'), priceOf('overrun')];
  if (demand === null || overrun === null) return 0;
  const share = 1 - (2 * demand) / overrun;
  return SOURCE_DISCOUNTS.find((one) => Math.abs(one - share) < 0.005) ?? 0;
}

/** Contracted demand in kW: used plus unused demand, less an overrun. */
function contractedOf(
  lines: readonly FoundLine[],
  touPeriod: 'inPoint' | 'outPoint',
  isAzul: boolean,
): number | null {
  const sumOf = (part: string): number | null => {
    const found = lines.filter(
      ({ meaning }) => meaning.part === part && (!isAzul || meaning.touPeriod === touPeriod),
    );
    if (found.length === 0) return null;
    return found.reduce((sum, { quantity }) => sum + Number(quantity), 0);
  };
  const used = sumOf('demand');
  if (used === null) return null;
  const contracted = used + (sumOf('unused-demand') ?? 0) - (sumOf('overrun') ?? 0);
  // A negative result is no contracted demand.
  return contracted < 0 ? null : Math.round(contracted * 1000) / 1000;
}

/** Data about a bill besides its lines. */
export interface PriorKnowledge {
  /** Tariff of the present contract; it is preferred to others that yield the same bill. */
  readonly tariff?: string | null;
  /** Possible flag prices in its cycle; those of whole months if the cycle is unknown. */
  readonly flags?: FlagPrices;
  /** Texts on the bill besides its lines. */
  readonly texts?: readonly string[];
}

/** The statement about ICMS that applies to all lines, in the texts or in a line without an amount. */
function noIcmsOfAll(lines: readonly ReadLine[], texts: readonly string[]): NoIcms | null {
  const ofLines = lines
    .filter(({ line, meaning }) => meaning.part === 'own' && line.amount === 0)
    .map(({ meaning }) => meaning.icms);
  return [...ofLines, ...texts.map(noIcmsOf)].find((icms) => icms !== null) ?? null;
}

/**
 * Infers a contract from the lines of a bill. Stored tariffs of the modality are tried with likely taxes, roundings and flags;
 * the combination with the fewest mismatched lines is chosen. If no tariff fits, or tariffs with different prices fit equally
 * well, the printed prices are used, or the published prices from which they were rounded.
 */
export function findContract(
  printed: readonly PrintedLine[],
  tariffs: readonly CandidateTariff[],
  { tariff: existing = null, flags = FULL_MONTH_FLAGS, texts = [] }: PriorKnowledge = {},
): FoundContract {
  const read = printed.map((line): ReadLine => ({ line, meaning: meaningOf(line.label) }));
  const noIcms = noIcmsOfAll(read, texts);
  const all = read.map(
    ({ line, meaning }): ReadLine => ({ line, meaning: { ...meaning, icms: meaning.icms ?? noIcms } }),
  );
  const modality = modalityOf(all);
  const isFree = isFreeMarket(all);
  const fitting = tariffs.filter(({ rules }) => rules.modality === modality);
  const best = bestFit(all, fitting, { isFree, prior: existing, flags });
  const discount = discountOf(withTaxLines(best.lines));
  const share = best.discount || discount.share;
  const isByTouPeriod = demandPeriodsOf(modality).length > 1;
  const refunded = benefitOf(discount.lines, best.basis);
  const lines = refunded === null ? discount.lines : discount.lines.map(explainedBenefit);
  const supplier = supplierOf(lines, consumedOf(lines));
  return {
    basis: best.basis,
    tariff: best.tariff,
    modality,
    isFree: isFree || share > 0,
    flag: best.flag,
    trial: best.trial,
    discount: share,
    discountIsCredit: all.some(({ meaning }) => meaning.part === 'incentive'),
    demand: {
      inPoint: isByTouPeriod ? contractedOf(discount.lines, 'inPoint', true) : null,
      outPoint: contractedOf(discount.lines, 'outPoint', isByTouPeriod),
    },
    noIcms,
    benefit: refunded ?? reducedPrices(discount.lines),
    supplier,
    lines: supplier === null ? lines : withSupplierLine(lines),
  };
}

/** The discount was inferred from these lines, so their computed amounts equal the printed ones. */
function explainedBenefit(found: FoundLine): FoundLine {
  return found.meaning.part === 'benefit' ? { ...found, computed: found.line.amount } : found;
}
