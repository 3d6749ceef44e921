import { generateToken } from '@nascente/contract/connections/api-keys';
import { everyCall } from '@nascente/contract/every-call';
import { listCredentials } from '@nascente/contract/people/credentials';
import { addPasskey, askForPasskey, beginPasskey } from '@nascente/contract/people/passkeys';
import { login } from '@nascente/contract/people/session';
import { createClientUser } from '@nascente/contract/sites/client-users';
import { MINUTE_MS } from '@nascente/domain/base/time/zone';
import { beforeEach, expect, it } from 'vitest';
import { createDeviceWithKeys } from '../../testing/seeds/device-with-keys.ts';
import { createTestApi } from '../../testing/test-api.ts';

const START = Date.parse('2026-11-20T12:00:00Z');
const PASSWORD = 'Nascente#2026 é água';
const api = await createTestApi('2026-11-20T12:00:00Z');
await api.startJobs();
const passwordHash = await api.session.passwords.hash(PASSWORD);

let now = START;
let count = 0;
let token = '';
let email = '';
const goOn = (ms: number): void => {
  now += ms;
  api.setClock(now);
};
const makeKey = () => api.inject('POST', '/user/generate-token', { token, payload: { name: 'Planilha' } });
const addWebhook = () =>
  api.inject('POST', '/alerts/webhooks', { token, payload: { url: 'https://93.184.216.34/hook' } });
const prove = (payload: object) => api.inject('POST', '/user/proof', { token, payload });
const typeOf = ({ body }: { body: unknown }): string => (body as { type: string }).type;

beforeEach(async () => {
  count += 1;
  ({ email } = await api.seed.person({ email: `ana${count}@prova.test`, password_hash: passwordHash }));
  const payload = { email, password: Buffer.from(PASSWORD).toString('base64') };
  ({ token } = await api.succeed(login, '/login', { payload, remoteAddress: `10.9.${count}.1` }));
});

const provedCalls = everyCall.filter(({ needsRecentProof }) => needsRecentProof);
const namesOf = (kind: 'no-key' | 'sessions'): string[] =>
  provedCalls
    .filter(({ needsRecentProof }) => needsRecentProof === kind)
    .map(({ name }) => name)
    .toSorted();

it('lists each call that creates a credential, and refuses it to an API key', async () => {
  expect(namesOf('no-key')).toEqual([
    'addAlertDevice',
    'addAlertWebhook',
    'createIntegration',
    'createSharedLink',
    'generateToken',
    'removeCredentials',
  ]);
  const payload = { scopes: ['handle-alerts', 'read-alerts'] };
  const key = (await api.succeed(generateToken, '/user/generate-token', { token, payload })).data.token;
  for (const { method, path, needsRecentProof } of provedCalls) {
    if (needsRecentProof !== 'no-key') continue;
    const refused = await api.inject(method, path, { token: key, payload: {} });
    expect([refused.status, typeOf(refused)]).toEqual([403, 'forbidden']);
  }
});

it('lists each session call that gives access to others or changes it', () => {
  expect(namesOf('sessions')).toEqual([
    'createClientUser',
    'decideUpgrade',
    'editPerson',
    'inviteClient',
    'renewInvitation',
    'resetSecondStep',
    'rotateClaimCode',
    'rotateDeviceKey',
  ]);
});

it.each(provedCalls.map((call) => [call.name, call] as const))(
  'refuses %s with its own code ten minutes after the last proof, before reading the body',
  async (_, call) => {
    await api.database.pool.query("update account set profile = 'Admin' where email = $1", [email]);
    goOn(10 * MINUTE_MS + 1);
    const answer = await api.inject(call.method, call.path, { token, payload: {} });
    expect(answer.body).toEqual({
      ok: false,
      type: 'proof',
      msg: 'Confirme que é você para continuar.',
      ways: ['password'],
    });
    expect(answer.status).toBe(403);
  },
);

it('requires a proof from a session before it creates a client user, but not from an API key', async () => {
  await api.database.pool.query("update account set profile = 'Manager' where email = $1", [email]);
  const scopes = { scopes: ['manage-clients', 'read-measures'] };
  const key = (await api.succeed(generateToken, '/user/generate-token', { token, payload: scopes })).data
    .token;
  goOn(10 * MINUTE_MS + 1);
  const invite = (by: string, name: string) =>
    api.inject('POST', '/Consumer/invitations', { token: by, payload: { name, email: null } });
  expect(typeOf(await invite(token, 'Rui'))).toBe('proof');
  expect((await invite(key, 'Bia')).status).toBe(201);
  await prove({ password: PASSWORD });
  expect((await invite(token, 'Rui')).status).toBe(201);
});

