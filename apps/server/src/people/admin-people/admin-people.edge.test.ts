import { generateToken } from '@nascente/contract/connections/api-keys';
import { requestUpgrade } from '@nascente/contract/people/account';
import { decideUpgrade, editPerson, listPeople, listUpgrades } from '@nascente/contract/people/admin-people';
import { readSelf } from '@nascente/contract/people/session';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-20T12:00:00Z';
const PASSWORD = 'Nascente#2026';
const ABSENT = '01a00000-0000-7000-8000-000000000000';

let api: TestApi;
let admin: SeededPerson;
let ana: SeededPerson;
let passwordHash: string;
let address = 0;

beforeAll(async () => {
  api = await createTestApi(NOW);
  passwordHash = await api.session.passwords.hash(PASSWORD);
});

beforeEach(async () => {
  address += 1;
  admin = await api.seed.person({ profile: 'Admin' });
  ana = await api.seed.person({ first_name: 'Ana', password_hash: passwordHash });
});

const people = (query = '') => api.succeed(listPeople, `/admin/users${query}`, { token: admin.token });
const edit = async (payload: object, { id } = ana) =>
  (await api.succeed(editPerson, `/admin/users/${id}`, { token: admin.token, payload })).user;
const refuse = (payload: object, { id }: { id: string } = ana, { token } = admin) =>
  api.fail('PATCH', `/admin/users/${id}`, { token, payload });
const statusOf = async ({ token }: SeededPerson, url = '/user') =>
  (await api.inject('GET', url, { token })).status;
const profileOf = async ({ token }: SeededPerson) =>
  (await api.succeed(readSelf, '/user', { token })).user.profile;
const signIn = async ({ email }: SeededPerson) => {
  const payload = { email, password: Buffer.from(PASSWORD).toString('base64') };
  return (await api.inject('POST', '/login', { payload, remoteAddress: `10.4.${address}.1` })).status;
};
const actionsOn = async ({ id }: { id: string }) =>
  (
    await api.database.pool.query(
      'select action, detail from audit_event where subject_id = $1 order by id',
      [id],
    )
  ).rows as { action: string; detail: object }[];

describe('the list of accounts', () => {
  it('shows each account with the details for an Admin', async () => {
    const manager = await api.seed.person({ profile: 'Manager', first_name: 'Padaria', last_name: 'Sol' });
    await api.seed.meter(await api.seed.establishment(manager));
    await api.seed.person({ profile: 'client', manager_id: manager.id });
    const { users, total } = await people(`?search=${encodeURIComponent(manager.email.toUpperCase())}`);
    expect(total).toBe(1);
    expect(users).toEqual([
      {
        _id: manager.id,
        firstName: 'Padaria',
        lastName: 'Sol',
        email: manager.email,
        cnpj: null,
        profile: 'Manager',
        managerId: null,
        active: false,
        disabled: false,
        createdAt: expect.any(String),
        lastSeen: '2026-11-20T12:00:00.000Z',
        secondStep: false,
        meters: 1,
        clientUsers: 1,
        partner: null,
        broughtAccounts: 0,
      },
    ]);
  });

  it('searches by name, e-mail and CNPJ, literally', async () => {
    const mark = `m${address}x`;
    await api.seed.person({
      first_name: `100%_${mark}`,
      last_name: 'Água',
      cnpj: `1122233300018${address % 10}`,
    });
    await api.seed.person({ first_name: `100 ${mark}` });
    const found = async (search: string) => (await people(`?search=${encodeURIComponent(search)}`)).total;
    expect(await found(`100%_${mark.toUpperCase()} água`)).toBe(1);
    expect(await found(`%_${mark}`)).toBe(1);
    expect(await found(mark)).toBe(2);
    expect(await found(`11.222.333/0001-8${address % 10}`)).toBe(1);
    // Punctuation alone is no CNPJ.
    expect(await found('-/-')).toBe(0);
    expect(await found("'; drop table account; --")).toBe(0);
  });

  it('matches João for joao, and the other way round', async () => {
    const mark = `s${address}y`;
    await api.seed.person({ first_name: `João${mark}` });
    await api.seed.person({ first_name: `Conceicao${mark}` });
    const found = async (search: string) => (await people(`?search=${encodeURIComponent(search)}`)).total;
    expect(await found(`JOAO${mark}`)).toBe(1);
    expect(await found(`conceição${mark}`)).toBe(1);
  });

  it('filters by profile and by state', async () => {
    const partner = await api.seed.person({ profile: 'partner', disabled_at: new Date() });
    const ids = async (query: string) => (await people(query)).users.map(({ _id }) => _id);
    expect(await ids('?profile=partner&state=disabled')).toEqual([partner.id]);
    expect(await ids('?profile=partner&state=enabled')).toEqual([]);
  });

  it('returns pages without gap or repetition', async () => {
    const mark = `pagina${address}`;
    for (let number = 0; number < 23; number++) await api.seed.person({ first_name: mark });
    const seen: string[] = [];
    for (const skip of [0, 10, 20]) {
      const { users, total } = await people(`?search=${mark}&limit=10&skip=${skip}`);
      expect(total).toBe(23);
      seen.push(...users.map(({ _id }) => _id));
    }
    expect(new Set(seen).size).toBe(23);
  });

  it.each(['?limit=5', '?skip=-1', '?profile=king', '?state=x', '?order=name'])(
    'refuses the query %s',
    async (query) => {
      const refused = await api.fail('GET', `/admin/users${query}`, { token: admin.token });
      expect(refused).toMatchObject({ status: 400, type: 'validation' });
    },
  );
});

