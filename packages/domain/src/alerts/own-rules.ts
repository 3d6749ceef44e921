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

/** Instantaneous quantities: means of a quarter-hour, of the lowest or the highest phase. */
export const RULE_LEVELS = ['voltage-lowest', 'voltage-highest', 'current', 'temperature'] as const;
export type RuleLevel = (typeof RULE_LEVELS)[number];

/** Quantities of customers' rules. `water` is of water meters, all others are of electricity meters. */
export const RULE_QUANTITIES = [
  'energy',
  'injected',
  'reactive',
  'power-factor',
  'water',
  ...RULE_LEVELS,
] as const;
export type RuleQuantity = (typeof RULE_QUANTITIES)[number];

/** Whether it is measured at an instant, and read from frames instead of totals. */
export const isRuleLevel = (quantity: RuleQuantity): quantity is RuleLevel =>
  RULE_LEVELS.some((level) => level === quantity);

/** Over how long it is taken together: as a rate of a quarter-hour or an hour, or as the total of a civil day. */
export const RULE_SPANS = ['quarter', 'hour', 'day'] as const;
export type RuleSpan = (typeof RULE_SPANS)[number];

/** Tests of a rule: beyond a limit, so many percent off the usual value, or without data. */
export const RULE_TESTS = ['above', 'below', 'above-usual', 'below-usual', 'absence'] as const;
export type RuleTest = (typeof RULE_TESTS)[number];

export interface RuleTerms {
  readonly quantity: RuleQuantity;
  readonly span: RuleSpan;
  readonly test: RuleTest;
  /**
   * kW, kvar, L/h or a share of a rate, V, A or °C of a level, kWh, kvarh or m³ of a day; percent against the usual value; 0 of
   * an absence.
   */
  readonly limit: number;
  /** How far it must come back, in percent of the limit, before it is over. */
  readonly hysteresis: number;
  /** For how long it must hold. */
  readonly forMinutes: number;
  /** Days of the week on which it holds, 0 is Sunday, and minutes of their clock; null: always. */
  readonly hours: {
    readonly days: readonly number[];
    readonly from: number;
    readonly until: number;
  } | null;
}

export interface RuleSample {
  readonly start: Instant;
  readonly end: Instant;
  readonly value: number | null;
}

/** A stretch in which a rule holds. */
export interface RuleInterval {
  readonly since: Instant;
  /** Null where it holds to the end. */
  readonly until: Instant | null;
  /** The value that was furthest beyond its limit, when, and that limit; null of an absence. */
  readonly worst: { readonly value: number; readonly at: Instant; readonly limit: number } | null;
}

const PERCENT = 100;
const WEEK_DAYS = 7;
/** The usual value is the median of the same hours of this many weeks before, of which some must have data. */
export const USUAL_WEEKS = 4;
const MIN_WEEKS = 2;

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = sorted.length >> 1;
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
}

/** The same time of the local clock some days before. */
export function daysBefore(at: Instant, days: number, zone: Zone): Instant {
  const raw = instant(at - days * DAY_MS);
  return instant(raw + offsetMsAt(at, zone) - offsetMsAt(raw, zone));
}

/** Returns the usual value at the time of a sample; `null` with too few earlier weeks. */
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

/** Whether a rule looks at a time of the local clock; hours across midnight belong to the day on which they begin. */
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

/** The limit at the time of a sample; null where it is not known. */
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

/** Whether a sample is beyond the limit; `null` if unknown. */
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
 * The stretches in which a rule holds, in order. Missing data neither begin nor end one; before it is reported they restart its
 * duration. @param samples - ascending, without gaps; those before `from` only give the usual
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

/** A return within this time is the same alert. */
const RULE_RETURNS_MS = HOUR_MS;

/** The intervals as alerts: those with a short break are one. */
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

/** Frames are many: late ones within this time open, close and undo alerts of levels. */
const LEVEL_SEEN_MS = 6 * HOUR_MS;

/** The time within which late data open, close and undo alerts of a rule. */
export function ruleSeen({ span, quantity }: Pick<RuleTerms, 'span' | 'quantity'>): number {
  // The day that ended last, and the one before, also where it had 25 hours.
  if (span === 'day') return 3 * DAY_MS;
  return isRuleLevel(quantity) ? LEVEL_SEEN_MS : DAY_MS;
}

/** How far back a rule must be read to be looked at now. */
export function ruleLookback(terms: Pick<RuleTerms, 'span' | 'quantity' | 'forMinutes'>): number {
  return ruleSeen(terms) + terms.forMinutes * MINUTE_MS;
}
