import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Instant, MINUTE_MS } from '../../base/time/zone.ts';
import { type RegisterPoint, type RegisterRules, stepsOf } from './registers.ts';

const START = Date.UTC(2026, 0, 1);
const WIDTH = 100_000_000;
const RULES: RegisterRules = { width: null, maxPerHour: 6_000_000, jitter: 100, gapAfterMs: 90 * MINUTE_MS };
const MAX_A_STEP = 100_000;

/** The consumption and the length in minutes of each step, always plausible. */
const consumption = fc.array(
  fc.record({ minutes: fc.integer({ min: 1, max: 200 }), amount: fc.integer({ min: 0, max: MAX_A_STEP }) }),
  { minLength: 4, maxLength: 60 },
);

const pointsOf = (first: number, steps: readonly { minutes: number; amount: number }[]): RegisterPoint[] => {
  let [at, raw] = [START, first];
  const points = [{ at: at as Instant, raw, chosen: null }];
  for (const { minutes, amount } of steps) {
    at += minutes * MINUTE_MS;
    raw += amount;
    points.push({ at: at as Instant, raw, chosen: null });
  }
  return points;
};

const credited = (points: readonly RegisterPoint[], rules = RULES): number =>
  stepsOf(points, rules).reduce((sum, { increment }) => sum + increment, 0);

const spanOf = (points: readonly RegisterPoint[]): number =>
  (points.at(-1)?.raw ?? 0) - (points[0]?.raw ?? 0);

describe('registers of any quantity', () => {
  test('sums normal steps to the last value minus the first', () => {
    fc.assert(
      fc.property(fc.nat(WIDTH), consumption, (first, steps) => {
        const points = pointsOf(first, steps);
        expect(credited(points)).toBe(spanOf(points));
      }),
    );
  });

  test('ignores order and repetitions', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(WIDTH), { minLength: 1, maxLength: 40 }),
        fc.func(fc.integer()),
        (raws, weight) => {
          const points = raws.map((raw, index) => ({
            at: (START + index * MINUTE_MS) as Instant,
            raw,
            chosen: null,
          }));
          const shuffled = [...points, ...points.slice(0, 3)].sort((a, b) => weight(a.at) - weight(b.at));
          expect(stepsOf(shuffled, RULES)).toEqual(stepsOf(points, RULES));
        },
      ),
    );
  });

  test('neither adds nor subtracts for a zero or a dip of one step', () => {
    fc.assert(
      fc.property(
        fc.nat(WIDTH),
        consumption,
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (first, steps, where, part) => {
          const points = pointsOf(first, steps);
          const index = 1 + (where % (points.length - 2));
          const before = points[index - 1] as RegisterPoint;
          const dipped = points.with(index, {
            ...(points[index] as RegisterPoint),
            raw: Math.floor(before.raw * part),
          });
          expect(credited(dipped)).toBe(spanOf(points));
        },
      ),
    );
  });

  test('sums a register of fixed width across its rollover', () => {
    fc.assert(
      fc.property(consumption, fc.nat(MAX_A_STEP), (steps, headroom) => {
        const advancing = steps.map(({ minutes, amount }) => ({ minutes, amount: amount + 1 }));
        const points = pointsOf(WIDTH - 1 - headroom, [...advancing, ...advancing.slice(0, 3)]);
        fc.pre((points.at(-4)?.raw ?? 0) >= WIDTH);
        const wrapped = points.map((point) => ({ ...point, raw: point.raw % WIDTH }));
        expect(credited(wrapped, { ...RULES, width: WIDTH })).toBe(spanOf(points));
      }),
    );
  });

  test('credits no step with more than the possible flow since a valid level', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(WIDTH), { minLength: 2, maxLength: 40 }), (raws) => {
        const points = raws.map((raw, index) => ({
          at: (START + index * MINUTE_MS) as Instant,
          raw,
          chosen: null,
        }));
        const maximum = (RULES.maxPerHour * raws.length) / 60 + RULES.maxPerHour / 12;
        for (const { increment } of stepsOf(points, RULES)) {
          expect(increment).toBeGreaterThanOrEqual(0);
          expect(increment).toBeLessThanOrEqual(maximum);
        }
      }),
    );
  });

  test('returns the same steps when judging again from any settled step', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(300_000), { minLength: 2, maxLength: 40 }), fc.nat(), (raws, where) => {
        const points = raws.map((raw, index) => ({
          at: (START + index * MINUTE_MS) as Instant,
          raw,
          chosen: null,
        }));
        const steps = stepsOf(points, RULES);
        const settled = steps.filter(({ isSettled }) => isSettled);
        const from = settled[where % settled.length];
        const rest = steps.filter(({ at }) => from !== undefined && at > from.at);
        expect(stepsOf(rest, RULES, from)).toEqual(rest);
      }),
    );
  });
});