describe('changing a profile', () => {
  it('applies a new profile at once: sessions end, and the next one has it', async () => {
    expect(await profileOf(ana)).toBe('user');
    expect(await edit({ profile: 'Manager' })).toMatchObject({ _id: ana.id, profile: 'Manager' });
    expect(await statusOf(ana)).toBe(401);
    const again = await api.seed.person({ profile: 'Manager' });
    expect(await profileOf(again)).toBe('Manager');
    expect(await actionsOn(ana)).toEqual([
      { action: 'profile-changed', detail: { from: 'user', to: 'Manager' } },
    ]);
  });

  it('changes nothing when the profile stays the same', async () => {
    await edit({ profile: 'user', disabled: false });
    expect(await statusOf(ana)).toBe(200);
    expect(await actionsOn(ana)).toEqual([]);
  });

  it('separates a former client user from its Manager and its meters', async () => {
    const manager = await api.seed.person({ profile: 'Manager' });
    const client = await api.seed.person({ profile: 'client', manager_id: manager.id });
    await api.seed.give(client, await api.seed.meter(await api.seed.establishment(manager)));
    expect(await edit({ profile: 'user' }, client)).toMatchObject({ managerId: null });
    const { rows } = await api.database.pool.query('select from meter_access where account_id = $1', [
      client.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('refuses to change the profile of a Manager with client users', async () => {
    const manager = await api.seed.person({ profile: 'Manager' });
    await api.seed.person({ profile: 'client', manager_id: manager.id });
    expect(await refuse({ profile: 'partner' }, manager)).toMatchObject({
      status: 409,
      msg: 'Esta pessoa tem usuários clientes: exclua-os antes de mudar o perfil.',
    });
  });

  it('refuses the client profile for an account with establishments', async () => {
    await api.seed.establishment(ana);
    expect(await refuse({ profile: 'client' })).toMatchObject({ status: 409 });
  });

  it.each([{ profile: 'king' }, { disabled: 'sim' }, { email: 'x@y.z' }, { password: 'x' }])(
    'refuses the edit %j',
    async (payload) => {
      expect(await refuse(payload)).toMatchObject({ status: 400, type: 'validation' });
    },
  );

  it('answers 404 for an unknown account', async () => {
    for (const id of [ABSENT, 'ninguem'])
      expect(await refuse({ profile: 'user' }, { id })).toMatchObject({ status: 404 });
  });
});

describe('disabling an account', () => {
  it('ends the sessions of a disabled account and refuses sign-in until it is enabled', async () => {
    expect(await statusOf(ana)).toBe(200);
    expect(await edit({ disabled: true })).toMatchObject({ disabled: true });
    expect(await statusOf(ana)).toBe(401);
    expect(await signIn(ana)).toBe(401);
    expect(await edit({ disabled: false })).toMatchObject({ disabled: false });
    expect(await statusOf(ana)).toBe(401);
    expect(await signIn(ana)).toBe(200);
    const actions = (await actionsOn(ana)).map(({ action }) => action);
    expect(actions).toEqual(['account-disabled', 'account-enabled', 'signed-in']);
  });

  it('disabling a Manager blocks its client users and their keys until it is enabled', async () => {
    const manager = await api.seed.person({ profile: 'Manager' });
    const client = await api.seed.person({
      profile: 'client',
      manager_id: manager.id,
      password_hash: passwordHash,
    });
    const { data } = await api.succeed(generateToken, '/user/generate-token', { token: client.token });
    const key = { ...client, token: data.token };
    expect([await statusOf(client), await statusOf(key)]).toEqual([200, 200]);
    await edit({ disabled: true }, manager);
    expect([await statusOf(client), await statusOf(key), await signIn(client)]).toEqual([401, 401, 401]);
    await edit({ disabled: false }, manager);
    expect([await statusOf(client), await statusOf(key), await signIn(client)]).toEqual([401, 200, 200]);
  });

  it('an Admin cannot disable itself', async () => {
    expect(await refuse({ disabled: true }, admin)).toMatchObject({
      status: 409,
      msg: 'Você não pode desativar a própria conta.',
    });
  });

  it('of two Admins that demote each other at once, one remains', async () => {
    await api.database.pool.query(
      "update account set profile = 'user' where profile = 'Admin' and id <> $1",
      [admin.id],
    );
    const other = await api.seed.person({ profile: 'Admin' });
    const demote = (by: SeededPerson, whom: SeededPerson) =>
      api.inject('PATCH', `/admin/users/${whom.id}`, { token: by.token, payload: { profile: 'user' } });
    const answers = await Promise.all([demote(admin, other), demote(other, admin)]);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(200);
    expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({ ok: false });
    const { rows } = await api.database.pool.query("select from account where profile = 'Admin'");
    expect(rows).toHaveLength(1);
  });
});

describe('deciding on an upgrade', () => {
  const request = async (person = ana): Promise<string> => {
    await api.succeed(requestUpgrade, '/user/upgrade/profile', { token: person.token });
    const { upgrades } = await api.succeed(listUpgrades, '/admin/upgrades', { token: admin.token });
    return upgrades.find(({ user }) => user._id === person.id)?.id ?? '';
  };
  const decide = (id: string, approve: boolean) =>
    api.inject('POST', `/admin/upgrades/${id}`, { token: admin.token, payload: { approve } });

  it('an approval makes a Manager at once, in the open session', async () => {
    const id = await request();
    expect(await profileOf(ana)).toBe('user');
    const { status, body } = await decide(id, true);
    expect(status).toBe(200);
    expect(decideUpgrade.answer.parse(body).upgrade).toMatchObject({
      approved: true,
      decidedAt: '2026-11-20T12:00:00.000Z',
      user: { _id: ana.id, profile: 'Manager' },
    });
    expect(await profileOf(ana)).toBe('Manager');
    const actions = (await actionsOn(ana)).map(({ action }) => action);
    expect(actions).toEqual(['upgrade-requested', 'upgrade-approved']);
  });

  it('a refusal leaves the profile, and allows a new request', async () => {
    const id = await request();
    expect((await decide(id, false)).status).toBe(200);
    expect(await profileOf(ana)).toBe('user');
    expect(await request()).not.toBe(id);
  });

  it('decides a request once, also when two Admins decide at once', async () => {
    const id = await request();
    const answers = await Promise.all([decide(id, true), decide(id, false)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await decide(id, true)).body).toMatchObject({ msg: 'Esta solicitação já foi decidida.' });
  });

  it('a change of profile closes the request', async () => {
    const id = await request();
    await edit({ profile: 'partner' });
    expect((await decide(id, true)).status).toBe(409);
  });

  it('answers 404 for an unknown request, and refuses a missing decision', async () => {
    for (const id of [ABSENT, 'x']) expect((await decide(id, true)).status).toBe(404);
    const id = await request();
    const refused = await api.fail('POST', `/admin/upgrades/${id}`, { token: admin.token, payload: {} });
    expect(refused).toMatchObject({ status: 400, msg: 'Informe a decisão.' });
  });
});

it.each(['user', 'Manager', 'partner', 'client'] as const)(
  'refuses every administration call to %s',
  async (profile) => {
    const { token } = await api.seed.person({ profile });
    for (const [method, url] of [
      ['GET', '/admin/users'],
      ['PATCH', `/admin/users/${ana.id}`],
      ['GET', '/admin/upgrades'],
      ['POST', `/admin/upgrades/${ABSENT}`],
    ] as const)
      expect(await api.fail(method, url, { token })).toMatchObject({ status: 403, type: 'forbidden' });
  },
);
