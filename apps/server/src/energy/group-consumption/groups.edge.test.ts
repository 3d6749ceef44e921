import { readMonth } from '@nascente/contract/energy/consumption';
import {
  createGroup,
  editGroup,
  type Group,
  listGroups,
  readGroup,
  removeGroup,
} from '@nascente/contract/sites/groups';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi } from '../../testing/test-api.ts';

/** Friday; noon in São Paulo. */
const NOW = '2026-11-13T15:00:00Z';
const api = await createTestApi(NOW);

let owner: SeededPerson;
let establishment: string;
let tariff: string;
let oven: SeededMeter;
let lights: SeededMeter;

beforeEach(async () => {
  api.setClock(NOW);
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner);
  tariff = await api.seed.tariff([
    { valid_from: '2026-01-01', in_point: '2', inter_point: '1', out_point: '0.5' },
  ]);
  oven = await api.seed.meter(establishment, { name: 'Forno', tariff_id: tariff });
  lights = await api.seed.meter(establishment, { name: 'Luzes', tariff_id: tariff });
});

/** Sessions last an hour; these are kept. */
const until = async (at: string): Promise<void> => {
  api.setClock(at);
  await api.database.pool.query(
    "update session set last_used_at = $1, expires_at = $1::timestamptz + interval '1 hour'",
    [at],
  );
};

const kwhAt = (meter: SeededMeter, readings: Readonly<Record<string, number>>) =>
  api.seed.readings(
    meter,
    Object.entries(readings).map(([at, kwh]) => ({ at, energy_a_mwh: kwh * 1e6 })),
  );

const create = async (group: object, person = owner): Promise<Group> => {
  const payload = { groupName: 'Cozinha', groupType: 'eletric', ...group };
  return (await api.succeed(createGroup, '/group/new', { token: person.token, payload })).group;
};
const refusedCreation = (group: object, person = owner) =>
  api.fail('POST', '/group/new', {
    token: person.token,
    payload: { groupName: 'Cozinha', groupType: 'eletric', ...group },
  });
const edit = async (group: Group, change: object, person = owner): Promise<Group> => {
  const payload = { group: { _id: group._id, ...change } };
  return (await api.succeed(editGroup, '/group/edit', { token: person.token, payload })).group;
};
const refusedEdit = (group: Group, change: object, person = owner) =>
  api.fail('POST', '/group/edit', { token: person.token, payload: { group: { _id: group._id, ...change } } });
const read = (group: Group, query = '', person = owner) =>
  api.succeed(readGroup, `/group/${group._id}${query}`, { token: person.token });
const list = async (person = owner, query = ''): Promise<Group[]> =>
  (await api.succeed(listGroups, `/groups${query}`, { token: person.token })).groups;

