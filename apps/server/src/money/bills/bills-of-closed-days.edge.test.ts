import { randomUUID } from 'node:crypto';
import { createCorrection, undoCorrection } from '@nascente/contract/energy/corrections';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { readDemandOptimum, readTariffComparison } from '@nascente/contract/money/tariff-comparison';
import { instant } from '@nascente/domain/base/time/zone';
import type { ElectricRules } from '@nascente/domain/sites/tariffs/tariff-rules';
import { blankFrame, type Frame } from '@nascente/domain/telemetry/frames/frame';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestIngest } from '../../testing/boards/test-ingest.ts';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { AZUL, seedRules, VERDE } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-13T14:20:00Z';
/** An instant within a quarter-hour, before the clocks of New York go back. */
const FIRST = Date.parse('2026-09-28T15:07:00Z');
const SPACING = 20 * 60_000;
const MINUTE = 60_000;

let api: TestApi;
let owner: SeededPerson;
let ingest: ReturnType<typeof createTestIngest>;

/** Reactive energy of both kinds and, now and then, injection; 20 kW and more. */
const frameAt = (at: number): Frame => {
  const n = Math.floor(at / SPACING);
  return {
    ...blankFrame('tri', instant(at)),
    ...({
      energyA: 5_000_000 + (n % 977) * 1000,
      energyB: n % 6 === 0 ? -(n % 83) * 1000 : 2_000_000,
      energyC: 1_500_001,
      reactiveA: n % 3 === 0 ? -4_000_000 : 6_000_000,
    } as Partial<Frame>),
  };
};
const framesBetween = (from: number, to: number): Frame[] =>
  Array.from({ length: Math.ceil((to - from) / SPACING) }, (_, n) => frameAt(from + n * SPACING));

/** The peak begins at half past, as with many distributors, so an hour contains two time-of-use periods. */
const byHalfHours = (rules: ElectricRules): ElectricRules =>
  rules.modality === 'convencional'
    ? rules
    : { ...rules, windows: { ...rules.windows, peak: { start: 1050, end: 1230 }, intermediate: [] } };

const asOwner = () => ({ token: owner.token });

/** An establishment billed by the sum of two meters: one has a gap, and is removed on 20 October at noon. */
const anEstablishment = async (zone: string): Promise<{ establishment: string; meter: SeededMeter }> => {
  const establishment = await api.seed.establishment(owner, { zone });
  const since = new Date(FIRST);
  const meter = await api.seed.meter(establishment, { installed_at: since });
  const removed = Date.parse('2026-10-20T15:11:00Z');
  const other = await api.seed.meter(establishment, { installed_at: since, removed_at: new Date(removed) });
  await ingest.store(meter, framesBetween(FIRST + MINUTE, Date.parse(NOW)));
  await ingest.store(other, framesBetween(FIRST + 2 * MINUTE, Date.parse('2026-10-07T06:00:00Z')));
  await ingest.store(other, framesBetween(Date.parse('2026-10-09T06:00:00Z'), removed));
  const names = { distributor: randomUUID(), tariff_group: 'A4' };
  const tax = await seedRules(api.seed, [{ validFrom: '2025-01-01', rules: byHalfHours(VERDE) }], names);
  await seedRules(api.seed, [{ validFrom: '2025-01-01', rules: byHalfHours(AZUL) }], names);
  const terms = aContract({
    group: 'A',
    subgroup: 'A4',
    modality: 'verde',
    demand: { mode: 'single', demand: 40 },
    taxes: [],
    cosip: null,
    supply: null,
  });
  const payload = { validFrom: '2025-01-01', tax, terms };
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, { ...asOwner(), payload });
  return { establishment, meter };
};

const answersOf = (establishment: string): Promise<unknown[]> => {
  const url = `/establishment/${establishment}`;
  return Promise.all([
    api.succeed(readBill, `${url}/bill?start=2026-10-01&end=2026-10-31`, asOwner()),
    api.succeed(readBill, `${url}/bill`, asOwner()),
    api.succeed(readTariffComparison, `${url}/tariff-comparison`, asOwner()),
    api.succeed(readDemandOptimum, `${url}/demand-optimum`, asOwner()),
  ]);
};

/** Checks that a bill is equal with and without closed days. Returns the number of days closed again. */
const closesWithoutChange = async (establishment: string): Promise<number> => {
  const before = await answersOf(establishment);
  const closed = await api.closeDays();
  expect(await answersOf(establishment)).toEqual(before);
  return closed;
};

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  ingest = createTestIngest(api, NOW);
});
afterAll(() => ingest.stop());

test.for(['America/Sao_Paulo', 'America/New_York', 'Asia/Kolkata'])(
  'in %s bills from closed days equal those from quarter-hours, and follow later changes',
  async (zone) => {
    const { establishment, meter } = await anEstablishment(zone);
    expect(await closesWithoutChange(establishment)).toBe(45 + 23);
    const total = await answersOf(establishment);

    const late = Date.parse('2026-10-14T21:31:00Z');
    await ingest.store(meter, [{ ...frameAt(late), energyA: 90_000_000 as Frame['energyA'] }]);
    const followed = await answersOf(establishment);
    expect(followed[0]).not.toEqual(total[0]);
    expect(followed[2]).not.toEqual(total[2]);
    expect(followed[3]).not.toEqual(total[3]);
    expect(await closesWithoutChange(establishment)).toBe(1);

    const interval = { start: '2026-10-14T20:00:00Z', end: '2026-10-15T02:00:00Z', reason: 'Pinça aberta' };
    const corrections = `/board/${meter.mac}/corrections`;
    const { correction } = await api.succeed(createCorrection, corrections, {
      ...asOwner(),
      payload: interval,
    });
    expect(await answersOf(establishment)).not.toEqual(followed);
    expect(await closesWithoutChange(establishment)).toBe(2);
    await api.succeed(undoCorrection, `${corrections}/${correction.id}/undo`, asOwner());
    expect(await answersOf(establishment)).toEqual(followed);
    expect(await closesWithoutChange(establishment)).toBe(2);
  },
);

test('stores a quarter-hour beyond four bytes to the last thousandth', async () => {
  const { establishment, meter } = await anEstablishment('America/Sao_Paulo');
  const giant = Date.parse('2026-10-14T12:00:00Z');
  await ingest.store(meter, [{ ...frameAt(giant), energyA: 4_294_967_297_003 as Frame['energyA'] }]);
  expect(await closesWithoutChange(establishment)).toBeGreaterThan(0);
});
