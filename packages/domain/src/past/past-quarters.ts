import { mostPhaseEnergy, mostVolume } from '../metering/plausibility.ts';
import { rulesOf } from '../metering/register-limits.ts';
import { type Level, type RegisterPoint, type RegisterStep, stepsOf } from '../metering/registers.ts';
import { type Instant, MINUTE_MS } from '../time/zone.ts';
import type { FileReading, PastQuantity } from './file-reading.ts';
import { emptySums, type PastSums } from './past-totals.ts';
import { parseRowValue } from './row-number.ts';
import { parseRowTime, whenShownAgain } from './row-time.ts';
import { spread } from './spread.ts';

/** Why a row is not taken. */
export const ROW_REFUSALS = [
  'cells',
  'time',
  'number',
  'negative',
  'implausible',
  'repeated',
  'future',
] as const;
export type RowRefusal = (typeof ROW_REFUSALS)[number];

/** What can have passed through the meter of a file. */
export interface PastLimits {
  readonly phases: 1 | 3;
  /** The installation's own limit a phase, W; null when it states none. */
  readonly ratedPhaseWatts: number | null;
}

/** A kind of step of a counter that asks to be looked at, and how often it came. */
interface PastVerdict {
  readonly verdict: string;
  readonly steps: number;
}

export interface PastQuarters {
  /** By start. */
  readonly quarters: ReadonlyMap<number, PastSums>;
  readonly verdicts: readonly PastVerdict[];
  /** Of the rows taken; null when there are none. */
  readonly first: Instant | null;
  readonly last: Instant | null;
}

interface PastReader {
  /** @returns why the row is not taken; null when it is, or when it is of another meter. */
  add(cells: readonly string[]): RowRefusal | null;
  /** Rows of this meter so far. */
  rows(): number;
  finish(): PastQuarters;
}

/** What a counter gained is of the time before, but not of more than this: then it was not heard of. */
const HEARD_WITHIN_MS = 90 * MINUTE_MS;
/** Points of a counter that are judged at once. */
const POINTS_AT_ONCE = 5_000;

type Give = (quantity: PastQuantity, from: number, to: number, amount: number) => void;

/**
 * Adds the rows of a file up to quarter-hours, by the way it is read. Rows may come in any order. Of increments one
 * that cannot have flowed in its interval is refused; values of a counter are judged by their steps.
 *
 * @param limits - those of messages of its meter
 * @param now - what comes later has not been measured
 */
export function createPastReader(reading: FileReading, limits: PastLimits, now: Instant): PastReader {
  const columns = reading.values.map(({ column }) => column);
  const needed = Math.max(
    reading.timeColumn,
    reading.clockColumn ?? 0,
    reading.only?.column ?? 0,
    ...columns,
  );
  const seen = new Set<number>();
  const points = reading.values.map((): number[] => []);
  const quarters = new Map<number, PastSums>();
  let rows = 0;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

  const give: Give = (quantity, from, to, amount) =>
    spread(from, to, amount, (start, part) => {
      const sums = quarters.get(start) ?? emptySums();
      sums[quantity] += part;
      quarters.set(start, sums);
    });
  const length = reading.intervalMinutes * MINUTE_MS;
  const mostOf = mostBy(limits, length);
  const take = (at: Instant, values: readonly number[]): void => {
    const from = reading.instant === 'end' ? at - length : at;
    for (const [index, { quantity }] of reading.values.entries()) {
      if (reading.isCounter) (points[index] as number[]).push(at, values[index] as number);
      else give(quantity, from, from + length, values[index] as number);
    }
  };
  /** The second row of an hour that came twice is of the second; a counter needs neither, its next value has both. */
  const timeOf = (text: string): Instant | null => {
    const at = parseRowTime(text, reading);
    const isAgain = at !== null && !reading.isCounter && seen.has(at);
    return isAgain ? (whenShownAgain(at, text, reading) ?? at) : at;
  };
  const judge = (at: Instant, values: readonly number[]): RowRefusal | null => {
    if (values.some((value) => value < 0)) return 'negative';
    const canBe = reading.values.every(({ quantity }, index) => Number(values[index]) <= mostOf(quantity));
    if (!reading.isCounter && !canBe) return 'implausible';
    if (at > now) return 'future';
    return seen.has(at) ? 'repeated' : null;
  };

  return {
    rows: () => rows,
    add(cells) {
      const { only } = reading;
      if (only !== null && cells[only.column] !== only.text) return null;
      rows++;
      if (cells.length <= needed) return 'cells';
      const at = timeOf(timeText(cells, reading));
      if (at === null) return 'time';
      const values = reading.values.map(({ column, unit }) =>
        parseRowValue(String(cells[column]), reading.decimal, unit),
      );
      if (!areRead(values)) return 'number';
      const refusal = judge(at, values);
      if (refusal !== null) return refusal;
      seen.add(at);
      [first, last] = [Math.min(first, at), Math.max(last, at)];
      take(at, values);
      return null;
    },
    finish() {
      const found = new Map<string, number>();
      if (reading.isCounter)
        for (const [index, { quantity }] of reading.values.entries())
          giveSteps(points[index] as number[], quantity, give, found);
      const verdicts = [...found].map(([verdict, steps]) => ({ verdict, steps }));
      const isAny = seen.size > 0;
      return {
        quarters,
        verdicts,
        first: isAny ? (first as Instant) : null,
        last: isAny ? (last as Instant) : null,
      };
    },
  };
}

/** The most that an interval of so long can bring, in thousandths. */
function mostBy(
  { phases, ratedPhaseWatts }: PastLimits,
  lengthMs: number,
): (quantity: PastQuantity) => number {
  const [energy, volume] = [phases * mostPhaseEnergy(ratedPhaseWatts, lengthMs), mostVolume(lengthMs)];
  return (quantity) => (quantity === 'volume' ? volume : energy);
}

function areRead(values: (number | null)[]): values is number[] {
  return values.every((value) => value !== null);
}

function timeText(cells: readonly string[], { timeColumn, clockColumn }: FileReading): string {
  const text = String(cells[timeColumn]);
  return clockColumn === null ? text : `${text} ${cells[clockColumn]}`;
}

/** The steps of a counter as its own boards' are judged, a part after the other, and what each adds. */
function giveSteps(
  flat: readonly number[],
  quantity: PastQuantity,
  give: Give,
  found: Map<string, number>,
): void {
  const rules = rulesOf(quantity === 'volume' ? 'volume' : 'consumedA', { width: null, mostPerHour: null });
  const points: RegisterPoint[] = [];
  for (let index = 0; index < flat.length; index += 2)
    points.push({ at: flat[index] as Instant, raw: flat[index + 1] as number, chosen: null });
  points.sort((a, b) => a.at - b.at);
  let base: Level | null = null;
  let before: Instant | null = null;
  const credit = ({ at, increment, verdict }: RegisterStep): void => {
    if (verdict !== 'first' && verdict !== 'normal') found.set(verdict, (found.get(verdict) ?? 0) + 1);
    if (before !== null && before < at) give(quantity, Math.max(before, at - HEARD_WITHIN_MS), at, increment);
    before = at;
  };
  for (let from = 0; from < points.length; ) {
    const until = from + POINTS_AT_ONCE;
    const steps: readonly RegisterStep[] = stepsOf(points.slice(from, until), rules, base);
    const settled = steps.findLastIndex(({ isSettled }) => isSettled);
    const isWhole = until >= points.length || settled < 0;
    const judged = isWhole ? steps : steps.slice(0, settled + 1);
    for (const step of judged) credit(step);
    base = steps[settled] ?? base;
    from += judged.length;
  }
}
