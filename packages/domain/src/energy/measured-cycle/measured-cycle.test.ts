import { describe, expect, test } from 'vitest';
import { addDays, civilDate, startOfDay } from '../../base/time/civil-day.ts';
import { HOUR_MS, type Instant, type Zone } from '../../base/time/zone.ts';
import { EVER } from '../../money/testing/bill-facts.ts';
import { quarterSeries } from '../../money/testing/quarter-series.ts';
import { AZUL, BRANCA, CONVENCIONAL, VERDE } from '../../money/testing/rules-facts.ts';
import type { RulesVersion } from '../../sites/tariffs/tariff-rules.ts';
import { emptySeries } from '../../telemetry/intervals/totals.ts';
import { measureCycle, withConsumed } from './measured-cycle.ts';

const ZONE = 'America/Sao_Paulo' as Zone;
const NOW = Date.UTC(2030, 0, 1) as Instant;
const KWH = 1_000_000;
/** Wednesday and Thursday. */
const TWO_DAYS = { first: civilDate('2026-11-18'), last: civilDate('2026-11-19') };
const options = { cycle: TWO_DAYS, zone: ZONE, now: NOW, since: null };
const under = (rules: RulesVersion['rules']): RulesVersion[] => [{ validFrom: EVER, rules }];

describe('the quantities of a cycle', () => {
  test('sums the quarter-hours of each time-of-use period', () => {
    const series = quarterSeries(TWO_DAYS, ZONE, () => ({ consumed: KWH, injected: 2 * KWH, volume: 5 }));
    const { intervals, days, completeness } = measureCycle(series, { ...options, versions: under(BRANCA) });
    const quarters = { inPoint: 24, interPoint: 16, outPoint: 152 };
    expect(intervals).toHaveLength(1);
    expect(intervals[0]?.consumed).toEqual({
      inPoint: quarters.inPoint * KWH,
      interPoint: quarters.interPoint * KWH,
      outPoint: quarters.outPoint * KWH,
    });
    expect(intervals[0]?.injected.inPoint).toBe(48 * KWH);
    expect(intervals[0]?.volume).toBe(192 * 5);
    expect([days, completeness]).toEqual([2, 1]);
  });

  test('counts energy within the benefit hours separately, also across midnight', () => {
    const series = quarterSeries(TWO_DAYS, ZONE, () => ({ consumed: KWH }));
    const measured = measureCycle(series, {
      ...options,
      versions: under(BRANCA),
      hours: { start: 1290, end: 360 },
    });
    const [interval] = measured.intervals;
    // A day has 34 quarter-hours from 21:30 to 6:00; the first two are intermediate.
    expect(interval?.inHours).toEqual({ inPoint: 0, interPoint: 4 * KWH, outPoint: 64 * KWH });
    const doubled =
      interval && withConsumed(interval, { inPoint: 5, interPoint: 32 * KWH, outPoint: 304 * KWH });
    expect(doubled?.inHours).toEqual({ inPoint: 0, interPoint: 8 * KWH, outPoint: 128 * KWH });
    const empty =
      interval &&
      withConsumed({ ...interval, consumed: { ...interval.consumed, inPoint: 0 } }, interval.consumed);
    expect(empty?.inHours?.inPoint).toBe(0);
  });

  test('returns the demand of each time-of-use period and its time', () => {
    const high = { inPoint: 1080, outPoint: 600 };
    const series = quarterSeries(TWO_DAYS, ZONE, ({ minute, date }) => ({
      consumed:
        date === '2026-11-19' && minute === high.inPoint
          ? 30 * KWH
          : minute === high.outPoint
            ? 20 * KWH
            : KWH,
    }));
    const { demand } = measureCycle(series, { ...options, versions: under(AZUL) });
    const dayStart = startOfDay(civilDate('2026-11-19'), ZONE);
    expect(demand.inPoint).toEqual({ power: 120 * KWH, at: dayStart + 18 * HOUR_MS });
    expect(demand.outPoint).toEqual({ power: 80 * KWH, at: startOfDay(TWO_DAYS.first, ZONE) + 10 * HOUR_MS });
    expect(demand.interPoint).toEqual({ power: 0, at: null });
  });

  test('separates intervals by the rules in force, and by days without rules', () => {
    const versions = [
      { validFrom: TWO_DAYS.last, rules: BRANCA },
      { validFrom: addDays(TWO_DAYS.last, 1), rules: VERDE },
      { validFrom: addDays(TWO_DAYS.last, 2), rules: VERDE },
    ];
    const cycle = { first: TWO_DAYS.first, last: addDays(TWO_DAYS.last, 3) };
    const series = quarterSeries(cycle, ZONE, () => ({ consumed: KWH, inductive: KWH }));
    const { intervals } = measureCycle(series, { ...options, cycle, versions });
    expect(intervals.map(({ version, days }) => [version?.validFrom ?? null, days])).toEqual([
      [null, 1],
      ['2026-11-19', 1],
      ['2026-11-20', 1],
      ['2026-11-21', 2],
    ]);
    expect(intervals[0]?.consumed).toEqual({ inPoint: 0, interPoint: 0, outPoint: 96 * KWH });
    expect(intervals[2]?.reactiveExcess.outPoint).toBeGreaterThan(0);
  });

  test('counts nothing after the current time, and expects nothing before the installation', () => {
    const series = quarterSeries(TWO_DAYS, ZONE, ({ index }) => (index === 100 ? null : { consumed: KWH }));
    const start = startOfDay(TWO_DAYS.first, ZONE);
    const measured = measureCycle(series, {
      ...options,
      versions: under(CONVENCIONAL),
      since: (start + 3 * HOUR_MS + 1) as Instant,
      now: (start + 30 * HOUR_MS) as Instant,
    });
    expect([measured.presentQuarters, measured.expectedQuarters]).toEqual([107, 107]);
    expect(measured.intervals[0]?.consumed.outPoint).toBe(120 * KWH);
    const later = measureCycle(series, { ...options, versions: under(CONVENCIONAL) });
    expect([later.presentQuarters, later.expectedQuarters]).toEqual([191, 192]);
  });
});

