import { moveMeter, removeMeter, replaceBoard } from '@nascente/contract/sites/meter-changes';
import { createInstallation, listMeters } from '@nascente/contract/sites/meters';
import type { Profile } from '@nascente/domain/people/profiles';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
/** What JSON must escape. */
const ODD = 'Sala "1" \\ \u0001\t\u2028 ação 🔌';

let api: TestApi;
let [owner, client] = [{} as SeededPerson, {} as SeededPerson];
let [bakery, shop] = ['', ''];
let [oven, till, tap] = [{} as SeededMeter, {} as SeededMeter, {} as SeededMeter];

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
});

beforeEach(async () => {
  api.setClock(NOW);
  owner = await api.seed.person({ profile: 'Manager' });
  client = await api.seed.person({ profile: 'client', manager_id: owner.id });
  bakery = await api.seed.establishment(owner, { name: 'Padaria', bill_read_day: 12 });
  shop = await api.seed.establishment(owner, { name: 'Loja' });
  oven = await api.seed.meter(bakery, { name: 'Forno', system: 'Câmaras', solar_panel: true });
  till = await api.seed.meter(bakery, { name: 'Caixa', is_general: true, voltage: 110 }, { model: 'mono' });
  tap = await api.seed.meter(shop, { name: ODD, comment: ODD }, { type: 'water', equipment: 'emd' });
  await api.seed.give(client, oven);
  await api.seed.readings(oven, [{ at: '2026-11-20T11:59:30Z' }]);
});

const change = (statement: string, ...values: readonly unknown[]) =>
  api.database.pool.query(statement, [...values]);
const listOf = async ({ token }: SeededPerson) =>
  (await api.raw('GET', '/installation-meter', { token })).body;

/** Each read anew and written by its schema. */
const oneByOne = async ({ token }: SeededPerson, meters: readonly SeededMeter[]) => {
  const boards: string[] = [];
  for (const { mac } of meters) {
    const { body } = await api.raw('GET', `/board/${mac}`, { token });
    boards.push(body.slice('{"ok":true,"board":'.length, -1));
  }
  return `{"ok":true,"installationsMeter":[${boards.join(',')}]}`;
};
const expectToSee = async (person: SeededPerson, ...meters: readonly SeededMeter[]) =>
  expect(await listOf(person)).toBe(await oneByOne(person, meters));

describe('the list of meters', () => {
  it('the list matches each meter to the byte, by place and name, the first time and again', async () => {
    for (let time = 0; time < 3; time++) await expectToSee(owner, tap, till, oven);
    await expectToSee(client, oven);
  });

  it('the list of meters matches its schema to the byte', async () => {
    await listOf(owner);
    const list = await listOf(owner);
    expect(JSON.stringify(listMeters.answer.parse(JSON.parse(list)))).toBe(list);
    expect(JSON.parse(list).installationsMeter[0]).toMatchObject({ name: ODD, Comment: ODD });
  });
});

