import {
  createInstallation,
  listMeters,
  readMeter,
  validateBoard,
  verifyMeter,
} from '@nascente/contract/sites/meters';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ABSENT = '00:00:00:00:00:00';
const ABSENT_ID = '019e0000-0000-7000-8000-000000000000';

let api: TestApi;
let owner: SeededPerson;
let client: SeededPerson;
let establishment: string;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
  const manager = await api.seed.person({ profile: 'Manager' });
  client = await api.seed.person({ profile: 'client', manager_id: manager.id });
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner, { name: 'Padaria' });
});
beforeEach(() => api.setClock(NOW));

describe('a query for a board', () => {
  it('reports whether a board exists and is installed', async () => {
    const mac = await api.seed.board({ model: 'mono' });
    const ask = (of: string) => api.succeed(verifyMeter, `/meter/verify/${of}`, { token: owner.token });
    expect(await ask(mac)).toMatchObject({ exists: true, installed: false, model: 'mono', type: 'eletric' });
    await api.seed.meter(establishment, { mac });
    expect(await ask(mac.toLowerCase().replaceAll(':', '-'))).toMatchObject({
      exists: true,
      installed: true,
    });
    expect(await ask(ABSENT)).toMatchObject({ exists: false, installed: false, model: null, type: null });
    expect(await api.fail('GET', '/meter/verify/nada', { token: owner.token })).toMatchObject({
      status: 400,
    });
  });

  it('validates a free board, and refuses an installed board or a read-only caller', async () => {
    const mac = await api.seed.board();
    const asOwner = (id: string, token = owner.token) => ({ token, payload: { id } });
    expect((await api.succeed(validateBoard, '/board/validate', asOwner(mac))).exists).toBe(true);
    expect((await api.succeed(validateBoard, '/board/validate', asOwner(ABSENT))).exists).toBe(false);
    expect(await api.fail('POST', '/board/validate', asOwner(mac, client.token))).toMatchObject({
      status: 403,
    });
    await api.seed.meter(establishment, { mac });
    expect(await api.fail('POST', '/board/validate', asOwner(mac))).toMatchObject({
      status: 403,
      type: 'forbidden',
      msg: 'Este MAC Address já esta sendo usado!',
    });
  });
});

