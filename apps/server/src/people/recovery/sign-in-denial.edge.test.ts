import { readSignInNotice } from '@nascente/contract/people/sign-in-notice';
import { DAY_MS } from '@nascente/domain/base/time/zone';
import { beforeEach, expect, test } from 'vitest';
import { createTestPeople } from '../../testing/seeds/test-people.ts';
import { startTestSmtp } from '../../testing/test-smtp.ts';

const smtp = await startTestSmtp();
const people = await createTestPeople(smtp);
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

const SUBJECT = 'Nova entrada na sua conta';
const PASSWORD = 'Forno#quente3';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

let email = '';
/** The cookie of the browser on which the account was created. */
let home = '';
let session = '';
let count = 0;

const cookieOf = (headers: Record<string, unknown>): string =>
  String(headers['set-cookie']).split(';')[0] ?? '';

beforeEach(async () => {
  count += 1;
  email = `dona${count}@padaria.test`;
  const { headers, text } = await people.inject('POST', '/user', {
    payload: { name: 'Padaria', email, password: PASSWORD },
    remoteAddress: '203.0.113.7',
  });
  home = cookieOf(headers);
  session = (JSON.parse(text) as { token: string }).token;
});

const signIn = (remoteAddress: string, cookie = '', password = PASSWORD) =>
  people.inject('POST', '/login', {
    payload: { email, password: base64(password) },
    remoteAddress,
    headers: { 'user-agent': FIREFOX, ...(cookie !== '' && { cookie }) },
  });
const mails = async () => {
  await people.postIsDone();
  return smtp.received.filter((one) => one.recipients.includes(email) && one.subject === SUBJECT);
};
const tokenOf = async (): Promise<string> => {
  const [mailMessage] = await people.lettersTo(email, SUBJECT);
  return /\/unrecognized\/([\w-]{43})\s/.exec(mailMessage?.text ?? '')?.[1] ?? '';
};

test.each([
  ['a known device in a new network', '198.51.100.9', () => home],
  ['a new device in a known network', '203.0.113.200', () => ''],
])('sends no e-mail after a sign-in by %s', async (_, address, cookie) => {
  expect((await signIn(address, cookie())).status).toBe(200);
  expect(await mails()).toEqual([]);
});

test('sends no e-mail for the first sign-in of an account', async () => {
  email = `nova${count}@padaria.test`;
  const passwordHash = await people.session.passwords.hash(PASSWORD);
  await people.seed.person({ email, password_hash: passwordHash });
  expect((await signIn('198.51.100.9')).status).toBe(200);
  expect(await mails()).toEqual([]);
  expect((await signIn('192.0.2.1')).status).toBe(200);
  expect(await mails()).toHaveLength(1);
});

test('notifies once of a new device in a new network, with time, device and address', async () => {
  for (const address of ['198.51.100.9', '198.51.100.10', '198.51.100.9'])
    expect((await signIn(address)).status).toBe(200);
  const [mailMessage, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mailMessage?.text).toContain('Quando: 20/11/2026 09:00');
  expect(mailMessage?.text).toContain('Navegador: Firefox no Linux. Endereço: 198.51.100.9.');
});

test('sends no e-mail for a wrong password', async () => {
  expect((await signIn('198.51.100.9', '', 'Errada#1')).status).toBe(401);
  expect(await mails()).toEqual([]);
});

test('“não fui eu” ends every session, and leads to a new password by e-mail', async () => {
  const foreignToken = (JSON.parse((await signIn('198.51.100.9')).text) as { token: string }).token;
  const token = await tokenOf();
  expect(await people.succeed(readSignInNotice, `/sign-in-notice?token=${token}`)).toMatchObject({
    at: '2026-11-20T12:00:00.000Z',
    device: 'Firefox no Linux',
    address: '198.51.100.9',
  });
  for (const open of [foreignToken, session])
    expect((await people.inject('GET', '/user', { token: open })).status).toBe(200);

  const denied = await people.inject('POST', '/sign-in-notice', { payload: { token } });
  expect(denied.status).toBe(200);
  for (const open of [foreignToken, session])
    expect((await people.inject('GET', '/user', { token: open })).status).toBe(401);
  expect((await signIn('198.51.100.9')).status).toBe(401);
  const [mailMessage] = await people.lettersTo(email, 'Sua conta foi fechada: crie outra senha');
  expect(mailMessage?.text).toMatch(/\/recovery\/[\w-]{43}\s/);
  const again = await people.fail('POST', '/sign-in-notice', { payload: { token } });
  expect(again).toMatchObject({ status: 401, type: 'expired' });
});

test('the link works for a week, and reading it changes nothing', async () => {
  await signIn('198.51.100.9');
  const token = await tokenOf();
  const read = async () => (await people.inject('GET', `/sign-in-notice?token=${token}`)).status;
  people.advance(7 * DAY_MS - 1);
  expect([await read(), await read()]).toEqual([200, 200]);
  people.advance(1);
  expect(await read()).toBe(401);
  people.advance(-7 * DAY_MS);
  for (const none of ['', 'x', 'A'.repeat(43)])
    expect((await people.inject('GET', `/sign-in-notice?token=${none}`)).status).toBe(401);
});
