import { HOUR_MS, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { expect, it } from 'vitest';
import { presentValues } from './present-values.ts';

const NOON = Date.parse('2026-11-25T15:00:00Z');
const frames = {
  at: [instant(NOON - MINUTE_MS), instant(NOON)],
  columns: { wa: [1_500, 1_600], va: [220, Number.NaN] },
} as unknown as Parameters<typeof presentValues>[0];

it('returns the value of the newest frame, or null where the frame has no such value', () => {
  const present = presentValues(frames, instant(NOON + HOUR_MS));
  expect([present('wa'), present('va'), present('flow')]).toEqual([1_600, null, null]);
});

it('returns null once the newest frame is older than an hour, and without frames', () => {
  expect(presentValues(frames, instant(NOON + HOUR_MS + 1))('wa')).toBeNull();
  expect(presentValues({ ...frames, at: new Float64Array() }, instant(NOON))('wa')).toBeNull();
});