it('requires a proof before a client user gets another e-mail or password, not for other changes', async () => {
  await api.database.pool.query("update account set profile = 'Manager' where email = $1", [email]);
  const client = { name: 'Rui', email: `rui${count}@loja.test`, password: PASSWORD };
  const { user } = await api.succeed(createClientUser, '/newUser/costumer', { token, payload: client });
  goOn(10 * MINUTE_MS + 1);
  const edit = (change: object) =>
    api.inject('PATCH', '/Consumer', { token, payload: { _id: user._id, ...change } });
  expect((await edit({ name: 'Rui Lima', email: client.email, boards: [] })).status).toBe(200);
  for (const change of [{ email: 'outro@loja.test' }, { password: 'Outra#senha9 é água' }])
    expect(typeOf(await edit(change))).toBe('proof');
  await prove({ password: PASSWORD });
  expect((await edit({ password: 'Outra#senha9 é água' })).status).toBe(200);
});

it('accepts the password as a new proof, and then the repeated call', async () => {
  goOn(10 * MINUTE_MS);
  expect((await makeKey()).status).toBe(200);
  goOn(1);
  expect((await makeKey()).status).toBe(403);
  expect(typeOf(await prove({ password: 'errada' }))).toBe('error');
  expect((await prove({})).status).toBe(400);
  expect((await makeKey()).status).toBe(403);
  expect((await prove({ password: PASSWORD })).status).toBe(200);
  expect([(await makeKey()).status, (await addWebhook()).status]).toEqual([200, 201]);
});

it('accepts a passkey of the same account instead of the password', async () => {
  const keyOf = async (session: string) => {
    const device = createDeviceWithKeys();
    const payload = { password: PASSWORD };
    const { options } = await api.succeed(beginPasskey, '/user/passkeys/options', {
      token: session,
      payload,
    });
    const made = { name: 'Celular', passkey: device.make(options) };
    await api.succeed(addPasskey, '/user/passkeys', { token: session, payload: made });
    return device;
  };
  const own = await keyOf(token);
  const another = await api.seed.person({ email: `outra${count}@prova.test`, password_hash: passwordHash });
  const foreign = await keyOf(another.token);
  const sign = async (device: typeof own) => {
    const { options } = await api.succeed(askForPasskey, '/login/passkey/options', { payload: { email } });
    return device.sign(options);
  };
  goOn(11 * MINUTE_MS);
  expect((await makeKey()).body).toMatchObject({ ways: ['password', 'passkey'] });
  expect((await prove({ passkey: await sign(foreign) })).status).toBe(401);
  expect((await makeKey()).status).toBe(403);
  expect((await prove({ passkey: await sign(own) })).status).toBe(200);
  expect((await makeKey()).status).toBe(200);
});

it('ignores a proof stored by a clock that was ahead', async () => {
  goOn(6 * 60 * MINUTE_MS);
  await prove({ password: PASSWORD });
  goOn(-3 * 60 * MINUTE_MS);
  expect(typeOf(await makeKey())).toBe('proof');
  expect((await prove({ password: PASSWORD })).status).toBe(200);
  expect((await makeKey()).status).toBe(200);
});

it('lists credentials that work without a password, and removes several at once', async () => {
  await makeKey();
  await makeKey();
  await addWebhook();
  const list = async () => (await api.succeed(listCredentials, '/user/credentials', { token })).credentials;
  const all = await list();
  expect(all.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
    'api-key Planilha',
    'api-key Planilha',
    'webhook 93.184.216.34',
  ]);
  const another = await api.seed.person();
  const [one, ...rest] = all.map(({ kind, id }) => ({ kind, id }));
  const remove = (by: string, credentials: unknown) =>
    api.inject('POST', '/user/credentials/remove', { token: by, payload: { credentials } });
  expect((await remove(another.token, [one])).status).toBe(404);
  expect(await list()).toHaveLength(3);
  expect((await remove(token, rest)).body).toMatchObject({ removed: 2 });
  expect(await list()).toEqual(all.slice(0, 1));
});
