import {
  createLocation,
  listEstablishments,
  updateEstablishment,
} from '@nascente/contract/sites/establishments';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
  owner = await api.seed.person();
});

describe('establishments', () => {
  it('lists establishments by name in descending Portuguese order, with the general meter first', async () => {
    const person = await api.seed.person();
    for (const name of ['Ótica', 'Padaria', 'açougue', 'Oficina'])
      await api.seed.establishment(person, { name });
    const establishment = await api.seed.establishment(person, {
      name: 'Zoo',
      bill_read_day: 7,
      zone: 'America/Manaus',
    });
    for (const name of ['Forno', 'Água', 'Geral'])
      await api.seed.meter(establishment, { name, is_general: name === 'Geral' });
    await api.seed.meter(establishment, { name: 'Antigo', removed_at: new Date() });
    const { establishments } = await api.succeed(listEstablishments, '/establishment', {
      token: person.token,
    });
    expect(establishments.map(({ name }) => name)).toEqual(['Zoo', 'Padaria', 'Ótica', 'Oficina', 'açougue']);
    expect(establishments[0]?.installations.map(({ name }) => name)).toEqual(['Geral', 'Água', 'Forno']);
    expect(establishments[0]).toMatchObject({
      billReadDate: 7,
      zone: 'America/Manaus',
      cnpj: null,
      businessHours: null,
    });
  });

  it('lists establishments by the name on screen, which is the fantasy name if it exists', async () => {
    const person = await api.seed.person();
    await api.seed.establishment(person, { name: 'Zoo', fantasy_name: 'Arca' });
    await api.seed.establishment(person, { name: 'Banca' });
    const { establishments } = await api.succeed(listEstablishments, '/establishment', {
      token: person.token,
    });
    expect(establishments.map(({ name }) => name)).toEqual(['Banca', 'Zoo']);
  });

  it('returns an empty list for an account without establishments', async () => {
    const { token } = await api.seed.person();
    expect((await api.succeed(listEstablishments, '/establishment', { token })).establishments).toEqual([]);
    expect(await api.fail('GET', '/establishment')).toMatchObject({ status: 401, type: 'expired' });
  });
});

describe('a location', () => {
  const newLocation = { name: 'Loja', address: 'Rua das Flores, 10', postalCode: '50030-230' };

  it('a location is an establishment without CNPJ, at which meters can be installed', async () => {
    const { location } = await api.succeed(createLocation, '/location', {
      token: owner.token,
      payload: newLocation,
    });
    expect(location).toMatchObject({ name: 'Loja', postalCode: '50.030-230', description: '' });
    const { establishments } = await api.succeed(listEstablishments, '/establishment', {
      token: owner.token,
    });
    expect(establishments[0]).toMatchObject({
      _id: location.code,
      cnpj: null,
      location: { postalCode: '50.030-230' },
    });
  });

  it('creates one location when it is sent twice, and two after a change or a new form', async () => {
    const person = await api.seed.person();
    const send = async (change: object = {}) =>
      (
        await api.succeed(createLocation, '/location', {
          token: person.token,
          payload: { ...newLocation, ...change },
        })
      ).location.code;
    const codes = await Promise.all([send(), send(), send()]);
    expect(new Set(codes).size).toBe(1);
    expect(await send({ name: 'Depósito' })).not.toBe(codes[0]);
    api.setClock('2026-11-20T12:01:01Z');
    const later = await send();
    expect(codes).not.toContain(later);
    await api.succeed(updateEstablishment, `/establishment/${later}`, {
      token: person.token,
      payload: { consumerUnit: '1' },
    });
    expect(await send()).not.toBe(later);
    api.setClock('2026-11-20T12:00:00Z');
  });

  it('requires a location name of one line with a limited length', async () => {
    for (const [change, msg] of [
      [{ name: 'Loja\ndo cais' }, 'O texto tem caracteres inválidos.'],
      [{ name: 'x'.repeat(121) }, 'Use no máximo 120 caracteres.'],
    ] as const)
      expect(
        await api.fail('POST', '/location', { token: owner.token, payload: { ...newLocation, ...change } }),
      ).toMatchObject({ status: 400, msg, errors: [{ path: 'name' }] });
  });

  it.each([
    ['name', 'Seu endereço precisa de um Nome'],
    ['address', 'Endereço inválido'],
    ['postalCode', 'CEP inválido'],
  ])('refuses a location without its %s', async (field, msg) => {
    const refused = await api.fail('POST', '/location', {
      token: owner.token,
      payload: { ...newLocation, [field]: ' ' },
    });
    expect(refused).toMatchObject({ status: 400, type: 'validation', msg, errors: [{ path: field, msg }] });
  });

  it('refuses a location by the read-only profile', async () => {
    const manager = await api.seed.person({ profile: 'Manager' });
    const client = await api.seed.person({ profile: 'client', manager_id: manager.id });
    const refused = await api.fail('POST', '/location', { token: client.token, payload: newLocation });
    expect(refused).toMatchObject({ status: 403, type: 'forbidden' });
  });
});
