import type { CivilDate } from '../../base/time/civil-day.ts';
import type { Millilitres } from '../../base/units/volume.ts';
import type { HourConsumption } from '../../telemetry/intervals/totals.ts';

/** Volumes of a day by hour, ml. */
export interface DayOfFlow {
  readonly date: CivilDate;
  readonly hours: readonly Pick<HourConsumption, 'hour' | 'total' | 'presentQuarters'>[];
}

/**
 * Keeps the complete hours: those with as many quarter-hours as the meter usually has in an hour, four for a board, one for a
 * counter read hourly.
 */
function completeHours(days: readonly DayOfFlow[]): DayOfFlow[] {
  const filled = days.flatMap(({ hours }) =>
    hours.flatMap(({ presentQuarters }) => (presentQuarters > 0 ? [presentQuarters] : [])),
  );
  const usual = filled.length === 0 ? 0 : medianOf(filled);
  return days.map(({ date, hours }) => ({
    date,
    hours: hours.filter(({ presentQuarters }) => presentQuarters > 0 && presentQuarters >= usual),
  }));
}

/** The middle value, or the mean of the two middle ones. @param values at least one */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] as number;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] as number;
  return (lower + upper) / 2;
}

/**
 * Hours of the night, [from, to), in which the lowest flow is searched. Utilities use 2 to 4; a bakery draws water then, so the
 * night is longer here.
 */
export const NIGHT_HOURS = { from: 0, to: 5 } as const;

interface NightFlow {
  readonly date: CivilDate;
  /** Lowest flow of the night, ml an hour; null if no hour of the night was completely measured. */
  readonly flow: Millilitres | null;
  /** Whether the flow is above that of the meter's usual nights. */
  readonly isAbove: boolean;
}

/** A leak, or a flow that never stops. */
export interface Leak {
  /** First of the consecutive nights above the usual flow; for a continuous flow, the day on which it began. */
  readonly since: CivilDate;
  /** Median flow of those nights, ml an hour: less the usual flow for a leak, the whole flow if it is continuous. */
  readonly flow: Millilitres;
  /** Volume lost since then, ml. */
  readonly lost: Millilitres;
}

/** A person's verdicts on a leak: it was repaired, or the flow is intended. */
export const LEAK_VERDICTS = ['resolved', 'notALeak'] as const;

/** A person's verdict on the nights up to the day of the verdict. */
export interface LeakVerdict {
  readonly verdict: (typeof LEAK_VERDICTS)[number];
  /** Day of the verdict. The night of this day is covered too. */
  readonly on: CivilDate;
  /** Night flow that is accepted as intended, ml an hour; 0 for a repaired leak. */
  readonly accepted: Millilitres;
}

interface NightFlowReport {
  readonly nights: readonly NightFlow[];
  /** Usual flow of the quietest hour, ml an hour; null with fewer than five quiet nights. */
  readonly baseline: Millilitres | null;
  /** Null if there is no leak, or too little data. */
  readonly leak: Leak | null;
  /** Water that has flowed in every measured hour for two days or more, although no leak is detected; null otherwise. */
  readonly continuous: Leak | null;
}

const HOURS_A_DAY = 24;
/** The baseline is the median of at most this many quiet nights, the newest ones. */
const BASELINE_NIGHTS = 14;
const MIN_NIGHTS = 5;
/** A night is above the usual flow if it exceeds the baseline by this factor, and by more than `FLOOR`. */
const ABOVE = 1.5;
/** ml an hour (10 L): a dripping tap loses less, a leaking toilet valve more. */
const FLOOR = 10_000;
/** One night above may have an ordinary cause, such as a guest; two consecutive nights are a leak. */
const NIGHTS_OF_A_LEAK = 2;
/** This many consecutive hours with flow are a continuous flow. */
const HOURS_WITHOUT_REST = 48;

/**
 * Detects leaks by the quietest hour of each night. Two consecutive nights above 1.5 times the median of 14 quiet nights, and
 * more than 10 L/h above it, are a leak; such nights never enter the median. A flow that never stops is reported separately.
 * After a verdict only later nights count.
 * @param days - in order, without gaps; the newest may be today, if its night is over @param elapsedHours - of the newest
 * day, since midnight
 */
