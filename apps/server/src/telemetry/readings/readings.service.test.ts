import { frame } from '@nascente/contract/telemetry/readings';
import type { Frames } from '@nascente/domain/telemetry/frames/frame-columns';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { newestFirst } from './index.ts';

const AT = Date.parse('2026-11-20T12:00:00.123Z');

const framesOf = (columns: Readonly<Record<string, readonly number[]>>, count = 1): Frames => ({
  at: Float64Array.from({ length: count }, (_, index) => AT + index * 10_000),
  columns: Object.fromEntries(
    Object.entries(columns).map(([field, values]) => [field, Float64Array.from(values)]),
  ),
});
/** As a browser reads them. */
const answered = (frames: Frames) => z.array(frame).parse(JSON.parse(JSON.stringify(newestFirst(frames))));

describe('frames in the answer', () => {
  it('answered frames contain the measured values, and null for missing values', () => {
    const [written] = answered(
      framesOf({ rssi: [-61], va: [219.8], wc: [1e6], flow: [1.5e-5], vb: [Number.NaN] }),
    );
    expect(written).toMatchObject({ date: '2026-11-20T12:00:00.123Z', rssi: -61, va: 219.8, wc: 1_000_000 });
    expect(written).toMatchObject({ flow: 1.5e-5, t: null, vb: null, kwha: null, litres: null });
  });

  it.each([
    [0, 0],
    [1, 0.001],
    [-40, -0.04],
    [1200, 1.2],
    [-1_234_567, -1234.567],
    [9_007_199_254_740, 9_007_199_254.74],
  ])('answered frames return %d thousandths in the unit of the meter', (thousandths, number) => {
    const [one] = answered(framesOf({ kwha: [thousandths], litres: [thousandths] }));
    expect([one?.kwha, one?.litres]).toEqual([number, number]);
  });

  it.each([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'answered frames never contain %d, which is not JSON',
    (number) => {
      expect(answered(framesOf({ va: [number] }))[0]?.va).toBeNull();
    },
  );

  it('answered frames return the requested frames in the requested order, and nothing for no frames', () => {
    const frames = framesOf({ va: [1, 2, 3] }, 3);
    expect(answered(frames).map(({ va }) => va)).toEqual([3, 2, 1]);
    expect(newestFirst(framesOf({}, 0))).toEqual([]);
  });
});
