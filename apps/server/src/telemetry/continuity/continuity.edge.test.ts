import { judgeOutage, readContinuity, saveContinuityLimits } from '@nascente/contract/telemetry/continuity';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONTINUITY_LIMITS } from '../../testing/customer-calls.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-12T12:00:00Z';
/** Midnight in São Paulo. */
const FROM = Date.parse('2026-11-09T03:00:00Z');
const MINUTE = 60_000;
const STEP = 30_000;

let api: TestApi;
let owner: SeededPerson;
let establishment: string;
let general: SeededMeter;
let oven: SeededMeter;

/** Minutes after `FROM`. */
type Interval = readonly [number, number];
/** A cut of power, after which boards need a minute; a lost router, and a board that stops alone. */
const CUT: Interval = [600, 720];
const ROUTER: Interval = [1500, 1590];
const ALONE: Interval = [2200, 2300];
/** A lost phase B. */
const PHASE: Interval = [3000, 3060];
const within = (minute: number, [from, to]: Interval, after = 0): boolean =>
  minute >= from && minute < to + after;

/** Frames of a board of 1.2 kW, with the energy since its last message or its start. */
const readingsOf = (isSilent: (minute: number) => boolean, isTri: boolean) => {
  let last = -0.5;
  const rows = [];
  for (let at = FROM; at < Date.parse(NOW); at += STEP) {
    const minute = (at - FROM) / MINUTE;
    if (isSilent(minute)) continue;
    // A board that was off lost its count.
    const off = [CUT, ALONE].find(([from, to]) => last < from && minute > to - 1 && minute - last > 2);
    const counted = off === undefined ? minute - last : minute - off[1] + 0.2;
    last = minute;
    const vb = within(minute, PHASE) ? 12 : 221;
    const energy = { energy_a_mwh: Math.round((counted / 60) * 1_200_000) };
    rows.push({ at: new Date(at), va: 220, wa: 1200, ...energy, ...(isTri && { vb, vc: 219 }) });
  }
  return rows;
};

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person({ profile: 'Manager', first_name: 'Marina' });
  establishment = await api.seed.establishment(owner, { consumer_unit: '4001', tariff_group: 'B' });
  const installed = { installed_at: new Date(FROM) };
  general = await api.seed.meter(establishment, { ...installed, name: 'Geral', is_general: true });
  oven = await api.seed.meter(establishment, { ...installed, name: 'Forno' }, { model: 'mono' });
  const isOff = (minute: number) => within(minute, CUT, 1) || within(minute, ROUTER);
  await api.seed.readings(general, readingsOf(isOff, true));
  await api.seed.readings(
    oven,
    readingsOf((minute) => isOff(minute) || within(minute, ALONE), false),
  );
});

const continuityOf = async (token = owner.token, month = '2026-11') =>
  (await api.succeed(readContinuity, `/establishment/${establishment}/continuity?month=${month}`, { token }))
    .continuity;
const save = (payload: object, token = owner.token) =>
  api.succeed(saveContinuityLimits, `/establishment/${establishment}/continuity-limits`, { token, payload });
const judge = (payload: object, token = owner.token) =>
  api.succeed(judgeOutage, `/establishment/${establishment}/outages/verdict`, { token, payload });
const minuteOf = (time: string | null): number => (Date.parse(time ?? '') - FROM) / MINUTE;

