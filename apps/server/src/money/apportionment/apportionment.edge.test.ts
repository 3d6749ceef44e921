import { readApportionment } from '@nascente/contract/money/apportionment';
import { readBill } from '@nascente/contract/money/bills';
import { createGroup, editGroup, type Group } from '@nascente/contract/sites/groups';
import { moveMeter } from '@nascente/contract/sites/meter-changes';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi } from '../../testing/test-api.ts';

/** Friday; noon in São Paulo. */
const NOW = '2026-11-13T15:00:00Z';
const api = await createTestApi(NOW);

let owner: SeededPerson;
let establishment: string;
let general: SeededMeter;
let oven: SeededMeter;
let lights: SeededMeter;

const DAYS = { start: '2026-11-01', end: '2026-11-10' };

beforeEach(async () => {
  owner = await api.seed.person({ profile: 'Manager' });
  const tariff = await api.seed.tariff([
    { valid_from: '2026-01-01', in_point: '1', inter_point: '1', out_point: '1' },
  ]);
  establishment = await api.seed.establishment(owner);
  general = await api.seed.meter(establishment, { name: 'Geral', is_general: true, tariff_id: tariff });
  oven = await api.seed.meter(establishment, { name: 'Forno' });
  lights = await api.seed.meter(establishment, { name: 'Luzes' });
});

const kwhAt = (meter: SeededMeter, readings: Readonly<Record<string, number>>) =>
  api.seed.readings(
    meter,
    Object.entries(readings).map(([day, kwh]) => ({ at: `2026-${day}T15:00:00Z`, energy_a_mwh: kwh * 1e6 })),
  );

const urlOf = (query: Readonly<Record<string, string>>, id = establishment) =>
  `/establishment/${id}/apportionment?${new URLSearchParams({ ...DAYS, ...query }).toString()}`;
const share = async (query: Readonly<Record<string, string>> = {}, person = owner) =>
  (await api.succeed(readApportionment, urlOf(query), { token: person.token })).apportionment;
const refuse = (query: Readonly<Record<string, string>>, person = owner, id = establishment) =>
  api.fail('GET', urlOf(query, id), { token: person.token });
const createdGroup = async (groupName: string, boards: readonly SeededMeter[]): Promise<Group> => {
  const boardsMAC = boards.map(({ mac }) => mac);
  const payload = { groupName, groupType: 'eletric', boardsMAC, dueDate: null };
  return (await api.succeed(createGroup, '/group/new', { token: owner.token, payload })).group;
};
const amounts = ({ parts, rest }: Awaited<ReturnType<typeof share>>) => [
  ...parts.map(({ name, amount }) => [name, amount]),
  ['Restante', rest.amount],
];

