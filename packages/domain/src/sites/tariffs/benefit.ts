import type { CivilDate } from '../../base/time/civil-day.ts';
import { EMPTY, parseRate, type Rate } from '../../base/units/rate.ts';
import type { TimeWindow } from './tariff-rules.ts';

/**
 * Kinds of tariff discounts (REN ANEEL 1.000/2021; social: Lei 12.212/2010; irrigation: Lei 10.438/2002; others: Decreto
 * 7.891/2013).
 */
export const BENEFIT_KINDS = [
  'social',
  'rural',
  'irrigation',
  'aquaculture',
  'sanitation',
  'lighting',
  'other',
] as const;
export type BenefitKind = (typeof BENEFIT_KINDS)[number];

/** A discount on the kWh of a cycle between the limit of the previous step and this one. */
export interface BenefitStep {
  /** Upper limit in kWh a cycle, included; null for an unlimited last step. */
  readonly upTo: number | null;
  readonly tusd: Rate;
  readonly te: Rate;
}

/** A discount of a contract. Each of several discounts applies to the price that the previous ones leave. */
export interface Benefit {
  readonly kind: BenefitKind;
  /** Label on the bill. */
  readonly label: string;
  /** Steps in ascending order; consumption beyond the last one has no discount. */
  readonly steps: readonly BenefitStep[];
  /** Discount on the demand price, 0..1; the overrun has none. */
  readonly demand: Rate;
  /** Hours of the day with the discount, possibly across midnight; null: all hours. */
  readonly hours: TimeWindow | null;
  /** A bill has the discount if its last day lies between `first` and `last`, both included. `last` null: no end. */
  readonly first: CivilDate;
  readonly last: CivilDate | null;
}

const flat = (tusd: string, te: string): readonly BenefitStep[] => [
  { upTo: null, tusd: parseRate(tusd), te: parseRate(te) },
];

/** Usual hours of the irrigation discount: 21:30 to 6:00 (Lei 10.438/2002, art. 25). Others may be agreed. */
const NIGHT: TimeWindow = { start: 1290, end: 360 };

const IRRIGATION = { steps: flat('0.6', '0.6'), hours: NIGHT };

/**
 * Usual discounts. Social: free up to 80 kWh (Lei 15.235/2025). Irrigation: 60 % in its hours in Group B; more in some regions
 * and in Group A. Discounts of Decreto 7.891/2013 ended in 2023 (Decreto 9.642/2018).
 */
export const USUAL_BENEFITS: Readonly<Record<BenefitKind, Pick<Benefit, 'steps' | 'hours'>>> = {
  social: {
    steps: [
      { upTo: 80, tusd: parseRate('1'), te: parseRate('1') },
      { upTo: null, tusd: EMPTY, te: EMPTY },
    ],
    hours: null,
  },
  rural: { steps: flat('0', '0'), hours: null },
  irrigation: IRRIGATION,
  aquaculture: IRRIGATION,
  sanitation: { steps: flat('0', '0'), hours: null },
  lighting: { steps: flat('0', '0'), hours: null },
  other: { steps: flat('0', '0'), hours: null },
};

/** Discounts of a bill, by the last day of its cycle. */
export function benefitsOn(benefits: readonly Benefit[] | undefined, day: CivilDate): readonly Benefit[] {
  return (benefits ?? []).filter(({ first, last }) => first <= day && (last === null || day <= last));
}

/** Hours whose consumption must be measured separately; all discounts of a contract have the same hours. */
export function benefitHours(benefits: readonly Benefit[] | undefined): TimeWindow | null {
  return benefits?.find(({ hours }) => hours !== null)?.hours ?? null;
}
