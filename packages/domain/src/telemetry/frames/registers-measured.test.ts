import { describe, expect, test } from 'vitest';
import { type Instant, MINUTE_MS, SECOND_MS } from '../../base/time/zone.ts';
import { type RegisterRules, stepsOf } from '../registers/registers.ts';
import unsteady from './fixtures/daiad-w07.json' with { type: 'json' };
import healthy from './fixtures/daiad-w09.json' with { type: 'json' };
import house from './fixtures/shelly-3em-hour.json' with { type: 'json' };

/** DN 20: Q4 = 5 m³/h; the registers count whole litres. */
const WATER: RegisterRules = {
  width: null,
  maxPerHour: 5_000_000,
  jitter: 1_000,
  gapAfterMs: 90 * MINUTE_MS,
};
const POWER: RegisterRules = {
  width: null,
  maxPerHour: 36_000_000,
  jitter: 100,
  gapAfterMs: 90 * MINUTE_MS,
};

const waterSteps = ({ start, rows }: { start: string; rows: number[][] }) =>
  stepsOf(
    rows.map(([minutes = 0, litres = 0]) => ({
      at: (Date.parse(`${start}Z`) + minutes * MINUTE_MS) as Instant,
      raw: litres * 1000,
      chosen: null,
    })),
    WATER,
  );

const sum = (steps: readonly { increment: number }[]) =>
  steps.reduce((total, { increment }) => total + increment, 0);

describe('real registers', () => {
  test('sums a healthy water counter to its total difference', () => {
    const steps = waterSteps(healthy);
    expect(sum(steps)).toBe(((healthy.rows.at(-1)?.[1] ?? 0) - (healthy.rows[0]?.[1] ?? 0)) * 1000);
    expect(new Set(steps.slice(1).map(({ verdict }) => verdict))).toEqual(new Set(['normal', 'gap']));
  });

  test('sums a water counter with backward steps to its total difference, without a spike', () => {
    const steps = waterSteps(unsteady);
    expect(sum(steps)).toBe(((unsteady.rows.at(-1)?.[1] ?? 0) - (unsteady.rows[0]?.[1] ?? 0)) * 1000);
    const backwards = unsteady.rows.filter(
      ([, litres = 0], index) => litres < (unsteady.rows[index - 1]?.[1] ?? 0),
    );
    expect(backwards.length).toBeGreaterThan(3);
    const stray = steps.filter(({ verdict }) => verdict === 'jitter');
    expect(stray.length).toBeGreaterThanOrEqual(backwards.length);
    expect(new Set(steps.map(({ verdict }) => verdict))).toEqual(
      new Set(['first', 'normal', 'gap', 'jitter']),
    );
  });

  test('sums three-phase energy at ten seconds to the counters, in agreement with the power', () => {
    for (const [power, total] of [
      [2, 3],
      [5, 6],
      [8, 9],
    ] as const) {
      const steps = stepsOf(
        house.rows.map((row) => ({
          at: (Date.parse(house.start) + (row[0] ?? 0) * SECOND_MS) as Instant,
          raw: Math.round((row[total] ?? 0) * 1000),
          chosen: null,
        })),
        POWER,
      );
      const span = (house.rows.at(-1)?.[total] ?? 0) - (house.rows[0]?.[total] ?? 0);
      expect(sum(steps) / 1000).toBeCloseTo(span, 6);
      const integrated = house.rows.reduce(
        (wh, row, index) =>
          wh + ((row[power] ?? 0) * ((row[0] ?? 0) - (house.rows[index - 1]?.[0] ?? 0))) / 3600,
        0,
      );
      expect(Math.abs(integrated / span - 1)).toBeLessThan(0.05);
    }
  });
});