describe('installing a meter', () => {
  const install = (payload: object, token = owner.token) =>
    api.fail('POST', '/installation-meter', {
      token,
      payload: { locationCode: establishment, name: 'Forno', ...payload },
    });

  it('installs a board of the inventory, and notifies the listeners', async () => {
    const mac = await api.seed.board({ model: 'mono', equipment: 'emd' });
    const changes: string[] = [];
    const stop = api.directory.onChange((change) => changes.push(change.mac));
    const { installation } = await api.succeed(createInstallation, '/installation-meter/', {
      token: owner.token,
      payload: {
        locationCode: establishment,
        name: ' Forno ',
        meter: mac,
        fuseBoxMeter: true,
        voltage: 110,
        installDate: '2026-11-01T00:00:00-03:00',
      },
    });
    stop();
    expect(installation).toMatchObject({
      name: 'Forno',
      meter: mac,
      fuseBoxMeter: true,
      model: 'mono',
      equipment: 'emd',
      tax: null,
    });
    expect(changes).toEqual([mac]);
    const { board } = await api.succeed(readMeter, `/board/${mac}`, { token: owner.token });
    expect(board).toMatchObject({
      Alias: 'Padaria - Forno',
      tension: 110,
      isGeral: true,
      online: false,
      lastSeen: null,
      Owner: owner.id,
      installationDetails: installation,
    });
  });

  it('refuses to install a meter with an invalid place, board or tariff', async () => {
    const mac = await api.seed.board();
    const elsewhere = await api.seed.establishment(await api.seed.person());
    const tariff = await api.seed.tariff(
      [{ valid_from: '2026-01-01', in_point: '1', inter_point: '1', out_point: '1' }],
      { type: 'water' },
    );
    for (const locationCode of [elsewhere, ABSENT_ID, 'x']) {
      expect(await install({ meter: mac, locationCode })).toMatchObject({
        status: 404,
        msg: 'Estabelecimento não encontrado.',
      });
    }
    expect(await install({ meter: ABSENT })).toMatchObject({ status: 404, type: 'not-found' });
    expect(await install({ meter: 'nada' })).toMatchObject({ status: 400, msg: 'Endereço MAC inválido' });
    expect(await install({ meter: mac, tax: ABSENT_ID })).toMatchObject({
      status: 400,
      msg: 'Escolha uma tarifa',
    });
    expect(await install({ meter: mac, tax: tariff })).toMatchObject({
      status: 400,
      errors: [{ path: 'tax' }],
    });
    expect(await install({ meter: mac, installDate: '2027-01-01T00:00:00Z' })).toMatchObject({
      status: 400,
      errors: [{ path: 'installDate' }],
    });
    expect(await install({ meter: mac, name: ' ' })).toMatchObject({ status: 400 });
    expect(await install({ meter: mac, owner: 'x' })).toMatchObject({ status: 400 });
    expect(await install({ meter: mac }, client.token)).toMatchObject({ status: 403, type: 'forbidden' });
  });

  it('refuses a board in use, also when two requests are simultaneous', async () => {
    const mac = await api.seed.board();
    const payload = { locationCode: establishment, name: 'Forno', meter: mac };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        api.inject('POST', '/installation-meter', { token: owner.token, payload }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
    expect(await install({ meter: mac })).toMatchObject({
      status: 409,
      type: 'duplicate',
      msg: 'Este MAC Address já esta sendo usado!',
    });
  });

  it('starts an installation no earlier than the removal of its board elsewhere', async () => {
    const removed = new Date('2026-11-10T00:00:00Z');
    const { mac } = await api.seed.meter(await api.seed.establishment(await api.seed.person()), {
      removed_at: removed,
    });
    await api.succeed(createInstallation, '/installation-meter', {
      token: owner.token,
      payload: {
        locationCode: establishment,
        name: 'Forno',
        meter: mac,
        installDate: '2026-01-01T00:00:00Z',
      },
    });
    const { rows } = await api.database.pool.query(
      'select installed_at from installation where mac = $1 and removed_at is null',
      [mac],
    );
    expect(rows[0].installed_at).toEqual(removed);
  });
});

describe('listing meters', () => {
  const boardOf = async (mac: string) =>
    (await api.succeed(readMeter, `/board/${mac}`, { token: owner.token })).board;

  afterEach(() => api.setClock(NOW));

  it('returns an empty list for an account without meters', async () => {
    const noAccount = await api.seed.person();
    expect(
      (await api.succeed(listMeters, '/installation-meter/', { token: noAccount.token })).installationsMeter,
    ).toEqual([]);
  });

  it('shows a meter as online within two minutes of a reading, or within three of its intervals', async () => {
    const [often, seldom] = [await api.seed.meter(establishment), await api.seed.meter(establishment)];
    const every = (seconds: number) =>
      Array.from({ length: 3600 / seconds }, (_, n) => ({ at: new Date(NOW - n * seconds * 1000) }));
    await api.seed.readings(often, every(10));
    await api.seed.readings(seldom, every(300));
    expect(await boardOf(often.mac)).toMatchObject({ online: true, lastSeen: '2026-11-20T12:00:00.000Z' });
    expect([(await boardOf(often.mac)).silentAfter, (await boardOf(seldom.mac)).silentAfter]).toEqual([
      120, 900,
    ]);
    api.setClock(NOW + 121_000);
    expect([(await boardOf(often.mac)).online, (await boardOf(seldom.mac)).online]).toEqual([false, true]);
    api.setClock(NOW + 901_000);
    expect((await boardOf(seldom.mac)).online).toBe(false);
  });
});
