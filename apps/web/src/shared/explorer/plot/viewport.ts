import type { TimeSpan } from '@nascente/charts/time-axis';
import { MAX_CURVE_MS } from '@nascente/contract/energy/curves';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@nascente/domain/base/time/zone';

/** The interval in view. */
export type Viewport = TimeSpan;

/** Minimum length of a view: a few frames. */
export const MIN_MS = 20 * SECOND_MS;
/** Below the query limit, to leave a margin on both sides. */
export const MAX_MS = (MAX_CURVE_MS * 4) / 5;
/** The share of the view that may lie in the future, so that now is not at the edge. */
const FUTURE_SHARE = 0.25;

const lengthOf = ({ from, to }: Viewport): number => to - from;

/** Shares by which a gesture must move or scale the view before the screen follows it. */
const [FAR, OTHER_LENGTH] = [0.4, 1.5];

export const isFar = (view: Viewport, other: Viewport): boolean => {
  const ratio = lengthOf(view) / lengthOf(other);
  const isOtherLength = ratio > OTHER_LENGTH || ratio < 1 / OTHER_LENGTH;
  return isOtherLength || Math.abs(view.from - other.from) > FAR * lengthOf(other);
};

/** A view within the limits of length that shows some of the past. */
export const bounded = ({ from, to }: Viewport, now: number): Viewport => {
  const length = Math.min(Math.max(to - from, MIN_MS), MAX_MS);
  const middle = (from + to) / 2;
  const start = Math.min(middle - length / 2, now + length * FUTURE_SHARE - length);
  const first = Math.max(Math.round(start), Date.UTC(2000, 0, 2));
  return { from: first, to: first + Math.round(length) };
};

/** Scaled by `factor` (below 1 is closer) with the pointer's instant fixed. */
export const zoomed = (view: Viewport, factor: number, at: number, now: number): Viewport => {
  const length = Math.min(Math.max(lengthOf(view) * factor, MIN_MS), MAX_MS);
  const share = (at - view.from) / lengthOf(view);
  return bounded({ from: at - share * length, to: at + (1 - share) * length }, now);
};

export const panned = ({ from, to }: Viewport, byMs: number, now: number): Viewport =>
  bounded({ from: from + byMs, to: to + byMs }, now);

/** The view in which two grasped instants lie below two fingers, as shares of the width. */
export const pinched = (
  grasped: readonly [number, number],
  shares: readonly [number, number],
  now: number,
): Viewport => {
  const apart = shares[1] - shares[0];
  const length = Math.abs(apart) < 0.01 ? MAX_MS : Math.abs((grasped[1] - grasped[0]) / apart);
  const from = grasped[0] - shares[0] * length;
  return bounded({ from, to: from + length }, now);
};

const STEPS_MS: readonly number[] = [
  ...[60, 300, 900].map((seconds) => seconds * SECOND_MS),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 4, 7, 14, 28, 56, 112, 224, 366, 610].map((days) => days * DAY_MS),
];

const MAX_POINTS = 3000;

/** The view with the largest margin, stable under small moves. */
const asLongAs = (maxMs: number, view: Viewport): Viewport => {
  const spare = Math.max(0, maxMs - lengthOf(view));
  const step = STEPS_MS.findLast((one) => one <= spare / 2) ?? 1;
  const from = Math.floor((view.from - spare / 2) / step + 0.5) * step;
  return { from, to: from + maxMs };
};

/**
 * The interval and resolution to query.
 * @param width - of the plot, px
 * @param maxMs - the query limit
 */
export const loadedFor = (view: Viewport, width: number, maxMs: number) => {
  const length = lengthOf(view);
  const step = STEPS_MS.find((one) => one >= length / 2) ?? (STEPS_MS.at(-1) as number);
  const from = Math.floor((view.from - length / 4) / step) * step;
  const to = Math.ceil((view.to + length / 4) / step) * step;
  const loaded = to - from > maxMs ? asLongAs(maxMs, view) : { from, to };
  const wanted = (Math.max(width, 200) * lengthOf(loaded)) / length;
  return { ...loaded, points: Math.min(MAX_POINTS, Math.ceil(wanted / 200) * 200) };
};