describe('apportionment among meters', () => {
  it('assigns no part to an inverter meter, and explains a sum above the grid total', async () => {
    const panels = await api.seed.meter(establishment, { name: 'Inversor', solar_panel: true });
    await kwhAt(general, { '11-05': 60 });
    await kwhAt(oven, { '11-05': 50 });
    await kwhAt(lights, { '11-05': 30 });
    await kwhAt(panels, { '11-05': 20 });
    const { parts, notes, rest } = await share();
    expect(parts.map(({ name, total }) => [name, total])).toEqual([
      ['Forno', 50],
      ['Luzes', 30],
    ]);
    expect(rest.unmeasured).toBe(0);
    expect(rest).toMatchObject({ unmeasured: 0, energy: -20 });
    expect(notes.join()).toContain('por isso o restante é negativo');
    expect(notes.join()).not.toContain('Confira os medidores');
  });

  it('shares the calculated bill by consumption, with the rest of the general meter', async () => {
    await kwhAt(general, { '11-05': 100 });
    await kwhAt(oven, { '11-05': 50 });
    await kwhAt(lights, { '11-05': 30 });
    const shared = await share();
    const { bill } = await api.succeed(
      readBill,
      `/establishment/${establishment}/bill?${new URLSearchParams(DAYS).toString()}`,
      { token: owner.token },
    );
    const fixed = bill.lines
      .filter(({ kind }) => kind === 'minimum')
      .reduce((sum, line) => sum + line.amount, 0);
    expect(shared).toMatchObject({
      source: 'bill',
      total: bill.total,
      computedTotal: bill.total,
      consumed: 100,
    });
    expect(shared.rest).toMatchObject({ unmeasured: 20, share: 0.2, fixed, unshared: 0 });
    expect(shared.parts).toMatchObject([
      { kind: 'meter', name: 'Forno', macAddress: oven.mac, total: 50, share: 0.5, amount: 50 },
      { name: 'Luzes', total: 30, share: 0.3, amount: 30 },
    ]);
    expect(shared.rest.amount).toBe(20 + fixed);
  });

  it('shares a typed total by consumption, to the cent', async () => {
    await kwhAt(general, { '11-05': 3 });
    await kwhAt(oven, { '11-05': 1 });
    await kwhAt(lights, { '11-05': 1 });
    const shared = await share({ total: '100.00' });
    expect(shared).toMatchObject({ source: 'typed', total: 100, rest: { fixed: 0 } });
    expect(amounts(shared)).toEqual([
      ['Forno', 33.34],
      ['Luzes', 33.33],
      ['Restante', 33.33],
    ]);
  });

  it.each(['0,5', '-1', '1.234', 'mil'])('refuses a total like %s', async (total) => {
    expect(await refuse({ total })).toMatchObject({ status: 400, errors: [{ path: 'total' }] });
  });

  it('has no unmeasured rest without a general meter', async () => {
    const shop = await api.seed.establishment(owner, { name: 'Loja' });
    const [till, sign] = [
      await api.seed.meter(shop, { name: 'Caixa' }),
      await api.seed.meter(shop, { name: 'Letreiro' }),
    ];
    await kwhAt(till, { '11-05': 1 });
    await kwhAt(sign, { '11-05': 3 });
    const url = urlOf({ total: '8' }, shop);
    const { apportionment } = await api.succeed(readApportionment, url, { token: owner.token });
    expect(amounts(apportionment)).toEqual([
      ['Letreiro', 6],
      ['Caixa', 2],
      ['Restante', 0],
    ]);
  });

  it('reports submeters that measure more than the general meter, and shares among them only', async () => {
    await kwhAt(general, { '11-05': 10 });
    await kwhAt(oven, { '11-05': 15 });
    await kwhAt(lights, { '11-05': 5 });
    const shared = await share({ total: '20' });
    expect(amounts(shared)).toEqual([
      ['Forno', 15],
      ['Luzes', 5],
      ['Restante', 0],
    ]);
    expect(shared.parts.map((part) => part.share)).toEqual([0.75, 0.25]);
    expect(shared.notes.join(' ')).toContain('Os medidores somam mais do que o total medido');
  });

  it('leaves the amount unshared when nothing was consumed', async () => {
    const shared = await share({ total: '20' });
    expect(shared.rest).toMatchObject({ unshared: 20, amount: 20 });
    expect(amounts(shared)).toEqual([
      ['Forno', 0],
      ['Luzes', 0],
      ['Restante', 20],
    ]);
  });

  it('requests a total when no tariff exists', async () => {
    const shop = await api.seed.establishment(owner, { name: 'Loja' });
    await kwhAt(await api.seed.meter(shop), { '11-05': 1 });
    const { apportionment } = await api.succeed(readApportionment, urlOf({}, shop), { token: owner.token });
    expect(apportionment).toMatchObject({ source: 'none', total: null, rest: { amount: null } });
    expect(apportionment.notes).toContain(
      'Não há tarifa para calcular a fatura: digite o total da fatura da concessionária.',
    );
  });

  it('preserves the share of a meter that was moved away since', async () => {
    await kwhAt(general, { '11-05': 10 });
    await kwhAt(oven, { '11-05': 4 });
    const shop = await api.seed.establishment(owner, { name: 'Loja' });
    await api.succeed(moveMeter, `/installation-meter/${oven.installationId}/move`, {
      token: owner.token,
      payload: { locationCode: shop },
    });
    expect(amounts(await share({ total: '10' }))).toContainEqual(['Forno', 4]);
  });

  it('shares water by its own meters', async () => {
    const [complete, kitchen] = [
      await api.seed.meter(establishment, { name: 'Água', is_general: true }, { type: 'water' }),
      await api.seed.meter(establishment, { name: 'Cozinha' }, { type: 'water' }),
    ];
    await api.seed.readings(complete, [{ at: '2026-11-05T15:00:00Z', volume_ml: 4_000_000 }]);
    await api.seed.readings(kitchen, [{ at: '2026-11-05T15:00:00Z', volume_ml: 1_000_000 }]);
    const shared = await share({ type: 'water', total: '40' });
    expect(shared).toMatchObject({ type: 'water', consumed: 4, rest: { unmeasured: 3, amount: 30 } });
    expect(amounts(shared)[0]).toEqual(['Cozinha', 10]);
  });
});