describe('the reactive excess', () => {
  const excessOf = (
    flow: Parameters<typeof quarterSeries>[2],
    rules = VERDE,
    cycle = TWO_DAYS,
    zone = ZONE,
  ) => {
    const series = quarterSeries(cycle, zone, flow);
    return measureCycle(series, { ...options, cycle, zone, versions: under(rules) });
  };
  /** 500 kWh an hour at a factor of 0.85. */
  const at85 = { consumed: 125 * KWH, inductive: Math.round(125 * KWH * Math.tan(Math.acos(0.85))) };

  test('returns 41.2 kvarh for 500 kWh at 0.85 in an hour of the inductive window', () => {
    const { intervals, reactiveDemand } = excessOf(({ date, minute }) =>
      date === TWO_DAYS.first && minute >= 600 && minute < 660 ? at85 : {},
    );
    expect((intervals[0]?.reactiveExcess.outPoint ?? 0) / KWH).toBeCloseTo(41.176, 3);
    expect(reactiveDemand.outPoint / KWH).toBeCloseTo((500 * 0.92) / 0.85, 3);
  });

  test('returns zero for inductive energy in the capacitive window, and for capacitive energy by day', () => {
    const capacitive = { consumed: KWH, capacitive: 2 * KWH };
    expect(excessOf(({ minute }) => (minute < 360 ? at85 : capacitive)).intervals[0]?.reactiveExcess).toEqual(
      {
        inPoint: 0,
        interPoint: 0,
        outPoint: 0,
      },
    );
  });

  test('counts capacitive energy at night for a capacitor bank left on', () => {
    const { intervals } = excessOf(({ minute }) => (minute < 360 ? { capacitive: KWH } : {}));
    expect(intervals[0]?.reactiveExcess.outPoint).toBe(48 * 0.92 * KWH);
  });

  test('nets the phases of a quarter-hour, but never the hours of a month', () => {
    const netted = excessOf(({ minute }) =>
      minute >= 600 ? { consumed: KWH, inductive: KWH, capacitive: KWH } : {},
    );
    expect(netted.intervals[0]?.reactiveExcess.outPoint).toBe(0);
    const hourly = excessOf(({ minute }) => (minute === 600 ? { inductive: KWH } : { consumed: 100 * KWH }));
    expect(hourly.intervals[0]?.reactiveExcess.outPoint).toBe(0);
  });

  test('counts half hours separately when the window begins between them', () => {
    const rules = {
      ...VERDE,
      reactive: VERDE.reactive && { ...VERDE.reactive, capacitive: { start: 1410, end: 330 } },
    };
    const day = { first: TWO_DAYS.first, last: TWO_DAYS.first };
    const { intervals } = excessOf(
      ({ minute }) => (minute >= 1380 ? { consumed: KWH, inductive: 3 * KWH } : {}),
      rules,
      day,
    );
    expect(intervals[0]?.reactiveExcess.outPoint).toBe(Math.round(2 * KWH * (0.92 * Math.sqrt(10) - 1)));
  });

  test('counts a repeated hour as a separate hour', () => {
    const zone = 'America/New_York' as Zone;
    const day = { first: civilDate('2026-11-01'), last: civilDate('2026-11-01') };
    const flow = { consumed: KWH, capacitive: 3 * KWH };
    const { intervals } = excessOf(
      ({ index }) => (index === 4 ? flow : index === 8 ? { consumed: 4 * KWH } : {}),
      VERDE,
      day,
      zone,
    );
    expect(intervals[0]?.reactiveExcess.outPoint).toBe(Math.round(KWH * (0.92 * Math.sqrt(10) - 1)));
  });
});

test('returns zero quantities and zero completeness for a cycle without data', () => {
  const measured = measureCycle(emptySeries(0, 15), { ...options, versions: under(AZUL) });
  expect(measured.intervals[0]?.consumed).toEqual({ inPoint: 0, interPoint: 0, outPoint: 0 });
  expect([measured.completeness, measured.expectedQuarters]).toEqual([0, 192]);
});
