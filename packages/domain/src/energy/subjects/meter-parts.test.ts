import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { QUARTER_MS, quarterStart } from '../../base/time/quarter.ts';
import type { TimeSpan } from '../../base/time/span.ts';
import { HOUR_MS, type Instant, instant, type Zone } from '../../base/time/zone.ts';
import {
  elapsedTime,
  generalParts,
  type InstalledMeter,
  inverterParts,
  isMeasuredAlike,
  measuringTime,
  metersOf,
  partsBeside,
  partsOf,
  spansOfParts,
} from './meter-parts.ts';

const START = Date.UTC(2026, 9, 1);
const at = (hours: number): Instant => instant(START + hours * HOUR_MS);
const span = (from: number, to: number): TimeSpan => ({ from: at(from), to: at(to) });
const meter = (isGeneral: boolean, from: number, to: number | null = null): InstalledMeter => ({
  isGeneral,
  isInverter: false,
  installedAt: at(from),
  removedAt: to === null ? null : at(to),
});
const WITHIN = span(0, 100);

test('reads parts by the installation of their meter, for the interval in which each counts', () => {
  const parts = partsOf([{ ...meter(false, 10, 30), installationId: 7 }], WITHIN);
  expect(spansOfParts(parts)).toEqual([{ installationId: 7, ...span(10, 30) }]);
});

test('expects measurements from the installation to the removal, not for complete quarter-hours', () => {
  const part = { meter: meter(false, 10.1, 30.1), from: at(10), to: at(30.25) };
  expect(measuringTime(part)).toEqual(span(10.1, 30.1));
  expect(measuringTime({ ...part, meter: meter(false, 10.1) })).toEqual(span(10.1, 30.25));
});

describe('general meters and those at inverters', () => {
  test('returns general and inverter meters for the interval in which each was installed', () => {
    const [complete, former] = [meter(true, 40), meter(true, -5, 30)];
    const panels = { ...meter(false, 10), isInverter: true };
    const meters = [complete, meter(false, -5), panels, former];
    expect(generalParts(meters, WITHIN)).toEqual([
      { meter: complete, ...span(40, 100) },
      { meter: former, ...span(0, 30) },
    ]);
    expect(inverterParts(meters, WITHIN)).toEqual([{ meter: panels, ...span(10, 100) }]);
    expect(inverterParts([{ ...complete, isInverter: true }], WITHIN)).toEqual([]);
  });
});

describe('the meters that measure a role', () => {
  test('uses the general meter alone, or all meters when there is no general meter', () => {
    const [complete, oven, tap] = [meter(true, -5), meter(false, -5), meter(false, -5)];
    expect(partsOf([oven, complete, tap], WITHIN)).toEqual([{ meter: complete, ...WITHIN }]);
    expect(partsOf([oven, tap], WITHIN)).toEqual([
      { meter: oven, ...WITHIN },
      { meter: tap, ...WITHIN },
    ]);
  });

  test('never includes a meter at an inverter', () => {
    const [oven, panels] = [meter(false, -5), { ...meter(false, -5), isInverter: true }];
    expect(partsOf([oven, panels], WITHIN)).toEqual([{ meter: oven, ...WITHIN }]);
    expect(partsBeside([meter(true, -5), panels], WITHIN)).toEqual([]);
  });

  test('includes a meter only while it was installed', () => {
    const [gone, come, never] = [meter(false, -5, 10.5), meter(false, 60), meter(false, -9, -1)];
    expect(partsOf([gone, come, never], WITHIN)).toEqual([
      { meter: gone, ...span(0, 10.5) },
      { meter: come, ...span(60, 100) },
    ]);
  });

  test('changes from the sum to the general meter when it is installed, and back when it is removed', () => {
    const [complete, oven] = [meter(true, 20.1, 40), meter(false, -5)];
    expect(partsOf([complete, oven], WITHIN)).toEqual([
      { meter: complete, ...span(20, 40) },
      { meter: oven, ...span(0, 20) },
      { meter: oven, ...span(40, 100) },
    ]);
    expect(partsBeside([complete, oven], WITHIN)).toEqual([{ meter: oven, ...span(20, 40) }]);
    expect(metersOf(partsOf([complete, oven], WITHIN))).toEqual([complete, oven]);
  });

  test('counts up to the running quarter-hour', () => {
    const [days, zone] = [
      { first: civilDate('2026-10-01'), last: civilDate('2026-10-02') },
      'Etc/UTC' as Zone,
    ];
    expect(elapsedTime(days, { zone, now: instant(at(10) + 1) })).toEqual(span(0, 10.25));
    expect(elapsedTime(days, { zone, now: at(60) })).toEqual(span(0, 48));
    expect(elapsedTime(days, { zone, now: at(-60) })).toEqual(span(0, 0));
  });
});

