import { qualityOf } from '@nascente/domain/telemetry/quality/hourly-quality';
import { expect, it } from 'vitest';
import { decodeQuality, encodeQuality } from './quality.ts';

const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z');
const HOUR_MS = 3_600_000;

it('decodes quality as it was encoded, and encodes nothing without measurements', () => {
  const quality = qualityOf(
    { at: Float64Array.of(MIDNIGHT + HOUR_MS), columns: { vc: Float64Array.of(127.3) } },
    MIDNIGHT,
    24,
  );
  expect(decodeQuality(encodeQuality(quality) ?? Buffer.of())).toEqual(quality);
  expect(encodeQuality(qualityOf({ at: new Float64Array(), columns: {} }, MIDNIGHT, 24))).toBeNull();
});
