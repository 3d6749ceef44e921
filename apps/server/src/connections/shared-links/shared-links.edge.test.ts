import {
  createSharedLink,
  listSharedLinks,
  revokeSharedLink,
} from '@nascente/contract/connections/shared-links';
import { moveMeter } from '@nascente/contract/sites/meter-changes';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createLinkApi } from './testing/linked-establishment.ts';

const { api, seedEstablishment, follow } = await createLinkApi();

let owner: SeededPerson;
let establishment: string;
let general: SeededMeter;
let oven: SeededMeter;

beforeEach(async () => {
  ({ owner, establishment, general, oven } = await seedEstablishment());
  const kwh = (amount: number, at: string) => [{ at, energy_a_mwh: amount * 1e6, wa: 1500 }];
  await api.seed.readings(general, kwh(40, '2026-11-12T15:00:00Z'));
  await api.seed.readings(general, kwh(10, '2026-11-13T14:58:00Z'));
  await api.seed.readings(oven, kwh(30, '2026-11-12T15:00:00Z'));
});

const make = async (more: Readonly<Record<string, unknown>>, person = owner) =>
  api.succeed(createSharedLink, '/user/links', {
    token: person.token,
    payload: {
      name: 'Recepção',
      establishmentId: establishment,
      expiresOn: '2026-11-20',
      kind: 'cycle',
      ...more,
    },
  });
const refused = (key: string) => api.fail('GET', `/shared/${key}`, {});
const GONE = { status: 404, msg: 'Este link não vale mais.' };
const listed = async () => (await api.succeed(listSharedLinks, '/user/links', { token: owner.token })).links;

describe('a shared link', () => {
  it('shows a cycle without an account, and no data of devices or the account', async () => {
    const { key, link } = await make({});
    expect(link).toMatchObject({ kind: 'cycle', openings: 0, lastOpened: null, isOver: false });
    const shown = await follow(key);
    expect(shown.cycle).toMatchObject({ total: 50, cost: 25, basis: 'tariff', restOfToday: {} });
    expect(shown.cycle?.days.find(({ total }) => total > 0)).toHaveProperty('outPoint');
    const text = JSON.stringify(shown);
    for (const secret of [general.mac, oven.mac, owner.id, establishment, key])
      expect(text).not.toContain(secret);
  });

  it('shows the energy flow by system, without ids', async () => {
    const { key } = await make({ kind: 'flow', start: '2026-11-01', end: '2026-11-13' });
    const { flow } = await follow(key);
    expect(flow).toMatchObject({ fromGrid: 50, total: 25 });
    expect(flow?.parts).toMatchObject([{ name: 'Forno', system: 'Cozinha', macAddress: '', total: 30 }]);
  });

  it('shows a wall display: the day by quarter-hours, the cycle and the present power', async () => {
    const { key, link } = await make({ kind: 'tv', expiresOn: null });
    expect(link.expiresOn).toBeNull();
    const { wall } = await follow(key);
    expect(wall).toMatchObject({ now: 1500, todayTotal: 10, cycle: { total: 50, cost: 25 }, alerts: [] });
    expect(wall?.today).toHaveLength(48);
    expect(wall?.today[47]).toBe(10);
    expect(wall?.today[0]).toBeNull();
    expect(wall?.yesterday).toHaveLength(96);
    api.setClock('2026-11-14T03:10:00Z');
    // After midnight the day is another one, and the meter has been silent for hours.
    expect((await follow(key)).wall).toMatchObject({
      now: null,
      receivedAt: null,
      todayTotal: 0,
      today: [null],
    });
  });

  it('returns a report as a file', async () => {
    const { key } = await make({ kind: 'report', start: '2026-10-15' });
    expect((await follow(key)).report).toEqual({ start: '2026-10-01', end: '2026-10-31' });
    expect((await follow((await make({ kind: 'report' })).key)).report).toEqual({
      start: '2026-11-01',
      end: '2026-11-13',
    });
    const answer = await api.fastify.inject({ method: 'GET', url: `/api/shared/${key}/report` });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.subarray(0, 4).toString()).toBe('%PDF');
    const { key: other } = await make({});
    expect((await api.fail('GET', `/shared/${other}/report`, {})).status).toBe(404);
  });

  it('hides the link from search engines and referrers, and counts one opening a minute', async () => {
    const { key } = await make({});
    const { headers } = await api.fastify.inject({ method: 'GET', url: `/api/shared/${key}` });
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    await follow(key);
    expect((await listed())[0]?.openings).toBe(1);
    api.setClock('2026-11-13T15:02:00Z');
    await follow(key);
    expect((await listed())[0]?.openings).toBe(2);
  });

  it('stores only a hash of the key of a link', async () => {
    const { key } = await make({});
    const { rows } = await api.database.pool.query<{ content: string }>(
      'select l::text as content from shared_link l',
    );
    expect(rows.map(({ content }) => content).join()).not.toContain(key.slice(10));
  });
});

