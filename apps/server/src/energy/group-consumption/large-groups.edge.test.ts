import { createGroup, type Group, listGroups } from '@nascente/contract/sites/groups';
import { saveTariff } from '@nascente/contract/sites/tariffs';
import { instant } from '@nascente/domain/base/time/zone';
import { blankFrame, type Frame } from '@nascente/domain/telemetry/frames/frame';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestIngest } from '../../testing/boards/test-ingest.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi } from '../../testing/test-api.ts';

/** Friday; noon in São Paulo. */
const NOW = '2026-11-13T15:00:00Z';
const api = await createTestApi(NOW);
const ingest = createTestIngest(api, NOW);
afterAll(() => ingest.stop());

let owner: SeededPerson;
let tariff: string;

/** Sessions last an hour; these are kept. */
const until = async (at: string): Promise<void> => {
  api.setClock(at);
  await api.database.pool.query(
    "update session set last_used_at = $1, expires_at = $1::timestamptz + interval '1 hour'",
    [at],
  );
};

describe('groups with more meters than the cached limit', () => {
  const MANY = 61;
  let meters: SeededMeter[];
  let group: Group;
  const store = (meter: SeededMeter, readings: Readonly<Record<string, number>>) =>
    ingest.store(
      meter,
      Object.entries(readings).map(
        ([at, kwh]) => ({ ...blankFrame('tri', instant(Date.parse(at))), energyA: kwh * 1e6 }) as Frame,
      ),
    );
  const cycleOf = async (query = '') => {
    const { groups } = await api.succeed(listGroups, `/groups${query}`, { token: owner.token });
    const { start, end, total, cost } = groups.find(({ _id }) => _id === group._id) as Group;
    return { start, end, total, cost };
  };

  beforeEach(async () => {
    api.setClock(NOW);
    owner = await api.seed.person();
    const establishment = await api.seed.establishment(owner);
    tariff = await api.seed.tariff([
      { valid_from: '2026-01-01', in_point: '2', inter_point: '1', out_point: '0.5' },
    ]);
    meters = [];
    for (let number = 0; number < MANY; number++) {
      const meter = await api.seed.meter(establishment, { tariff_id: tariff });
      await store(meter, { '2026-11-02T12:00:00Z': 1, '2026-11-13T12:00:00Z': 2 });
      meters.push(meter);
    }
    const boardsMAC = meters.map(({ mac }) => mac);
    const payload = { groupName: 'Rede', groupType: 'eletric' as const, boardsMAC };
    group = (await api.succeed(createGroup, '/group/new', { token: owner.token, payload })).group;
  });

  it('returns the requested days, and includes a new day as soon as it starts', async () => {
    const soFar = { start: '2026-11-01', end: '2026-11-13', total: 3 * MANY, cost: 1.5 * MANY };
    const second = { start: '2026-11-02', end: '2026-11-02', total: MANY, cost: MANY / 2 };
    for (const _ of [1, 2]) {
      expect(await cycleOf()).toEqual(soFar);
      expect(await cycleOf('?start=2026-11-02&end=2026-11-02')).toEqual(second);
    }
    await until('2026-11-14T03:00:00Z');
    expect(await cycleOf()).toEqual({ ...soFar, end: '2026-11-14' });
    await until('2026-12-01T03:00:00Z');
    expect(await cycleOf()).toEqual({ start: '2026-12-01', end: '2026-12-01', total: 0, cost: 0 });
  });

  it('follows late readings, closed days and new prices at once', async () => {
    const [first] = meters as [SeededMeter];
    expect(await cycleOf()).toMatchObject({ total: 3 * MANY });
    await store(first, { '2026-11-13T03:00:00Z': 5 });
    expect(await cycleOf()).toMatchObject({ total: 3 * MANY + 5, cost: 1.5 * MANY + 2.5 });
    expect(await api.closeDays()).toBeGreaterThan(0);
    await store(first, { '2026-11-03T12:00:00Z': 7 });
    expect(await cycleOf()).toMatchObject({ total: 3 * MANY + 12, cost: 1.5 * MANY + 6 });
    await api.closeDays();
    expect(await cycleOf()).toMatchObject({ total: 3 * MANY + 12, cost: 1.5 * MANY + 6 });
    const admin = await api.seed.person({ profile: 'Admin' });
    const tax = {
      _id: tariff,
      validFrom: '2026-11-13',
      inPointValue: 2,
      interPointValue: 1,
      outPointValue: 1.5,
    };
    await api.succeed(saveTariff, '/admin/tax', { token: admin.token, payload: { tax } });
    const today = 2 * MANY + 5;
    expect(await cycleOf()).toMatchObject({ cost: (MANY + 7) * 0.5 + today * 1.5 });
  });
});
