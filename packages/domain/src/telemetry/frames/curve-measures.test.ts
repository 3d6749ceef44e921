import { expect, test } from 'vitest';
import { curveMeasures } from './frame-columns.ts';

const { NaN: none } = Number;

test('shows the power of all phases, and the minimum and maximum voltage', () => {
  const columns = {
    wa: Float64Array.of(100, none, none),
    wb: Float64Array.of(50, 20, none),
    va: Float64Array.of(220, none, none),
    vb: Float64Array.of(218, 217, none),
    vc: Float64Array.of(224, none, none),
  };
  expect(curveMeasures({ at: Float64Array.of(1, 2, 3), columns })).toEqual([
    Float64Array.of(150, 20, none),
    Float64Array.of(218, 217, none),
    Float64Array.of(224, 217, none),
  ]);
});

test('shows the flow of water', () => {
  const [flow] = curveMeasures({ at: Float64Array.of(1), columns: { flow: Float64Array.of(12) } });
  expect(flow).toEqual(Float64Array.of(12));
});
