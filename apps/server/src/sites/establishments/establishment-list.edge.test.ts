import { listEstablishments, updateEstablishment } from '@nascente/contract/sites/establishments';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const ODD = 'Sala "1" \\ ,"installations":[]\u0001\t\u2028 ação 🔌';
const HOURS = { open: true, openHour: { hour: 8, minute: 0 }, closeHour: { hour: 18, minute: 30 } };

let api: TestApi;
let [owner, client, other] = [{} as SeededPerson, {} as SeededPerson, {} as SeededPerson];
let [bakery, shop] = ['', ''];
let [oven, till] = [{} as SeededMeter, {} as SeededMeter];

beforeAll(async () => {
  const config = { refrigerationPanelUrl: 'https://frio.test/{establishment}' };
  api = await createTestApi('2026-11-20T12:00:00Z', { config });
});

beforeEach(async () => {
  owner = await api.seed.person({ profile: 'Manager' });
  client = await api.seed.person({ profile: 'client', manager_id: owner.id });
  other = await api.seed.person({ profile: 'client', manager_id: owner.id });
  bakery = await api.seed.establishment(owner, {
    name: 'Padaria',
    cnpj: '19131243000197',
    contracted_demand_kw: '75.5',
    address: ODD,
    business_hours: JSON.stringify({
      ...Object.fromEntries(['saturday', 'friday', 'thursday'].map((day) => [day, HOURS])),
      ...Object.fromEntries(['wednesday', 'tuesday', 'monday', 'sunday'].map((day) => [day, HOURS])),
    }),
    equipments: JSON.stringify([{ name: ODD, unknown: 1 }]),
    equipment_metadata: JSON.stringify({
      airConditioning: { btu: null, quantity: null },
      refrigeration: { btu: null, quantity: 2 },
    }),
  });
  shop = await api.seed.establishment(owner, { name: 'Ótica' });
  oven = await api.seed.meter(bakery, { name: 'Forno', comment: ODD });
  till = await api.seed.meter(bakery, { name: 'Geral', is_general: true }, { type: 'water', model: 'mono' });
  await api.seed.give(client, oven);
  await api.seed.give(other, oven);
  await api.seed.give(other, till);
});

const change = (statement: string, ...values: readonly unknown[]) =>
  api.database.pool.query(statement, [...values]);
const listOf = async ({ token }: SeededPerson) => (await api.raw('GET', '/establishment', { token })).body;

/** Each read anew and written by its schema. */
const oneByOne = async ({ token }: SeededPerson, establishments: readonly string[]) => {
  const answers: string[] = [];
  for (const id of establishments) {
    const { body } = await api.raw('GET', `/establishment/${id}`, { token });
    answers.push(body.slice('{"ok":true,"establishment":'.length, -1));
  }
  return `{"ok":true,"establishments":[${answers.join(',')}]}`;
};
const expectToSee = async (person: SeededPerson, ...establishments: readonly string[]) =>
  expect(await listOf(person)).toBe(await oneByOne(person, establishments));
const namesIn = (list: string): string[][] =>
  JSON.parse(list).establishments.map(({ installations }: { installations: { name: string }[] }) =>
    installations.map(({ name }) => name),
  );

describe('the list of establishments', () => {
  it('the list matches each establishment to the byte, the first time and again', async () => {
    for (let time = 0; time < 3; time++) {
      await expectToSee(owner, bakery, shop);
      await expectToSee(client, bakery);
      await expectToSee(other, bakery);
    }
  });

  it('the list of establishments matches its schema to the byte', async () => {
    await listOf(owner);
    const list = await listOf(owner);
    expect(JSON.stringify(listEstablishments.answer.parse(JSON.parse(list)))).toBe(list);
    expect(JSON.parse(list).establishments[0]).toMatchObject({
      location: { address: ODD },
      equipments: [{ name: ODD }],
      refrigerationPanelUrl: `https://frio.test/${bakery}`,
      installations: [{ name: 'Geral' }, { name: 'Forno', comment: ODD }],
    });
  });

  it('links the panel of refrigerated equipment only where something cools', async () => {
    const panelOf = async () =>
      JSON.parse(await listOf(owner)).establishments.find(({ _id }: { _id: string }) => _id === shop)
        .refrigerationPanelUrl;
    expect(await panelOf()).toBeNull();
    for (const [name, url] of [
      ['Elevador', null],
      ['Câmara fria', `https://frio.test/${shop}`],
    ]) {
      await change(
        'update establishment set equipments = $1 where id = $2',
        JSON.stringify([{ name }]),
        shop,
      );
      expect(await panelOf()).toBe(url);
    }
  });

  it('shows each account its own part of the same establishment', async () => {
    for (let time = 0; time < 2; time++) {
      expect(namesIn(await listOf(owner))).toEqual([['Geral', 'Forno'], []]);
      expect(namesIn(await listOf(client))).toEqual([['Forno']]);
      expect(namesIn(await listOf(other))).toEqual([['Geral', 'Forno']]);
      expect(await listOf(owner)).toContain('19131243000197');
      expect(await listOf(other)).not.toContain('19131243000197');
    }
  });
});

