import { describe, expect, test } from 'vitest';
import type { Instant } from '../../base/time/zone.ts';
import { seriesOfQuarters } from '../../energy/consumption/testing/series-of-quarters.ts';
import { blankFrame, type Frame } from '../frames/frame.ts';
import { addFrame, emptyLedger, emptyQuarter, quartersOf, totalPower } from './quarters.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const MINUTE_MS = 60_000;

function frame(minutes: number, fields: { readonly [K in keyof Frame]?: number | null } = {}): Frame {
  return { ...blankFrame('tri', (NOON + minutes * MINUTE_MS) as Instant), ...fields } as Frame;
}

function quarter(minutes: number, fields: Partial<ReturnType<typeof emptyQuarter>>) {
  return { ...emptyQuarter((NOON + minutes * MINUTE_MS) as Instant), ...fields };
}

describe('a frame in quarter-hours', () => {
  test('counts once, in the quarter-hour of its measurement', () => {
    const ledger = emptyLedger();
    expect(addFrame(ledger, 1, frame(16, { energyA: 5 }))).toBe(true);
    expect(addFrame(ledger, 1, frame(15, { energyA: 7 }))).toBe(true);
    expect(addFrame(ledger, 1, frame(14.999, { energyA: 11 }))).toBe(true);
    expect(addFrame(ledger, 1, frame(16, { energyA: 5 }))).toBe(false);
    expect(quartersOf(ledger, 1)).toEqual([
      quarter(0, { consumedA: 11, frames: 1 }),
      quarter(15, { consumedA: 12, frames: 2 }),
    ]);
  });

  test('adds a frame only to the quarter-hours of its installation', () => {
    const ledger = emptyLedger();
    addFrame(ledger, 1, frame(0, { energyA: 5 }));
    addFrame(ledger, 2, frame(0, { energyA: 7 }));
    expect(quartersOf(ledger, 2)).toEqual([quarter(0, { consumedA: 7, frames: 1 })]);
    expect(quartersOf(ledger, 3)).toEqual([]);
  });

  test('separates consumed from injected energy', () => {
    const ledger = emptyLedger();
    addFrame(
      ledger,
      1,
      frame(0, { energyA: 5, energyB: -7, reactiveA: -2, reactiveC: 3, wa: 100, wb: -400 }),
    );
    addFrame(ledger, 1, frame(1, { energyA: -4, energyB: 6, energyC: 1, reactiveB: -9, wa: -50 }));
    addFrame(ledger, 1, frame(2, { volume: 250, wc: -20 }));
    expect(quartersOf(ledger, 1)).toEqual([
      quarter(0, {
        consumedA: 5,
        consumedB: 6,
        consumedC: 1,
        injectedA: 4,
        injectedB: 7,
        capacitiveA: 2,
        capacitiveB: 9,
        inductiveC: 3,
        volume: 250,
        frames: 3,
      }),
    ]);
  });
});

test('sums the power of the measured phases only', () => {
  expect(totalPower({ wa: 1, wb: null, wc: 2 })).toBe(3);
  expect(totalPower({ wa: null, wb: 4, wc: null })).toBe(4);
  expect(totalPower({ wa: null, wb: null, wc: null })).toBeNull();
});

describe('the slots of summed quarter-hours', () => {
  const quarters = [
    quarter(0, { consumedA: 5, frames: 1 }),
    quarter(15, { consumedA: 3, consumedB: 4, frames: 2, volume: 9 }),
    quarter(45, { consumedC: 7, injectedA: 2 }),
    quarter(120, { inductiveA: 1, capacitiveC: 8 }),
  ];

  test('returns the highest quarter-hour of an hour, the first of equals', () => {
    const series = seriesOfQuarters(quarters, 60);
    expect([...series.start]).toEqual([NOON, NOON + 120 * MINUTE_MS]);
    expect([...series.consumedA]).toEqual([8, 0]);
    expect([...series.consumedC]).toEqual([7, 0]);
    expect([...series.injectedA]).toEqual([2, 0]);
    expect([...series.volume]).toEqual([9, 0]);
    expect([...series.frames]).toEqual([3, 0]);
    expect([...series.capacitiveC]).toEqual([0, 8]);
    expect([...series.quarters]).toEqual([3, 1]);
    expect([...series.peakQuarter]).toEqual([7, 0]);
    expect([...series.peakQuarterStart]).toEqual([NOON + 15 * MINUTE_MS, NOON + 120 * MINUTE_MS]);
  });

  test('leaves quarter-hour slots unchanged', () => {
    const series = seriesOfQuarters(quarters, 15);
    expect(series.length).toBe(4);
    expect([...series.consumedB]).toEqual([0, 4, 0, 0]);
    expect([...series.quarters]).toEqual([1, 1, 1, 1]);
  });

  test('returns no slots without quarter-hours', () => {
    expect(seriesOfQuarters([], 60).length).toBe(0);
  });
});
