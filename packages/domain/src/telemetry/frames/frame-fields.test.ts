import { expect, test } from 'vitest';
import type { Instant } from '../../base/time/zone.ts';
import { blankFrame, type Frame } from './frame.ts';
import {
  FRAME_FIELDS,
  frameColumn,
  inMeterUnit,
  isIncrement,
  PHASE_QUANTITIES,
  recordProperties,
} from './frame-fields.ts';
import { judgePlausibility } from './plausibility.ts';

test('stores energies and volumes as increments in thousandths of the meter unit', () => {
  const increments = ['kwha', 'kwhb', 'kwhc', 'kvarha', 'kvarhb', 'kvarhc', 'litres'];
  expect(FRAME_FIELDS.filter(isIncrement)).toEqual(increments);
  expect(inMeterUnit('kwha', 1500)).toBe(1.5);
  expect(inMeterUnit('va', 219.8)).toBe(219.8);
});

test('has a separate column for each field', () => {
  expect(['va', 'kwha', 'kvarhc', 'litres', 'flow'].map((field) => frameColumn(field as 'va'))).toEqual([
    'va',
    'energy_a_mwh',
    'reactive_c_mvarh',
    'volume_ml',
    'flow',
  ]);
  expect(new Set(FRAME_FIELDS.map(frameColumn)).size).toBe(FRAME_FIELDS.length);
});

test('has a name, a unit and a plausibility limit for each phase value', () => {
  const properties = recordProperties(['a', 'b', 'c']);
  expect(properties).toHaveLength(PHASE_QUANTITIES.length * 3);
  const at = Date.UTC(2026, 10, 20) as Instant;
  const blank = blankFrame('tri', at);
  expect(Object.keys(blank)).toEqual(expect.arrayContaining([...properties]));
  const context = { now: at, previousAt: null, retentionDays: 400, ratedPhaseWatts: null };
  for (const property of properties)
    expect(judgePlausibility({ ...blank, [property]: 1e12 } as Frame, context), property).not.toBeNull();
  for (const { label, unit, name } of PHASE_QUANTITIES)
    expect([label.length > 3, unit !== '' || name === 'pf']).toEqual([true, true]);
});
