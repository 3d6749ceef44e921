import type { ConsolidatedDay } from '@nascente/contract/consumption';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeDays } from './days-json.ts';

const millionths = fc
  .oneof(
    fc.integer({ min: -2e9, max: 2e9 }),
    fc.maxSafeInteger(),
    fc.constantFrom(0, 1, -1, 999_999, 1_000_000),
  )
  .map((whole) => whole / 1_000_000);
const phases = fc.record({ phaseA: millionths, phaseB: millionths, phaseC: millionths });
const instant = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date('2099-12-31') })
  .map((at) => at.toISOString());

const posts = fc.option(fc.record({ inPoint: millionths, interPoint: millionths, outPoint: millionths }), {
  nil: undefined,
});

const hour = fc.record({
  hour: fc.nat(23),
  total: millionths,
  post: fc.constantFrom('inPoint' as const, 'interPoint' as const, 'outPoint' as const),
  posts,
  injectedPosts: posts,
  consumptionActivePower: phases,
  consumptionReactivePower: phases,
  consumptioninjectedPower: phases,
  demand: fc.record({ avgValue: millionths, period: fc.record({ startDate: instant, endDate: instant }) }),
  completeness: fc.double({ min: 0, max: 1, noNaN: true }),
});

const day: fc.Arbitrary<ConsolidatedDay> = fc.record({
  date: instant.map((at) => at.slice(0, 10)),
  total: millionths,
  totalPhaseA: millionths,
  totalPhaseB: millionths,
  totalPhaseC: millionths,
  inPoint: millionths,
  interPoint: millionths,
  outPoint: millionths,
  injected: millionths,
  cost: fc.option(fc.nat(1e9).map((cents) => cents / 100)),
  completeness: fc.double({ min: 0, max: 1, noNaN: true }),
  hours: fc.array(hour, { maxLength: 25 }),
});

test('days are written as JSON writes them, to the byte', () => {
  fc.assert(
    fc.property(fc.array(day, { maxLength: 4 }), (days) => {
      const written = writeDays('{"ok":true,"consolidated":', days, '}').toString();
      expect(written).toBe(JSON.stringify({ ok: true, consolidated: days }));
    }),
  );
});
