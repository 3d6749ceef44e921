import { readNightFlow } from '@nascente/contract/energy/water';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
/** Midnight in São Paulo. */
const FIRST = Date.parse('2026-10-20T03:00:00Z');
const LEAK = Date.parse('2026-11-10T03:00:00Z');
/** 09:30 in São Paulo. */
const NOW = '2026-11-13T12:30:00Z';

/** By then the leak has lasted two nights, and two more follow. */
const JUDGED = '2026-11-11T12:30:00Z';

let api: TestApi;
let owner: SeededPerson;

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
});

/** 100 L an hour from 6 to 20 by the local clock, nothing else but what leaks, 4.5 L a quarter. */
const flowing = (leaksFrom: number, until = Date.parse(NOW)) =>
  Array.from({ length: Math.floor((until - FIRST) / QUARTER) }, (_, index) => {
    const at = FIRST + index * QUARTER;
    const hour = ((at - FIRST) / HOUR) % 24;
    const drawn = hour >= 6 && hour < 20 ? 25_000 : 0;
    return { at: new Date(at), volume_ml: drawn + (at >= leaksFrom ? 4_500 : 0) };
  });

const waterMeter = async (leaksFrom: number, installation: object = {}): Promise<SeededMeter> => {
  const establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(
    establishment,
    { installed_at: new Date(FIRST), ...installation },
    { type: 'water' },
  );
  await api.seed.readings(meter, flowing(leaksFrom));
  return meter;
};
const nightFlowOf = async (meter: SeededMeter) =>
  (await api.succeed(readNightFlow, `/consolidated/night-flow/${meter.mac}`, { token: owner.token }))
    .nightFlow;

describe('the night flow of a water meter', () => {
  it('shows the start, the flow and the cost of a leak', async () => {
    const { id } = await api.database.db
      .insertInto('tariff')
      .values({ type: 'water', tariff_group: 'Comercial', distributor: 'compesa' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await api.database.db
      .insertInto('tariff_version')
      .values({
        tariff_id: id,
        valid_from: '2026-01-01',
        in_point: '20',
        inter_point: '20',
        out_point: '20',
      })
      .execute();
    const report = await nightFlowOf(await waterMeter(LEAK, { tariff_id: id }));
    // 18 L an hour from 10 November, 0 h, to 13 November, 9:30: 81.5 hours.
    expect(report.leak).toEqual({
      since: '2026-11-10',
      flow: 18,
      perDay: 0.432,
      lost: 1.467,
      costPerDay: 8.64,
      cost: 29.34,
    });
    expect(report).toMatchObject({ baseline: 0, latest: { date: '2026-11-13', flow: 18 } });
    expect(report.nights).toHaveLength(25);
    expect(report.nights.filter(({ isAbove }) => isAbove).map(({ date }) => date)).toEqual([
      '2026-11-10',
      '2026-11-11',
      '2026-11-12',
      '2026-11-13',
    ]);
  });

  it('reports no leak where water stops, and no cost without a tariff', async () => {
    expect(await nightFlowOf(await waterMeter(Number.POSITIVE_INFINITY))).toMatchObject({
      baseline: 0,
      leak: null,
    });
    expect((await nightFlowOf(await waterMeter(LEAK))).leak).toMatchObject({ cost: null, costPerDay: null });
  });

  it('reports a constant flow and its cost where water has never stopped', async () => {
    const establishment = await api.seed.establishment(owner);
    const tariff_id = await api.seed.tariff([
      { valid_from: '2026-01-01', in_point: '10', inter_point: '10', out_point: '10' },
    ]);
    const installed_at = new Date(FIRST);
    const meter = await api.seed.meter(establishment, { installed_at, tariff_id }, { type: 'water' });
    const drip = flowing(Number.POSITIVE_INFINITY).map((row) => ({
      ...row,
      volume_ml: row.volume_ml + 2_000,
    }));
    await api.seed.readings(meter, drip);
    // 8 L an hour since 20 October, 0 h: 24 days and 9.5 hours.
    expect(await nightFlowOf(meter)).toMatchObject({
      leak: null,
      continuous: {
        since: '2026-10-20',
        flow: 8,
        perDay: 0.192,
        lost: 4.684,
        costPerDay: 1.92,
        cost: 46.84,
      },
    });
  });

  it('shares a leak verdict with its author and time with every account until the next leak', async () => {
    const meter = await waterMeter(LEAK);
    const [path, { token }] = [`/consolidated/night-flow/${meter.mac}`, owner];
    api.setClock(JUDGED);
    const judge = (payload: object) => api.inject('POST', `${path}/verdict`, { token, payload });
    expect((await judge({ since: '2026-11-09', verdict: 'resolved' })).status).toBe(409);
    const mended = { since: '2026-11-10', verdict: 'resolved' } as const;
    const [answer, again] = [await judge(mended), await judge(mended)];
    expect([answer.status, again.status]).toEqual([200, 200]);
    const nightFlow = await nightFlowOf(meter);
    expect(nightFlow).toMatchObject({ leak: null, continuous: null, verdict: mended });
    expect(nightFlow.verdict?.at).toBe(new Date(JUDGED).toISOString());
    expect(nightFlow.verdict?.by).toBeTruthy();
    const events = await api.database.db
      .selectFrom('audit_event')
      .where('action', '=', 'leak-judged')
      .where('actor_id', '=', owner.id)
      .select('detail')
      .execute();
    expect(events).toEqual([{ detail: { mac: meter.mac, ...mended } }]);
    await api.travelTo(NOW);
    expect((await nightFlowOf(meter)).leak).toMatchObject({ since: '2026-11-12', flow: 18 });
    await judge({ since: '2026-11-12', verdict: 'notALeak' });
    expect(await nightFlowOf(meter)).toMatchObject({ leak: null, verdict: { verdict: 'notALeak' } });
    const undone = await api.inject('DELETE', `${path}/verdict?since=2026-11-12`, { token });
    expect(undone.body).toMatchObject({ nightFlow: { leak: { since: '2026-11-12' }, verdict: mended } });
    const otherAccount = await api.seed.person();
    expect(
      await api.fail('POST', `${path}/verdict`, { token: otherAccount.token, payload: mended }),
    ).toMatchObject({ status: 404 });
  });

  it('adds tonight to the night flow only once it is over', async () => {
    const meter = await waterMeter(LEAK);
    await api.travelTo('2026-11-13T06:59:00Z');
    expect((await nightFlowOf(meter)).latest?.date).toBe('2026-11-12');
    await api.travelTo('2026-11-13T08:00:00Z');
    expect((await nightFlowOf(meter)).latest?.date).toBe('2026-11-13');
    await api.travelTo(NOW);
  });

  it('returns an empty night flow for a new meter', async () => {
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment, { installed_at: new Date(NOW) }, { type: 'water' });
    expect(await nightFlowOf(meter)).toMatchObject({ baseline: null, latest: null, leak: null });
  });

  it('refuses the night flow of electricity, and answers 404 to an unrelated account', async () => {
    const electric = await api.seed.meter(await api.seed.establishment(owner));
    const path = `/consolidated/night-flow/${electric.mac}`;
    expect(await api.fail('GET', path, { token: owner.token })).toMatchObject({
      status: 400,
      msg: 'A vazão noturna existe apenas para medidores de água.',
    });
    const otherAccount = await api.seed.person();
    expect(await api.fail('GET', path, { token: otherAccount.token })).toMatchObject({ status: 404 });
  });
});
