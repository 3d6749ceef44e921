import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/time/zone.ts';
import type { StoryRules } from './stories.ts';

/**
 * What is told without anybody having asked for it, and `own`, what somebody did ask for. `silent`: nothing is heard of a
 * meter. `leak`: water that flows at night beyond the usual, or never rests. `demand-heading`: the running quarter-hour
 * heads above the contract. `demand-overrun`: a quarter-hour ended so far above it that the bill charges the excess.
 * `night-use`: more than usual while the establishment is closed. `cycle-budget` and `cycle-year`: the cycle heads above what was
 * planned, or is above last year's. `reactive`: the bill charges reactive excess. `voltage` and `phase`: the supply is
 * outside of PRODIST's limits, or a phase is missing or unbalanced. `generation`: panels gave less than such days give.
 * `clock`: the board's clock is wrong. `completeness`: much of yesterday is missing. `bill-wrong`: a bill that was entered
 * does not agree with what was measured. `contract-ends` and `credits-expire`: days to come that cost money if missed.
 */
export const ALERT_KINDS = [
  'silent',
  'leak',
  'night-use',
  'cycle-budget',
  'cycle-year',
  'demand-heading',
  'demand-overrun',
  'reactive',
  'power-factor',
  'voltage',
  'phase',
  'generation',
  'clock',
  'completeness',
  'bill-wrong',
  'contract-ends',
  'credits-expire',
  'own',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** How much an alert matters: `urgent` can be averted only now, `serious` costs money, `notable` is good to know. */
export const SEVERITIES = ['urgent', 'serious', 'notable'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** From what on a kind is told. */
interface Threshold {
  /** Null: it is told of no establishment that has not said it. */
  readonly value: number | null;
  readonly unit: '%' | 'R$' | 'ratio' | 'min' | 'days';
  /** Whether it is told above the value, or below it. */
  readonly tells: 'above' | 'below';
}

interface KindOfAlert {
  readonly severity: Severity;
  readonly stories: StoryRules;
  /** It tells of the whole establishment: shown to who may see every meter that measures it. */
  readonly isOfEstablishment: boolean;
  /** Null where the law, or a meter's own past, says it. */
  readonly threshold: Threshold | null;
  /** How often it is told again while it lasts and nobody takes care of it; null: once. */
  readonly repeatMs: number | null;
}

/** Above this share of the contract the utility charges the excess (REN ANEEL 1.000/2021, art. 301). */
export const OVERRUN_TOLERANCE = 1.05;

const AT_ONCE: StoryRules = { togetherMs: 0, returnsMs: 0, calmMs: 0 };
const BY_DAY: StoryRules = { togetherMs: 0, returnsMs: 36 * HOUR_MS, calmMs: 0 };

const ofMeter = { isOfEstablishment: false, threshold: null, repeatMs: null } as const;
const ofEstablishment = { isOfEstablishment: true, threshold: null, repeatMs: null } as const;

/** The stories of each kind: how far apart what belongs together may lie, and how much calm ends one. */
export const KINDS_OF_ALERT: Readonly<Record<AlertKind, KindOfAlert>> = {
  // A whole site goes silent within minutes; a router that comes and goes is one story.
  silent: {
    ...ofMeter,
    severity: 'notable',
    stories: { togetherMs: 15 * MINUTE_MS, returnsMs: HOUR_MS, calmMs: 0 },
    repeatMs: DAY_MS,
  },
  leak: {
    ...ofMeter,
    severity: 'serious',
    stories: { togetherMs: 0, returnsMs: 48 * HOUR_MS, calmMs: 0 },
    repeatMs: DAY_MS,
  },
  'night-use': {
    ...ofMeter,
    severity: 'serious',
    stories: BY_DAY,
    threshold: { value: 30, unit: '%', tells: 'above' },
  },
  'cycle-budget': {
    ...ofEstablishment,
    severity: 'serious',
    stories: BY_DAY,
    threshold: { value: null, unit: 'R$', tells: 'above' },
  },
  'cycle-year': {
    ...ofEstablishment,
    severity: 'notable',
    stories: BY_DAY,
    threshold: { value: 20, unit: '%', tells: 'above' },
  },
  // Load swings from quarter-hour to quarter-hour: half an hour of calm is an end.
  'demand-heading': {
    ...ofEstablishment,
    severity: 'urgent',
    stories: { togetherMs: 0, returnsMs: 30 * MINUTE_MS, calmMs: 15 * MINUTE_MS },
    threshold: { value: 100, unit: '%', tells: 'above' },
    repeatMs: 30 * MINUTE_MS,
  },
  'demand-overrun': {
    ...ofEstablishment,
    severity: 'serious',
    stories: { togetherMs: 0, returnsMs: 2 * HOUR_MS, calmMs: 0 },
  },
  reactive: {
    ...ofEstablishment,
    severity: 'serious',
    stories: BY_DAY,
    threshold: { value: 10, unit: 'R$', tells: 'above' },
  },
  'power-factor': {
    ...ofMeter,
    severity: 'notable',
    stories: BY_DAY,
    threshold: { value: 0.92, unit: 'ratio', tells: 'below' },
  },
  // Tension sags come and go: an hour of supply within the limits is an end.
  voltage: {
    ...ofMeter,
    severity: 'notable',
    stories: { togetherMs: 15 * MINUTE_MS, returnsMs: 2 * HOUR_MS, calmMs: 30 * MINUTE_MS },
    threshold: { value: 20, unit: 'min', tells: 'above' },
    repeatMs: DAY_MS,
  },
  phase: {
    ...ofMeter,
    severity: 'serious',
    stories: { togetherMs: 15 * MINUTE_MS, returnsMs: HOUR_MS, calmMs: 30 * MINUTE_MS },
    threshold: { value: 3, unit: '%', tells: 'above' },
    repeatMs: 4 * HOUR_MS,
  },
  generation: {
    ...ofMeter,
    severity: 'serious',
    stories: BY_DAY,
    threshold: { value: 60, unit: '%', tells: 'below' },
  },
  clock: {
    ...ofMeter,
    severity: 'notable',
    stories: { togetherMs: 15 * MINUTE_MS, returnsMs: DAY_MS, calmMs: 15 * MINUTE_MS },
    threshold: { value: 5, unit: 'min', tells: 'above' },
  },
  completeness: {
    ...ofMeter,
    severity: 'notable',
    stories: { ...BY_DAY, togetherMs: HOUR_MS },
    threshold: { value: 90, unit: '%', tells: 'below' },
  },
  'bill-wrong': {
    ...ofEstablishment,
    severity: 'serious',
    stories: AT_ONCE,
    threshold: { value: 10, unit: 'R$', tells: 'above' },
  },
  'contract-ends': {
    ...ofEstablishment,
    severity: 'notable',
    stories: AT_ONCE,
    threshold: { value: 90, unit: 'days', tells: 'below' },
    repeatMs: 30 * DAY_MS,
  },
  'credits-expire': {
    ...ofEstablishment,
    severity: 'serious',
    stories: AT_ONCE,
    threshold: { value: 90, unit: 'days', tells: 'below' },
    repeatMs: 30 * DAY_MS,
  },
  own: {
    ...ofEstablishment,
    severity: 'notable',
    stories: { togetherMs: 0, returnsMs: HOUR_MS, calmMs: 0 },
    repeatMs: DAY_MS,
  },
};

/** How many people found alerts of one rule at one establishment helpful, and how many did not. */
export interface Opinions {
  readonly helpful: number;
  readonly unhelpful: number;
}

const MAX_STEPS = 5;
const STEP = 0.1;

/**
 * How far opinions move a threshold away from what is told: a tenth for each 'não útil' that no 'útil' answers, half of it at
 * most; 1 where they move nothing.
 */
export function taughtBy({ helpful, unhelpful }: Opinions): number {
  return 1 + STEP * Math.min(MAX_STEPS, Math.max(0, unhelpful - helpful));
}

/** The value from which on a rule tells, as opinions have taught it; null: it tells nothing. */
export function taughtThreshold(
  threshold: Threshold,
  chosen: number | null,
  opinions: Opinions,
): number | null {
  const value = chosen ?? threshold.value;
  if (value === null) return null;
  return threshold.tells === 'above' ? value * taughtBy(opinions) : value / taughtBy(opinions);
}
