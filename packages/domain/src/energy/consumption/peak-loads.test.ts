import { expect, test } from 'vitest';
import { explainPeak } from './demand-peaks.ts';

const [oven, tap, lift] = [{ installationId: 1 }, { installationId: 2 }, { installationId: 3 }];
const rows = [
  { installationId: 1, consumed: 30 },
  { installationId: 2, consumed: 50 },
  { installationId: 9, consumed: 100 },
];

test('explains a peak by the other meters with data, the largest first', () => {
  expect(explainPeak(100, rows, [oven, tap, lift])).toEqual({
    loads: [
      { meter: tap, consumed: 50 },
      { meter: oven, consumed: 30 },
    ],
    remainder: 20,
  });
});

test('returns no loads and no remainder without other meters', () => {
  expect(explainPeak(100, rows, [])).toEqual({ loads: [], remainder: null });
});
