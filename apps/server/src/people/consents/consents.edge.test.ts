import {
  giveConsent,
  listAcceptedConsents,
  listConsents,
  withdrawConsent,
} from '@nascente/contract/people/consents';
import { signUp } from '@nascente/contract/people/sign-up';
import { LEGAL_VERSION } from '@nascente/domain/people/legal';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestPeople } from '../../testing/seeds/test-people.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-25T12:00:00Z';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

let api: TestApi;
let ana: SeededPerson;

beforeAll(async () => {
  api = await createTestApi(NOW);
});
beforeEach(async () => {
  api.setClock(NOW);
  ana = await api.seed.person();
});

const from = { headers: { 'user-agent': FIREFOX }, remoteAddress: '203.0.113.7' };
const give = (document: string, version = LEGAL_VERSION) =>
  api.inject('POST', '/user/consents', { ...from, token: ana.token, payload: { document, version } });
const own = async () => (await api.succeed(listConsents, '/user/consents', { token: ana.token })).consents;
const withdraw = async (document: string) =>
  (await api.succeed(withdrawConsent, `/user/consents/${document}`, { ...from, token: ana.token })).withdrawn;
const trailOf = async (): Promise<string[]> => {
  const { rows } = await api.database.pool.query<{ action: string }>(
    'select action from audit_event where subject_id = $1 order by id',
    [ana.id],
  );
  return rows.map(({ action }) => action);
};

describe('consents of an account', () => {
  it('stores a consent with time, address, device and version', async () => {
    const answer = await api.succeed(giveConsent, '/user/consents', {
      ...from,
      token: ana.token,
      payload: { document: 'terms', version: LEGAL_VERSION },
    });
    expect(answer.consent).toEqual({
      id: expect.any(String),
      document: 'terms',
      version: LEGAL_VERSION,
      acceptedAt: '2026-11-25T12:00:00.000Z',
      address: '203.0.113.7',
      device: 'Firefox no Linux',
      withdrawnAt: null,
    });
    expect(await own()).toEqual([answer.consent]);
  });

  it('stores a repeated consent once, also for simultaneous requests', async () => {
    await Promise.all(Array.from({ length: 6 }, () => give('privacy')));
    expect(await own()).toHaveLength(1);
    expect(await trailOf()).toEqual(['consent-given']);
  });

  it('withdraws and renews a consent, and preserves its history', async () => {
    await give('terms');
    api.setClock('2026-11-25T12:10:00Z');
    expect(await withdraw('terms')).toBe(1);
    expect(await withdraw('terms')).toBe(0);
    api.setClock('2026-11-25T12:20:00Z');
    await give('terms');
    expect(await own()).toMatchObject([
      { acceptedAt: '2026-11-25T12:20:00.000Z', withdrawnAt: null },
      { acceptedAt: '2026-11-25T12:00:00.000Z', withdrawnAt: '2026-11-25T12:10:00.000Z' },
    ]);
    expect(await trailOf()).toEqual(['consent-given', 'consent-withdrawn', 'consent-given']);
  });

  it.each([
    ['terms', '2020-01-01'],
    ['everything', LEGAL_VERSION],
  ])('refuses a consent to %s in the version %s', async (document, version) => {
    expect((await give(document, version)).status).toBe(400);
    expect(await own()).toEqual([]);
  });

  it('deletes consents with the account', async () => {
    await give('terms');
    await api.database.pool.query('delete from account where id = $1', [ana.id]);
    const { rows } = await api.database.pool.query('select from consent where account_id = $1', [ana.id]);
    expect(rows).toEqual([]);
  });
});

describe('consents for Admins', () => {
  it('lists all consents, newest first, and exports them as a file', async () => {
    const admin = await api.seed.person({ profile: 'Admin' });
    api.setClock('2026-11-25T12:40:00Z');
    await give('terms');
    await give('privacy');
    const listed = await api.succeed(listAcceptedConsents, '/admin/consents?limit=10', {
      token: admin.token,
    });
    expect(listed.total).toBeGreaterThanOrEqual(2);
    expect(listed.consents.slice(0, 2)).toMatchObject([
      { email: ana.email, document: 'privacy' },
      { email: ana.email, document: 'terms' },
    ]);
    const { body, headers } = await api.raw('GET', '/admin/consents/export', { token: admin.token });
    expect(headers['content-type']).toContain('text/csv');
    const lines = body.trim().split('\r\n');
    expect(lines).toHaveLength(listed.total + 1);
    expect(lines.at(-1)).toContain(
      `${ana.email};Aviso de privacidade;${LEGAL_VERSION};2026-11-25T12:40:00.000Z`,
    );
  });

  it.each(['/admin/consents', '/admin/consents/export'])(
    'refuses %s to a profile other than Admin',
    async (url) => {
      expect((await api.fail('GET', url, { token: ana.token })).status).toBe(403);
    },
  );
});

it('a new account accepts both documents from its own address', async () => {
  const people = await createTestPeople(null);
  const payload = { name: 'Padaria', email: 'nova@padaria.test', password: 'Forno#quente3' };
  const { status, text } = await people.inject('POST', '/user', { ...from, payload });
  expect(status).toBe(201);
  const { user } = signUp.answer.parse(JSON.parse(text));
  const { rows } = await people.database.pool.query(
    'select document, version, address, device from consent where account_id = $1 order by document',
    [user._id],
  );
  const alike = { version: LEGAL_VERSION, address: '203.0.113.7', device: 'Firefox no Linux' };
  expect(rows).toEqual([
    { document: 'privacy', ...alike },
    { document: 'terms', ...alike },
  ]);
});
