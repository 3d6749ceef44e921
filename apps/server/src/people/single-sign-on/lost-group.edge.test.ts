import { generateToken } from '@nascente/contract/connections/api-keys';
import { createIntegration } from '@nascente/contract/connections/integrations';
import { createSharedLink } from '@nascente/contract/connections/shared-links';
import { readAuditTrail } from '@nascente/contract/people/audit';
import { readSelf } from '@nascente/contract/people/session';
import { beginSingleSignOn, loginBySingleSignOn } from '@nascente/contract/people/single-sign-on';
import { DAY_MS } from '@nascente/domain/base/time/zone';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { providerGroups } from '../../config-parsers.ts';
import {
  CLIENT,
  jarOf,
  type Person,
  startIdentityProvider,
  visitProvider,
} from '../../testing/identity-provider.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';
import { createTestDatabase } from '../../testing/test-database.ts';

const START = Date.parse('2026-11-20T12:00:00Z');
const PUBLIC_URL = 'https://app.nascente.test';

const provider = await startIdentityProvider(`${PUBLIC_URL}/login`);
afterAll(() => provider.stop());
const config = {
  issuer: provider.issuer,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  label: 'Padaria',
  scopes: 'openid email profile',
  groups: providerGroups('groups:energia-gestores=Manager,energia-parceiros=partner,energia=user'),
  acr: null,
  credentialDays: 30,
};
const database = await createTestDatabase();
const at = new Date(START).toISOString();
/** Providers that issue refresh tokens, and that do not, for one database. */
const renewing = await createTestApi(at, {
  database,
  oidc: { ...config, scopes: `${config.scopes} offline_access` },
});
const plain = await createTestApi(at, { database, oidc: config });
const without = await createTestApi(at, { database });

let people = 0;
let ana: Person;
const setClock = (now: number) => {
  for (const api of [renewing, plain, without]) api.setClock(now);
};
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
  setClock(START);
});

const enter = async (api: TestApi) => {
  const from = { remoteAddress: `10.9.${people}.1` };
  const { body, headers } = await api.inject('POST', '/login/single-sign-on', from);
  const answer = await visitProvider(beginSingleSignOn.answer.parse(body).url, PUBLIC_URL);
  const options = {
    payload: { answer },
    headers: { cookie: jarOf([String(headers['set-cookie'])]) },
    ...from,
  };
  return api.inject('POST', '/login/single-sign-on/answer', options);
};
const entered = async (api: TestApi) => {
  const { status, body } = await enter(api);
  expect([status, body]).toMatchObject([200, { ok: true }]);
  return loginBySingleSignOn.answer.parse(body);
};

/** Makes a key and links of each sort. @returns their answers by kind, as their holders get them. */
const makeCredentials = async (api: TestApi, token: string, ownerId: string) => {
  const establishmentId = await api.seed.establishment({ id: ownerId });
  await api.seed.meter(establishmentId);
  const key = await api.succeed(generateToken, '/user/generate-token', {
    token,
    payload: { name: 'Planilha' },
  });
  const csv = await api.succeed(createIntegration, '/user/integrations', {
    token,
    payload: { kind: 'csv', name: 'CSV' },
  });
  const link = await api.succeed(createSharedLink, '/user/links', {
    token,
    payload: { kind: 'tv', name: 'TV', establishmentId, type: 'eletric', expiresOn: null },
  });
  const statuses = async () => ({
    key: (await api.inject('GET', '/user', { token: key.data.token })).status,
    csv: (await api.raw('GET', `/csv/${csv.key}`)).statusCode,
    link: (await api.inject('GET', `/shared/${link.key}`)).status,
  });
  return { statuses, key: key.data.token };
};

const WORKING = { key: 200, csv: 200, link: 200 };
const OVER = { key: 401, csv: 404, link: 404 };

const countOf = async (accountId: string) =>
  (
    await database.pool.query<{ keys: number }>(
      'select count(*)::int as keys from api_key where account_id = $1',
      [accountId],
    )
  ).rows[0]?.keys;

