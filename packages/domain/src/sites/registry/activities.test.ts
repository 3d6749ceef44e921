import { expect, test } from 'vitest';
import { activities, employeeRanges, isActivity, isEmployeeRangeOf } from './activities.ts';

test('spells activities and ranges as in the specification', () => {
  expect(activities).toEqual(['Comercio e Serviços', 'Industria']);
  expect(employeeRanges['Comercio e Serviços']).toEqual(['até 9', '10 a 49', '50 a 99', '100 ou mais']);
  expect(employeeRanges.Industria).toEqual(['até 19', '20 a 99', '100 a 499', '500 ou mais']);
});

test('accepts a range only for its activity', () => {
  expect(isEmployeeRangeOf('Industria', '20 a 99')).toBe(true);
  expect(isEmployeeRangeOf('Industria', '10 a 49')).toBe(false);
  expect(isEmployeeRangeOf('Comercio e Serviços', '10 a 49')).toBe(true);
});

test('refuses another spelling of an activity', () => {
  expect(isActivity('Industria')).toBe(true);
  expect(isActivity('Indústria')).toBe(false);
});
