import { describe, expect, it } from 'vitest';
import { closedWeek, withDays, workingDays } from '../../base/time/business-hours.ts';
import { addDays } from '../../base/time/civil-day.ts';
import { DEFAULT_ZONE } from '../../base/time/zone.ts';
import { parseRate } from '../../base/units/rate.ts';
import { createReactiveMeter } from '../../energy/measured-cycle/reactive-meter.ts';
import { alwaysOffPeak, type TouPeriodsOn } from '../../sites/tou-windows/tou-periods-by-window.ts';
import { type EnergySeries, seriesWith } from '../../telemetry/intervals/totals.ts';
import { BANK_KVAR, bankNeedByHour, smallestBank, withBank } from './capacitor-bank.ts';
import { consumedIn, localQuarters } from './changed-series.ts';
import { movedPeak } from './moved-peak.ts';
import { quieterClosed } from './quieter-closed.ts';

const QUARTER = 900_000;
/** Monday, midnight in São Paulo. */
const FROM = Date.parse('2026-06-01T03:00:00Z');
const DAYS = 28;
const KWH = 1e6;

const seriesOf = (
  kwhAt: (day: number, hour: number) => number,
  kvarhAt: (hour: number) => number = () => 0,
): EnergySeries => {
  const slots = DAYS * 96;
  const each = <T>(value: (day: number, hour: number) => T) =>
    Array.from({ length: slots }, (_, slot) => value(Math.floor(slot / 96), Math.floor((slot % 96) / 4)));
  return seriesWith({
    stepMinutes: 15,
    start: Float64Array.from({ length: slots }, (_, slot) => FROM + slot * QUARTER),
    consumedB: Float64Array.from(each((day, hour) => kwhAt(day, hour) * KWH)),
    inductiveA: Float64Array.from(each((_, hour) => Math.max(0, kvarhAt(hour)) * KWH)),
    capacitiveC: Float64Array.from(each((_, hour) => Math.max(0, -kvarhAt(hour)) * KWH)),
    quarters: new Float64Array(slots).fill(1),
  });
};
const totalOf = (series: EnergySeries) =>
  Array.from(series.start, (_, slot) => consumedIn(series, slot)).reduce((sum, energy) => sum + energy, 0);

const shop = withDays(closedWeek, workingDays, {
  open: true,
  openHour: { hour: 8, minute: 0 },
  closeHour: { hour: 18, minute: 0 },
});

