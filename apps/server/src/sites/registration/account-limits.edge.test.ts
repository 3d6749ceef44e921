import { createLocation } from '@nascente/contract/sites/establishments';
import { createInstallation } from '@nascente/contract/sites/meters';
import { expect, test } from 'vitest';
import { aCompany } from '../../testing/seeds/a-company.ts';
import { createTestApi } from '../../testing/test-api.ts';

const api = await createTestApi('2026-11-20T12:00:00Z', { config: { maxEstablishments: 2 }, maxMeters: 2 });

const location = (name: string) => ({
  name,
  address: 'Rua da Aurora, 10',
  postalCode: '50050-000',
  description: '',
});

test('refuses places above the limit of the account in every call, and says what to do', async () => {
  const { token } = await api.seed.person();
  const code = async (name: string) =>
    (await api.succeed(createLocation, '/location', { token, payload: location(name) })).location.code;
  await Promise.all([code('Padaria'), code('Depósito')]);
  const refusal = {
    status: 409,
    type: 'limit',
    msg: 'A conta chegou ao limite de 2 estabelecimentos. Remova um que não usa mais ou peça mais ao administrador.',
  };
  expect(await api.fail('POST', '/location', { token, payload: location('Loja') })).toMatchObject(refusal);
  expect(await api.fail('POST', '/establishment', { token, payload: aCompany() })).toMatchObject(refusal);
});

test('refuses meters above the limit of the account, and a removed meter makes room', async () => {
  const owner = await api.seed.person();
  const establishment = await api.seed.establishment(owner);
  const [first] = [await api.seed.meter(establishment), await api.seed.meter(establishment)];
  const payload = { locationCode: establishment, name: 'Forno', meter: await api.seed.board() };
  const request = { token: owner.token, payload };
  expect(await api.fail('POST', '/installation-meter', request)).toMatchObject({
    status: 409,
    type: 'limit',
    msg: 'A conta chegou ao limite de 2 medidores. Remova um que não usa mais ou peça mais ao administrador.',
  });
  await api.inject('DELETE', `/board/${first?.mac}`, { token: owner.token });
  await api.succeed(createInstallation, '/installation-meter', request);
});

/** Statuses of so many calls at once, in order. */
const statusesOf = async (calls: readonly Promise<{ readonly status: number }>[]): Promise<number[]> =>
  (await Promise.all(calls)).map(({ status }) => status).sort((a, b) => a - b);

test('applies the limit of places to simultaneous requests of all calls', async () => {
  const { token } = await api.seed.person();
  const calls = Array.from({ length: 8 }, (_, n) =>
    n % 2 === 0
      ? api.inject('POST', '/location', { token, payload: location(`Loja ${n}`) })
      : api.inject('POST', '/establishment', { token, payload: aCompany() }),
  );
  const statuses = await statusesOf(calls);
  expect([statuses.filter((status) => status < 300).length, new Set(statuses.slice(2))]).toEqual([
    2,
    new Set([409]),
  ]);
});

test('applies the limit of meters to simultaneous installations at all places', async () => {
  const owner = await api.seed.person();
  const establishments = await Promise.all(Array.from({ length: 8 }, () => api.seed.establishment(owner)));
  const boards = await Promise.all(Array.from({ length: 8 }, () => api.seed.board()));
  const calls = boards.map((meter, n) =>
    api.inject('POST', '/installation-meter', {
      token: owner.token,
      payload: { locationCode: establishments[n], name: `Forno ${n}`, meter },
    }),
  );
  const statuses = await statusesOf(calls);
  expect([statuses.filter((status) => status < 300).length, new Set(statuses.slice(2))]).toEqual([
    2,
    new Set([409]),
  ]);
});
