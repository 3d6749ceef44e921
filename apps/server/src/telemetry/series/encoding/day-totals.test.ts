import type { DayTotals } from '@nascente/domain/telemetry/intervals/quarter-days';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeDayTotals, readCutTotals, readDayTotals } from './day-totals.ts';

/** Of a day they come to less than 2^53. */
const BELOW = [2 ** 16, 2 ** 25, 2 ** 41, 2 ** 46];

const dayTotals: fc.Arbitrary<DayTotals> = fc.record({
  day: fc.nat(2 ** 24 - 1),
  totals: fc
    .constantFrom(...BELOW)
    .chain((below) => fc.array(fc.nat(below - 1), { minLength: 96, maxLength: 96 }))
    .map((totals) => Float64Array.from(totals)),
  present: fc.option(
    fc.array(fc.nat(1), { minLength: 96, maxLength: 96 }).map((bits) => Uint8Array.from(bits)),
  ),
});

const opened = (records: Buffer): DayTotals[] => {
  const days: DayTotals[] = [];
  readDayTotals(records, ({ day, totals, present }) =>
    days.push({ day, totals: totals.slice(), present: present?.slice() ?? null }),
  );
  return days;
};

it('decodes the quarter-hours of consecutive days as they were encoded', () => {
  fc.assert(
    fc.property(fc.array(dayTotals, { maxLength: 5 }), (days) => {
      const records = Buffer.concat(days.map(encodeDayTotals));
      expect(opened(records)).toEqual(days);
      expect([...readDayTotals(records, () => undefined)]).toEqual(days.map(({ day }) => day));
    }),
  );
});

/** As the database cuts it. */
const cut = (record: Buffer, quarter: number): Buffer => {
  const width = record[3] as number;
  return Buffer.concat([
    record.subarray(0, 4 + width),
    record.subarray(4 + quarter * width, 4 + (quarter + 1) * width),
  ]);
};

it('a cut day without gaps returns its total and the part before a quarter-hour', () => {
  fc.assert(
    fc.property(dayTotals, dayTotals, fc.integer({ min: 1, max: 95 }), (first, second, quarter) => {
      const [complete, day] = [
        { ...first, day: 1 },
        { ...second, day: 2, present: null },
      ];
      const records = Buffer.concat([encodeDayTotals(complete), cut(encodeDayTotals(day), quarter)]);
      const read: unknown[] = [];
      const days = readCutTotals(records, {
        isCut: (one) => one === 2,
        take: ({ totals }) => read.push(totals.slice()),
        takeCut: (...one) => read.push(one),
      });
      const sum = (some: Float64Array): number => some.reduce((a, b) => a + b, 0);
      expect(read).toEqual([complete.totals, [2, sum(day.totals), sum(day.totals.subarray(0, quarter))]]);
      expect([...days]).toEqual([1, 2]);
    }),
  );
});

it.each([
  [2 ** 32 - 1, null, 4 + 96 * 4],
  [2 ** 32 - 1, new Uint8Array(96), 4 + 96 * 4 + 12],
  [2 ** 32, null, 4 + 96 * 8],
  [2 ** 52, null, 4 + 96 * 8],
])('encodes numbers with as many bytes as the total of the day needs: %i', (total, present, bytes) => {
  const totals = new Float64Array(96);
  totals[95] = total;
  expect(encodeDayTotals({ day: 20_000, totals, present })).toHaveLength(bytes);
});
