import type { AnswerOf } from '@nascente/contract/base/call';
import type { readCurve } from '@nascente/contract/energy/curves';
import type { CurveBands } from '@nascente/domain/telemetry/intervals/curve-bands';

type Curve = AnswerOf<typeof readCurve>['curve'];
/** What is drawn of a curve. */
export type CurvePoints = Pick<
  Curve,
  'source' | 'length' | 'step' | 'origin' | 'at' | 'mean' | 'low' | 'high'
>;

/** Seven digits are more than any meter knows, and a third of what a float takes to write. */
const short = (column: Float64Array): number[] => Array.from(column, (value) => Number(value.toPrecision(7)));

interface Made {
  readonly source: Curve['source'];
  readonly length: number;
  readonly step: number;
}

export const toPoints = ({ at, mean, low, high }: CurveBands, made: Made): CurvePoints => {
  const first = at[0] ?? 0;
  const isFlat = mean.every((value, index) => low[index] === high[index] && value === low[index]);
  return {
    ...made,
    origin: new Date(first).toISOString(),
    at: Array.from(at, (instant) => instant - first),
    mean: short(mean),
    low: isFlat ? null : short(low),
    high: isFlat ? null : short(high),
  };
};
