import {
  acceptInvitation,
  inviteClient,
  listInvitations,
  readInvitation,
  renewInvitation,
  withdrawInvitation,
} from '@nascente/contract/people/invitations';
import { editClientUser, listClientUsers } from '@nascente/contract/sites/client-users';
import { listMeters } from '@nascente/contract/sites/meters';
import { DAY_MS } from '@nascente/domain/base/time/zone';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const PASSWORD = 'Trigo#7Nove';
const EXPIRED = 'Este convite não vale mais. Peça um novo a quem convidou você.';
const LINK = /^https:\/\/app\.nascente\.test\/invitation\/([\w-]{43})$/;

let api: TestApi;
let manager: SeededPerson;
let meter: SeededMeter;
let second: SeededMeter;
let count = 0;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
  await api.startJobs();
});
beforeEach(async () => {
  count += 1;
  api.setClock(NOW);
  manager = await api.seed.person({ profile: 'Manager', first_name: 'Padaria', last_name: 'Sol' });
  const establishment = await api.seed.establishment(manager);
  meter = await api.seed.meter(establishment);
  second = await api.seed.meter(establishment);
});

const address = (name = 'rui') => `${name}${count}@cliente.test`;
const invite = (payload: object = {}, { token } = manager) =>
  api.succeed(inviteClient, '/Consumer/invitations', { token, payload: { name: 'Rui', ...payload } });
const refuse = (payload: object, { token } = manager) =>
  api.fail('POST', '/Consumer/invitations', { token, payload: { name: 'Rui', ...payload } });
const listed = async ({ token } = manager) =>
  (await api.succeed(listInvitations, '/Consumer/invitations', { token })).invitations;
const clients = async ({ token } = manager) =>
  (await api.succeed(listClientUsers, '/Consumers', { token })).users;
const tokenIn = (link: string | null) => LINK.exec(link ?? '')?.[1] ?? '';
const show = (token: string) => api.inject('GET', `/invitation?token=${token}`);
const accept = (values: object) =>
  api.inject('POST', '/invitation/accept', { payload: { name: 'Rui Lima', password: PASSWORD, ...values } });
const accepted = (values: object) =>
  api.succeed(acceptInvitation, '/invitation/accept', {
    payload: { name: 'Rui Lima', password: PASSWORD, ...values },
  });
const lettersTo = async (email: string, expected = 1) => {
  const found = async () => (await api.mail.readMailbox()).filter(({ to }) => to === email);
  await expect.poll(async () => (await found()).length, { timeout: 20_000 }).toBe(expected);
  return found();
};
const tokensMailedTo = async (email: string, expected: number) =>
  (await lettersTo(email, expected)).map(({ text }) => /invitation\/([\w-]{43})/.exec(text)?.[1] ?? '');
const tokenMailedTo = async (email: string) => (await tokensMailedTo(email, 1))[0] ?? '';