describe('the next list of meters after a change', () => {
  beforeEach(async () => {
    await expectToSee(owner, tap, till, oven);
    await expectToSee(client, oven);
  });

  it.each([
    ['the name of a meter', "update installation set name = 'Estufa' where id = $1"],
    ['its comment', "update installation set comment = 'Ao lado' where id = $1"],
    ['what it measures', 'update installation set is_general = true, solar_panel = false where id = $1'],
    ['its voltage and system', 'update installation set voltage = 110, system = null where id = $1'],
    ['that it was moved here', "update installation set board_since = '2026-01-01' where id = $1"],
    ['its board', "update board set model = 'mono', equipment = 'emd' where mac = $2"],
    ['the name of its place', "update establishment set name = 'Padaria Nova' where id = $3"],
    ['what people call its place', "update establishment set fantasy_name = 'Nova' where id = $3"],
    ['the zone of its place', "update establishment set zone = 'America/Manaus' where id = $3"],
    ['the day on which its place is read', 'update establishment set bill_read_day = null where id = $3'],
  ])('shows %s up to date in the next list of meters', async (_, statement) => {
    const before = await listOf(client);
    // Each statement names one of the three.
    const withParameters = `with given as (select $1::integer, $2::text, $3::uuid) ${statement}`;
    await change(withParameters, oven.installationId, oven.mac, bakery);
    expect(await listOf(client)).not.toBe(before);
    await expectToSee(client, oven);
    await expectToSee(owner, tap, till, oven);
  });

  it('sorts meters by their new names', async () => {
    await change("update installation set name = 'Armazém' where id = $1", oven.installationId);
    await expectToSee(owner, tap, oven, till);
    await change("update establishment set name = 'Zona' where id = $1", shop);
    await expectToSee(owner, oven, till, tap);
  });

  it('shows a change in the list of meters after its commit, and never after a rollback', async () => {
    const before = await listOf(owner);
    const connection = await api.database.pool.connect();
    const rename = `update installation set name = 'Estufa' where id = ${oven.installationId}`;
    await connection.query('begin');
    await connection.query(rename);
    expect(await listOf(owner)).toBe(before);
    await connection.query('rollback');
    expect(await listOf(owner)).toBe(before);
    await connection.query('begin');
    await connection.query(rename);
    await connection.query(rename.replace('Estufa', 'Estufa 2'));
    expect(await listOf(owner)).toBe(before);
    await connection.query('commit');
    connection.release();
    expect(await listOf(owner)).toContain('"name":"Estufa 2"');
    await expectToSee(owner, tap, till, oven);
  });

  it('only the current owner of a place sees its meters', async () => {
    const heir = await api.seed.person({ profile: 'Manager' });
    await expectToSee(heir);
    await change('update establishment set owner_id = $1 where id = $2', heir.id, bakery);
    await expectToSee(owner, tap);
    await expectToSee(heir, till, oven);
    expect(await listOf(heir)).toContain(`"Owner":"${heir.id}"`);
  });

  it('a client user sees a newly assigned meter at once, and no longer a removed one', async () => {
    await api.seed.give(client, till);
    await expectToSee(client, till, oven);
    await change('delete from meter_access where account_id = $1', client.id);
    await expectToSee(client);
  });

  it.each<Profile>(['client', 'user'])(
    'an account that became a %s sees exactly the meters of that profile',
    async (profile) => {
      await change('update account set profile = $1 where id = $2', profile, owner.id);
      await api.session.session.refresh(owner.id);
      await (profile === 'client' ? expectToSee(owner) : expectToSee(owner, tap, till, oven));
    },
  );

  it('shows an installed, replaced, moved or removed meter in the next list', async () => {
    const [mac, another] = [await api.seed.board(), await api.seed.board()];
    const payload = { locationCode: bakery, name: 'Batedeira', meter: mac };
    const { token } = owner;
    const { installation } = await api.succeed(createInstallation, '/installation-meter', { token, payload });
    const mixer = { installationId: Number(installation._id), mac: mac as SeededMeter['mac'] };
    await expectToSee(owner, tap, mixer, till, oven);
    const url = `/installation-meter/${oven.installationId}`;
    await api.succeed(replaceBoard, `${url}/replace`, { token, payload: { meter: another } });
    const replaced = { ...oven, mac: another };
    await expectToSee(owner, tap, mixer, till, replaced);
    const moved = await api.succeed(moveMeter, `/installation-meter/${till.installationId}/move`, {
      token,
      payload: { locationCode: shop },
    });
    const elsewhere = { ...till, installationId: Number(moved.installation._id) };
    await expectToSee(owner, elsewhere, tap, mixer, replaced);
    await api.succeed(removeMeter, `/board/${mac}`, { token });
    await expectToSee(owner, elsewhere, tap, replaced);
  });

  it('shows a meter as online after a reading, and as offline after silence', async () => {
    const boardIn = async () => JSON.parse(await listOf(client)).installationsMeter[0];
    expect(await boardIn()).toMatchObject({ online: true, lastSeen: '2026-11-20T11:59:30.000Z' });
    api.setClock(NOW + 100_000);
    expect(await boardIn()).toMatchObject({ online: false });
    await change('update last_state set received_at = $1', '2026-11-20T12:01:20.999999Z');
    expect(await boardIn()).toMatchObject({ online: true, lastSeen: '2026-11-20T12:01:20.999Z' });
    await expectToSee(client, oven);
    await change('delete from last_state');
    expect(await boardIn()).toMatchObject({ online: false, lastSeen: null });
    await expectToSee(client, oven);
  });
});

describe('the online state of a meter', () => {
  it('shows the same online state in the list and for one meter, at every limit of silence', async () => {
    const every = (seconds: number) =>
      Array.from({ length: 3600 / seconds }, (_, n) => ({ at: new Date(NOW - n * seconds * 1000) }));
    await api.seed.readings(till, every(300));
    await api.seed.readings(tap, every(1800));
    const seen = new Set<string>();
    for (const late of [0, 89.999, 90, 90.001, 119.999, 120, 120.001, 899.999, 900, 900.001, 3600]) {
      api.setClock(NOW + late * 1_000);
      await expectToSee(owner, tap, till, oven);
      const { installationsMeter } = JSON.parse(await listOf(owner));
      seen.add(installationsMeter.map(({ online }: { online: boolean }) => Number(online)).join(''));
    }
    expect(seen).toEqual(new Set(['111', '110', '010', '000']));
  });
});
