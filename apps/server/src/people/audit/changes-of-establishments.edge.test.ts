import { readAuditTrail } from '@nascente/contract/people/audit';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aCompany } from '../../testing/seeds/a-company.ts';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let admin: SeededPerson;
let owner: SeededPerson;
let shop: string;
let bakery: string;
let meter: SeededMeter;
let tax: string;

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
});
beforeEach(async () => {
  admin = await api.seed.person({ profile: 'Admin' });
  owner = await api.seed.person();
  shop = await api.seed.establishment(owner, { name: 'Loja' });
  bakery = await api.seed.establishment(owner, { name: 'Padaria' });
  meter = await api.seed.meter(bakery, { name: 'Forno', tariff_id: tax });
});

type Method = 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Makes a call as the owner, or as the Admin, and says with what status it was answered. */
const make = async (method: Method, url: string, payload?: object, by = owner): Promise<number> =>
  (await api.inject(method, url, { token: by.token, ...(payload && { payload }) })).status;

/** The audit events of the owner's account, oldest first. */
/** Event detail without the edited id, which `edits-of-two` tests. */
const actions = async () => {
  const url = `/admin/audit?account=${owner.id}&limit=100`;
  const { events } = await api.succeed(readAuditTrail, url, { token: admin.token });
  const withoutId = (detail: Record<string, string>) =>
    Object.fromEntries(Object.entries(detail).filter(([key]) => key !== 'edited'));
  return events.toReversed().map(({ action, actor, subject, detail }) => ({
    action,
    by: actor?._id,
    of: subject?._id,
    ...withoutId(detail),
  }));
};
const own = () => ({ by: owner.id, of: owner.id });

describe('audit events of meters', () => {
  const edited = (change: object) => ({
    id: String(meter.installationId),
    Alias: 'Padaria - Forno',
    macAddress: meter.mac,
    Comment: '',
    isGeral: false,
    tax,
    tension: 220,
    ...change,
  });
  const url = (rest = '') => `/installation-meter/${meter.installationId}${rest}`;

  it('records installing, editing, replacing the board, moving and removing a meter', async () => {
    const [fresh, other] = [await api.seed.board(), await api.seed.board()];
    const installing = {
      locationCode: shop,
      name: 'Vitrine',
      meter: other,
      fuseBoxMeter: false,
      solarPanel: false,
      voltage: 220,
      comment: '',
      tax: null,
    };
    expect(await make('POST', '/installation-meter', installing)).toBe(201);
    expect(await make('PATCH', url(), edited({ Alias: 'Forno 1', isGeral: true }))).toBe(200);
    expect(await make('POST', url('/replace'), { meter: fresh }, admin)).toBe(200);
    expect(await make('POST', url('/move'), { locationCode: shop })).toBe(200);
    expect(await make('DELETE', `/board/${fresh}`)).toBe(200);
    const was = { ...own(), meter: 'Forno 1', mac: fresh };
    expect(await actions()).toEqual([
      { ...own(), action: 'meter-installed', meter: 'Vitrine', mac: other, establishment: 'Loja' },
      {
        ...own(),
        action: 'meter-changed',
        meter: 'Forno',
        mac: meter.mac,
        establishment: 'Padaria',
        newName: 'Forno 1',
        general: 'yes',
      },
      {
        ...was,
        by: admin.id,
        action: 'board-replaced',
        mac: meter.mac,
        newMac: fresh,
        establishment: 'Padaria',
      },
      { ...was, action: 'meter-moved', before: 'Padaria', establishment: 'Loja' },
      { ...was, action: 'meter-removed', establishment: 'Loja' },
    ]);
  });

  it('records no event of a meter when nothing changed', async () => {
    expect(await make('PATCH', url(), edited({}))).toBe(200);
    expect(await make('POST', url('/move'), { locationCode: bakery })).toBe(400);
    expect(await make('POST', url('/replace'), { meter: 'AA:BB:CC:00:00:00' })).toBe(404);
    const second = await api.seed.meter(shop, { is_general: true });
    expect(await make('POST', url('/move'), { locationCode: shop, isGeral: true })).toBe(409);
    const otherAccount = await api.seed.person();
    expect(await make('DELETE', `/board/${second.mac}`, undefined, otherAccount)).toBe(404);
    expect(await actions()).toEqual([]);
  });

  it('records the meter registered together with an establishment', async () => {
    const payload = {
      MACAddress: await api.seed.board(),
      Alias: 'Geral',
      Comment: '',
      location: { name: 'Oficina', address: 'Rua A, 1', postalCode: '01310-100' },
      isGeral: true,
      tax: null,
      tension: 220,
      solarPanel: false,
    };
    expect(await make('POST', '/board-new', payload)).toBe(201);
    expect(await actions()).toEqual([
      { ...own(), action: 'establishment-created', establishment: 'Oficina' },
      {
        ...own(),
        action: 'meter-installed',
        meter: 'Geral',
        mac: payload.MACAddress,
        establishment: 'Oficina',
      },
    ]);
  });
});

