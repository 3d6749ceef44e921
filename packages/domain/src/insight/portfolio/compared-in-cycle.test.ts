import { expect, it } from 'vitest';
import { closedWeek, withDays, workingDays } from '../../base/time/business-hours.ts';
import { comparedInCycle } from './compared-establishments.ts';

const record = {
  _id: '1',
  activity: 'Industria',
  numberOfEmployees: '20 a 99',
  area: 1450,
  headcount: 34,
  businessHours: withDays(closedWeek, workingDays, { ...closedWeek.monday, open: true }),
};

it('uses the days, open hours and forecast of the complete cycle', () => {
  const cycle = { start: '2026-11-02', end: '2026-11-29', forecast: { total: 900 } };
  const compared = { id: '1', activity: 'Industria', size: '20 a 99', area: 1450, people: 34 };
  expect(comparedInCycle(record, cycle)).toEqual({ ...compared, openHours: 200, days: 28, consumed: 900 });
  expect(comparedInCycle({ ...record, businessHours: null }, cycle).openHours).toBeNull();
  expect(comparedInCycle(record, null)).toEqual({ ...compared, openHours: null, days: 1, consumed: null });
});
