import { readTelemetryStatus } from '@nascente/contract/telemetry/telemetry';
import { instant } from '@nascente/domain/base/time/zone';
import { powerFactorLevel } from '@nascente/domain/telemetry/quality/power-factor';
import type { QualityHour } from '@nascente/domain/telemetry/quality/quality-hours';
import { voltageLevel } from '@nascente/domain/telemetry/quality/voltage';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { statusOf } from './index.ts';

const HOUR_MS = 3_600_000;
const FIRST = Date.parse('2024-02-28T21:00:00Z');

const perhaps = (maximum: number) =>
  fc.option(fc.double({ min: 0, max: maximum, noNaN: true }), { freq: 4, nil: null });
/** Some begin at half past, as local hours of some zones do. */
const hoursUpTo = (maximum: number): fc.Arbitrary<QualityHour[]> =>
  fc.array(
    fc.record({
      at: fc.nat(200).map((half) => instant(FIRST + (half * HOUR_MS) / 2)),
      a: perhaps(maximum),
      b: perhaps(maximum),
      c: perhaps(maximum),
    }),
  );
const answered = (...of: Parameters<typeof statusOf>) =>
  readTelemetryStatus.answer.parse({ ok: true, status: statusOf(...of) }).status;

it('returns the power factor of hours and its level', () => {
  fc.assert(
    fc.property(hoursUpTo(1), (hours) => {
      expect(answered(hours, 'PF', 220)).toEqual(
        hours.map(({ at, a }) => ({
          date: new Date(at).toISOString(),
          value: a ?? 0,
          level: powerFactorLevel(a ?? 0),
        })),
      );
    }),
  );
});

it.each([
  [110, 127],
  [220, 220],
] as const)('returns, among the phases of %i V, the one farthest from %i V', (voltage, nominal) => {
  const distance = (volts: number) => Math.abs(volts - nominal);
  fc.assert(
    fc.property(hoursUpTo(300), (hours) => {
      const status = answered(hours, 'V', voltage);
      expect(status).toHaveLength(hours.length);
      for (const [index, { date, value, level }] of status.entries()) {
        const { at, a, b, c } = hours[index] as QualityHour;
        const phases = [a, b, c].filter((volts) => volts !== null);
        expect(date).toBe(new Date(at).toISOString());
        expect(distance(value)).toBe(Math.max(0, ...phases.map(distance)));
        expect([nominal, ...phases]).toContain(value);
        expect(level).toBe(voltageLevel(value, voltage));
      }
    }),
  );
});