describe('savings in closed hours', () => {
  it('compares closed hours with quiet days, hour by hour', () => {
    // On every other night, each quarter-hour from 20h to 22h uses 3 kWh, otherwise 1. Open hours use 5.
    const series = seriesOf((day, hour) => {
      if (hour >= 20 && hour < 22) return day % 2 === 0 ? 3 : 1;
      return hour >= 8 && hour < 18 ? 5 : 1;
    });
    const found = quieterClosed(series, localQuarters(series, DEFAULT_ZONE), shop);
    // Fourteen nights of two hours with 2 kWh too much each quarter-hour; weekends from 8h to 18h are never quieter.
    expect(found?.avoided).toBeCloseTo(14 * 8 * 2 * KWH, 0);
    expect((found?.closed ?? 0) + (found?.open ?? 0)).toBe(totalOf(series));
    expect(totalOf(found?.series ?? series)).toBe(totalOf(series) - 14 * 8 * 2 * KWH);
    expect(found?.hours[20]).toEqual({ now: 8000, quiet: 4000 });
    expect(found?.hours[3]).toEqual({ now: 4000, quiet: 4000 });
  });

  it('reports no savings for a compressor that runs equally on every day', () => {
    // The compressor runs in random quarter-hours, so nobody could switch anything off.
    let chance = 7;
    const series = seriesOf(() => {
      chance = (chance * 48_271) % 2_147_483_647;
      return chance % 2 === 0 ? 2 : 0.2;
    });
    const found = quieterClosed(series, localQuarters(series, DEFAULT_ZONE), shop);
    expect(Math.abs(found?.avoided ?? Number.NaN)).toBeLessThan(0.06 * (found?.closed ?? 0));
  });

  it('compares the closed hours of a weekday only with the same weekday', () => {
    // Two weekdays use half as much as the other five, and every night of one weekday uses the same.
    const series = seriesOf((day, hour) => (hour >= 8 && hour < 18 ? 5 : day % 7 < 2 ? 1 : 2));
    const found = quieterClosed(series, localQuarters(series, DEFAULT_ZONE), shop);
    expect(found?.avoided).toBeCloseTo(0, 0);
  });

  it('returns null for an establishment that never closes, or for too few days', () => {
    const series = seriesOf(() => 1);
    const quarters = localQuarters(series, DEFAULT_ZONE);
    const always = { open: true, openHour: { hour: 0, minute: 0 }, closeHour: { hour: 0, minute: 0 } };
    const everyDay = ['sunday', 'saturday', ...workingDays] as const;
    expect(quieterClosed(series, quarters, withDays(closedWeek, everyDay, always))).toBeNull();
    const weekdays = { open: true, openHour: { hour: 1, minute: 0 }, closeHour: { hour: 0, minute: 0 } };
    const some = quieterClosed(series, quarters, withDays(closedWeek, everyDay, weekdays));
    expect(some?.hours[5]).toEqual({ now: 0, quiet: 0 });
    const few = { ...series, start: series.start.slice(0, 8), length: 8 };
    expect(quieterClosed(few, localQuarters(few, DEFAULT_ZONE), closedWeek)).toBeNull();
  });

  it('leaves an hour with too few measurements unchanged', () => {
    const total = seriesOf((day, hour) => (hour === 2 ? day : 1));
    const stored = [...total.start.keys()].filter(
      (slot) => Math.floor((slot % 96) / 4) !== 2 || slot < 96 * 4,
    );
    const cut = (column: Float64Array) => Float64Array.from(stored, (slot) => column[slot] ?? 0);
    const series = seriesWith({ stepMinutes: 15, start: cut(total.start), consumedB: cut(total.consumedB) });
    const found = quieterClosed(series, localQuarters(series, DEFAULT_ZONE), closedWeek);
    expect(found?.avoided).toBeCloseTo(0, 0);
    expect(found?.hours[2]).toEqual({ now: 6000, quiet: 6000 });
  });
});

describe('savings in peak hours', () => {
  /** The peak is from 18h to 21h except on Sundays; 17h is intermediate. */
  const touPeriodsOn: TouPeriodsOn = (date) => {
    const isSunday = new Date(date).getUTCDay() === 0;
    return Uint8Array.from({ length: 96 }, (_, quarter) => {
      const hour = Math.floor(quarter / 4);
      if (isSunday) return 2;
      return hour >= 18 && hour < 21 ? 0 : hour === 17 ? 1 : 2;
    });
  };

  it('moves energy above the quiet level from peak to off-peak hours', () => {
    const series = seriesOf((day, hour) => (hour >= 18 && hour < 21 && day % 2 === 1 ? 4 : 1));
    const found = movedPeak(series, localQuarters(series, DEFAULT_ZONE), touPeriodsOn);
    // Of 24 days with a peak 12 are quiet, two of each weekday; the other 12 move 3 kWh of each of 12 quarter-hours.
    expect(found).toMatchObject({ days: 24, from: 18, to: 21 });
    expect(found?.moved).toBeCloseTo(12 * 12 * 3 * KWH, 0);
    expect(found?.peak).toBe((24 * 12 + 12 * 12 * 3) * KWH);
    expect(Math.abs(totalOf(found?.series ?? series) - totalOf(series))).toBeLessThan(DAYS * 96);
    // A quarter-hour of the peak uses 2.5 kWh on average over the 24 days, and 1 kWh on quiet days.
    expect(found?.hours).toHaveLength(24);
    expect(found?.hours[18]?.now).toBeCloseTo(10_000, 6);
    expect(found?.hours[18]?.movable).toBeCloseTo(6_000, 0);
    expect(found?.hours[3]).toEqual({ now: 4_000, movable: 0 });
    // The energy moved from the peak goes to the 80 off-peak quarter-hours of the day, none to the intermediate hour.
    const leaves = 12 * 4 * (1 - 1 / 2.5);
    expect(consumedIn(found?.series ?? series, 96 + 4)).toBe(KWH + Math.round((leaves * KWH) / 80));
    expect(consumedIn(found?.series ?? series, 96 + 17 * 4)).toBe(KWH);
  });

  it('reports a peak that begins and ends at half past', () => {
    const atHalfPast: TouPeriodsOn = (date) => {
      const touPeriods = touPeriodsOn(date).slice();
      return touPeriods.map((_, quarter) => touPeriods[Math.min(95, quarter + 2)] as number);
    };
    const series = seriesOf(() => 1);
    const found = movedPeak(series, localQuarters(series, DEFAULT_ZONE), atHalfPast);
    expect([found?.from, found?.to]).toEqual([17.5, 20.5]);
  });

  it('moves no energy for a restaurant that rests on one weekday', () => {
    const onWeekdays: TouPeriodsOn = (date) =>
      touPeriodsOn(new Date(date).getUTCDay() === 6 ? addDays(date, 1) : date);
    const series = seriesOf((day, hour) => (hour >= 18 && hour < 21 && day % 7 !== 0 ? 4 : 1));
    const found = movedPeak(series, localQuarters(series, DEFAULT_ZONE), onWeekdays);
    expect(found?.moved).toBeCloseTo(0, 0);
  });

  it('returns null for equal prices, and moves nothing when a day has no other hours', () => {
    const series = seriesOf(() => 1);
    const quarters = localQuarters(series, DEFAULT_ZONE);
    expect(movedPeak(series, quarters, alwaysOffPeak)).toBeNull();
    const only = movedPeak(
      seriesOf((day) => day),
      quarters,
      () => new Uint8Array(96),
    );
    expect(only?.moved).toBe(0);
  });

  it('moves nothing for an hour with too few measurements', () => {
    const rare: TouPeriodsOn = (date) => {
      const touPeriods = touPeriodsOn(date).slice();
      if (date !== '2026-06-01') touPeriods.fill(2, 72, 76);
      return touPeriods;
    };
    const series = seriesOf((_, hour) => (hour === 18 ? 9 : 1));
    expect(movedPeak(series, localQuarters(series, DEFAULT_ZONE), rare)).toMatchObject({
      moved: expect.closeTo(0, 0),
    });
  });
});