describe('the end of a shared link', () => {
  it('a link expires after its last day in the zone of the establishment', async () => {
    const { key } = await make({ expiresOn: '2026-11-13' });
    api.setClock('2026-11-14T02:59:00Z');
    await follow(key);
    api.setClock('2026-11-14T03:00:00Z');
    expect(await refused(key)).toMatchObject(GONE);
    await api.database.pool.query(`update session set expires_at = '2027-01-01'`);
    expect((await listed())[0]).toMatchObject({ isOver: true });
  });

  it('only its creator can revoke a link', async () => {
    const { key, link } = await make({});
    const otherAccount = await api.seed.person();
    expect((await api.fail('DELETE', `/user/links/${link.id}`, { token: otherAccount.token })).status).toBe(
      404,
    );
    await follow(key);
    await api.succeed(revokeSharedLink, `/user/links/${link.id}`, { token: owner.token });
    expect(await refused(key)).toMatchObject(GONE);
    expect(await refused(`nsl_${'x'.repeat(43)}`)).toMatchObject(GONE);
  });

  it('a link stops when its creator can no longer share or is disabled', async () => {
    const { key } = await make({});
    const change = (set: string) =>
      api.database.pool.query(`update account set ${set} where id = $1`, [owner.id]);
    await change(`profile = 'client'`);
    expect(await refused(key)).toMatchObject(GONE);
    await change(`profile = 'Manager'`);
    await follow(key);
    await change('disabled_at = now()');
    expect(await refused(key)).toMatchObject(GONE);
  });

  it('a link stops when its creator can no longer see the establishment', async () => {
    const { key } = await make({});
    const other = await api.seed.person();
    await api.database.pool.query('update establishment set owner_id = $1 where id = $2', [
      other.id,
      establishment,
    ]);
    expect(await refused(key)).toMatchObject(GONE);
  });

  it('a link leaves out the readings of a meter after its move to another establishment', async () => {
    const { key } = await make({ kind: 'flow', start: '2026-11-01', end: '2026-11-13' });
    const shop = await api.seed.establishment(owner);
    await api.succeed(moveMeter, `/installation-meter/${oven.installationId}/move`, {
      token: owner.token,
      payload: { locationCode: shop },
    });
    api.setClock('2026-11-13T15:30:00Z');
    const [there] = (
      await api.database.pool.query<{ id: number }>(
        'select id from installation where mac = $1 and removed_at is null',
        [oven.mac],
      )
    ).rows;
    await api.seed.readings({ mac: oven.mac, installationId: there?.id ?? 0 }, [
      { at: '2026-11-13T15:29:00Z', energy_a_mwh: 7e6 },
    ]);
    expect((await follow(key)).flow?.parts).toMatchObject([{ name: 'Forno', total: 30 }]);
  });
});

describe('making a link', () => {
  const createLink = (more: Readonly<Record<string, unknown>>, { token } = owner) =>
    api.fail('POST', '/user/links', {
      token,
      payload: { name: 'x', kind: 'cycle', establishmentId: establishment, expiresOn: '2026-11-20', ...more },
    });

  it('requires a last day within a year, except for a wall display', async () => {
    expect(await createLink({ expiresOn: null })).toMatchObject({
      status: 400,
      msg: 'Escolha até que dia o link vale.',
    });
    expect((await createLink({ expiresOn: '2026-11-12' })).status).toBe(400);
    expect((await createLink({ expiresOn: '2027-12-01' })).status).toBe(400);
    expect((await createLink({ kind: 'flow', start: '2026-11-10', end: '2026-11-01' })).status).toBe(400);
  });

  it.each([
    [{ kind: 'report', start: '2026-12-05' }, 'start', 'Este período ainda não começou.'],
    [{ kind: 'flow', start: '2026-11-14', end: '2026-11-20' }, 'start', 'Este período ainda não começou.'],
    [{ kind: 'flow', end: '2026-11-10' }, 'start', 'Informe também a data inicial.'],
    [{ kind: 'flow', start: '2026-11-10' }, 'end', 'Informe também a data final.'],
    [
      { kind: 'flow', start: '2024-01-01', end: '2026-11-01' },
      'end',
      'O período deve ser de no máximo um ano.',
    ],
    [{ kind: 'tv', type: 'water' }, 'type', 'Este estabelecimento não tem medidor de água.'],
    [{ kind: 'cycle', type: 'water' }, 'type', 'Este estabelecimento não tem medidor de água.'],
  ])('refuses a link with an invalid field: %o', async (more, path, msg) => {
    expect(await createLink(more)).toMatchObject({ status: 400, errors: [{ path, msg }] });
  });

  it('refuses a link by an account without the establishment, or with assigned meters only', async () => {
    const otherAccount = await api.seed.person();
    expect((await createLink({}, otherAccount)).status).toBe(404);
    const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
    await api.seed.give(client, general);
    expect((await createLink({}, client)).status).toBe(403);
  });

  it('allows thirty links per account and thirty wrong keys per address', async () => {
    for (let count = 0; count < 30; count += 1) await make({});
    expect((await createLink({})).status).toBe(409);
    const statuses = new Set<number>();
    for (let count = 0; count < 40; count += 1) statuses.add((await refused(`nsl_${count}`)).status);
    expect([...statuses].at(-1)).toBe(429);
  });

  it('counts wrong calendar and CSV keys too, over all addresses of an IPv6 network', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) {
      const path = ['/calendar/nsi_x', '/csv/nsi_x', '/shared/nsl_x'][count % 3] ?? '';
      const { status, headers } = await api.inject('GET', path, { remoteAddress: `2001:db8:7:7::${count}` });
      expect(headers).toMatchObject({
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(404), 429]);
  });
});
