import type { CivilDate } from '../../base/time/civil-day.ts';
import { EMPTY, parseRate, type Rate } from '../../base/units/rate.ts';
import type { TimeWindow } from './tariff-rules.ts';

/** Discounts (REN ANEEL 1.000/2021; Lei 12.212/2010 social, Lei 10.438/2002 irrigation, Decreto 7.891/2013 the others). */
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

/** The discount on the kWh of a cycle up to a limit, beyond the step before: on the step's own kWh only. */
export interface BenefitStep {
  /** kWh a cycle, included; null for the last one. */
  readonly upTo: number | null;
  readonly tusd: Rate;
  readonly te: Rate;
}

/** A discount of a contract; several apply one on the remainder of the other. */
export interface Benefit {
  readonly kind: BenefitKind;
  /** As the bill names it. */
  readonly label: string;
  /** In ascending order; consumption beyond the last one has no discount. */
  readonly steps: readonly BenefitStep[];
  /** Share of the price of demand, overrun apart. */
  readonly demand: Rate;
  /** Hours of the day with the discount, also across midnight; null for all. */
  readonly hours: TimeWindow | null;
  /** A bill has it if its last day is not before the first, nor after the last. */
  readonly first: CivilDate;
  readonly last: CivilDate | null;
}

const flat = (tusd: string, te: string): readonly BenefitStep[] => [
  { upTo: null, tusd: parseRate(tusd), te: parseRate(te) },
];

/** Eight and a half hours from half past nine in the evening (Lei 10.438/2002, art. 25), unless agreed otherwise. */
const NIGHT: TimeWindow = { start: 1290, end: 360 };

const IRRIGATION = { steps: flat('0.6', '0.6'), hours: NIGHT };

/**
 * Usual discounts: social free up to 80 kWh (Lei 15.235/2025); irrigation 60 % of its hours in Group B, more by region and in
 * Group A; those of Decreto 7.891/2013 ended in 2023 (Decreto 9.642/2018).
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

/** The discounts of a bill by the last day of its cycle. */
export function benefitsOn(benefits: readonly Benefit[] | undefined, day: CivilDate): readonly Benefit[] {
  return (benefits ?? []).filter(({ first, last }) => first <= day && (last === null || day <= last));
}

/** The hours that have to be measured apart; one window serves all of a contract. */
export function benefitHours(benefits: readonly Benefit[] | undefined): TimeWindow | null {
  return benefits?.find(({ hours }) => hours !== null)?.hours ?? null;
}
