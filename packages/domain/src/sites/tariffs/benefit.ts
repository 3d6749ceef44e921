import type { CivilDate } from '../../base/time/civil-day.ts';
import { NOTHING, parseRate, type Rate } from '../../base/units/rate.ts';
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

/** What is let off of the kWh of a cycle up to a limit, beyond those of the step before: only the kWh of the step itself. */
export interface BenefitStep {
  /** kWh a cycle, included; null for the last one. */
  readonly upTo: number | null;
  readonly tusd: Rate;
  readonly te: Rate;
}

/** A discount of a contract; several are given one on what the other has left. */
export interface Benefit {
  readonly kind: BenefitKind;
  /** As the bill names it. */
  readonly label: string;
  /** In ascending order; what is beyond the last one is let off nothing. */
  readonly steps: readonly BenefitStep[];
  /** Share of the price of demand, overrun apart. */
  readonly demand: Rate;
  /** Hours of the day whose kWh it is given on, also across midnight; null for all. */
  readonly hours: TimeWindow | null;
  /** A bill has it whose last day is not before the first, nor after the last. */
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
      { upTo: null, tusd: NOTHING, te: NOTHING },
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

/** The benefits of a bill whose cycle ends on a day. */
export function benefitsOn(benefits: readonly Benefit[] | undefined, day: CivilDate): readonly Benefit[] {
  return (benefits ?? []).filter(({ first, last }) => first <= day && (last === null || day <= last));
}

/** The hours that have to be measured apart; one window serves all of a contract. */
export function benefitHours(benefits: readonly Benefit[] | undefined): TimeWindow | null {
  return benefits?.find(({ hours }) => hours !== null)?.hours ?? null;
}