describe('an identity provider with refresh tokens', () => {
  it('removes keys, links and sessions of an account that left the group, without a sign-in', async () => {
    const { token, user } = await entered(renewing);
    const { statuses } = await makeCredentials(renewing, token, user._id);
    await renewing.checkProvider();
    expect(await statuses()).toEqual(WORKING);
    provider.setPerson({ ...ana, groups: ['padeiros'] });
    await renewing.checkProvider();
    expect(await statuses()).toEqual(OVER);
    expect(await countOf(user._id)).toBe(0);
    expect((await renewing.inject('GET', '/user', { token })).status).toBe(401);
    const admin = await renewing.seed.person({ profile: 'Admin' });
    const trail = await renewing.succeed(readAuditTrail, `/admin/audit?account=${user._id}`, {
      token: admin.token,
    });
    expect(trail.events[0]).toMatchObject({
      action: 'credentials-removed',
      detail: { 'api-key': '1', 'shared-link': '1' },
    });
  });

  it('pauses the credentials of an account removed by the provider until the next sign-in', async () => {
    const { token, user } = await entered(renewing);
    const { statuses, key } = await makeCredentials(renewing, token, user._id);
    provider.removePerson();
    await renewing.checkProvider();
    expect(await statuses()).toEqual(OVER);
    expect(await renewing.fail('GET', '/user', { token: key })).toMatchObject({
      msg: 'Esta chave de API está pausada: quem a criou precisa entrar de novo pela conta da empresa.',
    });
    await renewing.checkProvider();
    expect(await statuses()).toEqual(OVER);
    provider.setPerson(ana);
    await entered(renewing);
    expect(await statuses()).toEqual(WORKING);
  });

  it('checks the other accounts when the provider fails for one of them', async () => {
    await entered(renewing);
    setClock(START + DAY_MS);
    const ben = { ...ana, sub: `ben-${people}`, email: `ben${people}@padaria.test` };
    provider.setPerson(ben);
    const { token, user } = await entered(renewing);
    const { statuses } = await makeCredentials(renewing, token, user._id);
    provider.setPerson({ ...ben, groups: ['padeiros'] });
    provider.failFor(ana.sub);
    await renewing.checkProvider();
    expect(await statuses()).toEqual(OVER);
  });

  it('assigns the profile of the groups at each check', async () => {
    provider.setPerson({ ...ana, groups: ['energia-gestores'] });
    const { token, user } = await entered(renewing);
    expect(user.profile).toBe('Manager');
    provider.setPerson(ana);
    await renewing.checkProvider();
    expect((await renewing.inject('GET', '/user', { token })).status).toBe(401);
    expect((await entered(renewing)).user.profile).toBe('user');
    // A partner has no client users, so a Manager with some stays one.
    provider.setPerson({ ...ana, groups: ['energia-gestores'] });
    const manager = await entered(renewing);
    await renewing.seed.person({ profile: 'client', manager_id: user._id });
    provider.setPerson({ ...ana, groups: ['energia-parceiros'] });
    await renewing.checkProvider();
    const { user: same } = await renewing.succeed(readSelf, '/user', { token: manager.token });
    expect(same.profile).toBe('Manager');
  });

  it('extends the limit at each check, and stores the refresh token encrypted', async () => {
    const { user } = await entered(renewing);
    setClock(START + 20 * DAY_MS);
    await renewing.checkProvider();
    const { rows } = await database.pool.query<{ until: Date; token: Buffer }>(
      `select credentials_until as until, refresh_token as token from account a join provider_identity i on i.account_id = a.id
        where a.id = $1`,
      [user._id],
    );
    expect(rows[0]?.until.getTime()).toBe(START + 50 * DAY_MS);
    expect(rows[0]?.token.length).toBeGreaterThan(28);
    expect(rows[0]?.token.toString('latin1')).not.toMatch(/^[\x20-\x7e]+$/);
  });
});

describe('an identity provider without refresh tokens', () => {
  it('pauses keys and links exactly thirty days after the last sign-in', async () => {
    const { token, user } = await entered(plain);
    expect(user.credentialsUntil).toBe(new Date(START + 30 * DAY_MS).toISOString());
    const { statuses } = await makeCredentials(plain, token, user._id);
    setClock(START + 30 * DAY_MS - 1);
    expect(await statuses()).toEqual(WORKING);
    setClock(START + 30 * DAY_MS);
    expect(await statuses()).toEqual(OVER);
    await entered(plain);
    expect(await statuses()).toEqual(WORKING);
  });
});

describe('the provider configuration', () => {
  it('removes the limit when no provider is configured, and restores it with one', async () => {
    const { token, user } = await entered(plain);
    const { statuses } = await makeCredentials(plain, token, user._id);
    setClock(START + 31 * DAY_MS);
    expect(await statuses()).toEqual(OVER);
    await without.checkProvider();
    expect(await statuses()).toEqual(WORKING);
    await plain.checkProvider();
    expect(await statuses()).toEqual(OVER);
  });

  it('leaves unlinked accounts unchanged', async () => {
    const { id } = await plain.seed.person();
    await plain.checkProvider();
    const { rows } = await database.pool.query('select credentials_until from account where id = $1', [id]);
    expect(rows).toEqual([{ credentials_until: null }]);
  });
});