describe('the parts of a role', () => {
  const hour = fc.integer({ min: -20, max: 110 }).map((quarters) => quarters / 4 + 1 / 64);
  const anyMeter = fc
    .record({
      role: fc.constantFrom('grid', 'load', 'inverter'),
      from: hour,
      stay: fc.option(fc.integer({ min: 0, max: 90 })),
    })
    .map(({ role, from, stay }) => ({
      ...meter(role === 'grid', from, stay === null ? null : from + stay / 4),
      isInverter: role === 'inverter',
    }));
  const meters = fc.array(anyMeter, { maxLength: 6 });

  /** An independent computation: checks every meter for every quarter-hour. */
  const isThere = ({ isInverter, installedAt, removedAt }: InstalledMeter, quarter: number): boolean =>
    !isInverter && quarter >= quarterStart(installedAt) && (removedAt === null || quarter < removedAt);
  const measuring = (meters: readonly InstalledMeter[], quarter: number): InstalledMeter[] => {
    const metersThen = meters.filter((one) => isThere(one, quarter));
    const generals = metersThen.filter(({ isGeneral }) => isGeneral);
    return generals.length > 0 ? generals : metersThen;
  };

  const quartersOf = ({ from, to }: TimeSpan): number[] =>
    Array.from({ length: (to - from) / QUARTER_MS }, (_, quarter) => from + quarter * QUARTER_MS);
  const areTheSame = (some: readonly InstalledMeter[], others: readonly InstalledMeter[]): boolean =>
    some.length === others.length && some.every((one) => others.includes(one));

  test('contains in every quarter-hour each meter that measured it, once', () => {
    fc.assert(
      fc.property(meters, (sample) => {
        const day = span(0, 24);
        const [parts, beside] = [partsOf(sample, day), partsBeside(sample, day)];
        const wrong = quartersOf(day).filter((quarter) => {
          const at = (all: typeof parts) =>
            all.filter(({ from, to }) => from <= quarter && quarter < to).map((part) => part.meter);
          const expected = measuring(sample, quarter);
          const others = sample.filter((one) => isThere(one, quarter) && !expected.includes(one));
          return !areTheSame(at(parts), expected) || !areTheSame(at(beside), others);
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('returns the same parts for an interval as for its halves', () => {
    fc.assert(
      fc.property(meters, fc.integer({ min: 1, max: 399 }), (sample, quarters) => {
        const cut = quarters / 4;
        const total = (parts: ReturnType<typeof partsOf<InstalledMeter>>, one: InstalledMeter) =>
          parts.reduce((sum, part) => (part.meter === one ? sum + part.to - part.from : sum), 0);
        const halves = [...partsOf(sample, span(0, cut)), ...partsOf(sample, span(cut, 100))];
        for (const one of sample) expect(total(halves, one)).toBe(total(partsOf(sample, WITHIN), one));
      }),
    );
  });
});

describe('the equal measurement of two intervals', () => {
  const measured = (meters: readonly InstalledMeter[], time: TimeSpan) => ({
    ...time,
    parts: partsOf(meters, time),
  });
  const alike = (...meters: readonly InstalledMeter[]) =>
    isMeasuredAlike(measured(meters, span(50, 100)), measured(meters, span(0, 50)));

  test('accepts intervals with any general meters, unless none was installed for an hour', () => {
    expect(alike(meter(true, -1))).toBe(true);
    expect(alike(meter(true, -1, 30), meter(true, 30.5), meter(false, 10))).toBe(false);
    expect(alike(meter(true, -1, 30), meter(true, 30.5))).toBe(true);
    expect(alike(meter(true, -1, 30), meter(true, 31.5))).toBe(false);
    expect(alike(meter(true, 2))).toBe(false);
  });

  test('accepts intervals with the same meters from beginning to end', () => {
    expect(alike(meter(false, -1), meter(false, -1))).toBe(true);
    expect(alike(meter(false, -1), meter(false, 50))).toBe(false);
    expect(alike(meter(false, -1), meter(false, -1, 50))).toBe(false);
    expect(alike(meter(false, -1), meter(false, -1, 80))).toBe(false);
    expect(alike(meter(false, -1, 50), meter(false, 50))).toBe(false);
  });

  test('refuses intervals when one of them was not measured', () => {
    expect(alike()).toBe(false);
    expect(alike(meter(true, 50))).toBe(false);
  });
});
