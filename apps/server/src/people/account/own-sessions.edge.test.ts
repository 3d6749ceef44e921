import { endOtherSessions, endSession, listSessions } from '@nascente/contract/people/account';
import { login } from '@nascente/contract/people/session';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const PASSWORD = 'Nascente#2026';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const ABSENT = '01a00000-0000-7000-8000-000000000000';

let api: TestApi;
let email: string;
let count = 0;
let passwordHash: string;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
  passwordHash = await api.session.passwords.hash(PASSWORD);
  // The server reports an unusual sign-in by e-mail.
  await api.startJobs();
});

beforeEach(async () => {
  api.setClock('2026-11-20T12:00:00Z');
  email = `pessoa${++count}@padaria.test`;
  const id = await api.seed.person({ email, password_hash: passwordHash });
  await api.session.session.endAllOf(id.id);
});

const signIn = async (more: { keep?: boolean; userAgent?: string; address?: string } = {}) => {
  const { keep = false, userAgent = 'curl/8', address = '203.0.113.7' } = more;
  const payload = { email, password: Buffer.from(PASSWORD).toString('base64'), keep };
  const request = { payload, headers: { 'user-agent': userAgent }, remoteAddress: address };
  return (await api.succeed(login, '/login', request)).token;
};
const sessionsOf = async (token: string) =>
  (await api.succeed(listSessions, '/user/sessions', { token })).sessions;
const isAlive = async (token: string) => (await api.inject('GET', '/user', { token })).status === 200;

test('lists each sign-in with its place and time, newest use first, without its token', async () => {
  await signIn({ keep: true, userAgent: FIREFOX, address: '198.51.100.2' });
  api.setClock('2026-11-20T13:00:00Z');
  const token = await signIn();
  const sessions = await sessionsOf(token);
  expect(sessions).toMatchObject([
    { device: 'curl', address: '203.0.113.7', current: true, isRemembered: false },
    {
      device: 'Firefox no Linux',
      address: '198.51.100.2',
      current: false,
      isRemembered: true,
      createdAt: '2026-11-20T12:00:00.000Z',
      expiresAt: '2026-12-20T12:00:00.000Z',
    },
  ]);
  expect(Object.keys(sessions[0] ?? {})).not.toContain('tokenHash');
});

test('lists no expired session', async () => {
  await signIn();
  api.setClock('2026-11-21T01:00:00Z');
  expect(await sessionsOf(await signIn())).toHaveLength(1);
});

test('ends one session, whose token stops working at once', async () => {
  const lost = await signIn({ userAgent: FIREFOX });
  const token = await signIn();
  expect(await isAlive(lost)).toBe(true);
  const { id = '' } = (await sessionsOf(token)).find(({ current }) => !current) ?? {};
  await api.succeed(endSession, `/user/sessions/${id}`, { token });
  expect([await isAlive(lost), await isAlive(token)]).toEqual([false, true]);
  expect((await api.fail('DELETE', `/user/sessions/${id}`, { token })).status).toBe(404);
});

test('ends all other sessions at once', async () => {
  const others = [await signIn(), await signIn(), await signIn()];
  const token = await signIn();
  expect(await api.succeed(endOtherSessions, '/user/sessions', { token })).toEqual({ ok: true, ended: 3 });
  expect(await Promise.all([...others, token].map(isAlive))).toEqual([false, false, false, true]);
  expect(await api.succeed(endOtherSessions, '/user/sessions', { token })).toEqual({ ok: true, ended: 0 });
});

test('answers 404 for a session of another account, exactly as for an unknown one', async () => {
  const another = await api.seed.person();
  const [session] = await sessionsOf(another.token);
  const token = await signIn();
  const external = await api.inject('DELETE', `/user/sessions/${session?.id}`, { token });
  const absent = await api.inject('DELETE', `/user/sessions/${ABSENT}`, { token });
  expect([external.status, external.body]).toEqual([404, absent.body]);
  expect(await isAlive(another.token)).toBe(true);
});
