import { expect, it, onTestFinished, vi } from 'vitest';
import { deviceDateTime, deviceDay, deviceToday } from './device-time.ts';

// The clock of this project's device is New York's: at 01:30 of São Paulo, it is still the evening before there.
const AFTER_MIDNIGHT_IN_SAO_PAULO = '2026-11-25T04:30:00Z';

it('shows times without an establishment by the clock of the device', () => {
  expect(deviceDateTime(AFTER_MIDNIGHT_IN_SAO_PAULO)).toBe('24/11/2026 23:30:00');
  expect(deviceDay(AFTER_MIDNIGHT_IN_SAO_PAULO)).toBe('24/11/2026');
});

it('names a file made in the evening by the local day, not the UTC day', () => {
  vi.useFakeTimers({ now: Date.parse(AFTER_MIDNIGHT_IN_SAO_PAULO), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(deviceToday()).toBe('2026-11-24');
});
