import { parseRate, rateToNumber } from '../../base/units/rate.ts';
import { type BenefitKind, type BenefitStep, USUAL_BENEFITS } from '../../sites/tariffs/benefit.ts';
import type { DiscountPlace } from '../../sites/tariffs/billing-contract.ts';
import { consumedOf, type FoundBasis, type FoundLine } from './found-prices.ts';

/** A discount that a bill shows as lines of its own. */
export interface FoundBenefit {
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

/** Free up to 80 kWh since July 2025, and by steps before it (Lei 12.212/2010). */
export const SOCIAL_STEPS: readonly (readonly BenefitStep[])[] = [
  USUAL_BENEFITS.social.steps,
  [upTo(30, '0.65'), upTo(100, '0.4'), upTo(220, '0.1'), upTo(null, '0')],
];

/** A whole per cent, as decrees have it, may be told so much otherwise by cents that were cut. */
export const NEAR = 0.0005;

/** What is let off of all kWh of a cycle by steps, as a share of one. */
function shareBySteps(steps: readonly BenefitStep[], kwh: number): number {
  let [before, letOff] = [0, 0];
  for (const { upTo: limit, te } of steps) {
    const until = Math.min(kwh, limit ?? kwh);
    letOff += Math.max(0, until - before) * rateToNumber(te);
    before = Math.max(before, until);
  }
  return letOff / kwh;
}

function stepsOf(kind: BenefitKind, share: number, kwh: number): readonly BenefitStep[] | null {
  const usualSteps = kind === 'social' ? SOCIAL_STEPS : [];
  const bySteps = usualSteps.find((steps) => Math.abs(shareBySteps(steps, kwh) - share) < NEAR);
  if (bySteps !== undefined) return bySteps;
  const whole = Math.round(share * 100) / 100;
  return share > 0 && share <= 1 && Math.abs(whole - share) < NEAR ? [upTo(null, whole.toFixed(2))] : null;
}

const sumOf = (lines: readonly FoundLine[], of: (line: FoundLine) => number): number =>
  lines.reduce((sum, line) => sum + of(line), 0);

/**
 * The discount that the lines of a bill give back: as a credit of untaxed tariff, or charged gross and given back net. Null where
 * there is none, or no share of the energy comes to it.
 */
export function benefitOf(lines: readonly FoundLine[], basis: FoundBasis): FoundBenefit | null {
  const benefitLines = lines.filter(({ meaning }) => meaning.part === 'benefit');
  const [first] = benefitLines;
  const energy = lines.filter(({ meaning }) => meaning.part === 'energy');
  const kwh = consumedOf(lines);
  if (first === undefined || kwh <= 0) return null;
  const charged = sumOf(energy, ({ line }) => line.amount);
  const gross = sumOf(benefitLines, ({ line }) => Math.max(0, line.amount));
  const back = -sumOf(benefitLines, ({ line }) => Math.min(0, line.amount));
  // Printed prices hold their taxes, of which a credit has none.
  const untaxed = sumOf(energy, ({ price, quantity }) => Number(price) * Number(quantity) * 100);
  const share = gross > 0 ? gross / (charged + gross) : back / (basis === 'printed' ? charged : untaxed);
  const label = first.line.label.replace(/\s+(BRUTO|L[IÍ]QUIDO)$/i, '');
  const kind =
    KINDS.find(([words]) => benefitLines.some(({ line }) => words.test(line.label)))?.[1] ?? 'other';
  const steps = stepsOf(kind, share, kwh);
  return steps === null ? null : { kind, label, steps, place: gross > 0 ? 'gross-net' : 'credit' };
}