describe('outages of a month', () => {
  it('tells a power cut and a lost phase from a lost router and a board that stopped', async () => {
    const { outages, ...month } = await continuityOf();
    expect(outages.map(({ kind, meters }) => [kind, meters.map(({ name }) => name).join()])).toEqual([
      ['interruption', 'Forno,Geral'],
      ['messages', 'Forno,Geral'],
      ['installation', 'Forno'],
      ['interruption', 'Geral'],
    ]);
    const [cut, , , phase] = outages;
    expect(Math.abs(minuteOf(cut?.start ?? null) - CUT[0])).toBeLessThan(0.6);
    expect(Math.abs(minuteOf(cut?.end ?? null) - CUT[1])).toBeLessThan(0.6);
    expect(phase).toMatchObject({ phases: ['B'], isCounted: true, verdict: null, by: null });
    expect(month).toMatchObject({
      dic: { confirmed: 0, limit: null },
      fic: { confirmed: 0, possible: 2 },
      dise: { limit: 24 },
      quarter: null,
      credit: null,
      limits: null,
      hasAllMeters: true,
      unread: [],
      factor: { value: 34, isConfirmed: false },
    });
    expect(month.dic.possible).toBeCloseTo(3, 1);
    expect(month.claim).toContain('para a unidade consumidora 4001, de Padaria.');
  });

  it('returns the same outages once its days are closed', async () => {
    const before = await continuityOf();
    expect(await api.closeDays()).toBeGreaterThan(2);
    expect(await continuityOf()).toEqual(before);
  });

  it('has no outages in a month without readings', async () => {
    expect(await continuityOf(owner.token, '2026-10')).toMatchObject({
      outages: [],
      claim: null,
      hasReadings: false,
    });
  });

  it('counts a verdict for all who see the establishment until it is withdrawn, and records it', async () => {
    const [cut] = (await continuityOf()).outages;
    const { start, end } = cut ?? {};
    const meters = cut?.meters.map(({ macAddress }) => macAddress);
    await judge({ start, end, meters, verdict: 'ordinary' });
    await judge({ start, end, meters, verdict: 'emergency' });
    const judged = await continuityOf();
    expect(judged.outages[0]).toMatchObject({ verdict: 'emergency', by: 'Marina' });
    expect(judged.dise.confirmed).toBeCloseTo(2, 1);
    expect(judged.dic.possible).toBeCloseTo(1, 1);
    await judge({ start, end, meters, verdict: null });
    expect((await continuityOf()).outages[0]).toMatchObject({ verdict: null, by: null });
    const { rows } = await api.database.pool.query(
      `select detail from audit_event where action = 'outage-judged' order by id`,
    );
    expect(rows.map(({ detail }) => detail.verdict)).toEqual(['ordinary', 'emergency', undefined]);
    expect(rows[0]?.detail).toMatchObject({
      establishment: 'Padaria',
      since: expect.stringContaining('09/11/2026'),
    });
  });

  it('keeps a verdict to the outage of its meters and time', async () => {
    const { outages } = await continuityOf();
    const [cut, , alone] = outages;
    const macsOf = (one: typeof cut) => one?.meters.map(({ macAddress }) => macAddress);
    const bodyOf = (one: typeof cut, verdict: string | null) => ({
      start: one?.start,
      end: one?.end,
      meters: macsOf(one),
      verdict,
    });
    await judge(bodyOf(cut, 'ordinary'));
    await judge(bodyOf(alone, 'ownInstallation'));
    const verdicts = async () => (await continuityOf()).outages.map(({ verdict }) => verdict);
    expect(await verdicts()).toEqual(['ordinary', null, 'ownInstallation', null]);
    await judge(bodyOf(alone, null));
    expect(await verdicts()).toEqual(['ordinary', null, null, null]);
    await Promise.all([judge(bodyOf(cut, 'scheduled')), judge(bodyOf(cut, 'scheduled'))]);
    expect(await verdicts()).toEqual(['scheduled', null, null, null]);
    await judge(bodyOf(cut, null));
  });

  it('compares the sums with the limits of month, quarter and year, and estimates the credit', async () => {
    await save({
      ...CONTINUITY_LIMITS,
      setName: 'Centro',
      dic: 1,
      fic: 1,
      dmic: 1.5,
      dicQuarter: 4,
      ficYear: 20,
      monthlyCharge: 730,
    });
    const found = await continuityOf();
    expect(found.limits).toMatchObject({ setName: 'Centro', dmic: 1.5 });
    expect(found.quarter).toMatchObject({ dic: { limit: 4 }, fic: { possible: 2, limit: null } });
    expect(found.year).toMatchObject({ fic: { possible: 2, limit: 20 } });
    // DIC of 3 h is 2 h above its limit.
    expect(found.credit?.confirmed).toBe(0);
    expect(Math.abs((found.credit?.possible ?? 0) - 2 * 34)).toBeLessThan(34 * 0.05);
    expect(found.claim).toContain('do conjunto Centro');
  });

  it('hides the charge from a client user with some of the meters, who changes nothing', async () => {
    const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
    await api.seed.give(client, oven);
    const found = await continuityOf(client.token);
    expect(found).toMatchObject({
      hasAllMeters: false,
      credit: null,
      limits: { monthlyCharge: null, dic: 1 },
    });
    expect(found.outages.every(({ meters }) => meters.every(({ name }) => name === 'Forno'))).toBe(true);
    const url = `/establishment/${establishment}/continuity-limits`;
    const payload = CONTINUITY_LIMITS;
    expect((await api.fail('PUT', url, { token: client.token, payload })).status).toBe(403);
    const stranger = await api.seed.person({ profile: 'Manager' });
    expect((await api.fail('PUT', url, { token: stranger.token, payload })).status).toBe(404);
  });

  it('refuses wrong months, limits and intervals, and says what to do', async () => {
    const base = `/establishment/${establishment}`;
    const { token } = owner;
    expect((await api.fail('GET', `${base}/continuity?month=2026-13`, { token })).msg).toContain('AAAA-MM');
    const limits = { ...CONTINUITY_LIMITS, dic: -1 };
    expect((await api.fail('PUT', `${base}/continuity-limits`, { token, payload: limits })).msg).toContain(
      'a partir de 0',
    );
    const refusedEnd = async (end: string) => {
      const payload = { start: NOW, end, meters: [oven.mac], verdict: 'ordinary' };
      return (await api.fail('POST', `${base}/outages/verdict`, { token, payload })).msg;
    };
    expect(await refusedEnd('2026-11-12T11:00:00Z')).toContain('depois do início');
    expect(await refusedEnd('2027-11-12T11:00:00Z')).toContain('longo demais');
    const start = new Date(FROM).toISOString();
    const strange = { start, end: start, meters: ['02:00:00:00:00:01'], verdict: 'ordinary' };
    expect((await api.fail('POST', `${base}/outages/verdict`, { token, payload: strange })).msg).toContain(
      'Escolha os medidores',
    );
  });
});

it('blames the server if other establishments sent nothing either', async () => {
  const quiet: Interval = [600, 660];
  const installed = { installed_at: new Date(FROM) };
  // These boards discard unsent energy, so their energy proves nothing.
  const rows = readingsOf((minute) => within(minute, quiet), false).map((row) => ({
    ...row,
    energy_a_mwh: 10_000,
  }));
  const places = [];
  for (let place = 0; place < 3; place++) {
    const id = await api.seed.establishment(owner, { name: `Loja ${place}` });
    const meter = await api.seed.meter(id, installed, { model: 'mono' });
    await api.seed.readings(meter, rows);
    await api.database.pool.query(
      `insert into last_state values ($1, $2, $2) on conflict (installation_id) do update set at = excluded.at`,
      [meter.installationId, NOW],
    );
    places.push(id);
  }
  const { continuity } = await api.succeed(
    readContinuity,
    `/establishment/${places[0]}/continuity?month=2026-11`,
    {
      token: owner.token,
    },
  );
  expect(continuity.outages).toMatchObject([
    { kind: 'messages', evidence: expect.stringContaining('servidor') },
  ]);
});
