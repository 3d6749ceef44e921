import { readAuditTrail } from '@nascente/contract/people/audit';
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  listPasskeys,
  loginByPasskey,
  removePasskey,
  renamePasskey,
} from '@nascente/contract/people/passkeys';
import { readSecondStep, renewRecoveryCodes, resetSecondStep } from '@nascente/contract/people/second-step';
import { login, readLoginWays } from '@nascente/contract/people/session';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDeviceWithKeys } from '../../testing/seeds/device-with-keys.ts';
import { createTestApi } from '../../testing/test-api.ts';

const START = Date.parse('2026-11-20T12:00:00Z');
const PASSWORD = 'Nascente#2026 é água';
const MINUTE_MS = 60_000;
const encoded = Buffer.from(PASSWORD).toString('base64');
const api = await createTestApi('2026-11-20T12:00:00Z');
await api.startJobs();

type Device = ReturnType<typeof createDeviceWithKeys>;

let email = '';
let token = '';
let device: Device;
let people = 0;
let now = START;

const goOn = (ms: number): void => {
  now += ms;
  api.setClock(now);
};
const from = () => ({ remoteAddress: `10.8.${people}.1` });
const signIn = async (by = email) =>
  (await api.succeed(login, '/login', { payload: { email: by, password: encoded }, ...from() })).token;
const begin = async (provided: object = {}, by = token) =>
  (
    await api.succeed(beginPasskey, '/user/passkeys/options', {
      token: by,
      payload: { password: PASSWORD, ...provided },
    })
  ).options;
const ask = async (as?: string) =>
  (await api.succeed(askForPasskey, '/login/passkey/options', { payload: { email: as }, ...from() })).options;
const list = async (by = token) =>
  (await api.succeed(listPasskeys, '/user/passkeys', { token: by })).passkeys;
const state = () => api.succeed(readSecondStep, '/user/second-step', { token });

/** Gives the account a key. @returns the recovery codes that came with it. */
const withKey = async (on: Device = device, name = 'Meu celular', provided: object = {}) => {
  const passkey = on.make(await begin(provided));
  const payload = { name, passkey };
  return (await api.succeed(addPasskey, '/user/passkeys', { token, payload })).recoveryCodes;
};
const enter = async (passkey: object) =>
  api.inject('POST', '/login/passkey', { payload: { passkey }, ...from() });
const beside = async (provided: object) =>
  api.inject('POST', '/login', { payload: { email, password: encoded, ...provided }, ...from() });

const newcomer = async () => {
  people += 1;
  const address = `chave${people}@padaria.test`;
  await api.seed.person({ email: address, password_hash: await api.session.passwords.hash(PASSWORD) });
  return address;
};

beforeEach(async () => {
  goOn(60 * MINUTE_MS);
  email = await newcomer();
  token = await signIn();
  device = createDeviceWithKeys();
});

