import { removeMeter, updateMeter } from '@nascente/contract/sites/meter-changes';
import { listMeters, readMeter } from '@nascente/contract/sites/meters';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const price = { valid_from: '2026-01-01', in_point: '1', inter_point: '1', out_point: '1' };

let api: TestApi;
let owner: SeededPerson;
let establishment: string;
let tariff: string;
let water: string;
let meter: SeededMeter;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
  owner = await api.seed.person({ profile: 'Manager' });
  tariff = await api.seed.tariff([price]);
  water = await api.seed.tariff([price], { type: 'water' });
});
beforeEach(async () => {
  establishment = await api.seed.establishment(owner, { name: 'Padaria' });
  meter = await api.seed.meter(establishment, { name: 'Forno', system: 'Câmaras' });
});

const payloadOf = (change: object, of = meter) => ({
  id: String(of.installationId),
  Alias: 'Fornos novos',
  macAddress: of.mac,
  Comment: ' Ao lado da porta ',
  isGeral: false,
  tax: tariff,
  tension: 110,
  ...change,
});
const urlOf = (of = meter) => `/installation-meter/${of.installationId}`;
const edit = (change: object = {}, of = meter, { token } = owner) =>
  api.succeed(updateMeter, urlOf(of), { token, payload: payloadOf(change, of) });
const refused = (change: object, of = meter, { token } = owner) =>
  api.fail('PATCH', urlOf(of), { token, payload: payloadOf(change, of) });
const boardOf = async (of = meter, { token } = owner) =>
  (await api.succeed(readMeter, `/board/${of.mac}`, { token })).board;

