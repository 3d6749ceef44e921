import { readEmissions } from '@nascente/contract/sites/establishments';
import { moveMeter, readMeterPast, replaceBoard } from '@nascente/contract/sites/meter-changes';
import { listMeters, readMeter } from '@nascente/contract/sites/meters';
import { readLastFrame } from '@nascente/contract/telemetry/readings';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ABSENT_ID = '019e0000-0000-7000-8000-000000000000';

let api: TestApi;
let owner: SeededPerson;
let client: SeededPerson;
let bakery: string;
let shop: string;
let meter: SeededMeter;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
});
beforeEach(async () => {
  api.setClock(NOW);
  owner = await api.seed.person({ profile: 'Manager' });
  client = await api.seed.person({ profile: 'client', manager_id: owner.id });
  bakery = await api.seed.establishment(owner, { name: 'Padaria' });
  shop = await api.seed.establishment(owner, { name: 'Loja' });
  meter = await api.seed.meter(bakery, { name: 'Forno', is_general: true, comment: 'Novo', voltage: 110 });
  await api.seed.give(client, meter);
  await api.seed.readings(meter, [
    { at: '2026-10-31T12:00:00Z', energy_a_mwh: 1_000_000 },
    { at: '2026-11-20T11:00:00Z', energy_a_mwh: 2_000_000, energy_b_mwh: 500_000 },
  ]);
});

const urlOf = (of: SeededMeter, what: string) => `/installation-meter/${of.installationId}/${what}`;
const move = (payload: object) =>
  api.succeed(moveMeter, urlOf(meter, 'move'), { token: owner.token, payload });
const refusedMove = (payload: object, { token } = owner) =>
  api.fail('POST', urlOf(meter, 'move'), { token, payload });
const replace = (mac: string) =>
  api.succeed(replaceBoard, urlOf(meter, 'replace'), { token: owner.token, payload: { meter: mac } });
const refusedReplacement = (mac: string, { token } = owner) =>
  api.fail('POST', urlOf(meter, 'replace'), { token, payload: { meter: mac } });
const past = async (mac: string, { token } = owner) =>
  (await api.succeed(readMeterPast, `/board/${mac}/past`, { token })).stays;
const emitted = async (establishment: string) => {
  const url = `/establishment/${establishment}/emissions?start=2026-11-01&end=2026-11-20`;
  return (await api.succeed(readEmissions, url, { token: owner.token })).data.kgCO2;
};
const macsSeenBy = async ({ token }: SeededPerson) =>
  (await api.succeed(listMeters, '/installation-meter', { token })).installationsMeter.map(
    ({ macAddress }) => macAddress,
  );

describe('moving a meter', () => {
  it('continues a moved meter at the new place, and leaves the past of the old one', async () => {
    const before = await emitted(bakery);
    expect(before).toBeGreaterThan(0);
    const { installation } = await move({ locationCode: shop });
    expect(installation._id).not.toBe(String(meter.installationId));
    const { board } = await api.succeed(readMeter, `/board/${meter.mac}`, { token: owner.token });
    expect(board).toMatchObject({
      Alias: 'Loja - Forno',
      Comment: 'Novo',
      tension: 110,
      isGeral: false,
      hasPast: true,
      lastSeen: null,
      installedAt: new Date(NOW).toISOString(),
    });
    expect([await emitted(bakery), await emitted(shop)]).toEqual([before, 0]);
    const frame = await api.succeed(readLastFrame, '/board/values/last', {
      token: owner.token,
      payload: { id: meter.mac },
    });
    expect(frame.value).toBeNull();
  });

  it('shows the earlier readings of a moved meter place by place and month by month', async () => {
    await move({ locationCode: shop });
    const moved = new Date(NOW).toISOString();
    expect(await past(meter.mac)).toEqual([
      expect.objectContaining({ establishmentName: 'Loja', from: moved, until: null, total: 0, months: [] }),
      {
        id: String(meter.installationId),
        name: 'Forno',
        establishmentId: bakery,
        establishmentName: 'Padaria',
        from: '2020-01-01T00:00:00.000Z',
        until: moved,
        boards: [{ mac: meter.mac, from: '2020-01-01T00:00:00.000Z', until: moved }],
        total: 3.5,
        months: [
          { date: '11/2026', total: 2.5 },
          { date: '10/2026', total: 1 },
        ],
      },
    ]);
  });

  it('moves client users along only on request, and shows them no place they did not see', async () => {
    await move({ locationCode: shop });
    expect(await macsSeenBy(client)).toEqual([]);
    expect(await macsSeenBy(owner)).toContain(meter.mac);
    // It still sees the establishment that the meter left, but the meter itself no more.
    expect(await api.fail('GET', `/board/${meter.mac}/past`, { token: client.token })).toMatchObject({
      status: 404,
    });
    const stored = await api.seed.meter(bakery);
    await api.seed.give(client, stored);
    await api.succeed(moveMeter, urlOf(stored, 'move'), {
      token: owner.token,
      payload: { locationCode: shop, keepAccess: true },
    });
    expect(await macsSeenBy(client)).toEqual([stored.mac]);
    expect((await past(stored.mac, client)).map(({ establishmentName }) => establishmentName)).toEqual([
      'Loja',
      'Padaria',
    ]);
    const later = await api.seed.person({ profile: 'client', manager_id: owner.id });
    const { board } = await api.succeed(readMeter, `/board/${stored.mac}`, { token: owner.token });
    await api.seed.give(later, { mac: stored.mac, installationId: Number(board.id) });
    expect((await past(stored.mac, later)).map(({ establishmentName }) => establishmentName)).toEqual([
      'Loja',
    ]);
  });

  it('refuses a second general meter at the new place', async () => {
    await api.seed.meter(shop, { name: 'Entrada', is_general: true });
    expect(await refusedMove({ locationCode: shop, isGeral: true })).toMatchObject({
      status: 409,
      msg: expect.stringContaining('já tem um medidor geral de energia: Entrada.'),
    });
    await move({ locationCode: shop });
  });

  it('moves a meter only to another place of the same owner', async () => {
    const admin = await api.seed.person({ profile: 'Admin' });
    const elsewhere = await api.seed.establishment(await api.seed.person());
    for (const locationCode of [elsewhere, ABSENT_ID, 'x'])
      expect(await refusedMove({ locationCode })).toMatchObject({
        status: 404,
        msg: 'Estabelecimento não encontrado.',
      });
    expect(await refusedMove({ locationCode: bakery })).toMatchObject({
      status: 400,
      msg: 'O medidor já está neste estabelecimento.',
    });
    expect(await refusedMove({ locationCode: elsewhere }, admin)).toMatchObject({
      status: 400,
      msg: 'Escolha um estabelecimento do mesmo titular do medidor.',
    });
    expect(await refusedMove({ locationCode: shop }, client)).toMatchObject({ status: 403 });
  });

  it('moves a meter once when two requests are simultaneous', async () => {
    const token = owner.token;
    const ask = () => api.inject('POST', urlOf(meter, 'move'), { token, payload: { locationCode: shop } });
    const answers = await Promise.all([ask(), ask()]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404]);
    expect(await past(meter.mac)).toHaveLength(2);
  });
});

