import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  creditWorth,
  generationOf,
  isTurnedRound,
  type SolarHour,
  selfConsumedIn,
  solarBalance,
  solarRole,
} from './solar.ts';

const EMPTY = { inPoint: 0, interPoint: 0, outPoint: 0 };
const hour = (overrides: Partial<SolarHour>): SolarHour => ({
  imported: 0,
  injected: 0,
  injectedByTouPeriod: { ...EMPTY, outPoint: overrides.injected ?? 0 },
  generated: null,
  ...overrides,
});

it('assigns the general meter to the grid, and another solar meter to the inverter', () => {
  expect(solarRole({ isGeneral: true, hasSolarPanel: true })).toBe('grid');
  expect(solarRole({ isGeneral: true, hasSolarPanel: false })).toBe('grid');
  expect(solarRole({ isGeneral: false, hasSolarPanel: true })).toBe('inverter');
  expect(solarRole({ isGeneral: false, hasSolarPanel: false })).toBe('load');
});

describe('the generation of an inverter meter', () => {
  it('counts the dominant direction, for either orientation of the clamps', () => {
    const day = [
      { consumed: 0.01, injected: 0 },
      { consumed: 0, injected: 2 },
    ];
    expect(generationOf(day)).toEqual([0, 2]);
    expect(
      generationOf(day.map(({ consumed, injected }) => ({ consumed: injected, injected: consumed }))),
    ).toEqual([0, 2]);
    expect(generationOf([])).toEqual([]);
    expect(isTurnedRound(day)).toBe(true);
    expect(isTurnedRound([{ consumed: 2, injected: 0.01 }])).toBe(false);
  });
});

describe('the balance of panels', () => {
  it('returns no self-consumption from the grid meter alone', () => {
    const balance = solarBalance([
      hour({ imported: 3, injected: 1 }),
      hour({ injected: 2, injectedByTouPeriod: { inPoint: 1.5, interPoint: 0, outPoint: 0.5 } }),
    ]);
    expect(balance).toEqual({
      imported: 3,
      injected: 3,
      injectedByTouPeriod: { inPoint: 1.5, interPoint: 0, outPoint: 1.5 },
      generation: null,
    });
  });

  it('subtracts the injection from the generation when an inverter is measured', () => {
    const noon = hour({ imported: 1, injected: 3, generated: 5 });
    const evening = hour({ imported: 5, generated: 0 });
    const unmeasured = hour({ imported: 100, injected: 7 });
    expect(solarBalance([noon, evening, unmeasured]).generation).toEqual({
      hours: 2,
      generated: 5,
      selfConsumed: 2,
      exportedShare: 3 / 5,
      suppliedShare: 2 / 8,
    });
    expect(solarBalance([noon, unmeasured]).injected).toBe(10);
  });

  it('returns zero for an hour without generation instead of dividing by zero', () => {
    expect(solarBalance([hour({ generated: 0 })]).generation).toMatchObject({
      exportedShare: 0,
      suppliedShare: 0,
    });
    expect(selfConsumedIn({ generated: null, injected: 1 })).toBeNull();
    expect(selfConsumedIn({ generated: 1, injected: 1.01 })).toBe(0);
  });

  const energy = fc.double({ min: 0, max: 1e4, noNaN: true });
  const hours = fc.array(
    fc
      .record({
        injectedByTouPeriod: fc.record({ inPoint: energy, interPoint: energy, outPoint: energy }),
        imported: energy,
        generated: fc.option(energy),
      })
      .map(({ injectedByTouPeriod, ...of }) => ({
        ...of,
        injectedByTouPeriod,
        injected: injectedByTouPeriod.inPoint + injectedByTouPeriod.interPoint + injectedByTouPeriod.outPoint,
      })),
  );

  it('limits shares to 0 and 1, and sums the time-of-use periods to the injection', () => {
    fc.assert(
      fc.property(hours, (sample) => {
        const { injected, injectedByTouPeriod, generation } = solarBalance(sample);
        expect(
          injectedByTouPeriod.inPoint + injectedByTouPeriod.interPoint + injectedByTouPeriod.outPoint,
        ).toBeCloseTo(injected, 5);
        for (const share of [generation?.exportedShare ?? 0, generation?.suppliedShare ?? 0]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });
});

it('values a credit at the price of the time-of-use period of its injection', () => {
  const injected = { inPoint: 1, interPoint: 2, outPoint: 10 };
  expect(creditWorth(injected, { inPoint: 1.5, interPoint: 1, outPoint: 0.5 })).toBe(1.5 + 2 + 5);
});