describe('a new group', () => {
  it('creates a group with each meter once, whatever the notation of its MAC', async () => {
    const boardsMAC = [oven.mac.replaceAll(':', '-').toLowerCase(), oven.mac, lights.mac];
    const group = await create({ boardsMAC, dueDate: 20, isEmpty: false, group: { name: 'antigo' } });
    expect(group).toMatchObject({
      name: 'Cozinha',
      type: 'eletric',
      boards: [oven.mac, lights.mac],
      owner: owner.id,
    });
    expect(await list()).toEqual([group]);
  });

  it('shows the next due date for a day of each month or one date, also a past one', async () => {
    const due = async (dueDate: unknown, groupName: string) => {
      const group = await create({ groupName, isEmpty: true, dueDate });
      return [group.dueDate, group.nextDueDate, group.daysUntilDue];
    };
    expect(await due(20, 'a')).toEqual([20, '2026-11-20', 7]);
    expect(await due(10, 'b')).toEqual([10, '2026-12-10', 27]);
    expect(await due('2026-11-11', 'c')).toEqual(['2026-11-11', '2026-11-11', -2]);
    expect(await due(null, 'd')).toEqual([null, null, null]);
  });

  it('creates an empty group only when requested, and then without meters', async () => {
    expect(await create({ isEmpty: true })).toMatchObject({ boards: [], total: 0, cost: 0, completeness: 0 });
    expect(await refusedCreation({ boardsMAC: [] })).toMatchObject({
      status: 400,
      errors: [{ path: 'boardsMAC', msg: 'Escolha ao menos um medidor, ou crie o grupo vazio.' }],
    });
    expect(await refusedCreation({ isEmpty: true, boardsMAC: [oven.mac] })).toMatchObject({
      errors: [{ path: 'isEmpty', msg: 'Um grupo vazio não tem medidores.' }],
    });
  });

  it.each([
    [{ groupName: '  ' }, 'groupName', 'O grupo precisa de um nome.'],
    [{ groupType: 'gas' }, 'groupType', 'Escolha o tipo do grupo: energia ou água.'],
    [{ dueDate: 32 }, 'dueDate', 'Vencimento inválido: use um dia do mês (1 a 31) ou uma data AAAA-MM-DD.'],
    [
      { dueDate: '31/12' },
      'dueDate',
      'Vencimento inválido: use um dia do mês (1 a 31) ou uma data AAAA-MM-DD.',
    ],
  ])('refuses a new group with %j', async (group, path, msg) => {
    const refused = await refusedCreation({ isEmpty: true, ...group });
    expect(refused).toMatchObject({ status: 400, type: 'validation', errors: [{ path, msg }] });
  });

  it('refuses a group name already used by its owner, whatever the capitals', async () => {
    await create({ isEmpty: true });
    expect(await refusedCreation({ isEmpty: true, groupName: 'COZINHA' })).toMatchObject({
      status: 409,
      type: 'duplicate',
      msg: 'Já existe um grupo com esse nome.',
    });
    await create({ isEmpty: true }, await api.seed.person());
  });

  it('accepts only meters of the type of the group', async () => {
    const water = await api.seed.meter(establishment, { name: 'Hidrômetro' }, { type: 'water' });
    expect(await refusedCreation({ boardsMAC: [water.mac] })).toMatchObject({
      status: 400,
      msg: 'Um grupo de energia só tem medidores de energia.',
    });
    expect((await create({ groupType: 'water', boardsMAC: [water.mac] })).boards).toEqual([water.mac]);
    expect(
      await refusedCreation({ groupName: 'b', groupType: 'water', boardsMAC: [oven.mac] }),
    ).toMatchObject({
      msg: 'Um grupo de água só tem medidores de água.',
    });
  });

  it('refuses a meter of another customer exactly like an unknown meter', async () => {
    const otherAccount = await api.seed.person();
    const external = await refusedCreation({ boardsMAC: [oven.mac] }, otherAccount);
    expect(external).toMatchObject({ status: 400, msg: 'Escolha apenas medidores da sua conta.' });
    expect(await refusedCreation({ boardsMAC: ['00:00:00:00:00:09'] }, otherAccount)).toMatchObject({
      status: 400,
      msg: external.msg,
      errors: external.errors,
    });
  });

  it('a group belongs to the single owner of its meters', async () => {
    const admin = await api.seed.person({ profile: 'Admin' });
    const other = await api.seed.meter(await api.seed.establishment(await api.seed.person()));
    expect(await refusedCreation({ boardsMAC: [oven.mac, other.mac] }, admin)).toMatchObject({
      msg: 'Os medidores de um grupo precisam ser do mesmo titular.',
    });
    const group = await create({ boardsMAC: [oven.mac] }, admin);
    expect(group.owner).toBe(owner.id);
    expect((await list()).map(({ _id }) => _id)).toEqual([group._id]);
    expect(await refusedEdit(group, { boards: [oven.mac, other.mac] }, admin)).toMatchObject({
      msg: 'Os medidores de um grupo precisam ser do mesmo titular.',
    });
  });
});

