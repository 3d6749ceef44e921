import { civilDateAt, clockMsAt, type Weekday, weekdayOf } from '../base/time/civil-day.ts';
import {
  DAY_MS,
  HOUR_MS,
  type Instant,
  instant,
  MINUTE_MS,
  offsetMsAt,
  type Zone,
} from '../base/time/zone.ts';

/** Instantaneous quantities, as means of a quarter-hour; voltage is that of the lowest or of the highest phase. */
export const RULE_LEVELS = ['voltage-lowest', 'voltage-highest', 'current', 'temperature'] as const;
export type RuleLevel = (typeof RULE_LEVELS)[number];

/** Quantities of customers' rules. Water meters have `water`; electricity meters have all others. */
export const RULE_QUANTITIES = [
  'energy',
  'injected',
  'reactive',
  'power-factor',
  'water',
  ...RULE_LEVELS,
] as const;
export type RuleQuantity = (typeof RULE_QUANTITIES)[number];

/** Whether a quantity is instantaneous, and therefore read from frames and not from totals. */
export const isRuleLevel = (quantity: RuleQuantity): quantity is RuleLevel =>
  RULE_LEVELS.some((level) => level === quantity);

/** The duration of a sample: the mean rate of a quarter-hour or an hour, or the total of a civil day. */
export const RULE_SPANS = ['quarter', 'hour', 'day'] as const;
export type RuleSpan = (typeof RULE_SPANS)[number];

/** Conditions of a rule: above or below a limit, a percentage above or below the usual value, or without data. */
export const RULE_TESTS = ['above', 'below', 'above-usual', 'below-usual', 'absence'] as const;
export type RuleTest = (typeof RULE_TESTS)[number];

/** Terms of an alert rule that a customer defines. */
export interface RuleTerms {
  readonly quantity: RuleQuantity;
  readonly span: RuleSpan;
  readonly test: RuleTest;
  /**
   * Its unit follows the quantity and the span: kW, kvar, L/h or a power factor for rates; V, A or °C for instantaneous
   * quantities; kWh, kvarh or m³ for days; percent for `above-usual` and `below-usual`; 0 for `absence`.
   */
  readonly limit: number;
  /** How far the value must return within the limit before the condition ends, in percent of the limit. */
  readonly hysteresis: number;
  /** How long the condition must be met before it is reported. */
  readonly forMinutes: number;
  /** Weekdays on which the rule applies, 0 is Sunday, and minutes of the local day [from, until); null: always. */
  readonly hours: {
    readonly days: readonly number[];
    readonly from: number;
    readonly until: number;
  } | null;
}

/** The value of a rule's quantity in [start, end); null if too little was measured. */
export interface RuleSample {
  readonly start: Instant;
  readonly end: Instant;
  readonly value: number | null;
}

/** An interval in which the condition of a rule is met. */
export interface RuleInterval {
  readonly since: Instant;
  /** Null if the condition is still met at the end of the data. */
  readonly until: Instant | null;
  /** The value furthest beyond its limit, its instant, and the limit at that instant; null for an `absence`. */
  readonly worst: { readonly value: number; readonly at: Instant; readonly limit: number } | null;
}

const PERCENT = 100;
const WEEK_DAYS = 7;
/** The usual value is the median of the same time of the week in this many earlier weeks; at least `MIN_WEEKS` must have data. */
export const USUAL_WEEKS = 4;
const MIN_WEEKS = 2;

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = sorted.length >> 1;
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
}

/** The instant some days earlier at which the local clock shows the same time. */
export function daysBefore(at: Instant, days: number, zone: Zone): Instant {
  const raw = instant(at - days * DAY_MS);
  return instant(raw + offsetMsAt(at, zone) - offsetMsAt(raw, zone));
}

/** Returns a function that finds the usual value at the start of a sample; `null` if too few earlier weeks have data. */
function usualBy(samples: readonly RuleSample[], zone: Zone): (start: Instant) => number | null {
  const valueByStart = new Map<number, number>();
  for (const { start, value } of samples) if (value !== null) valueByStart.set(start, value);
  return (start) => {
    const before: number[] = [];
    for (let week = 1; week <= USUAL_WEEKS; week++) {
      const value = valueByStart.get(daysBefore(start, week * WEEK_DAYS, zone));
      if (value !== undefined) before.push(value);
    }
    return before.length < MIN_WEEKS ? null : middleOf(before);
  };
}

/** Whether a rule applies at an instant; hours across midnight belong to the weekday on which they begin. */
function looksAt({ hours }: RuleTerms, at: Instant, zone: Zone): boolean {
  if (hours === null) return true;
  const minute = Math.floor(clockMsAt(at, zone) / MINUTE_MS);
  const today = weekdayOf(civilDateAt(at, zone));
  const on = (day: number) => hours.days.includes(day);
  if (hours.from < hours.until) return on(today) && minute >= hours.from && minute < hours.until;
  const yesterday = ((today + WEEK_DAYS - 1) % WEEK_DAYS) as Weekday;
  return (on(today) && minute >= hours.from) || (on(yesterday) && minute < hours.until);
}

const isUpper = (test: RuleTest): boolean => test === 'above' || test === 'above-usual';

