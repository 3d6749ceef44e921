import { expect, test } from 'vitest';
import { comparedHoursText, isPartlyMeasured, partlyMeasuredText } from './partly-measured.ts';

test('marks a total with more than a twentieth missing, without rounding up', () => {
  expect([1, 0.95].map((completeness) => partlyMeasuredText(completeness))).toEqual([null, null]);
  expect(partlyMeasuredText(0.9499)).toBe('só 94,9% medido');
  expect([partlyMeasuredText(0.5, 0.25), partlyMeasuredText(0.96, 0.04)]).toEqual([
    'só 50,0% medido, 25,0% estimado',
    '4,0% estimado',
  ]);
  expect([isPartlyMeasured(0.5), isPartlyMeasured(0.99)]).toEqual([true, false]);
});

test('marks a comparison that covers few of the hours', () => {
  expect(comparedHoursText({ hours: 62, ofHours: 100 })).toBe('em 62,0% das horas');
  expect(comparedHoursText({ hours: 96, ofHours: 100 })).toBeNull();
  expect(comparedHoursText({ hours: 0, ofHours: 0 })).toBeNull();
});
