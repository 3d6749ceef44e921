import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DayHalfHours, encodeHalfHours, readHalfHours } from './half-hours.ts';

const dayHalfHours = fc.record({
  day: fc.nat(2 ** 24 - 1),
  totals: fc
    .array(fc.oneof(fc.constant(0), fc.nat(2 ** 31 - 1), fc.nat(2 ** 48 - 1)), {
      minLength: 48,
      maxLength: 48,
    })
    .map((totals) => Float64Array.from(totals)),
  quarters: fc
    .oneof(fc.constant(Array<number>(48).fill(2)), fc.array(fc.nat(2), { minLength: 48, maxLength: 48 }))
    .map((quarters) => Uint8Array.from(quarters)),
});

const opened = (records: Buffer): { days: number[]; halfHours: number[][] } => {
  const halfHours: number[][] = [];
  const days = readHalfHours(records, (...halfHour) => halfHours.push(halfHour));
  return { days, halfHours };
};
const halfHoursOf = ({ day, totals, quarters }: DayHalfHours): number[][] =>
  Array.from(totals, (total, index) => [day * 48 + index, total, quarters[index] as number]);

it('half hours of days one after the other are the same when they are opened, wherever they lie', () => {
  fc.assert(
    fc.property(fc.array(dayHalfHours, { maxLength: 5 }), fc.nat(3), (days, offset) => {
      const records = Buffer.concat([Buffer.alloc(offset), ...days.map(encodeHalfHours)]).subarray(offset);
      expect(opened(records)).toEqual({
        days: days.map(({ day }) => day),
        halfHours: days.flatMap(halfHoursOf),
      });
    }),
  );
});

it('a whole day takes 196 bytes', () => {
  const whole = {
    day: 20_000,
    totals: new Float64Array(48).fill(2 ** 32 - 1),
    quarters: new Uint8Array(48).fill(2),
  };
  expect(encodeHalfHours(whole)).toHaveLength(196);
});
