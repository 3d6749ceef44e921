import {
  createLocation,
  listEstablishments,
  updateEstablishment,
} from '@nascente/contract/sites/establishments';
import { readMeter } from '@nascente/contract/sites/meters';
import { registerMeter } from '@nascente/contract/sites/registration';
import { beforeAll, expect, test } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const LOCATION = { name: 'Loja', address: 'Rua das Flores, 12', postalCode: '01310100' };

let api: TestApi;
let owner: SeededPerson;
let tariff: string;

beforeAll(async () => {
  const config = { refrigerationPanelUrl: 'https://frio.example/local/{establishment}' };
  api = await createTestApi('2026-11-20T12:00:00Z', { config });
  owner = await api.seed.person();
  tariff = await api.seed.tariff([
    { valid_from: '2026-01-01', in_point: '1', inter_point: '1', out_point: '1' },
  ]);
});

const payloadOf = (MACAddress: string, change: object = {}) => ({
  MACAddress,
  Alias: ' Forno ',
  Comment: 'Ao lado da porta',
  location: LOCATION,
  isGeral: true,
  tax: tariff,
  ...change,
});
const register = (payload: object, { token } = owner) =>
  api.succeed(registerMeter, '/board-new', { token, payload });
const refused = (payload: object, { token } = owner) => api.fail('POST', '/board-new', { token, payload });
const establishmentsOf = async ({ token }: SeededPerson) =>
  (await api.succeed(listEstablishments, '/establishment', { token })).establishments;

test('creates a location and a meter in one call', async () => {
  const mac = await api.seed.board();
  const { installation } = await register(payloadOf(mac.toLowerCase().replaceAll(':', '-')));
  expect(installation).toMatchObject({ name: 'Forno', meter: mac, fuseBoxMeter: true, tax: tariff });
  const { board } = await api.succeed(readMeter, `/board/${mac}`, { token: owner.token });
  expect(board).toMatchObject({ Alias: 'Loja - Forno', tension: 220, solarPanel: false, hasPast: false });
  const [establishment] = await establishmentsOf(owner);
  expect(establishment).toMatchObject({
    name: 'Loja',
    cnpj: null,
    owner: owner.id,
    location: { address: 'Rua das Flores, 12', postalCode: '01.310-100' },
    refrigerationPanelUrl: null,
  });
});

test('shows no refrigeration panel for a place without declared cooling', async () => {
  const [registered] = await establishmentsOf(owner);
  const notify = async (refrigeration: object) => {
    const airConditioning = { btu: 18_000, quantity: 1 };
    const payload = { equipmentsMetaData: { airConditioning, refrigeration } };
    const { token } = owner;
    const { establishment } = await api.succeed(updateEstablishment, `/establishment/${registered?._id}`, {
      token,
      payload,
    });
    const [listed] = await establishmentsOf(owner);
    expect(listed?.refrigerationPanelUrl).toBe(establishment.refrigerationPanelUrl);
    return establishment.refrigerationPanelUrl;
  };
  expect(await notify({ btu: null, quantity: null })).toBeNull();
  expect(await notify({ btu: 9_000, quantity: 2 })).toBe(`https://frio.example/local/${registered?._id}`);
});

test('registers an energy meter at the inverter, and refuses a water meter without leftovers', async () => {
  const mac = await api.seed.board();
  await register(payloadOf(mac, { isGeral: false, solarPanel: true }));
  const { board } = await api.succeed(readMeter, `/board/${mac}`, { token: owner.token });
  expect(board).toMatchObject({ isGeral: false, solarPanel: true });
  const person = await api.seed.person();
  const ofWater = await api.seed.board({ type: 'water' });
  expect(await refused(payloadOf(ofWater, { solarPanel: true, tax: null }), person)).toMatchObject({
    status: 400,
    msg: 'Um medidor de água não mede energia solar.',
  });
  expect(await establishmentsOf(person)).toEqual([]);
});

test.each([
  ['a blank alias', { Alias: ' ' }, 'Verifique os campos digitados'],
  ['a MAC that is none', { MACAddress: 'AA BB' }, 'Endereço MAC inválido'],
  ['a tariff that is none', { tax: 'x' }, 'Escolha uma tarifa'],
  ['a place without a name', { location: { ...LOCATION, name: '' } }, 'Seu endereço precisa de um Nome'],
  ['a place without an address', { location: { ...LOCATION, address: ' ' } }, 'Endereço inválido'],
  ['a CEP that is none', { location: { ...LOCATION, postalCode: '123' } }, 'CEP inválido'],
])('refuses %s, and stores nothing of it', async (_, change, msg) => {
  const person = await api.seed.person();
  expect(await refused(payloadOf(await api.seed.board(), change), person)).toMatchObject({
    status: 400,
    type: 'validation',
    msg,
  });
  expect(await establishmentsOf(person)).toEqual([]);
});

test('stores no location when the board is absent or in use', async () => {
  const person = await api.seed.person();
  const used = await api.seed.meter(await api.seed.establishment(owner));
  expect(await refused(payloadOf('00:00:00:00:00:00'), person)).toMatchObject({ status: 404 });
  expect(await refused(payloadOf(used.mac), person)).toMatchObject({
    status: 409,
    type: 'duplicate',
    msg: 'Este MAC Address já esta sendo usado!',
  });
  expect(await establishmentsOf(person)).toEqual([]);
});

test('creates one meter and one location on a double click or when two accounts use one board', async () => {
  const [one, another] = [await api.seed.person(), await api.seed.person()];
  const payload = payloadOf(await api.seed.board());
  const answers = await Promise.all(
    [one, one, another].map(({ token }) => api.inject('POST', '/board-new', { token, payload })),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
  expect([...(await establishmentsOf(one)), ...(await establishmentsOf(another))]).toHaveLength(1);
});

test('only an Admin registers a meter for another account', async () => {
  const admin = await api.seed.person({ profile: 'Admin' });
  const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
  const person = await api.seed.person();
  const mac = await api.seed.board();
  const forPerson = payloadOf(mac, { location: { ...LOCATION, owner: person.id } });
  expect(await refused(forPerson)).toMatchObject({ status: 403, type: 'forbidden' });
  expect(await refused(payloadOf(mac), client)).toMatchObject({ status: 403 });
  for (const owner of ['x', client.id, '019e0000-0000-7000-8000-000000000000'])
    expect(await refused(payloadOf(mac, { location: { ...LOCATION, owner } }), admin)).toMatchObject({
      status: 400,
      msg: 'Escolha o titular na lista.',
    });
  await register(forPerson, admin);
  expect((await establishmentsOf(person)).map(({ owner }) => owner)).toEqual([person.id]);
  const payload = { ...LOCATION, owner: person.id };
  await api.succeed(createLocation, '/location', { token: admin.token, payload });
  expect(await api.fail('POST', '/location', { token: owner.token, payload })).toMatchObject({ status: 403 });
  expect(await establishmentsOf(person)).toHaveLength(2);
});
