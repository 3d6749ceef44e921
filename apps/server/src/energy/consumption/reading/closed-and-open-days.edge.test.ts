import {
  readDay,
  readForecast,
  readMonth,
  readMonths,
  readPeriod,
} from '@nascente/contract/energy/consumption';
import { instant } from '@nascente/domain/base/time/zone';
import { blankFrame, type Frame } from '@nascente/domain/telemetry/frames/frame';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestIngest } from '../../../testing/boards/test-ingest.ts';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';

const NOW = '2026-11-13T14:20:00Z';
const FIRST = Date.parse('2026-10-01T03:00:00Z');
const SPACING = 10 * 60_000;

let api: TestApi;
let owner: SeededPerson;
let ingest: ReturnType<typeof createTestIngest>;

const frameAt = (at: number): Frame => {
  const n = Math.floor(at / SPACING);
  return {
    ...blankFrame('tri', instant(at)),
    ...({
      energyA: 1000 + (n % 977),
      energyB: n % 6 === 0 ? -(n % 83) : n % 83,
      reactiveA: (n % 11) - 5,
    } as Partial<Frame>),
    wa: 500,
  };
};

const store = (meter: SeededMeter, instants: readonly number[]) => ingest.store(meter, instants.map(frameAt));

/** Every ten minutes, with a gap of a day and one of an hour. */
const instants = (): number[] => {
  const all: number[] = [];
  for (let at = FIRST; at < Date.parse(NOW); at += SPACING) all.push(at);
  const missing = (from: string, to: string) => (at: number) => at < Date.parse(from) || at >= Date.parse(to);
  return all
    .filter(missing('2026-10-12T00:00:00Z', '2026-10-13T00:00:00Z'))
    .filter(missing('2026-11-02T16:00:00Z', '2026-11-02T17:00:00Z'));
};

const answersOf = async (meter: SeededMeter): Promise<unknown[]> => {
  const { token } = owner;
  return Promise.all([
    api.succeed(readDay, `/consolidated/daily/${meter.mac}`, { token }),
    api.succeed(readDay, `/consolidated/daily/${meter.mac}?date=2026-10-20`, { token }),
    api.succeed(readMonth, `/consolidated/monthly/${meter.mac}`, { token }),
    api.succeed(readForecast, `/consolidated/monthly-forecast/${meter.mac}`, { token }),
    api.succeed(readMonths, `/consolidated/monthly/${meter.mac}`, {
      token,
      payload: { months: ['10/2026', '11/2026'] },
    }),
    api.succeed(readPeriod, '/consolidated/period', {
      token,
      payload: { meter: meter.mac, dateStart: '2026-10-05', dateEnd: '2026-11-04' },
    }),
  ]);
};

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  ingest = createTestIngest(api, NOW);
});
afterAll(() => ingest.stop());

test.for(['America/Sao_Paulo', 'America/New_York', 'Asia/Kolkata'])(
  'in %s closed days return the same answers as quarter-hours',
  async (zone) => {
    const tariff_id = await api.seed.tariff([
      { valid_from: '2026-01-01', in_point: '1.5', inter_point: '1', out_point: '0.5' },
    ]);
    const establishment = await api.seed.establishment(owner, { zone });
    const meter = await api.seed.meter(establishment, { tariff_id, installed_at: new Date(FIRST) });
    await store(meter, instants());
    const before = await answersOf(meter);
    expect(await api.closeDays()).toBe(42);
    expect(await answersOf(meter)).toEqual(before);
    expect(await api.closeDays()).toBe(0);
  },
);

test('includes a frame that comes after its day was closed in every answer at once', async () => {
  const meter = await api.seed.meter(await api.seed.establishment(owner), { installed_at: new Date(FIRST) });
  await store(meter, instants());
  await api.closeDays();
  const late = Date.parse('2026-10-12T12:00:00Z');
  const readThatDay = () =>
    api.succeed(readDay, `/consolidated/daily/${meter.mac}?date=2026-10-12`, { token: owner.token });
  const before = await readThatDay();
  await store(meter, [late]);
  const after = await readThatDay();
  expect(after.totalPhaseA - before.totalPhaseA).toBeCloseTo((frameAt(late).energyA ?? 0) / 1e6, 9);
  const beforeClosing = await answersOf(meter);
  expect(await api.closeDays()).toBe(1);
  expect(await answersOf(meter)).toEqual(beforeClosing);
});