describe('the next list after a change', () => {
  beforeEach(async () => {
    await expectToSee(owner, bakery, shop);
    await expectToSee(client, bakery);
    await expectToSee(other, bakery);
  });

  it.each([
    ['the name of a place', "update establishment set name = 'Padaria Nova' where id = $3"],
    ['its zone', "update establishment set zone = 'America/Manaus' where id = $3"],
    ['its day of reading', 'update establishment set bill_read_day = 31 where id = $3'],
    ['its hours', 'update establishment set business_hours = null where id = $3'],
    ['the name of a meter', "update installation set name = 'Estufa' where id = $1"],
    ['what a meter measures', 'update installation set is_general = not is_general where id = $1'],
    ['the traits of a board', "update board set type = 'water', equipment = 'emd' where mac = $2"],
  ])('shows %s up to date in the next list', async (_, statement) => {
    const before = await listOf(client);
    // Each statement names one of the three.
    const withParameters = `with given as (select $1::integer, $2::text, $3::uuid) ${statement}`;
    await change(withParameters, oven.installationId, oven.mac, bakery);
    expect(await listOf(client)).not.toBe(before);
    await expectToSee(owner, bakery, shop);
    await expectToSee(client, bakery);
    await expectToSee(other, bakery);
  });

  it('sorts establishments by their new names', async () => {
    const payload = { name: 'Zoo' };
    await api.succeed(updateEstablishment, `/establishment/${shop}`, { token: owner.token, payload });
    await expectToSee(owner, shop, bakery);
  });

  it('shows a change in the list after its commit, and never after a rollback', async () => {
    const before = await listOf(owner);
    const connection = await api.database.pool.connect();
    const changes = async (): Promise<void> => {
      await connection.query('begin');
      await connection.query('update establishment set name = $1 where id = $2', ['Zoo', shop]);
      await connection.query('update installation set name = $1 where id = $2', [
        'Estufa',
        oven.installationId,
      ]);
    };
    await changes();
    expect(await listOf(owner)).toBe(before);
    await connection.query('rollback');
    expect(await listOf(owner)).toBe(before);
    await changes();
    await connection.query('commit');
    connection.release();
    await expectToSee(owner, shop, bakery);
    expect(namesIn(await listOf(owner))).toEqual([[], ['Geral', 'Estufa']]);
  });

  it('shows an installed meter and omits a removed one in the next list', async () => {
    await api.seed.meter(bakery, { name: 'Batedeira' });
    await change('update installation set removed_at = now() where id = $1', till.installationId);
    await expectToSee(owner, bakery, shop);
    await expectToSee(other, bakery);
    expect(namesIn(await listOf(owner))).toEqual([['Batedeira', 'Forno'], []]);
    expect(namesIn(await listOf(other))).toEqual([['Forno']]);
  });

  it('a client user sees a newly assigned meter at once, and no longer a removed one', async () => {
    await api.seed.give(client, till);
    await expectToSee(client, bakery);
    expect(namesIn(await listOf(client))).toEqual([['Geral', 'Forno']]);
    await change('delete from meter_access where account_id = $1', client.id);
    await expectToSee(client);
  });

  it('only the current owner sees an establishment, and no account sees a removed one', async () => {
    const heir = await api.seed.person();
    await change('update establishment set owner_id = $1 where id = $2', heir.id, bakery);
    await expectToSee(owner, shop);
    await expectToSee(heir, bakery);
    await change('delete from establishment where id = $1', shop);
    await expectToSee(owner);
  });
});
