import { thin } from '@nascente/domain/consumption/thinning';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { sentNumbers } from './sent-array.ts';

/** What a curve must not lose of the frames of a day: their instants and extremes of these, NaN where not measured. */
export interface DayCurve {
  /** Epoch ms, ascending. */
  readonly at: Float64Array;
  /** W of all phases, or the flow; the lowest and the highest voltage. */
  readonly measures: readonly Float64Array[];
}

/** Columns of the database as it sends arrays: instants in ms from an origin, `real` for what was measured. */
export interface CurveRow {
  readonly at: string | null;
  readonly level: string | null;
  readonly lowest: string | null;
  readonly highest: string | null;
}

export const curveOf = ({ at, level, lowest, highest }: CurveRow, origin: Instant): DayCurve => ({
  at: sentNumbers(at, 'int4').map((ms) => origin + ms),
  measures: [level, lowest, highest].map((column) => sentNumbers(column, 'float4')),
});

const joined = (columns: readonly Float64Array[]): Float64Array => {
  const all = new Float64Array(columns.reduce((length, column) => length + column.length, 0));
  let offset = 0;
  for (const column of columns) {
    all.set(column, offset);
    offset += column.length;
  }
  return all;
};

/** Curves that follow one another in time, as one. */
export const joinCurves = (curves: readonly [DayCurve, ...DayCurve[]]): DayCurve => ({
  at: joined(curves.map(({ at }) => at)),
  measures: curves[0].measures.map((_, measure) =>
    joined(curves.map(({ measures }) => measures[measure] ?? new Float64Array())),
  ),
});

/** The instants to keep of it, ascending. */
export const keptInstants = ({ at, measures }: DayCurve, most: number): Instant[] =>
  thin(at, measures, most).map((index) => instant(at[index] ?? 0));
