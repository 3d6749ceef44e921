import { describe, expect, it } from 'vitest';
import { instant } from '../base/time/zone.ts';
import { voltageLimit } from '../telemetry/quality/voltage.ts';
import { badPhases, badVoltage, type TenMinutes } from './supply.ts';

const TEN = 600_000;
const intervals = (...volts: TenMinutes['volts'][]): TenMinutes[] =>
  volts.map((one, index) => ({ start: instant(index * TEN), volts: one }));

describe('a voltage', () => {
  it('reports a voltage outside the adequate range, with its start and worst value', () => {
    const bad = intervals([220, 220, 220], [200, 221, null], [190, 240, 220]);
    expect(badVoltage(bad, 220, 2)).toEqual({
      since: TEN,
      phase: 'A',
      volts: 190,
      limit: 202,
      isCritical: true,
    });
    expect(badVoltage(bad, 220, 3)).toBeNull();
    expect(badVoltage(intervals([232, 220, 220], [233, 220, 220]), 220, 1)).toMatchObject({
      limit: 231,
      isCritical: false,
      volts: 233,
    });
    expect(badVoltage(intervals([232.9, 220, 220], [232, 220, 220]), 220, 1)).toMatchObject({ volts: 232.9 });
  });

  it('returns null when the newest interval is adequate, or when there is no interval', () => {
    expect(badVoltage(intervals([190, 190, 190], [220, 220, 220]), 220, 1)).toBeNull();
    expect(badVoltage([], 220, 1)).toBeNull();
    expect(voltageLimit(140, 110)).toBe(133);
  });
});

describe('the phases of a supply', () => {
  it('reports a lost phase at once', () => {
    expect(badPhases(intervals([220, 3, 220]), 0.03)).toEqual({
      state: 'lost',
      since: 0,
      phase: 'B',
      volts: 3,
    });
    expect(badPhases(intervals([220, null, 220]), 0.03)).toMatchObject({ state: 'lost', volts: 0 });
  });

  it('reports unbalanced phases after two intervals', () => {
    const unbalanced: TenMinutes['volts'] = [220, 220, 190];
    expect(badPhases(intervals(unbalanced), 0.03)).toBeNull();
    expect(badPhases(intervals(unbalanced, unbalanced), 0.03)).toMatchObject({
      state: 'unbalanced',
      since: 0,
    });
    expect(badPhases(intervals(unbalanced, [220, 219, 221]), 0.03)).toBeNull();
  });

  it('returns null when no phase was measured', () => {
    expect(badPhases([], 0.03)).toBeNull();
    expect(badPhases(intervals([null, null, null]), 0.03)).toBeNull();
  });
});