/** Returns a function that finds the limit of a sample; null if its usual value is unknown. */
function limitBy(
  terms: RuleTerms,
  samples: readonly RuleSample[],
  zone: Zone,
): (sample: RuleSample) => number | null {
  const { test, limit } = terms;
  if (test === 'above' || test === 'below' || test === 'absence') return () => limit;
  const usual = usualBy(samples, zone);
  const factor = 1 + (test === 'above-usual' ? limit : -limit) / PERCENT;
  return ({ start }) => {
    const usualValue = usual(start);
    return usualValue === null ? null : usualValue * factor;
  };
}

interface Following {
  since: Instant | null;
  until: Instant;
  isNotified: boolean;
  worst: RuleInterval['worst'];
}

const EMPTY: Following = { since: null, until: instant(0), isNotified: false, worst: null };

function isBeyond(
  { test, hysteresis }: RuleTerms,
  value: number,
  limit: number,
  isNotified: boolean,
): boolean {
  const slack = isNotified ? Math.abs(limit) * (hysteresis / PERCENT) : 0;
  return isUpper(test) ? value > limit - slack : value < limit + slack;
}

/** Whether a sample meets the condition; `null` (except for `absence`) if the sample or its limit is unknown. */
function holdsAt(
  terms: RuleTerms,
  { value }: RuleSample,
  limit: number | null,
  isNotified: boolean,
): boolean | null {
  if (terms.test === 'absence') return value === null;
  if (value === null || limit === null) return null;
  return isBeyond(terms, value, limit, isNotified);
}

function worse(
  test: RuleTest,
  before: RuleInterval['worst'],
  { start, value }: RuleSample,
  limit: number | null,
): RuleInterval['worst'] {
  if (value === null || limit === null || test === 'absence') return before;
  if (before !== null && (isUpper(test) ? value <= before.value : value >= before.value)) return before;
  return { value, at: start, limit };
}

/**
 * The intervals in which a rule's condition is met, in order. Missing data neither begin nor end a reported interval; before
 * that, missing data restart `forMinutes`. For `absence`, missing data are the condition.
 * @param samples - ascending, without gaps; samples before `from` serve the usual value only
 */
export function ruleIntervals(
  terms: RuleTerms,
  samples: readonly RuleSample[],
  { from, zone }: { readonly from: Instant; readonly zone: Zone },
): readonly RuleInterval[] {
  const limitOf = limitBy(terms, samples, zone);
  const timeIntervals: RuleInterval[] = [];
  let now: Following = { ...EMPTY };
  const end = (until: Instant | null): void => {
    if (now.isNotified && now.since !== null)
      timeIntervals.push({ since: now.since, until, worst: now.worst });
    now = { ...EMPTY };
  };
  for (const sample of samples) {
    if (sample.start < from) continue;
    if (!looksAt(terms, sample.start, zone)) {
      end(now.until);
      continue;
    }
    const limit = limitOf(sample);
    const holds = holdsAt(terms, sample, limit, now.isNotified);
    if (holds === null) {
      if (!now.isNotified) now = { ...EMPTY };
    } else if (holds) {
      const since = now.since ?? sample.start;
      const isNotified = now.isNotified || sample.end - since >= terms.forMinutes * MINUTE_MS;
      now = {
        since,
        until: sample.end,
        isNotified,
        worst: worse(terms.test, now.worst, sample, limit),
      };
    } else end(now.until);
  }
  end(null);
  return timeIntervals;
}

/** A condition that is met again within this time belongs to the same alert. */
const RULE_RETURNS_MS = HOUR_MS;

/** Merges intervals into alerts: intervals at most an hour apart are one alert. */
export function reportedIntervals(
  timeIntervals: readonly RuleInterval[],
  test: RuleTest,
): readonly RuleInterval[] {
  const merged: RuleInterval[] = [];
  for (const interval of timeIntervals) {
    const last = merged.at(-1);
    if (!last || last.until === null || interval.since - last.until > RULE_RETURNS_MS) merged.push(interval);
    else {
      const [one, other] = [last.worst, interval.worst];
      const isFirst =
        other === null ||
        (one !== null && (isUpper(test) ? one.value >= other.value : one.value <= other.value));
      merged[merged.length - 1] = { since: last.since, until: interval.until, worst: isFirst ? one : other };
    }
  }
  return merged;
}

/** Rules on frames are evaluated over a shorter time, because frames are numerous. */
const LEVEL_SEEN_MS = 6 * HOUR_MS;

/** How far back each run evaluates a rule, ms. Late data within this time open, close or undo alerts. */
export function ruleSeen({ span, quantity }: Pick<RuleTerms, 'span' | 'quantity'>): number {
  // Covers the last two complete days, even if one has 25 hours.
  if (span === 'day') return 3 * DAY_MS;
  return isRuleLevel(quantity) ? LEVEL_SEEN_MS : DAY_MS;
}

/** How far back data must be read to evaluate a rule now, ms; usual values need the earlier weeks too. */
export function ruleLookback(terms: Pick<RuleTerms, 'span' | 'quantity' | 'forMinutes'>): number {
  return ruleSeen(terms) + terms.forMinutes * MINUTE_MS;
}
