import { listEstablishments } from '@nascente/contract/sites/establishments';
import { listMeters } from '@nascente/contract/sites/meters';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const ABSENT = '00:00:00:00:00:00';

let api: TestApi;
const people = {} as Record<
  'admin' | 'manager' | 'client' | 'user' | 'partner' | 'stranger' | 'otherManager',
  SeededPerson
>;
const meters = {} as Record<'ofManager' | 'granted' | 'ofUser' | 'ofPartner', SeededMeter>;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
  people.admin = await api.seed.person({ profile: 'Admin' });
  people.manager = await api.seed.person({ profile: 'Manager' });
  people.otherManager = await api.seed.person({ profile: 'Manager' });
  people.client = await api.seed.person({ profile: 'client', manager_id: people.manager.id });
  people.user = await api.seed.person();
  people.partner = await api.seed.person({ profile: 'partner' });
  people.stranger = await api.seed.person();
  const shared = await api.seed.establishment(people.manager, {
    name: 'Mercado',
    cnpj: '19131243000197',
    address: 'Rua A',
    contracted_demand_kw: '75',
  });
  meters.ofManager = await api.seed.meter(shared, { name: 'Geral', is_general: true });
  meters.granted = await api.seed.meter(shared, { name: 'Loja 1' });
  meters.ofUser = await api.seed.meter(await api.seed.establishment(people.user));
  meters.ofPartner = await api.seed.meter(await api.seed.establishment(people.partner));
  await api.seed.give(people.client, meters.granted);
});

type Person = keyof typeof people;
const SEES: Readonly<Record<Person, readonly (keyof typeof meters)[]>> = {
  admin: ['ofManager', 'granted', 'ofUser', 'ofPartner'],
  manager: ['ofManager', 'granted'],
  otherManager: [],
  client: ['granted'],
  user: ['ofUser'],
  partner: ['ofPartner'],
  stranger: [],
};
const everybody = Object.keys(SEES) as Person[];

describe.each(everybody)('access to meters of the %s', (person) => {
  it('lists exactly the meters that the account may see, also by establishment', async () => {
    const { token } = people[person];
    const macs = SEES[person].map((name) => meters[name].mac).sort();
    const { installationsMeter } = await api.succeed(listMeters, '/installation-meter', { token });
    expect(installationsMeter.map(({ macAddress }) => macAddress).sort()).toEqual(macs);
    const { establishments } = await api.succeed(listEstablishments, '/establishment', { token });
    expect(
      establishments.flatMap(({ installations }) => installations.map(({ meter }) => meter)).sort(),
    ).toEqual(macs);
  });

  it('allows the account to watch exactly its visible meters live', async () => {
    const { isEveryInstalled, macs } = await api.directory.watchable(people[person].id);
    expect(isEveryInstalled).toBe(person === 'admin');
    const seen = isEveryInstalled ? [] : SEES[person].map((name) => meters[name].mac);
    expect([...macs].sort()).toEqual(seen.sort());
  });

  it('returns the same answer for a meter of another owner and for a missing one', async () => {
    const { token } = people[person];
    const range = { dateIn: '2026-11-01', dateOut: '2026-11-02' };
    const calls = (mac: string) =>
      [
        ['GET', `/board/${mac}`, undefined],
        ['POST', '/board/values/last', { id: mac }],
        ['POST', '/board/values/last/pagination', { id: mac, ...range }],
        ['POST', '/board/values/last/pagination/count', { id: mac, ...range }],
        ['GET', `/consolidated/daily/${mac}`, undefined],
        ['GET', `/consolidated/monthly/${mac}`, undefined],
        ['POST', `/consolidated/monthly/${mac}`, { months: ['11/2026'] }],
        ['GET', `/consolidated/monthly-forecast/${mac}`, undefined],
        ['POST', '/consolidated/period', { meter: mac, dateStart: '2026-11-01', dateEnd: '2026-11-02' }],
      ] as const;
    const answersFor = (mac: string) =>
      Promise.all(
        calls(mac).map(([method, url, payload]) =>
          api.inject(method, url, payload === undefined ? { token } : { token, payload }),
        ),
      );
    const absent = await answersFor(ABSENT);
    for (const { status, body } of absent) {
      expect(status).toBe(404);
      expect(body).toEqual({ ok: false, type: 'not-found', msg: 'Medidor não encontrado.' });
    }
    for (const [name, meter] of Object.entries(meters)) {
      const answers = await answersFor(meter.mac);
      if (SEES[person].some((one) => one === name))
        expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
      else
        expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
          absent.map(({ status, body }) => ({ status, body })),
        );
    }
  });
});

describe('changes of access', () => {
  it('applies a withdrawn access, a removed meter, and a disabled account at once', async () => {
    const client = await api.seed.person({ profile: 'client', manager_id: people.manager.id });
    await api.seed.give(client, meters.granted);
    const ask = async (): Promise<number> =>
      (await api.inject('GET', `/board/${meters.granted.mac}`, { token: client.token })).status;
    expect(await ask()).toBe(200);
    await api.database.pool.query('delete from meter_access where account_id = $1', [client.id]);
    expect(await ask()).toBe(404);
    expect((await api.directory.watchable(client.id)).macs).not.toContain(meters.granted.mac);
    const owner = await api.seed.person();
    const meter = await api.seed.meter(await api.seed.establishment(owner));
    expect((await api.directory.watchable(owner.id)).macs).toEqual(new Set([meter.mac]));
    await api.database.pool.query('update account set disabled_at = now() where id = $1', [owner.id]);
    expect((await api.directory.watchable(owner.id)).macs.size).toBe(0);
    await api.database.pool.query('update account set disabled_at = null where id = $1', [owner.id]);
    await api.database.pool.query('update installation set removed_at = now() where id = $1', [
      meter.installationId,
    ]);
    expect((await api.inject('GET', `/board/${meter.mac}`, { token: owner.token })).status).toBe(404);
  });

  it('never shows a client user more of an establishment than its meters need', async () => {
    const { establishments } = await api.succeed(listEstablishments, '/establishment', {
      token: people.client.token,
    });
    expect(establishments).toHaveLength(1);
    expect(establishments[0]).toMatchObject({
      name: 'Mercado',
      cnpj: null,
      location: { address: null },
      bill: { contractedDemand: null },
    });
    const { establishments: total } = await api.succeed(listEstablishments, '/establishment', {
      token: people.manager.token,
    });
    expect(total[0]).toMatchObject({
      cnpj: '19131243000197',
      location: { address: 'Rua A' },
      bill: { contractedDemand: 75 },
    });
    expect(total[0]?.installations.map(({ name }) => name)).toEqual(['Geral', 'Loja 1']);
  });
});
