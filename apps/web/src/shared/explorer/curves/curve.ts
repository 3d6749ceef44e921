import { firstFrom, isGapBefore } from '@nascente/charts/time-axis';
import type { AnswerOf } from '@nascente/contract/base/call';
import type { readCurve } from '@nascente/contract/energy/curves';
import type { Viewport } from '../plot/viewport.ts';

type Answered = AnswerOf<typeof readCurve>['curve'];

/** A curve as drawn: instants as epoch ms, columns as typed arrays. */
export interface Curve extends Pick<Answered, 'source' | 'length' | 'step' | 'touPeriods'> {
  /** Positions of the points: the middle of an interval, for sums its start. */
  readonly at: Float64Array;
  readonly mean: Float64Array;
  readonly low: Float64Array | null;
  readonly high: Float64Array | null;
  readonly since: number;
  readonly excluded: readonly Viewport[];
  /** Intervals over which an import spread longer rows. */
  readonly estimated: readonly Viewport[];
  /** The shift by which a compared period is drawn later; 0 for the period itself. */
  readonly laterMs: number;
}

const column = (values: readonly number[] | null): Float64Array | null =>
  values === null ? null : Float64Array.from(values);

export const curveOf = (answer: Answered, laterMs = 0): Curve => {
  const middle = answer.source === 'sums' ? 0 : answer.length / 2;
  const origin = Date.parse(answer.origin) + laterMs + middle;
  const intervalsOf = (intervals: Answered['excluded']): Viewport[] =>
    intervals.map(({ start, end }) => ({ from: Date.parse(start) + laterMs, to: Date.parse(end) + laterMs }));
  return {
    source: answer.source,
    length: answer.length,
    step: answer.step,
    touPeriods: answer.touPeriods,
    at: Float64Array.from(answer.at, (ms) => origin + ms),
    mean: Float64Array.from(answer.mean),
    low: column(answer.low),
    high: column(answer.high),
    since: Date.parse(answer.since),
    excluded: intervalsOf(answer.excluded),
    estimated: intervalsOf(answer.estimated),
    laterMs,
  };
};

/** The point at an instant; null without a measurement near it. */
export const pointAt = (curve: Curve, instant: number): number | null => {
  const { at, source, length, step } = curve;
  const after = firstFrom(at, instant);
  if (source === 'sums') {
    const index = at[after] === instant ? after : after - 1;
    return index >= 0 && instant < (at[index] as number) + length ? index : null;
  }
  const before = after - 1;
  const distance = (index: number): number => Math.abs((at[index] ?? Number.POSITIVE_INFINITY) - instant);
  const nearest = distance(before) <= distance(after) ? before : after;
  return distance(nearest) <= step ? nearest : null;
};

/** The estimated share of a point: none, part or all. */
export const estimateAt = (curve: Curve, index: number): 'none' | 'part' | 'all' => {
  const { at, source, length, estimated } = curve;
  const from = (at[index] as number) - (source === 'sums' ? 0 : length / 2);
  const to = from + Math.max(length, 1);
  let covered = 0;
  for (const timeInterval of estimated)
    covered += Math.max(0, Math.min(to, timeInterval.to) - Math.max(from, timeInterval.from));
  if (covered === 0) return 'none';
  return covered < to - from ? 'part' : 'all';
};

/** Intervals of a view without measurements between measured ones. */
export const gapsIn = (curve: Curve, view: Viewport): Viewport[] => {
  const { at, length, source } = curve;
  const half = source === 'sums' ? 0 : length / 2;
  const ends = source === 'sums' ? length : length / 2;
  const gaps: Viewport[] = [];
  for (let index = Math.max(1, firstFrom(at, view.from)); index < at.length; index++) {
    const before = (at[index - 1] as number) + ends;
    if (before >= view.to) break;
    if (isGapBefore(curve, index)) gaps.push({ from: before, to: (at[index] as number) - half });
  }
  return gaps;
};

export const visible = (curve: Pick<Curve, 'at'>, { from, to }: Viewport): readonly [number, number] => [
  firstFrom(curve.at, from),
  firstFrom(curve.at, to),
];

export const extentIn = (curve: Curve, view: Viewport): readonly [number, number] | null => {
  const [first, end] = visible(curve, view);
  const { mean, low, high } = curve;
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = Math.max(0, first - 1); index < Math.min(end + 1, mean.length); index++) {
    lowest = Math.min(lowest, (low ?? mean)[index] as number);
    highest = Math.max(highest, (high ?? mean)[index] as number);
  }
  return lowest > highest ? null : [lowest, highest];
};

/** Statistics of a view; `null` without a point in it. The mean covers intervals with data, all of equal length. */
export const statisticsIn = (curve: Curve, view: Viewport) => {
  const [first, end] = visible(curve, view);
  if (end <= first) return null;
  const { mean } = curve;
  const [low, high] = [curve.low ?? mean, curve.high ?? mean];
  let [sum, lowest, highest, estimatedPoints] = [0, first, first, 0];
  for (let index = first; index < end; index++) {
    sum += mean[index] as number;
    if (estimateAt(curve, index) !== 'none') estimatedPoints++;
    if ((low[index] as number) < (low[lowest] as number)) lowest = index;
    if ((high[index] as number) > (high[highest] as number)) highest = index;
  }
  return {
    lowest: low[lowest] as number,
    lowestPoint: lowest,
    highest: high[highest] as number,
    highestPoint: highest,
    mean: sum / (end - first),
    sum: curve.source === 'sums' ? sum : null,
    estimatedPoints,
    last: mean[end - 1] as number,
    points: end - first,
  };
};