describe('audit events of establishments', () => {
  const location = { name: 'Oficina', address: 'Rua A, 1', postalCode: '01310-100' };
  const idOf = async (url: string, payload: object): Promise<string> => {
    const { body } = await api.inject('POST', url, { token: owner.token, payload });
    const made = body as { establishment?: { _id: string }; location?: { code: string } };
    return made.establishment?._id ?? made.location?.code ?? '';
  };

  it('records creating, changing and removing an establishment, with the changed fields', async () => {
    const company = aCompany();
    const id = await idOf('/establishment', company);
    const change = { name: 'Aurora', consumerUnit: '7001', voltage: company.voltage };
    expect(await make('PATCH', `/establishment/${id}`, change, admin)).toBe(200);
    expect(await make('PATCH', `/establishment/${id}`, { location: { number: '12' } })).toBe(200);
    expect(await make('DELETE', `/establishment/${id}`)).toBe(200);
    expect(await actions()).toEqual([
      { ...own(), action: 'establishment-created', establishment: 'Padaria Aurora' },
      {
        ...own(),
        by: admin.id,
        action: 'establishment-changed',
        establishment: 'Padaria Aurora',
        newName: 'Aurora',
        parts: 'consumerUnit',
      },
      { ...own(), action: 'establishment-changed', establishment: 'Aurora', parts: 'location' },
      { ...own(), action: 'establishment-removed', establishment: 'Aurora' },
    ]);
  });

  it('records a location and its completion', async () => {
    const code = await idOf('/location', location);
    expect(await make('PATCH', `/establishment/${code}`, aCompany())).toBe(200);
    expect(await actions()).toEqual([
      { ...own(), action: 'establishment-created', establishment: 'Oficina' },
      expect.objectContaining({ ...own(), action: 'establishment-completed', establishment: 'Oficina' }),
    ]);
  });

  it('records no event of an establishment when nothing changed', async () => {
    const company = aCompany();
    const id = await idOf('/establishment', company);
    expect(await idOf('/establishment', company)).toBe(id);
    expect(await make('PATCH', `/establishment/${id}`, { voltage: company.voltage })).toBe(200);
    expect(await make('PATCH', `/establishment/${id}`, { tax: 'nenhuma' })).toBe(400);
    expect(await make('DELETE', `/establishment/${bakery}`)).toBe(409);
    const code = await idOf('/location', location);
    expect(await idOf('/location', location)).toBe(code);
    expect((await actions()).map(({ action }) => action)).toEqual([
      'establishment-created',
      'establishment-created',
    ]);
  });
});

describe('audit events of groups', () => {
  it('records changes of a group with the number of added and removed meters', async () => {
    const other = await api.seed.meter(shop);
    const group = { groupName: 'Fornos', groupType: 'eletric', dueDate: 10, isEmpty: false };
    const { body } = await api.inject('POST', '/group/new', {
      token: owner.token,
      payload: { ...group, boardsMAC: [meter.mac] },
    });
    const { _id } = (body as { group: { _id: string } }).group;
    const change = { _id, name: 'Calor', boards: [other.mac], dueDate: null };
    expect(await make('POST', '/group/edit', { group: change })).toBe(200);
    expect(await make('POST', '/group/new', { ...group, groupName: 'calor', boardsMAC: [meter.mac] })).toBe(
      409,
    );
    expect(await make('DELETE', `/group/${_id}`)).toBe(200);
    expect(await actions()).toEqual([
      { ...own(), action: 'group-created', group: 'Fornos', boards: '1' },
      {
        ...own(),
        action: 'group-changed',
        group: 'Fornos',
        newName: 'Calor',
        due: 'none',
        added: '1',
        takenOut: '1',
      },
      { ...own(), action: 'group-removed', group: 'Calor' },
    ]);
  });
});

describe('audit events of bills', () => {
  const url = (rest: string) => `/establishment/${bakery}/${rest}`;
  const at = () => ({ ...own(), establishment: 'Padaria', utility: 'eletric' });

  it('records contracts, reading dates and closed bills', async () => {
    const payload = { validFrom: '2026-01-01', tax, terms: aContract({ taxes: [], cosip: null }) };
    expect(await make('PUT', url('contract'), payload)).toBe(200);
    expect(await make('PUT', url('contract'), { ...payload, tax: 'nenhuma' })).toBe(400);
    const dates = ['2026-09-01', '2026-10-01'];
    expect(await make('PUT', url('reading-dates'), { type: 'eletric', dates })).toBe(200);
    const days = { start: '2026-09-01', end: '2026-09-30' };
    expect(await make('POST', url('bills'), days)).toBe(201);
    expect(await make('POST', url('bills'), days)).toBe(409);
    expect(await make('DELETE', url('contract/eletric/2026-01-01'))).toBe(200);
    expect(await make('DELETE', url('contract/eletric/2026-01-01'))).toBe(404);
    expect(await actions()).toEqual([
      { ...at(), action: 'contract-saved', since: '01/01/2026' },
      { ...at(), action: 'reading-dates-saved', dates: '2' },
      { ...at(), action: 'bill-closed', period: '01/09/2026 a 30/09/2026', total: expect.any(String) },
      { ...at(), action: 'contract-removed', since: '01/01/2026' },
    ]);
  });

  it('records utility bills with their previous values', async () => {
    const days = { start: '2026-09-01', end: '2026-09-30' };
    const { body } = await api.inject('POST', url('utility-bills'), {
      token: owner.token,
      payload: { ...days, total: 196.88 },
    });
    const { id } = (body as { bill: { id: string } }).bill;
    expect(await make('POST', url('utility-bills'), { ...days, total: 1 })).toBe(409);
    expect(await make('PATCH', url(`utility-bills/${id}`), { total: 200 })).toBe(200);
    expect(await make('DELETE', url(`utility-bills/${id}`))).toBe(200);
    const period = '01/09/2026 a 30/09/2026';
    expect(await actions()).toEqual([
      { ...at(), action: 'utility-bill-entered', period, total: 'R$\u00a0196,88' },
      {
        ...at(),
        action: 'utility-bill-changed',
        period,
        total: 'R$\u00a0200,00',
        totalBefore: 'R$\u00a0196,88',
      },
      { ...at(), action: 'utility-bill-removed', period, total: 'R$\u00a0200,00' },
    ]);
  });
});