describe('inviting a client by e-mail', () => {
  it('remembers the device on which the client accepts the invitation', async () => {
    const email = address();
    await invite({ email });
    const { headers } = await accept({ token: await tokenMailedTo(email) });
    expect(headers['set-cookie']).toMatch(/^nascente-device=[\w-]{43}; /);
  });

  it('a client follows the e-mail, sets its own password, and sees its assigned meters', async () => {
    const email = address();
    const { invitation, link } = await invite({ email: ` ${email.toUpperCase()} `, boards: [meter.mac] });
    expect(link).toBeNull();
    expect(invitation).toMatchObject({ name: 'Rui', email, boards: [meter.mac] });
    expect(Date.parse(invitation.expiresAt)).toBe(NOW + 7 * DAY_MS);
    const [mailMessage] = await lettersTo(email);
    expect(mailMessage?.subject).toBe('Convite para o Nascente');
    expect(mailMessage?.text).toContain(`${manager.email} convidou você`);
    expect(mailMessage?.text).not.toContain('Padaria');
    const token = await tokenMailedTo(email);
    expect(readInvitation.answer.parse((await show(token)).body)).toEqual({
      ok: true,
      type: 'valid',
      name: 'Rui',
      email,
      from: 'Padaria Sol',
      meters: 1,
    });
    const { user, token: session } = await accepted({ token, email: 'other@cliente.test' });
    expect(user).toMatchObject({ firstName: 'Rui Lima', email, profile: 'client', active: true });
    const seen = await api.succeed(listMeters, '/installation-meter', { token: session });
    expect(seen.installationsMeter.map(({ macAddress }) => macAddress)).toEqual([meter.mac]);
    expect(await clients()).toMatchObject([{ _id: user._id, email, managerId: manager.id }]);
    expect(await listed()).toEqual([]);
    expect(await accept({ token })).toMatchObject({ status: 401, body: { type: 'expired', msg: EXPIRED } });
  });

  it('replaces the first link when an invitation is sent again', async () => {
    const email = address();
    const { invitation } = await invite({ email });
    const first = await tokenMailedTo(email);
    const { id } = invitation;
    await api.succeed(renewInvitation, `/Consumer/invitations/${id}/renew`, { token: manager.token });
    const renewed = (await tokensMailedTo(email, 2)).find((token) => token !== first) ?? '';
    expect((await show(first)).status).toBe(401);
    expect((await show(renewed)).status).toBe(200);
  });

  it('stores one invitation for an address invited twice, with the meters of the last one', async () => {
    const email = address();
    await invite({ email, boards: [meter.mac] });
    await invite({ email, name: 'Rui Lima', boards: [second.mac] });
    expect(await listed()).toMatchObject([{ email, name: 'Rui Lima', boards: [second.mac] }]);
  });

  it('refuses an address in use, also when it was taken after the invitation', async () => {
    const taken = { status: 409, type: 'duplicate', msg: 'Este email já esta sendo usado!' };
    expect(await refuse({ email: manager.email })).toMatchObject(taken);
    const email = address();
    await invite({ email });
    const token = await tokenMailedTo(email);
    await api.seed.person({ email });
    expect((await accept({ token })).status).toBe(409);
    expect(await listed()).toHaveLength(1);
  });

  it('sends the invitation of the second brand in its own name', async () => {
    const email = `rui${count}@parceiro.test`;
    await invite({ email });
    const [mailMessage] = await lettersTo(email);
    expect(mailMessage?.subject).toBe('Convite para o Painel de Energia');
    expect(`${mailMessage?.text}${mailMessage?.html}`).not.toContain('Nascente');
  });
});