describe('totals of a group', () => {
  it('the total, cost and completeness of the cycle are those of the meters', async () => {
    await kwhAt(oven, { '2026-10-31T12:00:00Z': 40, '2026-11-02T12:00:00Z': 3, '2026-11-12T22:00:00Z': 5 });
    await kwhAt(lights, { '2026-11-03T12:00:00Z': 2.5 });
    const group = await create({ boardsMAC: [oven.mac, lights.mac] });
    const months = await Promise.all(
      [oven, lights].map(
        async ({ mac }) =>
          (await api.succeed(readMonth, `/consolidated/monthly/${mac}`, { token: owner.token })).consolidated,
      ),
    );
    expect(group).toMatchObject({ start: '2026-11-01', end: '2026-11-13', total: 10.5, cost: 12.75 });
    expect(group.cost).toBe(months.reduce((sum, { cost }) => sum + (cost ?? 0), 0));
    const mean = months.reduce((sum, { completeness }) => sum + completeness, 0) / 2;
    expect(group.completeness).toBeCloseTo(mean, 12);
    expect((await read(group)).meters).toEqual([
      expect.objectContaining({ macAddress: oven.mac, name: 'Forno', total: 8, cost: 11.5, share: 8 / 10.5 }),
      expect.objectContaining({ macAddress: lights.mac, total: 2.5, cost: 1.25, isMember: true }),
    ]);
  });

  it('the completeness covers the full cycle, also when the first meter came within it', async () => {
    const late = await api.seed.meter(establishment, {
      name: 'Novo',
      tariff_id: tariff,
      installed_at: new Date('2026-11-11T03:00:00Z'),
    });
    const quarters = Array.from({ length: 96 }, (_, n) =>
      new Date(Date.UTC(2026, 10, 11, 3, 15 * n)).toISOString(),
    );
    await kwhAt(late, Object.fromEntries(quarters.map((at) => [at, 0.25])));
    const group = await create({ boardsMAC: [late.mac] });
    const { consolidated } = await api.succeed(readMonth, `/consolidated/monthly/${late.mac}`, {
      token: owner.token,
    });
    expect(group.completeness).toBeCloseTo(consolidated.completeness, 12);
    expect((await read(group)).meters[0]?.completeness).toBe(group.completeness);
    const days = await read(group, '?start=2026-11-11&end=2026-11-11');
    expect(days.group).toMatchObject({ total: 24, completeness: 1 });
  });

  it('returns the same group totals from closed days', async () => {
    await kwhAt(oven, { '2026-11-02T02:59:00Z': 1, '2026-11-02T12:00:00Z': 3, '2026-11-12T22:00:00Z': 5 });
    await kwhAt(lights, { '2026-11-13T14:00:00Z': 7 });
    const group = await create({ boardsMAC: [oven.mac, lights.mac] });
    expect(group.total).toBe(16);
    expect(await api.closeDays()).toBeGreaterThan(0);
    expect((await read(group)).group).toEqual(group);
  });

  it('returns the totals of the requested days, both included', async () => {
    await kwhAt(oven, {
      '2026-10-05T03:00:00Z': 1,
      '2026-10-06T12:00:00Z': 2,
      '2026-10-08T02:59:00Z': 4,
      '2026-10-08T03:00:00Z': 8,
    });
    const group = await create({ boardsMAC: [oven.mac] });
    const query = '?start=2026-10-05&end=2026-10-07';
    expect(await list(owner, query)).toMatchObject([{ start: '2026-10-05', end: '2026-10-07', total: 7 }]);
    expect(
      await api.fail('GET', `/group/${group._id}?start=2026-10-07&end=2026-10-05`, { token: owner.token }),
    ).toMatchObject({ status: 400 });
    expect(
      await api.fail('GET', '/groups?start=2024-01-01&end=2026-10-05', { token: owner.token }),
    ).toMatchObject({
      msg: 'O período deve ser de no máximo um ano.',
    });
  });

  it('the cycle follows the read day shared by all meters, else the civil month', async () => {
    const tenth = await api.seed.establishment(owner, { name: 'Loja', bill_read_day: 10 });
    const till = await api.seed.meter(tenth, { name: 'Caixa' });
    expect(await create({ groupName: 'a', boardsMAC: [till.mac] })).toMatchObject({ start: '2026-11-10' });
    expect(await create({ groupName: 'b', boardsMAC: [till.mac, oven.mac] })).toMatchObject({
      start: '2026-11-01',
    });
  });

  it('the cycle follows the reading dates of meters of the same type', async () => {
    const shop = await api.seed.establishment(owner, { name: 'Loja lida', bill_read_day: 10 });
    const counter = await api.seed.meter(shop, { name: 'Balcão' });
    const water = await api.seed.meter(shop, { name: 'Água' }, { type: 'water' });
    const readOn = 'insert into reading_date values ($1, $2, $3)';
    await api.database.pool.query(readOn, [shop, 'eletric', '2026-11-06']);
    const ofEnergy = await create({ groupName: 'a', boardsMAC: [counter.mac] });
    const ofWater = await create({ groupName: 'b', groupType: 'water', boardsMAC: [water.mac] });
    expect([ofEnergy.start, ofWater.start]).toEqual(['2026-11-06', '2026-11-10']);
    expect((await list()).map(({ start }) => start)).toEqual(['2026-11-06', '2026-11-10']);
  });

  it('totals water in m³', async () => {
    const water = await api.seed.meter(establishment, {}, { type: 'water' });
    await api.seed.readings(water, [{ at: '2026-11-12T12:00:00Z', volume_ml: 1_250_000 }]);
    const group = await create({ groupType: 'water', boardsMAC: [water.mac] });
    expect(group).toMatchObject({ total: 1.25, cost: null });
  });

  it('a group has no cost when one of its meters consumed energy without a price', async () => {
    const free = await api.seed.meter(establishment, { name: 'Sem tarifa' });
    await kwhAt(oven, { '2026-11-12T12:00:00Z': 2 });
    const group = await create({ boardsMAC: [oven.mac, free.mac] });
    expect(group.cost).toBe(1);
    await kwhAt(free, { '2026-11-12T12:00:00Z': 2 });
    expect((await read(group)).group.cost).toBeNull();
  });

  it('splits days in the zone of each meter', async () => {
    const kolkata = await api.seed.establishment(owner, { name: 'Longe', zone: 'Asia/Kolkata' });
    const far = await api.seed.meter(kolkata, { name: 'Índia' });
    await kwhAt(far, {
      '2026-11-04T18:29:00Z': 1,
      '2026-11-04T18:30:00Z': 2,
      '2026-11-05T18:29:00Z': 4,
      '2026-11-05T18:30:00Z': 8,
    });
    await kwhAt(oven, { '2026-11-05T02:59:00Z': 16, '2026-11-05T03:00:00Z': 32 });
    const group = await create({ boardsMAC: [far.mac, oven.mac] });
    expect((await read(group, '?start=2026-11-05&end=2026-11-05')).group.total).toBe(38);
  });
});

