import type { CivilDate } from '../../base/time/civil-day.ts';
import type { Millilitres } from '../../base/units/volume.ts';
import type { HourConsumption } from '../../telemetry/intervals/totals.ts';

export interface DayOfFlow {
  readonly date: CivilDate;
  readonly hours: readonly Pick<HourConsumption, 'hour' | 'total' | 'presentQuarters'>[];
}

/** The hours with as many quarter-hours as the meter usually fills: four of a board, one of a counter read once an hour. */
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

/** Hours of the night, [from, to), that are searched. Practice is 2 to 4; a bakery draws water then, so the night is longer. */
export const NIGHT_HOURS = { from: 0, to: 5 } as const;

interface NightFlow {
  readonly date: CivilDate;
  /** Millilitres an hour; null where no hour of the night was measured whole. */
  readonly flow: Millilitres | null;
  /** Whether it lies above the usual nights of the meter. */
  readonly isAbove: boolean;
}

export interface Leak {
  /** First of the nights in a row that lie above. */
  readonly since: CivilDate;
  /** Flow beyond the usual, ml an hour: the median of those nights. */
  readonly flow: Millilitres;
  /** Lost from the first of those nights up to now, ml. */
  readonly lost: Millilitres;
}

/** Verdicts on a leak: mended, or intended flow. */
export const LEAK_VERDICTS = ['resolved', 'notALeak'] as const;

/** A person's verdict on the nights up to a day. */
export interface LeakVerdict {
  readonly verdict: (typeof LEAK_VERDICTS)[number];
  /** The day on which it was said: its night lay before. */
  readonly on: CivilDate;
  /** Flow of the night that is no leak, ml an hour; 0 of a leak that was mended. */
  readonly accepted: Millilitres;
}

interface NightFlowReport {
  readonly nights: readonly NightFlow[];
  /** Usual flow of the quietest hour, ml an hour; null while fewer than five quiet nights are known. */
  readonly baseline: Millilitres | null;
  /** Null without a leak, or with too little data. */
  readonly leak: Leak | null;
  /** Where nothing lies above the usual: water that has not stopped in any hour for two days or more. */
  readonly continuous: Leak | null;
}

const HOURS_A_DAY = 24;
/** A baseline is the median of so many quiet nights. */
const BASELINE_NIGHTS = 14;
const MIN_NIGHTS = 5;
/** A night is above where its flow is beyond this many times the baseline, and by more than the floor. */
const ABOVE = 1.5;
/** 10 litres an hour: a dripping tap loses less, a toilet valve more. */
const FLOOR = 10_000;
/** One night may be a guest; two in a row are a leak. */
const NIGHTS_OF_A_LEAK = 2;
/** So many hours in a row without one in which nothing flowed are a continuous flow. */
const HOURS_WITHOUT_REST = 48;

/**
 * Judges nights by their quietest hour: two in a row above 1.5 times the median of 14 quiet nights, and 10 L/h, are a leak.
 * Nights above never become usual. A flow that never stops is reported beside it. After a verdict only later nights count.
 * @param days in order, without gaps; the newest may be today once its night is over @param elapsedHours since midnight
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
  const leak = leakOf(judgedAgain(nights, verdict), usual, elapsedHours);
  return {
    nights,
    baseline,
    leak,
    continuous: leak === null ? restless(measured, nights, elapsedHours, verdict) : null,
  };
}

/** The flow of a night that a verdict accepts. */
function acceptedOn(date: CivilDate, verdict: LeakVerdict | null): number {
  return verdict !== null && date > verdict.on ? verdict.accepted : 0;
}

/** The nights after the verdict: those before it were answered by it. */
function judgedAgain<T extends { readonly date: CivilDate }>(
  days: readonly T[],
  verdict: LeakVerdict | null,
): readonly T[] {
  return verdict === null ? days : days.filter(({ date }) => date > verdict.on);
}

/** Hours since the last one without flow, as far as they are known; the loss is the night flow, all day. */
function restless(
  days: readonly DayOfFlow[],
  nights: readonly NightFlow[],
  elapsedHours: number,
  verdict: LeakVerdict | null,
): Leak | null {
  const everyHour = days.flatMap(({ date, hours: ofDay }, day) =>
    ofDay.map(({ hour, total }) => ({ date, total, at: day * HOURS_A_DAY + hour })),
  );
  const hours = judgedAgain(everyHour, verdict);
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

/** Of the quiet nights so far; nothing where none is known. */
function usualOf(quiet: readonly number[]): number {
  return quiet.length === 0 ? 0 : medianOf(quiet.slice(-BASELINE_NIGHTS));
}

function isTooMuch(flow: number, usual: number): boolean {
  return flow > usual * ABOVE && flow - usual > FLOOR;
}

/** Nights that were not measured neither prove nor end a leak. */
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

/** The least that flowed in one hour of the night, of those measured whole. */
function quietestHour(hours: DayOfFlow['hours']): Millilitres | null {
  return hours
    .filter(({ hour }) => hour >= NIGHT_HOURS.from && hour < NIGHT_HOURS.to)
    .reduce<Millilitres | null>(
      (min, { total }) => (min === null || total < min ? (total as number as Millilitres) : min),
      null,
    );
}
