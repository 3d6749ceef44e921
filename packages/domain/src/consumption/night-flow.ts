import type { CivilDate } from '../time/civil-day.ts';
import type { Millilitres } from '../units/volume.ts';
import type { HourConsumption } from './totals.ts';

/**
 * The hours of the night in which the quietest is looked for, by the local clock: the first included, the last not.
 * Leak practice looks between 2 and 4; a bakery draws water then, so the quietest of a longer night is taken.
 */
export const NIGHT_HOURS = { from: 0, to: 5 } as const;

/** Of a day, what its night is judged by. */
export interface DayOfFlow {
  readonly date: CivilDate;
  readonly hours: readonly Pick<HourConsumption, 'hour' | 'total' | 'presentQuarters'>[];
}

/** The quietest hour of a night. */
export interface NightFlow {
  readonly date: CivilDate;
  /** Millilitres an hour; null where no hour of the night was measured whole. */
  readonly flow: Millilitres | null;
  /** Whether it lies above what the meter's nights usually show. */
  readonly isAbove: boolean;
}

export interface Leak {
  /** First of the nights in a row that lie above. */
  readonly since: CivilDate;
  /** What flows beyond the usual, ml an hour: the median of those nights. */
  readonly flow: Millilitres;
  /** Lost from the first of those nights up to now, ml. */
  readonly lost: Millilitres;
}

export interface NightFlowReport {
  readonly nights: readonly NightFlow[];
  /** Usual flow of the quietest hour, ml an hour; null while fewer than five quiet nights are known. */
  readonly baseline: Millilitres | null;
  /** Null while there is none, or too little is known to tell. */
  readonly leak: Leak | null;
}

const QUARTERS_AN_HOUR = 4;
const HOURS_A_DAY = 24;
/** A baseline is the median of so many quiet nights. */
const BASELINE_NIGHTS = 14;
const FEWEST_NIGHTS = 5;
/** A night is above where its flow is beyond this many times the baseline, and by more than the floor. */
const ABOVE = 1.5;
/** 10 litres an hour: a dripping tap loses less, a toilet valve more. */
const FLOOR = 10_000;
/** One night may be a guest; two in a row are a leak. */
const NIGHTS_OF_A_LEAK = 2;

/**
 * Judges the nights of a water meter by their quietest hour (minimum night flow): above 1.5 times the median of the
 * last 14 quiet nights, and by more than 10 L/h, is too much; two such nights in a row, up to the newest measured
 * one, are a leak. Nights that lie above never become the usual. While no baseline is known, a flow that never rests
 * is taken against nothing: zero.
 *
 * @param days every day of a stretch, in order; the newest may be today, once its night is over
 * @param elapsedHours hours since the last midnight, for what was lost today
 */
export function judgeNights(days: readonly DayOfFlow[], elapsedHours: number): NightFlowReport {
  const quiet: number[] = [];
  const nights = days.map(({ date, hours }): NightFlow => {
    const flow = quietestHour(hours);
    const isAbove = flow !== null && isTooMuch(flow, usualOf(quiet));
    if (flow !== null && !isAbove) quiet.push(flow);
    return { date, flow, isAbove };
  });
  const usual = usualOf(quiet);
  const baseline = quiet.length < FEWEST_NIGHTS ? null : (usual as Millilitres);
  return { nights, baseline, leak: leakOf(nights, usual, elapsedHours) };
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

/** The least that flowed in one whole measured hour of the night. */
function quietestHour(hours: DayOfFlow['hours']): Millilitres | null {
  return hours
    .filter(({ hour }) => hour >= NIGHT_HOURS.from && hour < NIGHT_HOURS.to)
    .filter(({ presentQuarters }) => presentQuarters >= QUARTERS_AN_HOUR)
    .reduce<Millilitres | null>(
      (least, { total }) => (least === null || total < least ? (total as number as Millilitres) : least),
      null,
    );
}

/** The middle value, or the mean of the two middle ones. @param values at least one */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] as number;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] as number;
  return (lower + upper) / 2;
}