describe('adding or removing a meter of a group', () => {
  const day = async (group: Group, date: string) =>
    (await read(group, `?start=${date}&end=${date}`)).group.total;

  it('an added meter counts from the start of the cycle, or from its installation when requested', async () => {
    await kwhAt(oven, { '2026-10-20T12:00:00Z': 1, '2026-11-02T12:00:00Z': 2 });
    const cycle = await edit(await create({ groupName: 'a', isEmpty: true }), { boards: [oven.mac] });
    expect([await day(cycle, '2026-10-20'), cycle.total]).toEqual([0, 2]);
    const full = await edit(await create({ groupName: 'b', isEmpty: true }), {
      boards: [oven.mac],
      countFrom: 'installation',
    });
    expect([await day(full, '2026-10-20'), full.total]).toEqual([1, 2]);
  });

  it('a removed meter leaves its past energy in the group, and adds nothing from that day', async () => {
    await kwhAt(oven, { '2026-11-12T12:00:00Z': 4, '2026-11-20T12:00:00Z': 8, '2026-11-21T12:00:00Z': 16 });
    const group = await create({ boardsMAC: [oven.mac, lights.mac] });
    await until('2026-11-20T15:00:00Z');
    expect(await edit(group, { boards: [lights.mac] })).toMatchObject({ boards: [lights.mac], total: 4 });
    await until('2026-11-22T15:00:00Z');
    expect((await read(group)).meters).toEqual([
      expect.objectContaining({ macAddress: oven.mac, isMember: false, until: '2026-11-19', total: 4 }),
      expect.objectContaining({ macAddress: lights.mac, isMember: true, until: '2026-11-22', total: 0 }),
    ]);
  });

  it('applies the last of two simultaneous changes when a meter leaves a group', async () => {
    const group = await create({ boardsMAC: [lights.mac] });
    const connection = await api.database.pool.connect();
    await connection.query('begin');
    await connection.query('select from meter_group where id = $1 for update', [group._id]);
    const waiting = async () =>
      (
        await api.database.pool.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%meter_group%'",
        )
      ).rowCount;
    const first = edit(group, { boards: [lights.mac, oven.mac] });
    await expect.poll(waiting).toBe(1);
    const last = edit(group, { boards: [lights.mac] });
    await expect.poll(waiting).toBe(2);
    await connection.query('commit');
    connection.release();
    await Promise.all([first, last]);
    expect((await read(group)).group.boards).toEqual([lights.mac]);
  });

  it('counts every day once when a meter returns to a group', async () => {
    await kwhAt(oven, { '2026-11-12T12:00:00Z': 4, '2026-11-20T12:00:00Z': 8, '2026-11-23T12:00:00Z': 16 });
    const group = await create({ boardsMAC: [oven.mac, lights.mac] });
    await until('2026-11-20T15:00:00Z');
    await edit(group, { boards: [lights.mac] });
    await until('2026-11-23T15:00:00Z');
    const back = await edit(group, { boards: [lights.mac, oven.mac] });
    expect(back.total).toBe(28);
    const { meters } = await read(group);
    expect(meters.filter(({ macAddress }) => macAddress === oven.mac)).toHaveLength(1);
  });

  it('removes all traces of a meter removed on the day it was added', async () => {
    await kwhAt(oven, { '2026-11-12T12:00:00Z': 4 });
    const group = await create({ boardsMAC: [oven.mac, lights.mac] });
    expect(await edit(group, { boards: [lights.mac] })).toMatchObject({ total: 0 });
    expect((await read(group)).meters.map(({ macAddress }) => macAddress)).toEqual([lights.mac]);
  });

  it('a meter without installation leaves the group with its past energy, hidden from its next owner', async () => {
    await kwhAt(oven, { '2026-11-12T12:00:00Z': 4 });
    const group = await create({ boardsMAC: [oven.mac, lights.mac] });
    await api.inject('DELETE', `/board/${oven.mac}`, { token: owner.token });
    expect((await read(group)).group).toMatchObject({ boards: [lights.mac], total: 4 });
    const buyer = await api.seed.person();
    const shop = await api.seed.establishment(buyer, { name: 'Loja' });
    const bought = await api.seed.meter(shop, { mac: oven.mac, installed_at: new Date(NOW) });
    await kwhAt(bought, { '2026-11-13T15:10:00Z': 100 });
    await until('2026-11-13T16:00:00Z');
    expect((await read(group)).group).toMatchObject({ boards: [lights.mac], total: 4 });
    expect(await list(buyer)).toEqual([]);
    expect(await create({ boardsMAC: [oven.mac] }, buyer)).toMatchObject({ total: 100 });
  });

  it('a meter stays in the group after a move to another establishment of its owner', async () => {
    await kwhAt(oven, { '2026-11-12T12:00:00Z': 4 });
    const group = await create({ boardsMAC: [oven.mac] });
    const shop = await api.seed.establishment(owner, { name: 'Loja' });
    await api.inject('POST', `/installation-meter/${oven.installationId}/move`, {
      token: owner.token,
      payload: { locationCode: shop },
    });
    const { meters, group: moved } = await read(group);
    expect(moved).toMatchObject({ boards: [oven.mac], total: 4 });
    expect(
      meters.map(({ establishmentName, isMember, total }) => [establishmentName, isMember, total]),
    ).toEqual([
      ['Loja', true, 0],
      ['Padaria', false, 4],
    ]);
  });
});

