import { NOTHING, parseRate, type Rate } from '../../base/units/rate.ts';
import { type BenefitKind, type BenefitStep, USUAL_BENEFITS } from '../../sites/tariffs/benefit.ts';
import { type FoundBenefit, NEAR, SOCIAL_STEPS } from './found-benefit.ts';
import type { FoundLine } from './found-prices.ts';
import type { Reduction } from './line-meaning.ts';

/** As a contract calls a discount that has no line of its own. */
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

/** Consumption at a lower price. */
interface ReducedLine {
  readonly found: FoundLine;
  readonly reduction: Reduction;
}

/** What a line is let off of the price that other consumption of its side and post has; null without such. */
function letOffOf({ found, reduction }: ReducedLine, energy: readonly FoundLine[]): number | null {
  if (found.letOff !== undefined) return found.letOff;
  const alike = energy.filter(
    ({ meaning }) =>
      meaning.side === found.meaning.side &&
      (meaning.post ?? 'outPoint') === (found.meaning.post ?? 'outPoint'),
  );
  // What is beyond the last step has its full price, whatever it is called.
  const full =
    alike.find(({ meaning }) => meaning.reduced === null) ??
    (reduction.kind === 'social' ? alike.find(({ meaning }) => meaning.reduced?.upTo === null) : undefined);
  if (full?.price == null || full.price <= 0 || found.price === null) return null;
  const share = 1 - found.price / full.price;
  const whole = Math.round(share * 100) / 100;
  return whole >= 0 && Math.abs(whole - share) < NEAR ? whole : null;
}

/** The share of a step on one side; null where its lines contradict each other. */
function shareOn(side: Exclude<Side, null>, shares: readonly (readonly [Side, number])[]): Rate | null {
  const all = new Set(shares.filter(([one]) => one === null || one === side).map(([, share]) => share));
  const [share, ...others] = all;
  if (others.length > 0) return null;
  return share === undefined ? NOTHING : parseRate(share.toFixed(2));
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

/** A bill of few kWh shows the first steps only: those beyond them are of the same law. */
function withLaterSteps(kind: BenefitKind, steps: readonly BenefitStep[]): readonly BenefitStep[] {
  const byLaw = kind === 'social' ? SOCIAL_STEPS : [];
  return byLaw.find((all) => steps.every((step) => all.some((one) => isSame(one, step)))) ?? steps;
}

/**
 * A discount inside the prices of energy, by lines that say so: what they cost less than other consumption of the bill, or than a
 * stored tariff. Null where there is none, where no whole per cents come to it, or where it is not said of which kWh it is.
 */
export function reducedPrices(lines: readonly FoundLine[]): FoundBenefit | null {
  const energy = lines.filter(({ meaning }) => meaning.part === 'energy');
  const reduced = energy.flatMap((found): ReducedLine[] =>
    found.meaning.reduced === null ? [] : [{ found, reduction: found.meaning.reduced }],
  );
  const kinds = [...new Set(reduced.map(({ reduction }) => reduction.kind))];
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) return null;
  const steps = stepsOf(reduced, energy);
  if (steps === null || steps.every(({ tusd, te }) => tusd === NOTHING && te === NOTHING)) return null;
  const isOfSome = reduced.length < energy.length && steps.every(({ upTo }) => upTo === null);
  if (isOfSome && USUAL_BENEFITS[kind].hours === null) return null;
  return { kind, label: NAMES[kind], steps: withLaterSteps(kind, steps), place: 'price' };
}
