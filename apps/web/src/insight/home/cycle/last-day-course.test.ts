import type { ConsolidatedDay } from '@nascente/contract/energy/consumption';
import { expect, it } from 'vitest';
import { lastDayCourse } from '../beside/meter-list-card.tsx';

const none = { phaseA: 0, phaseB: 0, phaseC: 0 };
const hour = (
  at: number,
  total: number,
  injected: number,
  completeness = 1,
): ConsolidatedDay['hours'][number] => ({
  hour: at,
  total,
  touPeriod: 'outPoint',
  consumptionActivePower: none,
  consumptionReactivePower: none,
  consumptioninjectedPower: { ...none, phaseA: injected },
  demand: { avgValue: 0, period: { startDate: '', endDate: '' } },
  completeness,
});
const dayOf = (date: string, hours: ConsolidatedDay['hours']): ConsolidatedDay => ({
  date,
  total: 0,
  totalPhaseA: 0,
  totalPhaseB: 0,
  totalPhaseC: 0,
  inPoint: 0,
  interPoint: 0,
  outPoint: 0,
  injected: 0,
  cost: null,
  completeness: 1,
  hours,
});

const yesterday = dayOf(
  '2026-11-19',
  Array.from({ length: 24 }, (_, at) => hour(at, at, 0)),
);
const today = dayOf('2026-11-20', [hour(0, 0.004, 0), hour(1, 0, 1.5), hour(2, 0, 0, 0)]);

it('shows the last 24 local hours across midnight, with a gap where measurements are missing', () => {
  const course = lastDayCourse([yesterday, today], false);
  expect(course).toHaveLength(24);
  expect(course.slice(-5)).toEqual([22, 23, 0.004, 0, null]);
});

it('shows generation where panels are measured', () => {
  expect(lastDayCourse([today], true)).toEqual([0, 1.5, null]);
});
