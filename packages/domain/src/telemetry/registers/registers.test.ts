import { describe, expect, test } from 'vitest';
import { HOUR_MS, type Instant, instant, MINUTE_MS } from '../../base/time/zone.ts';
import type { ChosenVerdict, RegisterRules } from './registers.ts';
import { stepsOf } from './registers.ts';

const RULES: RegisterRules = { width: null, maxPerHour: 10_000, jitter: 10, gapAfterMs: 90 * MINUTE_MS };
const START = Date.UTC(2026, 10, 20, 12);

/** One value an hour. */
const hourly = (raws: readonly number[], chosen: Readonly<Record<number, ChosenVerdict>> = {}) =>
  raws.map((raw, hour) => ({ at: instant(START + hour * HOUR_MS), raw, chosen: chosen[hour] ?? null }));

const verdictsOf = (
  raws: readonly number[],
  rules = RULES,
  chosen: Readonly<Record<number, ChosenVerdict>> = {},
) => stepsOf(hourly(raws, chosen), rules).map(({ verdict, increment }) => `${verdict} ${increment}`);

describe('the increments of a register', () => {
  test('returns the increments of an increasing register', () => {
    expect(verdictsOf([50_000, 50_400, 50_400, 51_000])).toEqual([
      'first 0',
      'normal 400',
      'normal 0',
      'normal 600',
    ]);
  });

  test('credits the complete increase after a silence, and marks it as a gap', () => {
    const [first, second] = [
      { at: START as Instant, raw: 0, chosen: null },
      { at: (START + 5 * HOUR_MS) as Instant, raw: 40_000, chosen: null },
    ];
    expect(stepsOf([second, first], RULES).map(({ verdict, increment }) => [verdict, increment])).toEqual([
      ['first', 0],
      ['gap', 40_000],
    ]);
  });

  test('adds nothing for small jitter, and continues from the highest level', () => {
    expect(verdictsOf([50_000, 49_995, 49_998, 50_100])).toEqual([
      'first 0',
      'jitter 0',
      'jitter 0',
      'normal 100',
    ]);
  });

  test('creates no spike from a zero of one step', () => {
    expect(verdictsOf([50_000, 0, 50_400])).toEqual(['first 0', 'short-zero 0', 'normal 400']);
  });

  test('creates no spike from a dip of one or two steps', () => {
    expect(verdictsOf([50_000, 30_000, 50_400])).toEqual(['first 0', 'jitter 0', 'normal 400']);
    expect(verdictsOf([50_000, 30_000, 30_100, 50_400])).toEqual([
      'first 0',
      'jitter 0',
      'jitter 0',
      'normal 400',
    ]);
  });

  test('holds a suspicious step until later values decide', () => {
    expect(verdictsOf([50_000, 0])).toEqual(['first 0', 'held 0']);
    expect(verdictsOf([50_000, 0, 0, 0, 0])).toEqual(['first 0', 'held 0', 'held 0', 'held 0', 'held 0']);
    expect(verdictsOf([50_000, 0, 0, 0, 50_010]).at(-1)).toBe('normal 10');
  });

  test('accepts a reset when the register continues, and credits held values at their own instants', () => {
    expect(verdictsOf([50_000, 300, 700, 1_200, 1_300])).toEqual([
      'first 0',
      'reset 300',
      'normal 400',
      'normal 500',
      'normal 100',
    ]);
  });

  test('restarts the suspicion when a held value falls again', () => {
    expect(verdictsOf([50_000, 20_000, 100, 300, 400])).toEqual([
      'first 0',
      'jitter 0',
      'reset 100',
      'normal 200',
      'normal 100',
    ]);
  });

  test('credits no past consumption of another meter', () => {
    expect(verdictsOf([50_000, 20_000, 20_200, 20_300])).toEqual([
      'first 0',
      'exchange 0',
      'normal 200',
      'normal 100',
    ]);
    expect(verdictsOf([50_000, 900_000, 900_100, 900_300])).toEqual([
      'first 0',
      'exchange 0',
      'normal 100',
      'normal 200',
    ]);
  });

  test('marks a temporary jump forward as a spike', () => {
    expect(verdictsOf([50_000, 900_000, 50_100])).toEqual(['first 0', 'spike 0', 'normal 100']);
  });

  test('never turns a permanent jump into consumption', () => {
    const expected = ['first 0', 'exchange 0', 'normal 1', 'normal 1'];
    expect(verdictsOf([50_000, 65_000, 65_001, 65_002])).toEqual(expected);
  });

  test('credits a rollover of a register of fixed width', () => {
    const rules = { ...RULES, width: 100_000 };
    expect(verdictsOf([99_000, 99_600, 200, 700, 900], rules)).toEqual([
      'first 0',
      'normal 600',
      'rollover 600',
      'normal 500',
      'normal 200',
    ]);
  });

  test('accepts a level just below only after one day', () => {
    const after = Array.from({ length: 25 }, (_, hour) => 48_000 + hour * 10);
    const steps = verdictsOf([50_000, ...after]);
    expect(steps[1]).toBe('exchange 0');
    expect(steps.at(-1)).toBe('normal 10');
    expect(verdictsOf([50_000, ...after.slice(1)])[1]).toBe('held 0');
  });

  test('ignores the order of values and repetitions', () => {
    const points = hourly([50_000, 0, 50_400, 51_000]);
    expect(stepsOf([...points].reverse().concat(points), RULES)).toEqual(stepsOf(points, RULES));
  });
});