describe('replacing a board', () => {
  it('replacing a board leaves the installation, its place, its history and its access, and frees the old board', async () => {
    const before = await emitted(bakery);
    const mac = await api.seed.board();
    const { installation } = await replace(mac);
    expect(installation).toMatchObject({ _id: String(meter.installationId), meter: mac, name: 'Forno' });
    expect(await emitted(bakery)).toBe(before);
    expect(await macsSeenBy(client)).toEqual([mac]);
    const { value } = await api.succeed(readLastFrame, '/board/values/last', {
      token: owner.token,
      payload: { id: mac },
    });
    expect(value?.date).toBe('2026-11-20T11:00:00.000Z');
    expect(await api.fail('GET', `/board/${meter.mac}`, { token: owner.token })).toMatchObject({
      status: 404,
    });
    expect(await api.inject('GET', `/meter/verify/${meter.mac}`, { token: owner.token })).toMatchObject({
      body: { exists: true, installed: false },
    });
    const [stay] = await past(mac);
    expect(stay).toMatchObject({ total: 3.5, from: '2020-01-01T00:00:00.000Z' });
    expect(stay?.boards.map((board) => board.mac)).toEqual([mac, meter.mac]);
  });

  it('refuses a replacement board that is absent, in use, of another kind, or already there', async () => {
    const used = await api.seed.meter(shop);
    const mono = await api.seed.board({ model: 'mono' });
    const ofWater = await api.seed.board({ type: 'water' });
    expect(await refusedReplacement('00:00:00:00:00:00')).toMatchObject({
      status: 404,
      msg: 'Medidor não encontrado.',
    });
    expect(await refusedReplacement(used.mac)).toMatchObject({
      status: 409,
      msg: 'Este MAC Address já esta sendo usado!',
    });
    for (const mac of [mono, ofWater])
      expect(await refusedReplacement(mac)).toMatchObject({
        status: 400,
        msg: 'A placa nova precisa ser do mesmo tipo e modelo que a atual.',
      });
    expect(await refusedReplacement(meter.mac)).toMatchObject({ status: 400 });
    expect(await refusedReplacement('nada')).toMatchObject({ status: 400, msg: 'Endereço MAC inválido' });
    expect(await refusedReplacement(await api.seed.board(), client)).toMatchObject({ status: 403 });
  });

  it('assigns a board that two requests want at once to one of them', async () => {
    const other = await api.seed.meter(shop);
    const mac = await api.seed.board();
    const token = owner.token;
    const answers = await Promise.all([
      ...[meter, other].map((one) =>
        api.inject('POST', urlOf(one, 'replace'), { token, payload: { meter: mac } }),
      ),
      api.inject('POST', '/installation-meter', {
        token,
        payload: { locationCode: shop, name: 'Novo', meter: mac },
      }),
    ]);
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect([
      [200, 409, 409],
      [201, 409, 409],
    ]).toContainEqual(statuses);
  });

  it('exchanges two boards within one instant, and back again', async () => {
    const spare = await api.seed.board();
    await replace(spare);
    await replace(meter.mac);
    await replace(spare);
    const [stay] = await past(spare);
    expect(stay?.boards.map((board) => board.mac)).toEqual([spare, meter.mac, spare, meter.mac]);
  });
});
