import { readAuditTrail } from '@nascente/contract/people/audit';
import { login, loginByToken, logout, readLoginWays, readSelf } from '@nascente/contract/people/session';
import { beginSingleSignOn, loginBySingleSignOn } from '@nascente/contract/people/single-sign-on';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { providerGroups } from '../../config-parsers.ts';
import {
  CLIENT,
  jarOf,
  type Person,
  startIdentityProvider,
  visitProvider,
} from '../../testing/identity-provider.ts';
import { createTestApi } from '../../testing/test-api.ts';

const START = '2026-11-20T12:00:00Z';
const PASSWORD = 'Nascente#2026 é água';
const PUBLIC_URL = 'https://app.nascente.test';
const encoded = Buffer.from(PASSWORD).toString('base64');
const HOUR_MS = 3_600_000;

const provider = await startIdentityProvider(`${PUBLIC_URL}/login`);
afterAll(() => provider.stop());
const config = {
  issuer: provider.issuer,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  label: 'Padaria',
  scopes: 'openid email profile',
  groups: providerGroups(
    'groups:energia-admins=Admin,energia-gestores=Manager,energia-parceiros=partner,energia=user',
  ),
  acr: 'gold',
  credentialDays: 30,
};
const api = await createTestApi(START, { oidc: config });
await api.startJobs();

let people = 0;
let ana: Person;

const from = () => ({ remoteAddress: `10.9.${people}.1` });

beforeEach(() => {
  people += 1;
  ana = {
    sub: `ana-${people}`,
    email: `ana${people}@padaria.test`,
    email_verified: true,
    name: 'Ana Lima',
    groups: ['energia'],
  };
  provider.setPerson(ana);
});

const begin = async (on = api) => {
  const { body, headers } = await on.inject('POST', '/login/single-sign-on', from());
  const { url } = beginSingleSignOn.answer.parse(body);
  return { url, cookie: jarOf([String(headers['set-cookie'])]), setCookie: String(headers['set-cookie']) };
};
const finish = (answer: string, cookie: string, on = api) =>
  on.inject('POST', '/login/single-sign-on/answer', { payload: { answer }, headers: { cookie }, ...from() });

/** All of it, as one browser does it. */
const enter = async (on = api) => {
  const { url, cookie } = await begin(on);
  return finish(await visitProvider(url, PUBLIC_URL), cookie, on);
};
const entered = async (on = api) => {
  const { status, body } = await enter(on);
  expect(body).toMatchObject({ ok: true });
  expect(status).toBe(200);
  return loginBySingleSignOn.answer.parse(body);
};
const ownAccount = (more: Record<string, unknown> = {}) =>
  api.seed.person({
    email: String(ana['email']),
    password_hash: sharedHash,
    email_confirmed_at: new Date(START),
    ...more,
  });
const sharedHash = await api.session.passwords.hash(PASSWORD);