describe('the verdict of the operator', () => {
  const CHANGES: [string, readonly number[], Record<number, ChosenVerdict>, string[]][] = [
    [
      'makes a jump consumption',
      [50_000, 90_000, 90_100],
      { 1: 'normal' },
      ['first 0', 'normal 40000', 'normal 100'],
    ],
    [
      'makes a short zero a reset',
      [50_000, 0, 900, 1_000],
      { 1: 'reset' },
      ['first 0', 'reset 0', 'normal 900', 'normal 100'],
    ],
    [
      'makes a reset an exchange',
      [50_000, 300, 700],
      { 1: 'exchange' },
      ['first 0', 'exchange 0', 'normal 400'],
    ],
    ['ignores a value', [50_000, 55_000, 50_100], { 1: 'spike' }, ['first 0', 'spike 0', 'normal 100']],
    ['ignores the first of all', [7, 50_000, 50_100], { 0: 'spike' }, ['spike 0', 'first 0', 'normal 100']],
    ['begins a register', [7, 9], { 0: 'normal' }, ['first 0', 'normal 2']],
    ['ends what was held', [50_000, 0, 50_400], { 2: 'normal' }, ['first 0', 'short-zero 0', 'normal 400']],
    ['credits no rollover without a width', [900, 100], { 1: 'rollover' }, ['first 0', 'rollover 0']],
  ];
  test.each(CHANGES)('applies the verdict: %s', (_, raws, chosen, expected) => {
    expect(verdictsOf(raws, RULES, chosen)).toEqual(expected);
  });

  test('accepts a rollover verdict when the width alone is not enough', () => {
    expect(verdictsOf([50_000, 100], { ...RULES, width: 100_000 }, { 1: 'rollover' })).toEqual([
      'first 0',
      'rollover 50100',
    ]);
  });
});

describe('a judgement from a settled step', () => {
  test('returns the same steps as from the beginning', () => {
    const points = hourly([50_000, 50_100, 0, 50_200, 300, 400, 500, 600, 590, 700]);
    const all = stepsOf(points, RULES);
    for (const [index, step] of all.entries()) {
      if (!step.isSettled) continue;
      expect(stepsOf(points.slice(index + 1), RULES, step)).toEqual(all.slice(index + 1));
    }
    expect(all.map(({ isSettled }) => Number(isSettled)).join('')).toBe('1101001101');
  });
});
