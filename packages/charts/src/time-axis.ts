import { bisectLeft } from 'd3-array';

/** Epoch ms: [from, to). */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** An interval of time and its width, px. Instants keep their position while the user pans. */
export interface TimeAxisScale extends TimeSpan {
  readonly width: number;
}

export const xOnAxis = ({ from, to, width }: TimeAxisScale, instant: number): number =>
  ((instant - from) / (to - from)) * width;

/** A span and a share of its length on both sides. */
export const around = ({ from, to }: TimeSpan, share: number): TimeSpan => ({
  from: from - share * (to - from),
  to: to + share * (to - from),
});

/** The index of the first point at an instant or later; the length without one. */
export const firstFrom = (at: ArrayLike<number>, instant: number): number => bisectLeft(at, instant);

/** Points of a curve: instants, ascending, and the usual distance of two of them, ms. */
interface TimedPoints {
  readonly at: Float64Array;
  readonly step: number;
}

/** Whether nothing was measured before a point; true at both ends of a curve. */
export const isGapBefore = ({ at, step }: TimedPoints, index: number): boolean =>
  index === 0 || index >= at.length || (at[index] as number) - (at[index - 1] as number) > step * 1.5;
