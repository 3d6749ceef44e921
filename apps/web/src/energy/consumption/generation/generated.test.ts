import type { ConsolidatedDay } from '@nascente/contract/energy/consumption';
import { instant } from '@nascente/domain/base/time/zone';
import { describe, expect, it } from 'vitest';
import type { DayNow } from '../day/day-now.ts';
import type { LiveReading } from '../live/live-reading.ts';
import { generatedDayNow, generatedDays, generatedHoursOf, generatingReading, wayOf } from './generated.ts';
import { daysBefore } from './generation-card.tsx';

const none = { phaseA: 0, phaseB: 0, phaseC: 0 };
const hour = (at: number, consumed: number, injected: number, completeness = 1) => ({
  hour: at,
  total: consumed,
  touPeriod: 'outPoint' as const,
  consumptionActivePower: none,
  consumptionReactivePower: none,
  consumptioninjectedPower: { ...none, phaseA: injected },
  demand: { avgValue: 0, period: { startDate: '', endDate: '' } },
  completeness,
});
const dayOf = (date: string, total: number, injected: number): ConsolidatedDay => ({
  date,
  total,
  totalPhaseA: total,
  totalPhaseB: 0,
  totalPhaseC: 0,
  inPoint: 0,
  interPoint: 0,
  outPoint: total,
  injected,
  cost: total * 0.8,
  completeness: 1,
  hours: [hour(0, 0.004, 0), hour(12, 0, injected), hour(13, 0, 0, 0)],
});
const days = [dayOf('2026-11-18', 0.04, 9), dayOf('2026-11-19', 0.05, 0), dayOf('2026-11-20', 0.02, 4)];

describe('readings of a meter at an inverter', () => {
  it('counts generation in the direction of the larger flow, also for a day without sun', () => {
    expect(wayOf(days)).toBe('injected');
    expect(wayOf(days.map((day) => ({ total: day.injected, injected: day.total })))).toBe('consumed');
    expect(generatedDays(days, 'injected').map(({ total, cost }) => [total, cost])).toEqual([
      [9, null],
      [0, null],
      [4, null],
    ]);
    expect(generatedDays(days, 'consumed').map(({ total }) => total)).toEqual([0.04, 0.05, 0.02]);
  });

  it('returns generated hours from midnight, with gaps where readings are missing', () => {
    const hours = generatedHoursOf(dayOf('2026-11-18', 0.04, 9), 'injected');
    expect(hours).toHaveLength(24);
    expect([hours[0], hours[12], hours[13], hours[14]]).toEqual([0, 9, null, null]);
  });

  it('shows the generation of a day without time-of-use periods, costs or values below the axis', () => {
    const row = { touPeriod: 'outPoint', demand: 1, completeness: 1 } as const;
    const touPeriods = { inPoint: 0, interPoint: 0 };
    const day: DayNow = {
      total: 0.004,
      injected: 4,
      cost: 0.01,
      completeness: 1,
      windows: null,
      hours: [
        { ...row, hour: 0, total: 0.004, byTouPeriod: { ...touPeriods, outPoint: 0.004 }, injected: 0 },
        { ...row, hour: 12, total: 0, byTouPeriod: { ...touPeriods, outPoint: 0 }, injected: 4 },
      ],
    };
    const generated = generatedDayNow(day, 'injected');
    expect(generated).toMatchObject({ total: 4, injected: 0, cost: null });
    expect(
      generated.hours.map(({ total, injected, byTouPeriod }) => [total, injected, byTouPeriod.outPoint]),
    ).toEqual([
      [0, 0, 0],
      [4, 0, 0],
    ]);
  });

  it('shows generated power as positive, and none while the inverter draws power itself', () => {
    const phase = (power: number | null, powerFactor: number | null) => ({
      voltage: 220,
      current: 4,
      powerFactor,
      power,
    });
    const reading: LiveReading = {
      at: instant(0),
      rssi: -60,
      phases: [phase(-1840, -0.99), phase(4, 0.6), phase(null, null)],
      flow: null,
      consumed: 0,
      injected: 0.003,
      volume: 0,
    };
    const shown = (way: 'injected' | 'consumed') =>
      generatingReading(reading, way).phases.map(({ power, powerFactor }) => [power, powerFactor]);
    expect(shown('injected')).toEqual([
      [1840, 0.99],
      [0, 0.6],
      [null, null],
    ]);
    expect(shown('consumed')).toEqual([
      [0, 0.99],
      [4, 0.6],
      [null, null],
    ]);
  });
});

it('shows mean and best of the days before today, and neither on the first of a month', () => {
  const generated = generatedDays(days, 'injected');
  expect(daysBefore(generated, '2026-11-20')).toMatchObject({
    sum: 9,
    mean: 4.5,
    best: { date: '2026-11-18' },
  });
  expect(daysBefore(generated, '2026-11-18')).toEqual({ sum: 0, mean: null, best: null });
});
