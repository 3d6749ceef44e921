import { login } from '@nascente/contract/people/session';
import { signUp } from '@nascente/contract/people/sign-up';
import { beforeEach, expect, test } from 'vitest';
import { createTestPeople } from '../../../testing/seeds/test-people.ts';
import { startTestSmtp } from '../../../testing/test-smtp.ts';

const smtp = await startTestSmtp();
const people = await createTestPeople(smtp);
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

const SUBJECT = 'Muitas tentativas de entrar na sua conta';
const PASSWORD = 'Forno#quente3';
const QUARTER_HOUR = 15 * 60_000;
const UNKNOWN = 'ninguem@padaria.test';

let email = '';
/** The cookie of the browser on which the account was created. */
let knownDevice = '';
let token = '';
let count = 0;
let addresses = 0;

const cookieOf = (headers: Record<string, unknown>): string =>
  String(headers['set-cookie']).split(';')[0] ?? '';
const newAddress = (): string => {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

beforeEach(async () => {
  count += 1;
  email = `pessoa${count}@padaria.test`;
  const payload = { name: 'Padaria', email, password: PASSWORD };
  const { status, headers, text } = await people.inject('POST', '/user', {
    payload,
    remoteAddress: newAddress(),
  });
  expect(status).toBe(201);
  token = signUp.answer.parse(JSON.parse(text)).token;
  knownDevice = cookieOf(headers);
});

interface Attempt {
  readonly password?: string;
  readonly cookie?: string | undefined;
  readonly address?: string;
  readonly to?: string;
}

const signIn = ({ password = PASSWORD, cookie, address = newAddress(), to = email }: Attempt = {}) =>
  people.inject('POST', '/login', {
    payload: { email: to, password: base64(password) },
    remoteAddress: address,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
const statusOf = async (attempt?: Attempt) => (await signIn(attempt)).status;
const guess = async (times: number, attempt: Attempt = {}): Promise<number[]> => {
  const statuses: number[] = [];
  for (let round = 0; round < times; round++)
    statuses.push(await statusOf({ password: `Chute#${round}`, ...attempt }));
  return statuses;
};
const times = (statuses: readonly number[], status: number) =>
  statuses.filter((other) => other === status).length;
const lettersTo = (to: string) =>
  smtp.received.filter(
    (mailMessage) => mailMessage.recipients.includes(to) && mailMessage.subject === SUBJECT,
  );
const knownDevices = async (): Promise<{ token_hash: Buffer }[]> =>
  (
    await people.database.pool.query(
      'select token_hash from known_device d join account a on a.id = d.account_id where email = $1',
      [email],
    )
  ).rows;

test('allows twenty of a thousand guesses from many addresses, then delays each more', async () => {
  const statuses = await guess(1_000);
  expect([times(statuses, 401), times(statuses, 429)]).toEqual([20, 980]);
  const waits: number[] = [];
  while (waits.length < 7) {
    const { status, headers } = await signIn({ password: 'Chute#x' });
    if (status === 401) continue;
    expect(status).toBe(429);
    waits.push(Number(headers['retry-after']));
    people.advance((waits.at(-1) ?? 0) * 1_000);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
  people.advance(2 * QUARTER_HOUR);
  const later = await guess(20);
  expect([times(later, 401), times(later, 429)]).toEqual([1, 19]);
});

test('the owner signs in on a known device while other clients wait, even behind one address', async () => {
  const address = newAddress();
  await guess(30);
  await guess(60, { address, to: 'outra@padaria.test' });
  expect([await statusOf(), await statusOf({ address })]).toEqual([429, 429]);
  expect(await statusOf({ cookie: knownDevice, address })).toBe(200);
  expect(await statusOf({ cookie: `outra=1; ${knownDevice}; mais=2` })).toBe(200);
});

test('counts a known device separately, and only for accounts that know it', async () => {
  const statuses = await guess(7, { cookie: knownDevice });
  expect([times(statuses, 401), times(statuses, 429)]).toEqual([5, 2]);
  expect(await statusOf()).toBe(200);
  const others = await guess(30, { cookie: knownDevice, to: 'outra@padaria.test' });
  expect(times(others, 401)).toBeLessThanOrEqual(20);
});

test('a signed-in account confirms its password while other clients wait', async () => {
  await guess(25);
  const payload = { currentPassword: PASSWORD, password: 'Massa#crua44' };
  expect((await people.inject('POST', '/user/password', { token, payload })).status).toBe(200);
});

test('answers and delays an e-mail without an account identically', async () => {
  const answersTo = async (to: string) => {
    const answers = [];
    for (let round = 0; round < 22; round++) {
      const { status, text, headers } = await signIn({ to, password: 'Chute#1' });
      answers.push([status, text, headers['retry-after'], headers['set-cookie']]);
    }
    return answers;
  };
  const queued = async () => {
    const { rows } = await people.database.pool.query(
      "select data #>> '{about,email}' as email from job.job where data ->> 'kind' = 'sign-in-paused'",
    );
    return rows.map((row) => row.email);
  };
  expect(await answersTo(UNKNOWN)).toEqual(await answersTo(email));
  expect(await queued()).toEqual(expect.arrayContaining([UNKNOWN, email]));
  await people.lettersTo(email, SUBJECT);
  await people.postIsDone();
  expect(lettersTo(UNKNOWN)).toEqual([]);
});

test('sends the e-mail once, with the event and advice', async () => {
  expect(times(await guess(19), 401)).toBe(19);
  await people.postIsDone();
  expect(lettersTo(email)).toEqual([]);
  await guess(10);
  for (let round = 0; round < 4; round++) {
    people.advance(QUARTER_HOUR);
    await guess(2);
  }
  const [mailMessage] = await people.lettersTo(email, SUBJECT);
  await people.postIsDone();
  expect(lettersTo(email)).toHaveLength(1);
  expect(mailMessage?.text).toContain('Nos aparelhos em que você já entrou, nada muda');
  expect(mailMessage?.text).toContain('https://app.nascente.test/account');
});

test('sends no e-mail when the twentieth attempt is right', async () => {
  await guess(19);
  expect(await statusOf()).toBe(200);
  await people.postIsDone();
  expect(lettersTo(email)).toEqual([]);
});

test('the cookie is hidden from scripts and other sites, and its stored hash does not open it', async () => {
  const { headers } = await signIn();
  expect(headers['set-cookie']).toMatch(
    /^nascente-device=[\w-]{43}; Path=\/api; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
  );
  const stored = JSON.stringify((await knownDevices()).map((row) => row.token_hash.toString('latin1')));
  expect(stored).not.toContain(knownDevice.split('=')[1]);
});

test('a device reuses its token for the same account, and a planted token is replaced', async () => {
  expect(cookieOf((await signIn({ cookie: knownDevice })).headers)).toBe(knownDevice);
  const [first, planted] = [email, knownDevice];
  email = 'vizinha@padaria.test';
  const payload = { name: 'Vizinha', email, password: PASSWORD };
  const { headers } = await people.inject('POST', '/user', { payload, headers: { cookie: planted } });
  const renewed = cookieOf(headers);
  expect(renewed).not.toBe(planted);
  await guess(25);
  expect([await statusOf({ cookie: planted }), await statusOf({ cookie: renewed })]).toEqual([429, 200]);
  email = first;
  await guess(25);
  expect(await statusOf({ cookie: renewed })).toBe(200);
});

test('after a password change only the device that changed it stays known', async () => {
  const other = cookieOf((await signIn()).headers);
  const payload = { currentPassword: PASSWORD, password: 'Massa#crua44' };
  const changed = await people.inject('POST', '/user/password', {
    token,
    payload,
    headers: { cookie: knownDevice },
  });
  expect([changed.status, cookieOf(changed.headers)]).toEqual([200, knownDevice]);
  expect(await knownDevices()).toHaveLength(1);
  await guess(25);
  const password = 'Massa#crua44';
  expect([
    await statusOf({ cookie: other, password }),
    await statusOf({ cookie: knownDevice, password }),
  ]).toEqual([429, 200]);
});

test('ending every session of an account removes its known devices', async () => {
  const { rows } = await people.database.pool.query('select id from account where email = $1', [email]);
  await people.session.session.endAllOf(String(rows[0]?.id));
  expect(await knownDevices()).toEqual([]);
  await guess(25);
  expect(await statusOf({ cookie: knownDevice })).toBe(429);
});

test('a recovered password makes only its own device known', async () => {
  await guess(25);
  await people.inject('POST', `/user/password/recovery/${encodeURIComponent(email)}`);
  const [mailMessage] = await people.lettersTo(email, 'Refaça sua senha');
  const [, link = ''] = /recovery\/([\w-]{43})/.exec(mailMessage?.text ?? '') ?? [];
  const password = 'Massa#crua44';
  const changed = await people.inject('POST', `/user/password/change?token=${link}`, {
    payload: { email, password },
  });
  const cookie = cookieOf(changed.headers);
  expect([await statusOf({ cookie: knownDevice, password }), await statusOf({ cookie, password })]).toEqual([
    429, 200,
  ]);
});

test('an account has at most fifty known devices, the last used ones', async () => {
  people.advance(1_000);
  const payload = { email, password: base64(PASSWORD) };
  for (let round = 0; round < 50; round++) {
    people.advance(1_000);
    await people.succeed(login, '/login', { payload });
  }
  expect(await knownDevices()).toHaveLength(50);
  await guess(25);
  expect(await statusOf({ cookie: knownDevice })).toBe(429);
});
