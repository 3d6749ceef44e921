import { describe, expect, it } from 'vitest';
import { addDays, type CivilDate } from '../base/time/civil-day.ts';
import { instant, type Zone } from '../base/time/zone.ts';
import { closedUses, lowPowerFactor, measuredShare, unusualUse, weakGeneration } from './day-judgements.ts';

const ZONE = 'America/Sao_Paulo' as Zone;
const HOUR = 3_600_000;
const DATE = '2026-11-23' as CivilDate;
const MIDNIGHT = instant(Date.parse('2026-11-23T03:00:00Z'));
const isNight = (at: number) => ((at - MIDNIGHT) / HOUR + 24 * 100) % 24 < 5;

describe('the use of a closed establishment', () => {
  const hours = (kwh: (day: number) => number) =>
    Array.from({ length: 8 * 24 }, (_, hour) => ({
      start: instant(MIDNIGHT + (hour - 7 * 24) * HOUR),
      energy: kwh(Math.floor(hour / 24)) * 1_000_000,
    }));
  const uses = (kwh: (day: number) => number) => closedUses(hours(kwh), { isClosed: isNight, zone: ZONE });

  it('sums the energy of the closed hours per civil day', () => {
    expect(uses(() => 1).at(-1)).toEqual({ date: DATE, hours: 5, energy: 5_000_000 });
  });

  it('reports a use above the usual use of similar days', () => {
    const last = (kwh: number) => uses((day) => (day === 7 ? kwh : 1));
    expect(unusualUse(last(2), DATE, 30)).toEqual({ value: 10_000_000, usual: 5_000_000 });
    expect(unusualUse(last(1.2), DATE, 30)).toBeNull();
    expect(
      unusualUse(
        uses((day) => (day === 7 ? 0.1 : 0.01)),
        DATE,
        30,
      ),
    ).toBeNull();
  });

  it('returns null without enough similar days, or without the day itself', () => {
    expect(unusualUse(uses(() => 1).slice(-3), DATE, 30)).toBeNull();
    expect(
      unusualUse(
        uses(() => 1),
        addDays(DATE, 1),
        30,
      ),
    ).toBeNull();
    const other = uses((day) => (day === 7 ? 9 : 1)).map((use) =>
      use.date === DATE ? use : { ...use, hours: 4 },
    );
    expect(unusualUse(other, DATE, 30)).toBeNull();
  });
});

describe('the measured share of a day', () => {
  const quarters = [
    { start: MIDNIGHT, measured: 4 },
    { start: instant(MIDNIGHT + HOUR), measured: 4 },
    { start: instant(MIDNIGHT - HOUR), measured: 4 },
  ];

  it('counts only the quarter-hours since the meter exists', () => {
    expect(measuredShare(quarters, { date: DATE, since: instant(0), zone: ZONE })).toBeCloseTo(8 / 96);
    const since = instant(MIDNIGHT + 22 * HOUR);
    const late = [
      { start: since, measured: 4 },
      { start: instant(since + HOUR), measured: 4 },
    ];
    expect(measuredShare([...quarters, ...late], { date: DATE, since, zone: ZONE })).toBe(1);
  });

  it('returns null for a day before the meter existed', () => {
    expect(
      measuredShare(quarters, { date: DATE, since: instant(MIDNIGHT + 25 * HOUR), zone: ZONE }),
    ).toBeNull();
  });

  it('expects as many quarter-hours as the day has when the clock changes', () => {
    const zone = 'America/New_York' as Zone;
    const long = [{ start: instant(Date.parse('2026-11-01T05:00:00Z')), measured: 50 }];
    expect(measuredShare(long, { date: '2026-11-01' as CivilDate, since: instant(0), zone })).toBe(0.5);
  });
});

describe('the judgement of generation', () => {
  const days = (last: number, before = 20) => [
    ...Array.from({ length: before }, (_, day) => ({
      date: addDays(DATE, day - before),
      generated: 10 + day,
    })),
    { date: DATE, generated: last },
  ];

  it('reports weak generation far below the weakest days of the month', () => {
    expect(weakGeneration(days(5), DATE, 60)).toEqual({ value: 5, usual: 7.199999999999999 });
    expect(weakGeneration(days(8), DATE, 60)).toBeNull();
  });

  it('returns null without the day, or without enough days before it', () => {
    expect(weakGeneration(days(1, 9), DATE, 60)).toBeNull();
    expect(weakGeneration(days(1), addDays(DATE, 1), 60)).toBeNull();
  });
});

describe('the judgement of a power factor', () => {
  const hours = (reactive: number, many = 10) => [
    ...Array.from({ length: many }, () => ({ active: 4, reactive })),
    { active: 0.1, reactive: 9 },
  ];

  it('reports a low power factor when hours with load are below the reference', () => {
    expect(lowPowerFactor(hours(3), 0.92)).toEqual({ powerFactor: 0.8, hoursBelow: 10 });
    expect(lowPowerFactor(hours(1), 0.92)).toBeNull();
    expect(lowPowerFactor(hours(3, 2), 0.92)).toBeNull();
    expect(lowPowerFactor([], 0.92)).toBeNull();
  });
});