describe('editing a meter', () => {
  it('changes every editable field of a meter', async () => {
    const { installation } = await edit({ isGeral: true, system: 'Padaria fria' });
    expect(installation).toMatchObject({ name: 'Fornos novos', comment: 'Ao lado da porta', tax: tariff });
    expect(await boardOf()).toMatchObject({
      Alias: 'Padaria - Fornos novos',
      Comment: 'Ao lado da porta',
      isGeral: true,
      tax: tariff,
      tension: 110,
      system: 'Padaria fria',
    });
  });

  it('leaves the system of a meter unchanged when omitted, and removes it when empty', async () => {
    await edit();
    expect((await boardOf()).system).toBe('Câmaras');
    await edit({ system: ' ' });
    expect((await boardOf()).system).toBeNull();
  });

  it('marks a meter as solar, leaves the mark when omitted, and removes it', async () => {
    await edit({ solarPanel: true });
    expect((await boardOf()).solarPanel).toBe(true);
    await edit({ isGeral: true });
    expect(await boardOf()).toMatchObject({ isGeral: true, solarPanel: true });
    await edit({ solarPanel: false });
    expect((await boardOf()).solarPanel).toBe(false);
  });

  it('refuses to mark a water meter as solar', async () => {
    const ofWater = await api.seed.meter(establishment, { name: 'Água' }, { type: 'water' });
    expect(await refused({ tax: water, solarPanel: true }, ofWater)).toMatchObject({
      status: 400,
      msg: 'Um medidor de água não mede energia solar.',
      errors: [{ path: 'solarPanel' }],
    });
    await edit({ tax: water, solarPanel: false }, ofWater);
  });

  it('accepts the alias of a meter as the server returned it', async () => {
    await edit({ Alias: 'Padaria - Forno' });
    expect((await boardOf()).name).toBe('Forno');
  });

  it.each([
    ['an empty name', { Alias: '  ' }, 'Verifique o apelido digitado.'],
    ['a name that is too long', { Alias: 'x'.repeat(121) }, 'Verifique o apelido digitado.'],
    ['a name of two lines', { Alias: 'Forno\nnovo' }, 'O texto tem caracteres inválidos.'],
    ['a system of two lines', { system: 'Frio\nnovo' }, 'O texto tem caracteres inválidos.'],
    ['a comment that is too long', { Comment: 'x'.repeat(501) }, 'Use no máximo 500 caracteres.'],
    ['another voltage', { tension: 127 }, 'Escolha a tensão: 110 ou 220.'],
    ['no tariff', { tax: null }, 'Escolha uma tarifa para continuar a edição'],
    ['a tariff that is none', { tax: 'x' }, 'Escolha uma tarifa para continuar a edição'],
    ['a MAC that is none', { macAddress: 'nada' }, 'Endereço MAC inválido'],
    [
      'another MAC',
      { macAddress: '00:00:00:00:00:00' },
      'O MAC não pode ser editado: para colocar outra placa, use a troca de placa.',
    ],
    ['the id of another meter', { id: '999999' }, 'Este pedido é de outro medidor.'],
  ])('refuses to edit a meter with %s', async (_, change, msg) => {
    expect(await refused(change)).toMatchObject({ status: 400, type: 'validation', msg });
    expect((await boardOf()).name).toBe('Forno');
  });

  it('refuses a water tariff for an energy meter, and unknown fields', async () => {
    expect(await refused({ tax: water })).toMatchObject({ status: 400, errors: [{ path: 'tax' }] });
    expect(await refused({ owner: owner.id })).toMatchObject({ status: 400 });
    expect(await refused({ tension: 380 })).toMatchObject({ status: 400 });
  });

  it('refuses a second general energy meter with the name of the first; water has its own', async () => {
    await api.seed.meter(establishment, { name: 'Entrada', is_general: true });
    const ofWater = await api.seed.meter(establishment, { name: 'Água' }, { type: 'water' });
    expect(await refused({ isGeral: true })).toMatchObject({
      status: 409,
      type: 'duplicate',
      msg: 'Este estabelecimento já tem um medidor geral de energia: Entrada. Desmarque-o antes de marcar outro.',
    });
    await edit({ isGeral: true, tax: water }, ofWater);
    expect((await boardOf(ofWater)).isGeral).toBe(true);
  });

  it('lets only one meter become general when two are marked at once', async () => {
    const other = await api.seed.meter(establishment);
    const answers = await Promise.all(
      [meter, other].map((one) =>
        api.inject('PATCH', urlOf(one), {
          token: owner.token,
          payload: payloadOf({ isGeral: true }, one),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  it('refuses edits by a read-only account, and allows an Admin to edit every meter', async () => {
    const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
    await api.seed.give(client, meter);
    expect(await refused({}, meter, client)).toMatchObject({ status: 403, type: 'forbidden' });
    await edit({ Alias: 'Do administrador' }, meter, await api.seed.person({ profile: 'Admin' }));
    expect((await boardOf()).name).toBe('Do administrador');
  });

  it('answers 404 for a meter of another owner, a removed meter, and an invalid id', async () => {
    const otherAccount = await api.seed.person();
    const gone = await api.seed.meter(establishment, { removed_at: new Date('2026-01-01T00:00:00Z') });
    for (const requested of [
      refused({}, meter, otherAccount),
      refused({}, gone),
      ...['x', '-1', '99999999999999999999'].map((id) =>
        api.fail('PATCH', `/installation-meter/${id}`, { token: owner.token, payload: payloadOf({ id }) }),
      ),
    ])
      expect(await requested).toMatchObject({ status: 404, msg: 'Medidor não encontrado.' });
  });
});

describe('removing a meter', () => {
  it('removing a meter leaves its readings, and the board can be installed again', async () => {
    await api.seed.readings(meter, [{ at: '2026-11-20T11:00:00Z', energy_a_mwh: 5_000 }]);
    await api.succeed(removeMeter, `/board/${meter.mac}`, { token: owner.token });
    const { installationsMeter } = await api.succeed(listMeters, '/installation-meter', {
      token: owner.token,
    });
    expect(installationsMeter.map(({ macAddress }) => macAddress)).not.toContain(meter.mac);
    const { rows } = await api.database.pool.query(
      'select count(*)::int as stored from reading where installation_id = $1',
      [meter.installationId],
    );
    expect(rows).toEqual([{ stored: 1 }]);
    const payload = { locationCode: establishment, name: 'De novo', meter: meter.mac };
    expect(await api.inject('POST', '/installation-meter', { token: owner.token, payload })).toMatchObject({
      status: 201,
    });
  });

  it('answers 404 to a second click on the removal of a meter', async () => {
    const remove = () => api.inject('DELETE', `/board/${meter.mac}`, { token: owner.token });
    const answers = await Promise.all([remove(), remove(), remove()]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404, 404]);
  });

  it('refuses the removal of a meter by read-only accounts and other owners', async () => {
    const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
    await api.seed.give(client, meter);
    const otherAccount = await api.seed.person();
    const by = ({ token }: SeededPerson) => api.fail('DELETE', `/board/${meter.mac}`, { token });
    expect(await by(client)).toMatchObject({ status: 403 });
    expect(await by(otherAccount)).toMatchObject({ status: 404, msg: 'Medidor não encontrado.' });
    expect((await boardOf()).name).toBe('Forno');
  });
});
