import {
  allowKeyRate,
  generateToken,
  listApiKeys,
  listKeysOfPerson,
  revokeApiKey,
} from '@nascente/contract/connections/api-keys';
import { readSelf } from '@nascente/contract/people/session';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-20T12:00:00Z';
const ABSENT = '01a00000-0000-7000-8000-000000000000';

let api: TestApi;
let ana: SeededPerson;
let meter: SeededMeter;
let establishment: string;

beforeAll(async () => {
  api = await createTestApi(NOW);
});

beforeEach(async () => {
  api.setClock(NOW);
  ana = await api.seed.person({ first_name: 'Ana' });
  establishment = await api.seed.establishment(ana);
  meter = await api.seed.meter(establishment);
});

const create = async (payload: object = {}, { token } = ana): Promise<string> =>
  (await api.succeed(generateToken, '/user/generate-token', { token, payload })).data.token;
const keysOf = async ({ token } = ana) =>
  (await api.succeed(listApiKeys, '/user/api-keys', { token })).apiKeys;
const statusOf = async (token: string, url = '/user') => (await api.inject('GET', url, { token })).status;

describe('an API key', () => {
  it('an API key is shown once, listed by its first characters, and stored as a hash', async () => {
    const key = await create({ name: ' Planilha ' });
    expect(key).toMatch(/^nsk_[\w-]{43}$/);
    expect(await keysOf()).toEqual([
      {
        id: expect.any(String),
        name: 'Planilha',
        prefix: key.slice(0, 10),
        scopes: ['read-measures', 'read-bills', 'read-alerts'],
        createdAt: '2026-11-20T12:00:00.000Z',
        lastUsed: null,
        // To the end of the day in São Paulo, a year from now.
        expiresAt: '2027-11-21T03:00:00.000Z',
        perMinute: 600,
        allowedPerMinute: 600,
        limitedAt: null,
      },
    ]);
    const { rows } = await api.database.pool.query(
      'select k::text as text, length(key_hash) as bytes from api_key k where account_id = $1',
      [ana.id],
    );
    expect(rows[0].bytes).toBe(32);
    expect(rows[0].text).not.toContain(key.slice(12));
  });

  it('creates an API key without a body under a default name', async () => {
    const { data } = await api.succeed(generateToken, '/user/generate-token', { token: ana.token });
    expect(data.token).toMatch(/^nsk_/);
    expect(await keysOf()).toMatchObject([{ name: 'Chave de API' }]);
  });

  it('an API key reads the data of its owner through either header', async () => {
    const key = await create();
    const { user } = await api.succeed(readSelf, '/user', { token: key });
    expect(user._id).toBe(ana.id);
    expect(await statusOf(key, `/board/${meter.mac}`)).toBe(200);
    const bearer = await api.inject('GET', '/installation-meter', {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(bearer.status).toBe(200);
    const otherAccount = await api.seed.meter(await api.seed.establishment(await api.seed.person()));
    expect(await statusOf(key, `/board/${otherAccount.mac}`)).toBe(404);
  });

  it('an API key writes nothing unless it was created to write', async () => {
    const install = async (token: string) => {
      const payload = { locationCode: establishment, name: 'Forno', meter: await api.seed.board() };
      return (await api.inject('POST', '/installation-meter', { token, payload })).status;
    };
    const rename = async (token: string) =>
      (await api.inject('PATCH', '/user', { token, payload: { firstName: 'Outra' } })).status;
    const [reading, writing] = [await create(), await create({ write: true })];
    expect([await install(reading), await rename(reading)]).toEqual([403, 403]);
    expect([await install(writing), await rename(writing)]).toEqual([201, 200]);
  });

  it('a writing API key can neither create keys, end sessions nor delete the account', async () => {
    const key = await create({ write: true });
    for (const [method, url] of [
      ['POST', '/user/generate-token'],
      ['GET', '/user/api-keys'],
      ['DELETE', `/user/api-keys/${ABSENT}`],
      ['POST', '/login/token'],
      ['POST', '/logout'],
      ['DELETE', '/user/sessions'],
      ['GET', '/user/export'],
      ['DELETE', '/user'],
    ] as const) {
      const refused = await api.fail(method, url, { token: key });
      expect([url, refused.status, refused.type]).toEqual([url, 403, 'forbidden']);
    }
  });

  it('an API key of an Admin cannot change the profile of an account', async () => {
    const admin = await api.seed.person({ profile: 'Admin' });
    const key = await create({ write: true }, admin);
    expect(await statusOf(key, '/admin/users')).toBe(200);
    const payload = { profile: 'Admin' };
    expect((await api.fail('PATCH', `/admin/users/${ana.id}`, { token: key, payload })).status).toBe(403);
  });

  it('an API key of a client user is read-only', async () => {
    const client = await api.seed.person({ profile: 'client' });
    expect(await statusOf(await create({}, client))).toBe(200);
    const refused = await api.fail('POST', '/user/generate-token', {
      token: client.token,
      payload: { write: true },
    });
    expect(refused).toMatchObject({ status: 403, msg: 'Seu perfil só permite chaves de leitura.' });
  });

  it('shows when an API key was last used', async () => {
    const key = await create();
    await statusOf(key);
    expect(await keysOf()).toMatchObject([{ lastUsed: '2026-11-20T12:00:00.000Z' }]);
    api.setClock('2026-11-20T12:30:00Z');
    await statusOf(key);
    expect(await keysOf()).toMatchObject([{ lastUsed: '2026-11-20T12:30:00.000Z' }]);
  });

  it('an API key allows its scopes only, and a refusal names the missing scope', async () => {
    const key = await create({ scopes: ['read-bills'] });
    expect(await statusOf(key, '/tax')).toBe(200);
    expect(await statusOf(key)).toBe(200);
    const url = `/board/${meter.mac}/export?start=2026-11-01&end=2026-11-02`;
    expect(await api.fail('GET', url, { token: key })).toMatchObject({
      status: 403,
      type: 'forbidden',
      msg: 'Falta a esta chave de API a permissão "Ler medidas" (read-measures). Crie em Conta uma chave que a tenha.',
    });
  });

  it('refuses an API key with a scope above the profile of its owner', async () => {
    const payload = { scopes: ['read-measures', 'administer'] };
    expect(await api.fail('POST', '/user/generate-token', { token: ana.token, payload })).toMatchObject({
      status: 403,
      msg: 'Seu perfil não permite chaves com a permissão "Administrar".',
    });
  });

  it('an API key expires after its last day, and the refusal shows the date', async () => {
    const key = await create({ expiresOn: '2026-11-22' });
    api.setClock('2026-11-23T02:59:59Z');
    expect(await statusOf(key)).toBe(200);
    api.setClock('2026-11-23T03:00:00Z');
    expect(await api.fail('GET', '/user', { token: key })).toMatchObject({
      status: 401,
      type: 'expired',
      msg: 'Esta chave de API venceu em 22/11/2026. Crie outra em Conta.',
    });
  });

  it('an API key never expires when no end is chosen', async () => {
    const key = await create({ expiresOn: null });
    api.setClock('2048-11-20T12:00:00Z');
    expect(await statusOf(key)).toBe(200);
  });

  it('refuses an API key with an expiry date in the past', async () => {
    const payload = { expiresOn: '2026-11-19' };
    const refused = await api.fail('POST', '/user/generate-token', { token: ana.token, payload });
    expect(refused).toMatchObject({ status: 400, errors: [{ path: 'expiresOn' }] });
  });
});

describe('the e-mail before a key expires', () => {
  const mails = async (): Promise<{ subject: string; plain: string }[]> => {
    const { rows } = await api.database.pool.query(
      'select subject, plain from mailbox_letter where recipient = $1 order by written_at',
      [ana.email],
    );
    return rows;
  };

  it('sends the expiry e-mail once, a week before', async () => {
    await api.startJobs();
    await create({ name: 'Planilha', expiresOn: '2026-12-20' });
    await create({ name: 'Curta', expiresOn: '2026-11-22' });
    await create({ name: 'Eterna', expiresOn: null });
    api.setClock('2026-12-14T02:00:00Z');
    await api.notifyEndingKeys();
    expect(await mails()).toEqual([]);
    api.setClock('2026-12-14T03:00:00Z');
    await Promise.all([api.notifyEndingKeys(), api.notifyEndingKeys()]);
    api.setClock('2026-12-15T12:00:00Z');
    await api.notifyEndingKeys();
    await expect
      .poll(mails, { timeout: 20_000 })
      .toMatchObject([{ subject: 'A chave de API Planilha vence em 20/12/2026' }]);
    const [mailMessage] = await mails();
    expect(mailMessage?.plain).toContain('A chave de API "Planilha" vale até 20/12/2026.');
    expect(mailMessage?.plain).toContain('Ela nunca foi usada');
  });
});

describe('the rate of a key', () => {
  const ask = (token: string) => api.inject('GET', '/user', { token });
  const edit = (id: string, perMinute: number | null, token = ana.token) =>
    api.inject('PATCH', `/user/api-keys/${id}`, { token, payload: { perMinute } });

  it('allows a burst, then the rate of the key, and reports the remaining requests', async () => {
    const key = await create();
    const [{ id } = { id: '' }] = await keysOf();
    expect((await edit(id, 30)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 14 }, () => ask(key)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      ...Array.from({ length: 4 }, () => 429),
    ]);
    expect(answers.find(({ status }) => status === 200)?.headers['ratelimit-policy']).toBe('"key";q=10;w=20');
    const left = answers.flatMap(({ status, headers }) => (status === 200 ? [headers.ratelimit] : []));
    expect(left).toContain('"key";r=0;t=20');
    expect(left).toContain('"key";r=9;t=2');
    const refused = await api.fail('GET', '/user', { token: key });
    expect(refused).toMatchObject({
      status: 429,
      type: 'limit',
      msg: 'Esta chave de API chegou ao limite de 30 pedidos por minuto. Tente novamente em 2 segundos.',
    });
    expect(refused.headers).toMatchObject({ 'retry-after': '2', ratelimit: '"key";r=0;t=20' });
    expect(await keysOf()).toMatchObject([{ perMinute: 30, limitedAt: '2026-11-20T12:00:00.000Z' }]);
    api.setClock('2026-11-20T12:00:02Z');
    expect([(await ask(key)).status, (await ask(key)).status]).toEqual([200, 429]);
    api.setClock('2026-11-20T12:01:00Z');
    expect((await ask(key)).headers.ratelimit).toBe('"key";r=9;t=2');
  });

  it('a clock that was a day ahead does not block the rate of a key', async () => {
    const key = await create();
    const [{ id } = { id: '' }] = await keysOf();
    await edit(id, 30);
    api.setClock('2026-11-21T12:00:00Z');
    for (let requested = 0; requested < 10; requested += 1) await ask(key);
    api.setClock('2026-11-20T12:00:00Z');
    expect((await ask(key)).headers['retry-after']).toBe('2');
    api.setClock('2026-11-20T12:00:02Z');
    expect([(await ask(key)).status, (await ask(key)).status]).toEqual([200, 429]);
    expect(await keysOf()).toMatchObject([{ lastUsed: '2026-11-20T12:00:02.000Z' }]);
  });

  it('limits each key separately, and no session', async () => {
    const [key, other] = [await create(), await create()];
    const [, { id } = { id: '' }] = await keysOf();
    await edit(id, 1);
    const [first, second] = [await ask(key), await ask(key)];
    expect([first.status, second.status]).toEqual([200, 429]);
    expect((await ask(other)).status).toBe(200);
    const own = await ask(ana.token);
    expect([own.status, own.headers.ratelimit]).toEqual([200, undefined]);
  });

  it('the owner sets the rate of a key up to the limit of an Admin', async () => {
    await create({ name: 'BI' });
    const [{ id } = { id: '' }] = await keysOf();
    const refused = await api.fail('PATCH', `/user/api-keys/${id}`, {
      token: ana.token,
      payload: { perMinute: 1_000 },
    });
    expect(refused).toMatchObject({
      status: 400,
      msg: 'O administrador permite até 600 pedidos por minuto a esta chave.',
    });
    const admin = await api.seed.person({ profile: 'Admin' });
    const listed = await api.succeed(listKeysOfPerson, `/admin/users/${ana.id}/api-keys`, {
      token: admin.token,
    });
    expect(listed.apiKeys).toMatchObject([{ id, name: 'BI', allowedPerMinute: 600 }]);
    await api.succeed(allowKeyRate, `/admin/api-keys/${id}`, {
      token: admin.token,
      payload: { allowedPerMinute: 6_000 },
    });
    expect(await keysOf()).toMatchObject([{ perMinute: 6_000, allowedPerMinute: 6_000 }]);
    expect((await edit(id, 1_000)).status).toBe(200);
    expect(await keysOf()).toMatchObject([{ perMinute: 1_000, allowedPerMinute: 6_000 }]);
    expect((await edit(id, null)).status).toBe(200);
    expect(await keysOf()).toMatchObject([{ perMinute: 6_000 }]);
    const { rows } = await api.database.pool.query(
      "select actor_id, detail from audit_event where subject_id = $1 and action = 'api-key-limited' order by id",
      [ana.id],
    );
    expect(rows).toEqual([
      { actor_id: admin.id, detail: { name: 'BI', allowedPerMinute: '6000' } },
      { actor_id: ana.id, detail: { name: 'BI', perMinute: '1000' } },
      { actor_id: ana.id, detail: { name: 'BI', perMinute: '6000' } },
    ]);
  });

  it('answers 404 when an account sets the rate of a key of another account', async () => {
    await create({}, await api.seed.person());
    await create();
    const [{ id } = { id: '' }] = await keysOf();
    const otherAccount = await api.seed.person();
    expect((await edit(id, 1, otherAccount.token)).status).toBe(404);
    expect((await edit(ABSENT, 1)).status).toBe(404);
  });
});

describe('revoking an API key', () => {
  it('a revoked API key stops working at once', async () => {
    const [key, retained] = [await create({ name: 'a' }), await create({ name: 'b' })];
    expect(await statusOf(key)).toBe(200);
    const { id } = (await keysOf()).find(({ name }) => name === 'a') ?? { id: '' };
    await api.succeed(revokeApiKey, `/user/api-keys/${id}`, { token: ana.token });
    expect(await api.fail('GET', '/user', { token: key })).toMatchObject({
      status: 401,
      type: 'expired',
      msg: 'Chave de API inválida ou revogada.',
    });
    expect(await statusOf(retained)).toBe(200);
    expect(await keysOf()).toMatchObject([{ name: 'b' }]);
  });

  it('answers 404 when an account revokes a key of another account', async () => {
    const rui = await api.seed.person();
    await create({}, rui);
    const [key] = await keysOf(rui);
    const external = await api.inject('DELETE', `/user/api-keys/${key?.id}`, { token: ana.token });
    const absent = await api.inject('DELETE', `/user/api-keys/${ABSENT}`, { token: ana.token });
    expect([external.status, external.body]).toEqual([404, absent.body]);
    expect(await keysOf(rui)).toHaveLength(1);
  });
});

describe('refused API keys', () => {
  it.each(['nsk_', `nsk_${'A'.repeat(43)}`, 'nsk_../../etc', `nsk_${'A'.repeat(44)}`])(
    'refuses the unknown key %s',
    async (token) => {
      expect(await api.fail('GET', '/user', { token })).toMatchObject({ status: 401, type: 'expired' });
    },
  );

  it.each([
    { name: '' },
    { name: 'x'.repeat(61) },
    { write: 'sim' },
    { profile: 'Admin' },
    { scopes: [] },
    { scopes: ['tudo'] },
    { expiresOn: '2026-02-30' },
  ])('refuses to create a key from %j', async (payload) => {
    const refused = await api.fail('POST', '/user/generate-token', { token: ana.token, payload });
    expect(refused).toMatchObject({ status: 400, type: 'validation' });
  });

  it('refuses an API key of a disabled account', async () => {
    const key = await create();
    const admin = await api.seed.person({ profile: 'Admin' });
    expect(await statusOf(key)).toBe(200);
    const disable = { token: admin.token, payload: { disabled: true } };
    expect((await api.inject('PATCH', `/admin/users/${ana.id}`, disable)).status).toBe(200);
    expect(await statusOf(key)).toBe(401);
  });

  it('allows at most 20 API keys, also when many are created at once', async () => {
    const ask = () => api.inject('POST', '/user/generate-token', { token: ana.token, payload: {} });
    const answers = await Promise.all(Array.from({ length: 24 }, ask));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = await api.fail('POST', '/user/generate-token', { token: ana.token });
    expect(refused).toMatchObject({
      status: 409,
      type: 'limit',
      msg: 'Número máximo de chaves de API! limite: 20',
    });
  });
});