describe('inviting a client by a link', () => {
  it('shows the link to the Manager only once, and the client provides its e-mail', async () => {
    const { invitation, link } = await invite({ boards: [meter.mac, second.mac] });
    expect(invitation.email).toBeNull();
    const token = tokenIn(link);
    expect(JSON.stringify(await listed())).not.toContain(token);
    const { rows } = await api.database.pool.query(
      'select row_to_json(v)::text as row from client_invitation v',
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await accept({ token })).toMatchObject({
      status: 400,
      body: { msg: 'Informe o seu e-mail.', errors: [{ path: 'email' }] },
    });
    const { user } = await accepted({ token, email: address() });
    expect(user).toMatchObject({ email: address(), profile: 'client', active: false });
    expect((await clients())[0]?.boards.toSorted()).toEqual([meter.mac, second.mac].toSorted());
  });

  it('a renewed link makes the first link void', async () => {
    const { invitation, link } = await invite();
    const path = `/Consumer/invitations/${invitation.id}/renew`;
    const renewed = await api.succeed(renewInvitation, path, { token: manager.token });
    expect((await show(tokenIn(link))).status).toBe(401);
    expect((await show(tokenIn(renewed.link))).status).toBe(200);
  });

  it('creates one client when two accept the same link at once', async () => {
    const { link } = await invite();
    const token = tokenIn(link);
    const both = await Promise.all(['a', 'b'].map((name) => accept({ token, email: address(name) })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 401]);
    expect(await clients()).toHaveLength(1);
  });

  it('an invitation link is valid for seven days', async () => {
    const { link } = await invite();
    api.setClock(NOW + 7 * DAY_MS - 1);
    expect((await show(tokenIn(link))).status).toBe(200);
    api.setClock(NOW + 7 * DAY_MS);
    expect(await show(tokenIn(link))).toMatchObject({ status: 401, body: { type: 'expired', msg: EXPIRED } });
  });

  it.each(['', 'x', 'A'.repeat(43)])('refuses the invitation token %j', async (token) => {
    expect((await show(token)).status).toBe(401);
    expect((await accept({ token, email: address() })).status).toBe(401);
  });

  it('an invitation is void after it is withdrawn, or after its Manager loses the profile', async () => {
    const { invitation, link } = await invite();
    const path = `/Consumer/invitations/${invitation.id}`;
    await api.succeed(withdrawInvitation, path, { token: manager.token });
    expect((await show(tokenIn(link))).status).toBe(401);
    expect(await api.fail('DELETE', path, { token: manager.token })).toMatchObject({ status: 404 });
    const other = await invite();
    await api.database.pool.query("update account set profile = 'partner' where id = $1", [manager.id]);
    expect((await show(tokenIn(other.link))).status).toBe(401);
    await api.database.pool.query(
      "update account set profile = 'Manager', disabled_at = now() where id = $1",
      [manager.id],
    );
    expect((await accept({ token: tokenIn(other.link), email: address() })).status).toBe(401);
  });

  it('an invitation assigns no meter that the Manager no longer has', async () => {
    const { link } = await invite({ boards: [meter.mac, second.mac] });
    await api.database.pool.query('update installation set removed_at = $2 where id = $1', [
      meter.installationId,
      new Date(NOW),
    ]);
    const { body } = await show(tokenIn(link));
    expect(body).toMatchObject({ meters: 1 });
    await accepted({ token: tokenIn(link), email: address() });
    expect((await clients())[0]?.boards).toEqual([second.mac]);
  });

  it.each([
    ['password', { password: 'fraca' }],
    ['name', { name: '  ' }],
  ])('reports a bad %s, and the invitation link stays valid', async (path, values) => {
    const { link } = await invite();
    const token = tokenIn(link);
    const refused = await accept({ token, email: address(), ...values });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path }] } });
    expect((await show(token)).status).toBe(200);
  });
});

describe('the limit of ten clients', () => {
  it('the limit counts clients and open invitations, but no expired invitation', async () => {
    for (let number = 0; number < 4; number++)
      await api.seed.person({ profile: 'client', manager_id: manager.id });
    const invited = [];
    for (let number = 0; number < 6; number++) invited.push(await invite());
    expect(await refuse({})).toMatchObject({
      status: 409,
      type: 'limit',
      msg: 'Número máximo de usuários cadastrados! limite: 10',
    });
    expect(await listed()).toHaveLength(6);
    await api.database.pool.query('update client_invitation set expires_at = $2 where manager_id = $1', [
      manager.id,
      new Date(NOW),
    ]);
    await invite();
    expect(await listed()).toHaveLength(7);
  });

  it('refuses to accept an invitation when the limit is reached, and the link stays valid', async () => {
    const { link } = await invite();
    for (let number = 0; number < 10; number++)
      await api.seed.person({ profile: 'client', manager_id: manager.id });
    const refused = await accept({ token: tokenIn(link), email: address() });
    expect(refused).toMatchObject({ status: 409, body: { type: 'limit' } });
    expect((await show(tokenIn(link))).status).toBe(200);
  });
});

it('refuses an invitation with a meter that the Manager cannot see', async () => {
  const otherAccount = await api.seed.meter(await api.seed.establishment(await api.seed.person()));
  expect(await refuse({ boards: [otherAccount.mac] })).toMatchObject({
    status: 400,
    errors: [{ path: 'boards.0' }],
  });
  expect(await listed()).toEqual([]);
});

it('answers 404 for the invitations of another Manager', async () => {
  const { invitation } = await invite();
  const other = await api.seed.person({ profile: 'Manager' });
  expect(await listed(other)).toEqual([]);
  const path = `/Consumer/invitations/${invitation.id}`;
  for (const [method, url] of [
    ['POST', `${path}/renew`],
    ['DELETE', path],
    ['DELETE', '/Consumer/invitations/nothing'],
  ] as const)
    expect(await api.fail(method, url, { token: other.token })).toMatchObject({ status: 404 });
});

