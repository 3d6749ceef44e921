import { expect, test } from 'vitest';
import { FRAME_FIELDS, INCREMENT_FIELDS, inMeterUnit, isIncrement } from './frame-fields.ts';

test('energies and volumes are increments, kept in thousandths of the unit of the meter', () => {
  expect(FRAME_FIELDS.filter(isIncrement)).toEqual([...INCREMENT_FIELDS]);
  expect(inMeterUnit('kwha', 1500)).toBe(1.5);
  expect(inMeterUnit('va', 219.8)).toBe(219.8);
});
