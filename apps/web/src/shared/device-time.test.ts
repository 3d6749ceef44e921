import { expect, it } from 'vitest';
import { deviceDateTime, deviceDay } from './device-time.ts';

// The clock of this project's device is New York's: at 01:30 of São Paulo, it is still the evening before there.
const AFTER_MIDNIGHT_IN_SAO_PAULO = '2026-11-25T04:30:00Z';

it('tells what belongs to no establishment by the clock of the device, whatever the hour in São Paulo', () => {
  expect(deviceDateTime(AFTER_MIDNIGHT_IN_SAO_PAULO)).toBe('24/11/2026 23:30:00');
  expect(deviceDay(AFTER_MIDNIGHT_IN_SAO_PAULO)).toBe('24/11/2026');
});