export function judgeNights(
  days: readonly DayOfFlow[],
  elapsedHours: number,
  verdict: LeakVerdict | null = null,
): NightFlowReport {
  const quiet: number[] = [];
  const measured = completeHours(days);
  const nights = measured.map(({ date, hours }): NightFlow => {
    const flow = quietestHour(hours);
    const isAbove = flow !== null && isTooMuch(flow, Math.max(usualOf(quiet), acceptedOn(date, verdict)));
    if (flow !== null && !isAbove) quiet.push(flow);
    return { date, flow, isAbove };
  });
  const usual = Math.max(usualOf(quiet), verdict?.accepted ?? 0);
  const baseline = quiet.length < MIN_NIGHTS ? null : (usualOf(quiet) as Millilitres);
  const leak = leakOf(afterVerdict(nights, verdict), usual, elapsedHours);
  return {
    nights,
    baseline,
    leak,
    continuous: leak === null ? continuousFlow(measured, nights, elapsedHours, verdict) : null,
  };
}

/** The flow that a verdict accepts in a night; 0 without a verdict, and for nights that it covers. */
function acceptedOn(date: CivilDate, verdict: LeakVerdict | null): number {
  return verdict !== null && date > verdict.on ? verdict.accepted : 0;
}

/** The nights after the day of the verdict. */
function afterVerdict<T extends { readonly date: CivilDate }>(
  days: readonly T[],
  verdict: LeakVerdict | null,
): readonly T[] {
  return verdict === null ? days : days.filter(({ date }) => date > verdict.on);
}

/** Detects a continuous flow since the last hour without flow. The loss is estimated as the night flow in every hour. */
function continuousFlow(
  days: readonly DayOfFlow[],
  nights: readonly NightFlow[],
  elapsedHours: number,
  verdict: LeakVerdict | null,
): Leak | null {
  const everyHour = days.flatMap(({ date, hours: ofDay }, day) =>
    ofDay.map(({ hour, total }) => ({ date, total, at: day * HOURS_A_DAY + hour })),
  );
  const hours = afterVerdict(everyHour, verdict);
  const since = hours.slice(hours.findLastIndex(({ total }) => total === 0) + 1);
  const [first] = since;
  if (first === undefined || since.length < HOURS_WITHOUT_REST) return null;
  const flows = nights.flatMap(({ date, flow }) => (flow !== null && date > first.date ? [flow] : []));
  if (flows.length < NIGHTS_OF_A_LEAK) return null;
  const flow = medianOf(flows);
  const accepted = verdict?.accepted ?? 0;
  if (accepted > 0 && !isTooMuch(flow, accepted)) return null;
  const elapsed = (days.length - 1) * HOURS_A_DAY + elapsedHours - first.at;
  return {
    since: first.date,
    flow: Math.round(flow) as Millilitres,
    lost: Math.round(flow * elapsed) as Millilitres,
  };
}

/** Median flow of the newest quiet nights; 0 without quiet nights. */
function usualOf(quiet: readonly number[]): number {
  return quiet.length === 0 ? 0 : medianOf(quiet.slice(-BASELINE_NIGHTS));
}

function isTooMuch(flow: number, usual: number): boolean {
  return flow > usual * ABOVE && flow - usual > FLOOR;
}

/** Detects a leak in the newest nights. Nights without data neither prove nor end a leak. */
function leakOf(nights: readonly NightFlow[], usual: number, elapsedHours: number): Leak | null {
  const lastQuiet = nights.findLastIndex(({ flow, isAbove }) => flow !== null && !isAbove);
  const sinceThen = nights.slice(lastQuiet + 1);
  const flows = sinceThen.flatMap(({ flow }) => (flow === null ? [] : [flow]));
  const first = sinceThen.findIndex(({ isAbove }) => isAbove);
  if (flows.length < NIGHTS_OF_A_LEAK) return null;
  const { date: since } = sinceThen[first] as NightFlow;
  const flow = medianOf(flows) - usual;
  const hours = (sinceThen.length - 1 - first) * HOURS_A_DAY + elapsedHours;
  return { since, flow: Math.round(flow) as Millilitres, lost: Math.round(flow * hours) as Millilitres };
}

/** Lowest flow of one completely measured hour of the night, ml. */
function quietestHour(hours: DayOfFlow['hours']): Millilitres | null {
  return hours
    .filter(({ hour }) => hour >= NIGHT_HOURS.from && hour < NIGHT_HOURS.to)
    .reduce<Millilitres | null>(
      (min, { total }) => (min === null || total < min ? (total as number as Millilitres) : min),
      null,
    );
}
