import { createLocation } from '@nascente/contract/establishments';
import { createInstallation } from '@nascente/contract/meters';
import { expect, test } from 'vitest';
import { aCompany } from '../../testing/a-company.ts';
import { createTestApi } from '../../testing/test-api.ts';

const api = await createTestApi('2026-11-20T12:00:00Z', { config: { mostPlaces: 2 }, mostMeters: 2 });

const location = (name: string) => ({
  name,
  address: 'Rua da Aurora, 10',
  postalCode: '50050-000',
  description: '',
});

test('an account has no more places than it may have, by whichever call, and hears what to do', async () => {
  const { token } = await api.seed.person();
  const code = async (name: string) =>
    (await api.succeed(createLocation, '/location', { token, payload: location(name) })).location.code;
  await Promise.all([code('Padaria'), code('Depósito')]);
  const told = {
    status: 409,
    type: 'limit',
    msg: 'A conta chegou ao limite de 2 locais. Remova um que não usa mais ou peça mais ao administrador.',
  };
  expect(await api.fail('POST', '/location', { token, payload: location('Loja') })).toMatchObject(told);
  expect(await api.fail('POST', '/establishment', { token, payload: aCompany() })).toMatchObject(told);
});

test('an account has no more meters than it may have, and one that is removed makes room', async () => {
  const owner = await api.seed.person();
  const place = await api.seed.place(owner);
  const [first] = [await api.seed.meter(place), await api.seed.meter(place)];
  const payload = { locationCode: place, name: 'Forno', meter: await api.seed.board() };
  const given = { token: owner.token, payload };
  expect(await api.fail('POST', '/installation-meter', given)).toMatchObject({
    status: 409,
    type: 'limit',
    msg: 'A conta chegou ao limite de 2 medidores. Remova um que não usa mais ou peça mais ao administrador.',
  });
  await api.inject('DELETE', `/board/${first?.mac}`, { token: owner.token });
  await api.succeed(createInstallation, '/installation-meter', given);
});