describe('editing a group', () => {
  it('changes the provided fields, and leaves the others unchanged', async () => {
    const group = await create({ boardsMAC: [oven.mac], dueDate: 20 });
    expect(await edit(group, { name: ' Padaria toda ', type: 'eletric' })).toEqual({
      ...group,
      name: 'Padaria toda',
    });
    expect(await edit(group, { dueDate: '2026-12-24' })).toMatchObject({
      dueDate: '2026-12-24',
      boards: [oven.mac],
    });
    expect(await edit(group, { dueDate: null })).toMatchObject({ dueDate: null, name: 'Padaria toda' });
    expect(await edit(group, { boards: [] })).toMatchObject({ boards: [] });
  });

  it('refuses another type, a used name, and an unknown field', async () => {
    const group = await create({ isEmpty: true });
    await create({ groupName: 'Fachada', isEmpty: true });
    expect(await refusedEdit(group, { type: 'water' })).toMatchObject({
      status: 400,
      msg: 'O tipo de um grupo não muda: crie outro grupo.',
    });
    expect(await refusedEdit(group, { name: 'fachada' })).toMatchObject({ status: 409, type: 'duplicate' });
    expect(await refusedEdit(group, { owner: 'x' })).toMatchObject({ status: 400 });
    expect((await list()).map(({ name }) => name)).toEqual(['Cozinha', 'Fachada']);
  });

  it('simultaneous edits add each meter once', async () => {
    const group = await create({ isEmpty: true });
    await Promise.all(Array.from({ length: 6 }, () => edit(group, { boards: [oven.mac, lights.mac] })));
    expect((await read(group)).meters).toHaveLength(2);
  });

  it('removes a group and none of its meters', async () => {
    const group = await create({ boardsMAC: [oven.mac] });
    await api.succeed(removeGroup, `/group/${group._id}`, { token: owner.token });
    expect(await list()).toEqual([]);
    expect(await api.fail('GET', `/group/${group._id}`, { token: owner.token })).toMatchObject({
      status: 404,
      msg: 'Grupo não encontrado.',
    });
    expect((await create({ boardsMAC: [oven.mac] })).boards).toEqual([oven.mac]);
  });
});

