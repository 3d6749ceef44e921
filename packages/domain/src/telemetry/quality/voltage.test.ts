import { expect, test } from 'vitest';
import { nominalOf, voltageLevel, voltageWarning, worstVoltage } from './voltage.ts';

test.each([
  [190.9, 220, 'under'],
  [191, 220, 'precarious'],
  [201.9, 220, 'precarious'],
  [202, 220, 'adequate'],
  [231, 220, 'adequate'],
  [231.1, 220, 'precarious'],
  [233, 220, 'precarious'],
  [233.1, 220, 'over'],
  [109.9, 110, 'under'],
  [110, 110, 'precarious'],
  [127, 110, 'adequate'],
  [134, 110, 'precarious'],
  [135.1, 110, 'over'],
] as const)('rates %f V in a %i V installation as %s', (volts, tension, level) => {
  expect(voltageLevel(volts, tension)).toBe(level);
});

test.each([
  [205.9, 220, 'under'],
  [206, 220, null],
  [233, 220, null],
  [233.1, 220, 'over'],
  [116.9, 110, 'under'],
  [127, 110, null],
  [135.1, 110, 'over'],
] as const)('checks if %f V in a %i V installation triggers a warning: %s', (volts, tension, warning) => {
  expect(voltageWarning(volts, tension)).toBe(warning);
});

test('uses a nominal voltage of 127 V for 110 V outlets', () => {
  expect([nominalOf(110), nominalOf(220)]).toEqual([127, 220]);
});

test('returns the phase voltage farthest from its nominal value', () => {
  expect(worstVoltage([218, null, 231], 220)).toBe(231);
  expect(worstVoltage([120, 126, 130], 110)).toBe(120);
  expect(worstVoltage([null, null, null], 220)).toBe(220);
});
