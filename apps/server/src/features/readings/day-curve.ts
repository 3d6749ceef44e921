import { thin } from '@nascente/domain/consumption/thinning';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { numbersOf } from './number-array.ts';

/** What a curve must not lose of the frames of a day: their instants and extremes of these, NaN where not measured. */
export interface DayCurve {
  /** Epoch ms, ascending. */
  readonly at: Float64Array;
  /** W of all phases, or the flow; the lowest and the highest voltage. */
  readonly measures: readonly Float64Array[];
}

/** Columns of the database as texts of arrays, `{1.5,NULL}`. */
export interface CurveRow {
  readonly at: string | null;
  readonly level: string | null;
  readonly lowest: string | null;
  readonly highest: string | null;
}

export const curveOf = ({ at, level, lowest, highest }: CurveRow): DayCurve => ({
  at: numbersOf(at),
  measures: [level, lowest, highest].map(numbersOf),
});

/** The instants to keep of it, ascending. */
export const keptInstants = ({ at, measures }: DayCurve, most: number): Instant[] =>
  thin(at, measures, most).map((index) => instant(at[index] ?? 0));
