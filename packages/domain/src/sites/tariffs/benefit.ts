import type { CivilDate } from '../../base/time/civil-day.ts';
import { NOTHING, parseRate, type Rate } from '../../base/units/rate.ts';
import type { TimeWindow } from './tariff-rules.ts';

/**
 * Discounts on the tariff of who is entitled to them (REN ANEEL 1.000/2021; Lei 12.212/2010 for the social one, Lei
 * 10.438/2002, art. 25, for irrigation and aquaculture, Decreto 7.891/2013 for the others).
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
 * What a discount mostly is, to be changed: the social tariff is free up to 80 kWh (Lei 15.235/2025; before July 2025 65 % up to 30,
 * 40 % up to 100 and 10 % up to 220 kWh); irrigation in Group B has 60 % of its hours, 67 or 73 % by region, and in Group A ten
 * points more and up to 90 %; those of Decreto 7.891/2013 were taken away by fifths until 2023 (Decreto 9.642/2018), and what is left
 * of them stands in ANEEL's tables.
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