describe('the start of single sign-on', () => {
  it('returns the name of the provider, or null and 404 without one', async () => {
    expect(await api.succeed(readLoginWays, '/login/ways')).toMatchObject({ singleSignOn: 'Padaria' });
    const without = await createTestApi(START);
    expect(await without.succeed(readLoginWays, '/login/ways')).toMatchObject({ singleSignOn: null });
    expect((await without.fail('POST', '/login/single-sign-on')).status).toBe(404);
    const answer = { payload: { answer: 'code=a&state=b' } };
    expect((await without.fail('POST', '/login/single-sign-on/answer', answer)).status).toBe(404);
  });

  it('requests a code with PKCE, state and nonce, and sets a protected cookie', async () => {
    const { url, setCookie } = await begin();
    const requested = Object.fromEntries(new URL(url).searchParams);
    expect(requested).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: `${PUBLIC_URL}/login`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      acr_values: 'gold',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(requested[name]?.length).toBeGreaterThanOrEqual(43);
    expect(setCookie).toMatch(
      /; Path=\/api\/login\/single-sign-on; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  it('answers 503 with a readable message while the provider is away', async () => {
    const away = await createTestApi(START, { oidc: { ...config, issuer: 'http://127.0.0.1:9' } });
    const refused = await away.fail('POST', '/login/single-sign-on');
    expect(refused).toMatchObject({
      status: 503,
      msg: 'A entrada pela conta da empresa não responde agora. Tente de novo em instantes.',
    });
  });
});

describe('the return from the provider', () => {
  it('creates an account with the profile of the group, and records the provider in the trail', async () => {
    provider.setPerson({ ...ana, given_name: 'Ana', family_name: 'Lima', groups: ['energia-gestores'] });
    const { user, token } = await entered();
    expect(user).toMatchObject({
      email: ana['email'],
      firstName: 'Ana',
      lastName: 'Lima',
      profile: 'Manager',
      active: true,
    });
    expect((await api.succeed(readSelf, '/user', { token })).user._id).toBe(user._id);
    const admin = await api.seed.person({ profile: 'Admin' });
    const { events } = await api.succeed(readAuditTrail, `/admin/audit?account=${user._id}`, {
      token: admin.token,
    });
    expect(events.map(({ action }) => action)).toEqual([
      'signed-in',
      'provider-linked',
      'provider-account-made',
    ]);
    expect(events[0]?.detail).toEqual({ by: 'provider' });
  });

  it('recognises the account by its subject, also with another e-mail', async () => {
    const { user } = await entered();
    provider.setPerson({ ...ana, email: 'outro@padaria.test', email_verified: false });
    expect((await entered()).user._id).toBe(user._id);
  });

  it('links the account of a confirmed e-mail, whose password no longer signs in', async () => {
    const { id } = await ownAccount();
    const payload = { email: String(ana['email']), password: encoded };
    const before = await api.succeed(login, '/login', { payload, ...from() });
    expect((await entered()).user._id).toBe(id);
    expect((await api.inject('GET', '/user', { token: before.token })).status).toBe(401);
    // A correct guess of the password reveals nothing.
    const right = await api.fail('POST', '/login', { payload, ...from() });
    expect(right).toMatchObject({
      status: 401,
      msg: 'E-mail ou senha incorretos. Se a sua conta é da empresa, use o botão "Entrar com Padaria".',
    });
    const wrong = { ...payload, password: Buffer.from('outra').toString('base64') };
    const refused = { status: right.status, type: right.type, msg: right.msg };
    expect(await api.fail('POST', '/login', { payload: wrong, ...from() })).toMatchObject(refused);
    const noAccount = { ...payload, email: 'ninguem@padaria.test' };
    expect(await api.fail('POST', '/login', { payload: noAccount, ...from() })).toMatchObject(refused);
  });

  it('refuses a password sign-in that runs while its account is linked', async () => {
    const { id } = await ownAccount();
    const linking = await api.database.pool.connect();
    try {
      await linking.query('begin');
      await linking.query('select 1 from account where id = $1 for no key update', [id]);
      await linking.query(
        'insert into provider_identity (issuer, subject, account_id, linked_at, confirmed_at) values ($1, $2, $3, now(), now())',
        [config.issuer, ana.sub, id],
      );
      const payload = { email: String(ana['email']), password: encoded };
      const signingIn = api.inject('POST', '/login', { payload, ...from() });
      await expect
        .poll(
          async () => {
            const { rows } = await api.database.pool.query(
              `select 1 from pg_stat_activity
             where wait_event_type = 'Lock' and query like '%"account"%for share%' and datname = current_database()`,
            );
            return rows.length;
          },
          { timeout: 10_000 },
        )
        .toBe(1);
      await linking.query('commit');
      expect((await signingIn).status).toBe(401);
    } finally {
      linking.release();
    }
    const opened = await api.database.pool.query(
      'select 1 from session where account_id = $1 and address = $2',
      [id, from().remoteAddress],
    );
    expect(opened.rows).toEqual([]);
  });

  it.each([
    ['an account that is disabled', { disabled_at: new Date() }, {}, /desativada/],
    ['an e-mail that the provider has not seen to be theirs', {}, { email_verified: false }, /não confirma/],
    ['an e-mail that the provider does not tell', {}, { email: undefined }, /não confirma/],
  ])('does not link %s', async (_, account, claims, text) => {
    await ownAccount(account);
    provider.setPerson({ ...ana, ...claims });
    const { status, body } = await enter();
    expect(status).toBe(403);
    expect(body).toMatchObject({ msg: expect.stringMatching(text) as string });
    const { rows } = await api.database.pool.query('select 1 from provider_identity where subject = $1', [
      ana.sub,
    ]);
    expect(rows).toEqual([]);
  });

  it('removes credentials created before an unconfirmed account is linked', async () => {
    const { id } = await ownAccount({ email_confirmed_at: null });
    const { pool } = api.database;
    await pool.query(
      `insert into api_key (account_id, name, prefix, key_hash, scopes, created_at)
        values ($1, 'estranho', 'nsk_', 'hash-of-a-stranger', '{}', now())`,
      [id],
    );
    await pool.query(
      `insert into alert_webhook (account_id, url, secret, created_at) values ($1, 'https://estranho.test', 's', now())`,
      [id],
    );
    const before = await pool.query('select password_hash from account where id = $1', [id]);
    provider.setPerson(ana);
    expect((await entered()).user).toMatchObject({ _id: id, active: true });
    const left = await pool.query(
      `select (select count(*)::int from api_key where account_id = $1) as keys,
        (select count(*)::int from alert_webhook where account_id = $1) as webhooks`,
      [id],
    );
    expect(left.rows).toEqual([{ keys: 0, webhooks: 0 }]);
    const after = await pool.query('select password_hash from account where id = $1', [id]);
    expect(after.rows).not.toEqual(before.rows);
  });

  it('does not link a client of a Manager, nor an account with another subject', async () => {
    const manager = await api.seed.person({ profile: 'Manager' });
    await ownAccount({ profile: 'client', manager_id: manager.id });
    expect(await enter()).toMatchObject({ status: 403 });
    people += 1;
    const other = { ...ana, sub: 'outra-ana', email: `ana${people}@padaria.test` };
    provider.setPerson(other);
    await entered();
    provider.setPerson({ ...other, sub: 'mais-uma-ana' });
    expect(await enter()).toMatchObject({ status: 409 });
  });

  it('refuses an account without a group, and ends its sessions', async () => {
    const { token } = await entered();
    provider.setPerson({ ...ana, groups: ['padeiros'] });
    expect(await enter()).toMatchObject({
      status: 403,
      body: {
        msg: 'Sua conta da empresa não está em um grupo que usa este sistema. Fale com quem a administra.',
      },
    });
    expect((await api.inject('GET', '/user', { token })).status).toBe(401);
  });

  it('removes keys and links when the account leaves the group', async () => {
    const { user } = await entered();
    const { pool } = api.database;
    const countKeys = async () =>
      (await pool.query('select 1 from api_key where account_id = $1', [user._id])).rowCount;
    await pool.query(
      `insert into api_key (account_id, name, prefix, key_hash, scopes, created_at)
        values ($1, 'planilha', 'nsk_', 'hash-of-a-leaver', '{}', now())`,
      [user._id],
    );
    await entered();
    expect(await countKeys()).toBe(1);
    provider.setPerson({ ...ana, groups: ['padeiros'] });
    expect((await enter()).status).toBe(403);
    expect(await countKeys()).toBe(0);
  });

  it('assigns the profile of the group at each sign-in, and ends sessions with another', async () => {
    const { token, user } = await entered();
    expect(user.profile).toBe('user');
    provider.setPerson({ ...ana, groups: ['energia-gestores', 'energia'] });
    const promoted = await entered();
    expect(promoted.user).toMatchObject({ _id: user._id, profile: 'Manager' });
    expect((await api.inject('GET', '/user', { token })).status).toBe(401);
    const client = await api.seed.person({ profile: 'client', manager_id: user._id });
    provider.setPerson({ ...ana, groups: ['energia-parceiros'] });
    expect(await enter()).toMatchObject({ status: 409 });
    provider.setPerson(ana);
    expect((await entered()).user.profile).toBe('user');
    await api.database.pool.query('delete from account where id = $1', [client.id]);
    provider.setPerson({ ...ana, groups: ['energia-parceiros'] });
    expect((await entered()).user.profile).toBe('partner');
  });

  it('the session ends after half a day despite use', async () => {
    const { token } = await entered();
    const start = Date.parse(START);
    for (const hours of [6, 11]) {
      api.setClock(start + hours * HOUR_MS);
      expect((await api.inject('GET', '/user', { token })).status).toBe(200);
    }
    api.setClock(start + 12 * HOUR_MS + 1_000);
    expect((await api.inject('GET', '/user', { token })).status).toBe(401);
    api.setClock(START);
  });
});

describe('refused single sign-on answers', () => {
  const msg = 'Esta entrada não começou neste navegador, ou demorou mais de dez minutos. Comece de novo.';

  it('refuses another browser, a second use, another state, and a late answer', async () => {
    const [mine, others] = [await begin(), await begin()];
    const answer = await visitProvider(mine.url, PUBLIC_URL);
    expect(await finish(answer, others.cookie)).toMatchObject({ status: 409, body: { msg } });
    expect(await finish(answer, '')).toMatchObject({ status: 409, body: { msg } });
    expect(await finish(answer.replace(/state=[^&]+/, 'state=x'), mine.cookie)).toMatchObject({
      status: 409,
    });
    expect((await finish(answer, mine.cookie)).status).toBe(200);
    expect((await finish(answer, mine.cookie)).status).toBe(409);
    const late = await begin();
    const lateAnswer = await visitProvider(late.url, PUBLIC_URL);
    api.setClock(Date.parse(START) + 11 * 60_000);
    expect(await finish(lateAnswer, late.cookie)).toMatchObject({ status: 409, body: { msg } });
    api.setClock(START);
  });

  it('refuses an invalid code, one of another attempt, and another issuer', async () => {
    const first = await begin();
    const second = await begin();
    const code = new URLSearchParams(await visitProvider(first.url, PUBLIC_URL)).get('code') ?? '';
    const swapped = new URLSearchParams(await visitProvider(second.url, PUBLIC_URL));
    swapped.set('code', code);
    expect(await finish(swapped.toString(), second.cookie)).toMatchObject({
      status: 401,
      body: { msg: 'A conta da empresa não confirmou quem você é. Comece de novo.' },
    });
    const third = await begin();
    const elsewhere = new URLSearchParams(await visitProvider(third.url, PUBLIC_URL));
    elsewhere.set('iss', 'https://golpe.example');
    expect((await finish(elsewhere.toString(), third.cookie)).status).toBe(401);
  });

  it('refuses with a readable message an account that the provider refuses', async () => {
    provider.refuse();
    expect(await enter()).toMatchObject({
      status: 403,
      body: { msg: 'A conta da empresa não deixou você entrar. Fale com quem a administra.' },
    });
  });
});

describe('signing out of single sign-on', () => {
  it('returns the logout address of the provider to its own sessions only', async () => {
    const { token } = await entered();
    const { leaveAt } = await api.succeed(logout, '/logout', { token });
    const url = new URL(leaveAt ?? '');
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: CLIENT.id,
      post_logout_redirect_uri: `${PUBLIC_URL}/login`,
    });
    expect((await api.inject('POST', '/login/token', { token })).status).toBe(401);
    const other = await api.seed.person();
    expect(await api.succeed(logout, '/logout', { token: other.token })).toEqual({ ok: true, leaveAt: null });
  });
});

describe('the provider with a mandatory second step for Admins', async () => {
  const strict = await createTestApi(START, { oidc: config, isAdminHeld: true });
  await strict.startJobs();

  it.each([
    ['none', {}, 403],
    ['one factor', { amr: ['pwd'] }, 403],
    ['several factors', { amr: ['pwd', 'mfa'] }, 200],
    ['what was agreed on', { acr: 'gold' }, 200],
  ])('accepts the second step of the provider: %s', async (_, way, status) => {
    provider.setPerson({ ...ana, groups: ['energia-admins'] }, way);
    const answer = await enter(strict);
    expect(answer.status).toBe(status);
    if (status !== 200) return;
    const { token } = loginBySingleSignOn.answer.parse(answer.body);
    expect((await strict.inject('GET', '/admin/users', { token })).status).toBe(200);
    await strict.succeed(loginByToken, '/login/token', { token });
  });
});
