import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DayHours, encodeHours, readHours } from './hours.ts';

const dayHours = fc.record({
  day: fc.nat(2 ** 24 - 1),
  totals: fc
    .array(fc.oneof(fc.constant(0), fc.nat(2 ** 31 - 1), fc.nat(2 ** 48 - 1)), {
      minLength: 24,
      maxLength: 24,
    })
    .map((totals) => Float64Array.from(totals)),
  quarters: fc
    .oneof(fc.constant(Array<number>(24).fill(4)), fc.array(fc.nat(4), { minLength: 24, maxLength: 24 }))
    .map((quarters) => Uint8Array.from(quarters)),
});

const opened = (records: Buffer): { days: number[]; hours: number[][] } => {
  const hours: number[][] = [];
  const days = readHours(records, (...hour) => hours.push(hour));
  return { days, hours };
};
const hoursOf = ({ day, totals, quarters }: DayHours): number[][] =>
  Array.from(totals, (total, hour) => [day * 24 + hour, total, quarters[hour] as number]);

it('hours of days one after the other are the same when they are opened, wherever they lie', () => {
  fc.assert(
    fc.property(fc.array(dayHours, { maxLength: 5 }), fc.nat(3), (days, offset) => {
      const records = Buffer.concat([Buffer.alloc(offset), ...days.map(encodeHours)]).subarray(offset);
      expect(opened(records)).toEqual({ days: days.map(({ day }) => day), hours: days.flatMap(hoursOf) });
    }),
  );
});

it('a whole day takes a hundred bytes', () => {
  const whole = {
    day: 20_000,
    totals: new Float64Array(24).fill(2 ** 32 - 1),
    quarters: new Uint8Array(24).fill(4),
  };
  expect(encodeHours(whole)).toHaveLength(100);
});