describe('adding a passkey', () => {
  it('returns the origin of passkeys without a session', async () => {
    expect(await api.succeed(readLoginWays, '/login/ways')).toMatchObject({
      passkeyOrigin: 'https://app.nascente.test',
    });
  });

  it('lists a passkey by name, returns codes with the first, and notifies by e-mail and trail', async () => {
    expect(await withKey()).toHaveLength(10);
    goOn(MINUTE_MS);
    const signed = device.sign(await ask(email));
    expect(await withKey(createDeviceWithKeys(), 'Chaveiro', { passkey: signed })).toBeNull();
    expect(await list()).toMatchObject([
      { name: 'Chaveiro', synced: false, lastUsedAt: null },
      { name: 'Meu celular', lastUsedAt: new Date(now).toISOString() },
    ]);
    expect(await state()).toMatchObject({ since: null, passkeys: 2, codesLeft: 10 });
    const admin = await api.seed.person({ profile: 'Admin' });
    const { rows } = await api.database.pool.query('select id from account where email = $1', [email]);
    const { events } = await api.succeed(readAuditTrail, `/admin/audit?account=${String(rows[0]?.id)}`, {
      token: admin.token,
    });
    expect(events.filter(({ action }) => action === 'passkey-added')).toMatchObject([
      { detail: { name: 'Chaveiro' } },
      { detail: { name: 'Meu celular' } },
    ]);
    await expect
      .poll(async () => (await api.mail.readMailbox()).map(({ to, subject }) => `${to} ${subject}`))
      .toContain(`${email} Nova chave de acesso na sua conta`);
  });

  it('requires the password, and the second step once it exists', async () => {
    const url = '/user/passkeys/options';
    const wrong = await api.fail('POST', url, { token, payload: { password: 'errada' } });
    expect(wrong).toMatchObject({ status: 401, msg: 'Senha incorreta.' });
    await withKey();
    const alone = await api.fail('POST', url, { token, payload: { password: PASSWORD } });
    expect(alone).toMatchObject({ status: 400, errors: [{ path: 'code' }] });
  });

  it.each([
    ['made for another page', { origin: 'https://app.nascente.test.golpe.example' }],
    ['made for another name', { rpId: 'golpe.example' }],
    ['made without recognising its owner', { unseen: true }],
  ])('refuses a passkey %s', async (_, page) => {
    const passkey = device.make(await begin(), page);
    const payload = { name: 'Falsa', passkey };
    expect((await api.fail('POST', '/user/passkeys', { token, payload })).status).toBe(400);
    expect(await list()).toEqual([]);
  });

  it('refuses a passkey that comes late, twice, or in another session', async () => {
    const late = device.make(await begin());
    goOn(6 * MINUTE_MS);
    const add = (passkey: object, by = token) =>
      api.inject('POST', '/user/passkeys', { token: by, payload: { name: 'Chave', passkey } });
    expect((await add(late)).status).toBe(400);
    const elsewhere = await signIn();
    const made = device.make(await begin());
    expect((await add(made, elsewhere)).status).toBe(400);
    expect((await add(made)).status).toBe(201);
    expect((await add(made)).status).toBe(400);
  });

  it('refuses the twenty-first passkey, also when all were started together', async () => {
    const started = [];
    for (let count = 0; count < 21; count += 1) started.push(await begin());
    const added = await Promise.all(
      started.map((options) => {
        const payload = { name: 'Chave', passkey: createDeviceWithKeys().make(options) };
        return api.inject('POST', '/user/passkeys', { token, payload });
      }),
    );
    expect(added.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(added.filter(({ status }) => status === 409)).toHaveLength(1);
    expect(await list()).toHaveLength(20);
  });

  it('refuses a passkey of another account', async () => {
    const options = await begin();
    const made = device.make(options);
    await api.succeed(addPasskey, '/user/passkeys', { token, payload: { name: 'Minha', passkey: made } });
    const other = await signIn(await newcomer());
    const { challenge } = await begin({}, other);
    const clientDataJSON = Buffer.from(
      JSON.stringify({
        type: 'webauthn.create',
        challenge,
        origin: 'https://app.nascente.test',
        crossOrigin: false,
      }),
    ).toString('base64url');
    const passkey = { ...made, response: { ...made.response, clientDataJSON } };
    const taken = await api.fail('POST', '/user/passkeys', {
      token: other,
      payload: { name: 'Alheia', passkey },
    });
    expect(taken).toMatchObject({ status: 409, msg: 'Esta chave de acesso já está em uso.' });
  });
});

describe('signing in with a passkey alone', () => {
  it('opens a session without password and code, and records the passkey in the trail', async () => {
    await withKey();
    const passkey = device.sign(await ask());
    const opened = await api.succeed(loginByPasskey, '/login/passkey', { payload: { passkey }, ...from() });
    expect(opened.user.email).toBe(email);
    expect(await list(opened.token)).toMatchObject([{ lastUsedAt: new Date(now).toISOString() }]);
    const admin = await api.seed.person({ profile: 'Admin' });
    const { events } = await api.succeed(readAuditTrail, `/admin/audit?account=${opened.user._id}`, {
      token: admin.token,
    });
    expect(events.at(0)).toMatchObject({ action: 'signed-in', detail: { by: 'passkey' } });
  });

  it.each([
    ['of another page', { origin: 'https://golpe.example' }],
    ['of another name', { rpId: 'golpe.example' }],
    ['of a device that did not recognise its owner', { unseen: true }],
    ['that names another owner', { as: Buffer.alloc(16).toString('base64url') }],
  ])('refuses a signature %s', async (_, page) => {
    await withKey();
    const refused = await enter(device.sign(await ask(), page));
    expect(refused).toMatchObject({ status: 401, body: { type: 'error' } });
  });

  it('accepts a signature once, in time, and for its own purpose', async () => {
    await withKey();
    const signed = device.sign(await ask());
    expect((await enter(signed)).status).toBe(200);
    expect((await enter(signed)).status).toBe(401);
    const late = device.sign(await ask());
    goOn(6 * MINUTE_MS);
    expect((await enter(late)).status).toBe(401);
    expect((await enter(device.sign(await ask(email)))).status).toBe(401);
    const invented = { challenge: Buffer.alloc(32, 7).toString('base64url') };
    expect((await enter(device.sign(invented))).status).toBe(401);
  });

  it('accepts one of two simultaneous sign-ins with the same signature', async () => {
    await withKey();
    const signed = device.sign(await ask());
    const both = await Promise.all([enter(signed), enter(signed)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('refuses a signature by another passkey', async () => {
    await withKey();
    const foreignDevice = createDeviceWithKeys();
    foreignDevice.make({ challenge: 'AAAA', user: { id: 'AAAA' } });
    const requested = await ask();
    const own = device.sign(requested);
    const forged = {
      ...foreignDevice.sign(requested, { as: own.response.userHandle }),
      id: own.id,
      rawId: own.rawId,
    };
    expect((await enter(forged)).status).toBe(401);
    expect((await enter(foreignDevice.sign(await ask()))).status).toBe(401);
  });

  it('refuses a removed passkey, and one of a disabled account', async () => {
    await withKey();
    const [key] = await list();
    const payload = { password: PASSWORD, passkey: device.sign(await ask(email)) };
    await api.succeed(removePasskey, `/user/passkeys/${key?.id}/remove`, { token, payload });
    expect((await enter(device.sign(await ask()))).status).toBe(401);
    await withKey();
    await api.database.pool.query('update account set disabled_at = now() where email = $1', [email]);
    expect((await enter(device.sign(await ask()))).status).toBe(401);
  });

  it('refuses a passkey whose counter decreases, and notifies its owner', async () => {
    await withKey();
    expect((await enter(device.sign(await ask()))).status).toBe(200);
    device.countBack(1);
    expect((await enter(device.sign(await ask()))).status).toBe(401);
    await expect
      .poll(async () => (await api.mail.readMailbox()).map(({ to, subject }) => `${to} ${subject}`))
      .toContain(`${email} Uma chave de acesso pode ter sido copiada`);
    expect((await enter(device.sign(await ask()))).status).toBe(200);
  });

  it('accepts a passkey without a counter repeatedly', async () => {
    device = createDeviceWithKeys({ counts: false });
    await withKey();
    for (let time = 0; time < 3; time++) expect((await enter(device.sign(await ask()))).status).toBe(200);
  });
});

describe('passkeys beside the password', () => {
  it('requires a second step after the password, by passkey or recovery code', async () => {
    const codes = await withKey();
    expect(await beside({})).toMatchObject({
      status: 401,
      body: {
        type: 'second-step',
        ways: ['passkey'],
        msg: 'Use sua chave de acesso, ou informe um código de reserva.',
      },
    });
    expect((await beside({ passkey: device.sign(await ask(email)) })).status).toBe(200);
    expect((await beside({ code: codes?.[0] })).status).toBe(200);
    expect(await beside({ code: codes?.[0] })).toMatchObject({
      status: 401,
      body: { msg: 'Código incorreto. Use um código de reserva que ainda não usou.' },
    });
  });

  it('refuses the passkey of another account, and a signature for signing in alone', async () => {
    await withKey();
    const own = { email, device, token };
    email = await newcomer();
    token = await signIn();
    device = createDeviceWithKeys();
    await withKey();
    const others = device.sign(await ask(own.email));
    ({ email, device, token } = own);
    const msg = 'Esta chave de acesso não entra nesta conta. Tente de novo, ou informe um código.';
    expect(await beside({ passkey: others })).toMatchObject({ status: 401, body: { msg } });
    expect((await beside({ passkey: device.sign(await ask()) })).status).toBe(401);
    const signed = device.sign(await ask(email));
    expect((await beside({ passkey: signed })).status).toBe(200);
    expect((await beside({ passkey: signed })).status).toBe(401);
  });
});

describe('managing passkeys', () => {
  it('renames a passkey, and refuses another account to rename or remove it', async () => {
    await withKey();
    const [key] = await list();
    const url = `/user/passkeys/${key?.id}`;
    const other = await signIn(await newcomer());
    expect((await api.fail('PATCH', url, { token: other, payload: { name: 'x' } })).status).toBe(404);
    const removal = { token: other, payload: { password: PASSWORD } };
    expect((await api.fail('POST', `${url}/remove`, removal)).status).toBe(404);
    await api.succeed(renamePasskey, url, { token, payload: { name: 'Notebook' } });
    expect(await list()).toMatchObject([{ name: 'Notebook' }]);
    expect((await api.fail('PATCH', '/user/passkeys/1', { token, payload: { name: 'x' } })).status).toBe(404);
  });

  it('removing the last passkey removes the codes, and the password alone signs in again', async () => {
    const codes = await withKey();
    const [key] = await list();
    const url = `/user/passkeys/${key?.id}/remove`;
    expect((await api.fail('POST', url, { token, payload: { password: PASSWORD } })).status).toBe(400);
    await api.succeed(removePasskey, url, { token, payload: { password: PASSWORD, code: codes?.[1] } });
    expect(await state()).toMatchObject({ since: null, passkeys: 0, codesLeft: 0 });
    expect((await beside({})).status).toBe(200);
  });

  it('a passkey renews the recovery codes', async () => {
    await withKey();
    const payload = { password: PASSWORD, passkey: device.sign(await ask(email)) };
    const { recoveryCodes } = await api.succeed(renewRecoveryCodes, '/user/second-step/codes', {
      token,
      payload,
    });
    expect((await beside({ code: recoveryCodes[0] })).status).toBe(200);
  });

  it('an Admin removes the passkeys of an account that lost them', async () => {
    await withKey();
    const { rows } = await api.database.pool.query('select id from account where email = $1', [email]);
    const admin = await api.seed.person({ profile: 'Admin' });
    const url = `/admin/users/${String(rows[0]?.id)}/second-step/reset`;
    await api.succeed(resetSecondStep, url, { token: admin.token });
    expect((await enter(device.sign(await ask()))).status).toBe(401);
    expect((await beside({})).status).toBe(200);
  });
});

it('limits the sign-in options of one address in an hour without delaying others', async () => {
  const askFrom = async (remoteAddress: string) =>
    (await api.inject('POST', '/login/passkey/options', { payload: {}, remoteAddress })).status;
  expect(await askFrom('198.51.100.7')).toBe(200);
  await api.database.pool.query('update counted_use set used = 600');
  expect(await askFrom('198.51.100.7')).toBe(429);
  expect(await askFrom('198.51.100.8')).toBe(200);
});

it('limits the passkey answers of one address in an hour, apart from its options', async () => {
  const response = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
  const answer = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response };
  expect((await enter(answer)).status).toBe(401);
  // As after 599 more.
  await api.database.pool.query('update counted_use set used = 600 where used = 1');
  expect(await enter(answer)).toMatchObject({ status: 429, body: { type: 'limit' } });
  expect((await ask()).challenge).toMatch(/./);
});

describe('passkeys with a mandatory second step for Admins', async () => {
  const strict = await createTestApi('2026-11-20T12:00:00Z', { isAdminHeld: true });
  await strict.startJobs();

  it('a passkey counts as the second step, and the last one cannot be removed', async () => {
    const hash = await strict.session.passwords.hash(PASSWORD);
    await strict.seed.person({ email: 'dona@nascente.test', profile: 'Admin', password_hash: hash });
    const payload = { email: 'dona@nascente.test', password: encoded };
    const admin = { token: (await strict.succeed(login, '/login', { payload })).token };
    expect((await strict.inject('GET', '/admin/users', admin)).status).toBe(403);
    const { options } = await strict.succeed(beginPasskey, '/user/passkeys/options', {
      ...admin,
      payload: { password: PASSWORD },
    });
    const made = createDeviceWithKeys();
    const { recoveryCodes } = await strict.succeed(addPasskey, '/user/passkeys', {
      ...admin,
      payload: { name: 'Cofre', passkey: made.make(options) },
    });
    expect((await strict.inject('GET', '/admin/users', admin)).status).toBe(200);
    const { passkeys } = await strict.succeed(listPasskeys, '/user/passkeys', admin);
    const removal = { password: PASSWORD, code: recoveryCodes?.[0] };
    const last = await strict.fail('POST', `/user/passkeys/${passkeys[0]?.id}/remove`, {
      ...admin,
      payload: removal,
    });
    expect(last.status).toBe(403);
    expect((await strict.succeed(listPasskeys, '/user/passkeys', admin)).passkeys).toHaveLength(1);
  });
});