describe('a capacitor bank', () => {
  const series = seriesOf(
    () => 10,
    (hour) => (hour >= 8 && hour < 18 ? 10 : hour < 6 ? -1 : 2),
  );
  const quarters = localQuarters(series, DEFAULT_ZONE);

  it('computes the needed kvar per hour from the power triangle', () => {
    const need = bankNeedByHour(series, quarters, 0.92);
    // 40 kW and 40 kvar: 40 − 40·tan(acos 0.92).
    expect(need[10]).toBeCloseTo(40 - 40 * Math.sqrt(1 / 0.92 ** 2 - 1), 6);
    expect(need[20]).toBe(0);
    expect(need[3]).toBe(0);
    expect(bankNeedByHour(seriesWith({ stepMinutes: 15, start: new Float64Array() }), [], 0.92)[4]).toBe(0);
  });

  it('reduces inductive energy without making it capacitive', () => {
    const corrected = withBank(series, 25);
    const excessOf = (one: EnergySeries) => {
      const excess = new Float64Array(3);
      const meter = createReactiveMeter(
        { reference: parseRate('0.92'), capacitive: { start: 0, end: 360 } },
        excess,
        new Float64Array(3),
      );
      for (const [slot, { quarter }] of quarters.entries()) {
        const local = (one.start[slot] ?? 0) - 3 * 3_600_000;
        meter.count(one, slot, {
          local,
          minute: quarter * 15,
          touPeriod: 2,
          consumed: consumedIn(one, slot),
        });
      }
      meter.close();
      return excess[2] ?? 0;
    };
    // 40 kW and 40 − 25 = 15 kvar: a factor of 0.936.
    expect(excessOf(series)).toBeGreaterThan(0);
    expect(excessOf(corrected)).toBe(0);
    expect(corrected.capacitiveA[0]).toBe(1 * KWH);
    expect(corrected.inductiveA[40]).toBe(10 * KWH - 25 * 250_000);
  });

  it('returns the smallest commercial bank with nearly the maximum saving', () => {
    for (const needed of [1, 2.5, 11, 23, 99, 300])
      expect(smallestBank((kvar) => Math.min(kvar, needed))).toBe(
        BANK_KVAR.find((kvar) => kvar >= needed * 0.95),
      );
    expect(smallestBank(() => 0)).toBeNull();
  });
});