it.each(['partner', 'client'] as const)(
  'refuses an invitation by an account of profile %s',
  async (profile) => {
    const somebody = await api.seed.person({ profile });
    expect(await refuse({}, somebody)).toMatchObject({ status: 403, type: 'forbidden' });
  },
);

describe('an owner with viewers', () => {
  let owner: SeededPerson;
  let shown: SeededMeter;
  let hidden: SeededMeter;

  beforeEach(async () => {
    owner = await api.seed.person({ profile: 'user' });
    const establishment = await api.seed.establishment(owner);
    shown = await api.seed.meter(establishment);
    hidden = await api.seed.meter(establishment);
  });

  const viewer = async () => {
    const email = address('ana');
    await invite({ email, boards: [shown.mac] }, owner);
    return accepted({ token: await tokenMailedTo(email) });
  };

  it('an owner invites a viewer, who sees the chosen meters and changes nothing', async () => {
    const { token, user } = await viewer();
    expect(user.profile).toBe('client');
    const { installationsMeter } = await api.succeed(listMeters, '/installation-meter', { token });
    expect(installationsMeter.map(({ macAddress }) => macAddress)).toEqual([shown.mac]);
    expect(await clients(owner)).toMatchObject([{ _id: user._id, boards: [shown.mac], managerId: owner.id }]);
    const readings = { token, payload: { id: hidden.mac, date: '2026-11-20' } };
    expect(await api.fail('POST', '/board/telemetries', readings)).toMatchObject({ status: 404 });
    for (const [method, path] of [
      ['DELETE', `/board/${shown.mac}`],
      ['POST', '/Consumer/invitations'],
      ['GET', '/Consumers'],
    ] as const)
      expect(await api.fail(method, path, { token, payload: { name: 'Rui' } })).toMatchObject({
        status: 403,
      });
  });

  it('an owner assigns other meters to a viewer, and removes the access', async () => {
    const { token, user } = await viewer();
    const payload = { _id: user._id, boards: [hidden.mac] };
    await api.succeed(editClientUser, '/Consumer', { token: owner.token, payload });
    expect((await clients(owner))[0]?.boards).toEqual([hidden.mac]);
    const removed = await api.inject('DELETE', `/Consumer/${user._id}`, { token: owner.token });
    expect(removed.status).toBe(200);
    expect((await api.inject('GET', '/installation-meter', { token })).status).toBe(401);
  });

  it('an owner cannot set the password or the e-mail of another account', async () => {
    const { user } = await viewer();
    const asOwner = { token: owner.token };
    const account = { name: 'Rui', email: address('rui'), password: PASSWORD };
    expect(await api.fail('POST', '/newUser/costumer', { ...asOwner, payload: account })).toMatchObject({
      status: 403,
    });
    for (const change of [{ password: 'Centeio#8Dez' }, { email: address('outro') }])
      expect(
        await api.fail('PATCH', '/Consumer', { ...asOwner, payload: { _id: user._id, ...change } }),
      ).toMatchObject({ status: 403, type: 'forbidden' });
  });

  it('an owner cannot assign a meter of another owner, nor change a viewer of another owner', async () => {
    expect(await refuse({ boards: [meter.mac] }, owner)).toMatchObject({
      status: 400,
      errors: [{ path: 'boards.0' }],
    });
    const { user } = await viewer();
    const other = await api.seed.person({ profile: 'user' });
    expect(await clients(other)).toEqual([]);
    const payload = { _id: user._id, boards: [] };
    expect(await api.fail('PATCH', '/Consumer', { token: other.token, payload })).toMatchObject({
      status: 404,
    });
    expect(await api.fail('DELETE', `/Consumer/${user._id}`, { token: other.token })).toMatchObject({
      status: 404,
    });
  });

  it('an owner has a maximum of ten viewers', async () => {
    for (let number = 0; number < 10; number++)
      await api.seed.person({ profile: 'client', manager_id: owner.id });
    expect(await refuse({}, owner)).toMatchObject({ status: 409, type: 'limit' });
  });
});