describe('apportionment among groups', () => {
  it('shares by the consumption of meters while in their group, with the others together', async () => {
    await kwhAt(general, { '11-02': 20, '11-05': 80 });
    await kwhAt(oven, { '11-02': 10, '11-05': 40 });
    await kwhAt(lights, { '11-05': 30 });
    const group = await createdGroup('Cozinha', [oven]);
    const shared = await share({ by: 'groups', total: '100' });
    expect(shared.parts.map(({ kind, name }) => [kind, name])).toEqual([
      ['group', 'Cozinha'],
      ['ungrouped', 'Sem grupo'],
    ]);
    expect(amounts(shared)).toEqual([
      ['Cozinha', 50],
      ['Sem grupo', 30],
      ['Restante', 20],
    ]);
    await api.database.pool.query("update group_member set since = '2026-11-03' where group_id = $1", [
      group._id,
    ]);
    expect(amounts(await share({ by: 'groups', total: '100' }))).toContainEqual(['Cozinha', 40]);
  });

  it('shares a meter of two groups equally between them, and adds a note', async () => {
    await kwhAt(general, { '11-05': 10 });
    await kwhAt(oven, { '11-05': 10 });
    const kitchen = await createdGroup('Cozinha', [oven]);
    await createdGroup('Padaria', [oven]);
    const shared = await share({ by: 'groups', total: '10' });
    expect(amounts(shared)).toContainEqual(['Cozinha', 5]);
    expect(amounts(shared)).toContainEqual(['Padaria', 5]);
    expect(shared.notes.join(' ')).toContain('Há medidores em mais de um grupo');
    await api.succeed(editGroup, '/group/edit', {
      token: owner.token,
      payload: { group: { _id: kitchen._id, boards: [] } },
    });
    expect(amounts(await share({ by: 'groups', total: '10' }))).toContainEqual(['Padaria', 10]);
  });
});

describe('access to the apportionment', () => {
  it('a client user sees the apportionment only with access to every meter in it', async () => {
    await kwhAt(general, { '11-05': 10 });
    const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
    await api.seed.give(client, general);
    await api.seed.give(client, oven);
    expect(await refuse({}, client)).toMatchObject({
      status: 403,
      msg: 'O rateio é de todo o estabelecimento, e você acompanha só parte dos medidores dele.',
    });
    await api.seed.give(client, lights);
    expect((await share({ total: '10' }, client)).parts).toHaveLength(2);
  });

  it('answers 404 for another account and for an unknown establishment', async () => {
    const otherAccount = await api.seed.person();
    const refused = await refuse({}, otherAccount);
    expect(refused).toMatchObject({ status: 404, msg: 'Estabelecimento não encontrado.' });
    expect(await refuse({}, otherAccount, '01a00000-0000-7000-8000-000000000001')).toMatchObject({
      status: 404,
    });
  });
});
