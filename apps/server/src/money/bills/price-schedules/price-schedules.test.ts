import type { BillAnswer } from '@nascente/contract/money/bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { instant, parseZone } from '@nascente/domain/base/time/zone';
import { cents } from '@nascente/domain/base/units/money';
import { expect, test, vi } from 'vitest';
import { asOneReading } from '../../../platform/database/one-reading.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { MadeBill } from '../bill-maker.ts';
import type { BilledEstablishment } from '../measured-days.ts';
import { createPriceSchedules } from './price-schedules.service.ts';

const caller = { accountId: 'a', profile: 'Manager' } as Caller;
const establishment = {
  id: 'padaria',
  type: 'eletric',
  zone: parseZone('America/Sao_Paulo'),
  now: instant(Date.parse('2026-11-13T14:20:00Z')),
} as BilledEstablishment;
const november = { first: civilDate('2026-11-01'), last: civilDate('2026-11-30') };
const october = { first: civilDate('2026-10-01'), last: civilDate('2026-10-31') };
const complete = { installationId: null };

const consumed = { inPoint: 0, interPoint: 0, outPoint: 100_000_000 };
const interval = { consumed, volume: 0 };
const lines = [
  { kind: 'energy', touPeriod: 'outPoint', amount: cents(8_000) },
  { kind: 'demand', touPeriod: null, amount: cents(50_000) },
];
const bill = (tariff: object | null) =>
  ({
    bill: { lines, total: cents(58_000) },
    measured: { intervals: [interval] },
    terms: { tariff, versions: [] },
    meters: [{}],
  }) as unknown as MadeBill;

/** An establishment with a contract, whose bills cost R$ 80 of 100 kWh and R$ 500 of demand. */
const scene = (tariff: object | null = {}, frozen: BillAnswer | null = null) => {
  const make = vi.fn(async () => bill(tariff));
  const ofCycles = vi.fn(async (cycles: readonly unknown[]) => cycles.map(() => frozen));
  const schedules = createPriceSchedules({
    establishments: { hasFullAccess: () => true } as never,
    maker: { make, billTerms: async () => ({}), parts: () => [] } as never,
    frozenBills: { ofCycles },
  });
  return { make, ofCycles, schedules };
};

test('contains the priced energy, prices by time-of-use period, lines and total up to today', async () => {
  const { schedules } = scene();
  const [schedule] = await schedules.ofCycles(caller, establishment, complete, [november]);
  expect(schedule).toMatchObject({
    key: 'padaria eletric 2026-11-01 2026-11-13',
    cycle: { first: '2026-11-01', last: '2026-11-13' },
    basis: 'contract',
    energy: 8_000,
    fixed: 50_000,
    total: 58_000,
    lines,
  });
  expect(Number(schedule?.prices.outPoint) / 1e10).toBeCloseTo(0.8, 9);
});

test('calculates each bill once in a request, for every reader of its schedule', async () => {
  const { make, schedules } = scene();
  await asOneReading(async () => {
    const ofCycles = (cycles: (typeof november)[]) =>
      schedules.ofCycles(caller, establishment, complete, cycles);
    const [first] = await ofCycles([november, october]);
    const [again] = await ofCycles([november]);
    expect(again).toBe(first);
    await schedules.makeBill(establishment, october);
  });
  expect(make).toHaveBeenCalledTimes(2);
  await asOneReading(() => schedules.ofCycles(caller, establishment, complete, [october]));
  expect(make).toHaveBeenCalledTimes(3);
});

test('uses the lines and total of the frozen bill of a finished cycle', async () => {
  const frozen = { lines: [{ kind: 'energy', touPeriod: 'outPoint', amount: 70.5 }], total: 70.5 };
  const { ofCycles, schedules } = scene({}, frozen as BillAnswer);
  const found = await schedules.ofCycles(caller, establishment, complete, [november, october]);
  expect(found.map((schedule) => schedule?.total)).toEqual([58_000, 7_050]);
  expect(ofCycles).toHaveBeenCalledTimes(1);
});

test('returns no schedule without a tariff or for future days', async () => {
  const { schedules } = scene(null);
  const december = { first: civilDate('2026-12-01'), last: civilDate('2026-12-31') };
  expect(await schedules.ofCycles(caller, establishment, complete, [november, december])).toEqual([
    null,
    null,
  ]);
});
