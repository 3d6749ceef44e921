import { login, loginByToken, logout, readSelf } from '@nascente/contract/people/session';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const START = Date.parse('2026-11-20T12:00:00Z');
const PASSWORD = 'Nascente#2026 é água';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

let api: TestApi;
let email: string;
let accounts = 0;
let address = 0;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
});

beforeEach(async () => {
  api.setClock(START);
  email = `pessoa${++accounts}@padaria.test`;
  await api.seed.person({ email, password_hash: await api.session.passwords.hash(PASSWORD) });
  address += 1;
});

const from = (last = address) => ({ remoteAddress: `10.1.${last}.1` });
const signIn = (password = PASSWORD, more = {}) =>
  api.inject('POST', '/login', { payload: { email, password: base64(password) }, ...from(), ...more });
const tokenOf = async (keep = false): Promise<string> =>
  (
    await api.succeed(login, '/login', {
      payload: { email, password: base64(PASSWORD), keep },
      ...from(),
    })
  ).token;

describe('signing in', () => {
  it('refuses a password that is replaced during the sign-in', async () => {
    const { pool } = api.database;
    const change = await pool.connect();
    await change.query('begin');
    await change.query("update account set password_hash = 'another' where email = $1", [email]);
    const signingIn = signIn();
    const waiting = `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rows).toEqual([{ waiting: 1 }]);
    await change.query('commit');
    change.release();
    expect((await signingIn).status).toBe(401);
  });

  it('counts attempts behind a proxy by the address that the proxy saw', async () => {
    const attempt = (forwarded: string) =>
      signIn('errada', { headers: { 'x-forwarded-for': `${forwarded}, 203.0.113.${address}` } });
    const tried: number[] = [];
    for (const address of ['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4', '5.5.5.5', '6.6.6.6'])
      tried.push((await attempt(address)).status);
    expect(tried).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('refuses an e-mail with a NUL as invalid input', async () => {
    const payload = { email: 'a\0@padaria.test', password: base64(PASSWORD) };
    expect(await api.fail('POST', '/login', { payload, ...from() })).toMatchObject({
      status: 400,
      type: 'validation',
      errors: [{ path: 'email' }],
    });
  });

  it('returns a token and the account, without any part of the password', async () => {
    const { token, user } = await api.succeed(login, '/login', {
      payload: { email: ` ${email.toUpperCase()} `, password: base64(PASSWORD) },
    });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(user).toMatchObject({ email, profile: 'user', active: false, brand: 'first' });
    expect(JSON.stringify(user)).not.toContain('argon2');
    const self = await api.succeed(readSelf, '/user', { token });
    expect(self.user).toEqual(user);
  });

  it('stores neither the token nor the password', async () => {
    const token = await tokenOf();
    const { rows } = await api.database.pool.query(
      `select a.password_hash, encode(s.token_hash, 'escape') as hash from session s join account a on a.id = s.account_id
       where a.email = $1`,
      [email],
    );
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(PASSWORD);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('refuses a wrong password and an unknown e-mail with the same text', async () => {
    const wrong = await api.fail('POST', '/login', {
      payload: { email, password: base64('outra') },
      ...from(),
    });
    const unknown = await api.fail('POST', '/login', {
      payload: { email: 'ninguem@padaria.test', password: base64(PASSWORD) },
      ...from(),
    });
    expect(wrong).toMatchObject({ status: 401, type: 'error', ok: false });
    expect({ ...unknown, headers: null }).toEqual({ ...wrong, headers: null });
  });

  it('takes as long for an unknown e-mail as for a wrong password', async () => {
    const timeOf = async (requested: string, round: number) => {
      const payload = { email: requested, password: base64('outra') };
      const started = performance.now();
      await api.inject('POST', '/login', { payload, remoteAddress: `10.2.${address}.${round}` });
      return performance.now() - started;
    };
    // In turn, and the shortest of each: whatever else the machine does makes both longer, and neither shorter.
    const [wrong, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 5; round++) {
      wrong.push(await timeOf(email, round));
      unknown.push(await timeOf('ninguem@padaria.test', round));
    }
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...wrong) / 3);
    expect(Math.min(...unknown)).toBeLessThan(Math.min(...wrong) * 3);
  });

  it.each([
    ['not base64', { password: 'senha comum' }],
    ['not UTF-8', { password: Buffer.from([0xff, 0xfe, 0xfd]).toString('base64') }],
    ['empty', { password: '' }],
    ['a field too many', { password: base64(PASSWORD), admin: true }],
    ['no e-mail', { password: base64(PASSWORD), email: undefined }],
  ])('refuses a body with %s', async (_, payload) => {
    const refused = await api.fail('POST', '/login', { payload: { email, ...payload }, ...from() });
    expect(refused).toMatchObject({ status: 400, type: 'validation' });
  });

  it('refuses a disabled account like a wrong password', async () => {
    await api.database.pool.query('update account set disabled_at = now() where email = $1', [email]);
    expect(await signIn()).toMatchObject({ status: 401, body: { type: 'error' } });
  });
});

describe('throttling of sign-ins', () => {
  it('delays repeated failures, returns the delay, and doubles it', async () => {
    for (let attempt = 0; attempt < 5; attempt++) expect((await signIn('outra')).status).toBe(401);
    const refused = await signIn();
    expect(refused).toMatchObject({ status: 429, body: { ok: false, type: 'limit' } });
    expect(Number(refused.headers['retry-after'])).toBe(30);
    api.setClock(START + 31_000);
    expect((await signIn('outra')).status).toBe(401);
    expect((await signIn()).headers['retry-after']).toBe('60');
    api.setClock(START + 31_000 + 61_000);
    expect((await signIn()).status).toBe(200);
  });

  it('allows a sign-in from another address meanwhile', async () => {
    for (let attempt = 0; attempt < 6; attempt++) await signIn('outra');
    expect((await signIn()).status).toBe(429);
    expect((await signIn(PASSWORD, { remoteAddress: '192.0.2.7' })).status).toBe(200);
  });

  it('counts simultaneous attempts', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn('outra')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('delays an address that tries many accounts', async () => {
    const attempts = Array.from({ length: 51 }, (_, index) => ({
      payload: { email: `alvo${index}@padaria.test`, password: base64('outra') },
      ...from(),
    }));
    const statuses = [];
    for (const attempt of attempts) statuses.push((await api.inject('POST', '/login', attempt)).status);
    expect(statuses.slice(0, 50)).toEqual(Array(50).fill(401));
    expect(statuses[50]).toBe(429);
  });
});

describe('a session', () => {
  it('continues a session by its token', async () => {
    const token = await tokenOf();
    const again = await api.succeed(loginByToken, '/login/token', { token });
    expect(again.token).toBe(token);
    const bearer = await api.inject('GET', '/user', { headers: { authorization: `Bearer ${token}` } });
    expect(bearer.status).toBe(200);
  });

  it.each([
    ['none', undefined],
    ['malformed', 'x'],
    ['unknown', 'A'.repeat(43)],
  ])('requires a token, and refuses %s', async (_, token) => {
    const options = token === undefined ? {} : { token };
    const expired = { status: 401, type: 'expired' };
    expect(await api.fail('GET', '/user', options)).toMatchObject(expired);
    expect(await api.fail('POST', '/login/token', options)).toMatchObject(expired);
    if (token)
      expect((await api.fail('GET', '/user', options)).msg).toBe('Sessão expirada. Logue novamente.');
  });

  it('ends at logout, also when it was verified just before', async () => {
    const token = await tokenOf();
    const other = await tokenOf();
    await api.succeed(readSelf, '/user', { token });
    await api.succeed(logout, '/logout', { token });
    expect(await api.fail('GET', '/user', { token })).toMatchObject({ status: 401, type: 'expired' });
    await api.succeed(readSelf, '/user', { token: other });
  });

  it('ends at logout for calls still running', async () => {
    const token = await tokenOf();
    const calls = Array.from({ length: 20 }, () => api.inject('GET', '/user', { token }));
    await api.succeed(logout, '/logout', { token });
    await Promise.all(calls);
    expect((await api.inject('GET', '/user', { token })).status).toBe(401);
  });

  it('ends together with all sessions of the account', async () => {
    const token = await tokenOf();
    const { user } = await api.succeed(readSelf, '/user', { token });
    await api.session.session.endAllOf(user._id);
    expect((await api.inject('GET', '/user', { token })).status).toBe(401);
  });

  it('ends after 90 days despite use', async () => {
    const retained = await tokenOf(true);
    const use = async (day: number) => {
      api.setClock(START + day * 86_400_000);
      return (await api.inject('GET', '/user', { token: retained })).status;
    };
    for (let day = 5; day < 90; day += 5) expect(await use(day)).toBe(200);
    expect(await use(89.9)).toBe(200);
    expect(await use(90)).toBe(401);
  });

  it('ends after 12 hours without use, is extended by use, and lasts 30 days when remembered', async () => {
    const [used, unused, retained] = [await tokenOf(), await tokenOf(), await tokenOf(true)];
    const hour = 3_600_000;
    api.setClock(START + 11 * hour);
    await api.succeed(readSelf, '/user', { token: used });
    api.setClock(START + 13 * hour);
    expect((await api.inject('GET', '/user', { token: unused })).status).toBe(401);
    await api.succeed(readSelf, '/user', { token: used });
    api.setClock(START + 29 * 24 * hour);
    await api.succeed(readSelf, '/user', { token: retained });
    api.setClock(START + 60 * 24 * hour);
    expect((await api.inject('GET', '/user', { token: retained })).status).toBe(401);
  });

  it('updates the last use at most once a minute', async () => {
    const token = await tokenOf();
    const lastUse = async (): Promise<number> =>
      (
        await api.database.pool.query(
          'select max(last_used_at) as last_used_at from session s join account a on a.id = s.account_id where email = $1',
          [email],
        )
      ).rows[0].last_used_at.getTime();
    api.setClock(START + 59_000);
    await api.succeed(readSelf, '/user', { token });
    expect(await lastUse()).toBe(START);
    api.setClock(START + 60_000);
    await api.succeed(readSelf, '/user', { token });
    expect(await lastUse()).toBe(START + 60_000);
  });
});