describe('access to groups', () => {
  it('a client user sees only the groups and members among the meters assigned to it', async () => {
    const manager = await api.seed.person({ profile: 'Manager' });
    const shop = await api.seed.establishment(manager, { name: 'Loja' });
    const [till, sign] = [
      await api.seed.meter(shop, { name: 'Caixa', tariff_id: tariff }),
      await api.seed.meter(shop, { name: 'Letreiro', tariff_id: tariff }),
    ];
    await kwhAt(till, { '2026-11-12T12:00:00Z': 2 });
    await kwhAt(sign, { '2026-11-12T12:00:00Z': 8 });
    const both = await create({ boardsMAC: [till.mac, sign.mac] }, manager);
    const hidden = await create({ groupName: 'Fachada', boardsMAC: [sign.mac] }, manager);
    const client = await api.seed.person({ profile: 'client', manager_id: manager.id });
    expect(await list(client)).toEqual([]);
    await api.seed.give(client, till);
    expect(await list(client)).toMatchObject([{ _id: both._id, boards: [till.mac], total: 2, cost: 1 }]);
    expect((await read(both, '', client)).meters.map(({ share }) => share)).toEqual([1]);
    expect(await api.fail('GET', `/group/${hidden._id}`, { token: client.token })).toMatchObject({
      status: 404,
    });
    expect(await refusedEdit(both, { name: 'x' }, client)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(await api.fail('DELETE', `/group/${both._id}`, { token: client.token })).toMatchObject({
      status: 403,
    });
  });

  it('an Admin sees every group, any other account its own groups', async () => {
    const group = await create({ boardsMAC: [oven.mac] });
    const ids = async (person: SeededPerson) => (await list(person)).map(({ _id }) => _id);
    expect(await ids(await api.seed.person({ profile: 'Admin' }))).toContain(group._id);
    expect(await ids(await api.seed.person({ profile: 'Manager' }))).toEqual([]);
    const otherAccount = await api.seed.person();
    expect(await api.fail('GET', `/group/${group._id}`, { token: otherAccount.token })).toMatchObject({
      status: 404,
    });
    expect(await refusedEdit(group, { name: 'x' }, otherAccount)).toMatchObject({ status: 404 });
    expect(await api.fail('GET', '/group/nenhum', { token: owner.token })).toMatchObject({ status: 404 });
  });
});
