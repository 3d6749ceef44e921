import { editSelf, readUser } from '@nascente/contract/people/account';
import { editPerson, listPeople } from '@nascente/contract/people/admin-people';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const ABSENT = '01a00000-0000-7000-8000-000000000000';

let api: TestApi;
let admin: SeededPerson;
let partner: SeededPerson;
let manager: SeededPerson;
let client: SeededPerson;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
});
beforeEach(async () => {
  admin = await api.seed.person({ profile: 'Admin' });
  partner = await api.seed.person({ profile: 'partner', first_name: 'Solar', last_name: 'Sul' });
  manager = await api.seed.person({ profile: 'Manager' });
  client = await api.seed.person({ profile: 'client', manager_id: manager.id });
});

const logoOf = async ({ id, token }: SeededPerson) =>
  (await api.succeed(readUser, `/user/${id}`, { token })).user.logoPartner;
const drawing = async (background = 'orange'): Promise<string> => {
  const image = sharp({ create: { width: 600, height: 200, channels: 3, background } });
  return `data:image/jpeg;base64,${(await image.jpeg().toBuffer()).toString('base64')}`;
};
const edit = async ({ id }: SeededPerson, payload: object) =>
  (await api.succeed(editPerson, `/admin/users/${id}`, { token: admin.token, payload })).user;
const refuse = ({ id }: SeededPerson, payload: object) =>
  api.fail('PATCH', `/admin/users/${id}`, { token: admin.token, payload });
const actionsOn = async ({ id }: SeededPerson) => {
  const events = 'select action from audit_event where subject_id = $1 order by id';
  return (await api.database.pool.query(events, [id])).rows.map(({ action }) => action);
};

describe('the logo of a partner', () => {
  it('the partner or an Admin sets the logo, redrawn small, and removes it', async () => {
    const logoPartner = await drawing();
    const { user } = await api.succeed(editSelf, '/user', { token: partner.token, payload: { logoPartner } });
    const [head, base64 = ''] = (user.logoPartner ?? '').split(',');
    expect(head).toBe('data:image/png;base64');
    const { width, height } = await sharp(Buffer.from(base64, 'base64')).metadata();
    expect([width, height]).toEqual([150, 50]);
    await edit(partner, { logoPartner: await drawing('navy') });
    expect(await logoOf(partner)).toMatch(/^data:image\/png;base64,/);
    expect(await logoOf(partner)).not.toBe(user.logoPartner);
    await edit(partner, { logoPartner: null });
    expect(await logoOf(partner)).toBeNull();
    expect(await actionsOn(partner)).toEqual([
      'account-changed',
      'partner-logo-changed',
      'partner-logo-changed',
    ]);
  });

  it('a new partner logo ends no session', async () => {
    await edit(partner, { logoPartner: await drawing() });
    expect((await api.inject('GET', '/user', { token: partner.token })).status).toBe(200);
  });

  it.each(['data:image/svg+xml;base64,PHN2Zy8+', 'data:image/png;base64,AAAA', ''])(
    'refuses %s as a partner logo',
    async (logoPartner) => {
      const refusal = { status: 400, msg: 'Imagem invalida', errors: [{ path: 'logoPartner' }] };
      expect(await refuse(partner, { logoPartner })).toMatchObject(refusal);
      const own = await api.fail('PATCH', '/user', { token: partner.token, payload: { logoPartner } });
      expect(own).toMatchObject(refusal);
    },
  );

  it('refuses a partner logo from any other account and for a Manager', async () => {
    const logoPartner = await drawing();
    for (const { token } of [manager, client, admin])
      expect(await api.fail('PATCH', '/user', { token, payload: { logoPartner } })).toMatchObject({
        status: 403,
      });
    expect(await refuse(manager, { logoPartner })).toMatchObject({
      status: 409,
      msg: 'Só um parceiro tem logotipo de parceiro.',
    });
  });
});

describe('accounts of a partner', () => {
  it('accounts of a partner and their client users show its logo while it is their partner', async () => {
    await edit(partner, { logoPartner: await drawing() });
    const logo = await logoOf(partner);
    expect([await logoOf(manager), await logoOf(client)]).toEqual([null, null]);
    expect(await edit(manager, { partner: partner.id })).toMatchObject({
      partner: { _id: partner.id, name: 'Solar Sul' },
    });
    expect([await logoOf(manager), await logoOf(client)]).toEqual([logo, logo]);
    const { users } = await api.succeed(listPeople, '/admin/users?profile=partner', { token: admin.token });
    expect(users.find(({ _id }) => _id === partner.id)).toMatchObject({ broughtAccounts: 1 });
    expect(await edit(manager, { partner: null })).toMatchObject({ partner: null });
    expect([await logoOf(manager), await logoOf(client)]).toEqual([null, null]);
    expect(await actionsOn(manager)).toEqual(['partner-changed', 'partner-changed']);
  });

  it('accounts show no logo once the partner loses its profile, and outlive its account', async () => {
    await edit(partner, { logoPartner: await drawing() });
    await edit(manager, { partner: partner.id });
    await edit(partner, { profile: 'user' });
    expect(await logoOf(manager)).toBeNull();
    await api.database.pool.query('delete from account where id = $1', [partner.id]);
    expect(await logoOf(manager)).toBeNull();
  });

  it('a partner with a partner shows its own logo', async () => {
    await edit(partner, { logoPartner: await drawing() });
    const other = await api.seed.person({ profile: 'partner', partner_id: partner.id });
    expect(await logoOf(other)).toBeNull();
  });

  it.each([
    ['nobody', () => ABSENT],
    ['no id', () => 'solar'],
    ['a person who is no partner', () => admin.id],
    ['the account itself', () => manager.id],
  ])('refuses as partner of an account %s', async (_, id) => {
    expect(await refuse(manager, { partner: id() })).toMatchObject({
      status: 400,
      msg: 'Este parceiro não foi encontrado.',
      errors: [{ path: 'partner' }],
    });
  });

  it('refuses a partner for a client user', async () => {
    expect(await refuse(client, { partner: partner.id })).toMatchObject({ status: 409 });
  });
});
