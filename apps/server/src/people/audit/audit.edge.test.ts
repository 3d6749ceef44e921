import { createHash } from 'node:crypto';
import { readAuditTrail, verifyAudit } from '@nascente/contract/people/audit';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';
import { createAuditFeature } from './index.ts';

const NOW = '2026-11-20T12:00:00Z';
const PASSWORD = 'Nascente#2026';
const base64 = (text: string) => Buffer.from(text).toString('base64');

let api: TestApi;
let admin: SeededPerson;
let ana: SeededPerson;
let passwordHash: string;
let address = 0;

beforeAll(async () => {
  api = await createTestApi(NOW);
  passwordHash = await api.session.passwords.hash(PASSWORD);
});

beforeEach(async () => {
  api.setClock(NOW);
  address += 1;
  admin = await api.seed.person({ profile: 'Admin' });
  ana = await api.seed.person({ password_hash: passwordHash });
});

const signIn = (email: string, password = PASSWORD) =>
  api.inject('POST', '/login', {
    payload: { email, password: base64(password) },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko Firefox/145.0' },
    remoteAddress: `10.5.${address}.1`,
  });
const trail = (query = '') => api.succeed(readAuditTrail, `/admin/audit${query}`, { token: admin.token });

describe('the audit trail', () => {
  it('records successful and failed sign-ins with their address and device', async () => {
    await signIn(ana.email);
    await signIn(ana.email, 'errada');
    const { events } = await trail(`?account=${ana.id}`);
    const where = {
      address: `10.5.${address}.1`,
      device: 'Firefox no Linux',
      at: '2026-11-20T12:00:00.000Z',
    };
    const person = { _id: ana.id, email: ana.email };
    expect(events).toMatchObject([
      { action: 'sign-in-failed', actor: null, subject: person, ...where },
      { action: 'signed-in', actor: person, subject: person, ...where },
    ]);
  });

  it('masks an unknown e-mail address, because it can be a password in the wrong field', async () => {
    await signIn('segredo123@padaria.test');
    const { events } = await trail('?action=sign-in-failed&limit=10');
    expect(events[0]).toMatchObject({ subject: null, detail: { email: 'se***@pa***' } });
    await signIn('s3nha-muito-secreta');
    expect((await trail('?limit=10')).events[0]?.detail).toEqual({ email: 's3***' });
  });

  it('records once that repeated failures with an e-mail address have paused the sign-in', async () => {
    await api.startJobs();
    for (const email of [ana.email, 'segredo456@padaria.test'])
      for (let from = 1; from <= 25; from++)
        await api.inject('POST', '/login', {
          payload: { email, password: base64('errada') },
          remoteAddress: `10.6.${address}.${from}`,
        });
    const { events } = await trail('?action=sign-in-paused');
    expect(events).toMatchObject([
      { actor: null, subject: null, detail: { email: 'se***@pa***' }, address: `10.6.${address}.20` },
      { actor: null, subject: { _id: ana.id }, detail: {}, address: `10.6.${address}.20` },
    ]);
  });

  it('never stores a password or a token', async () => {
    const { body } = await signIn(ana.email);
    const { token } = body as { token: string };
    await api.inject('POST', '/user/generate-token', { token, payload: { name: 'BI' } });
    await api.inject('DELETE', '/user', { token, payload: { password: 'errada' } });
    const { rows } = await api.database.pool.query(
      'select string_agg(e::text, chr(10)) as all from audit_event e',
    );
    expect(rows[0].all).toContain('BI');
    for (const secret of [PASSWORD, base64(PASSWORD), 'errada', token, 'nsk_'])
      expect(rows[0].all).not.toContain(secret);
  });

  it('returns pages, newest first, without gap or repetition', async () => {
    for (let round = 0; round < 25; round++) await signIn(ana.email);
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page = await trail(`?account=${ana.id}&limit=10${next === '' ? '' : `&before=${next}`}`);
      expect(page.events.length).toBeLessThanOrEqual(10);
      seen.push(...page.events.map(({ id }) => id));
      next = page.next;
    }
    expect(seen).toHaveLength(25);
    expect(seen.map(Number)).toEqual(seen.map(Number).toSorted((a, b) => b - a));
    expect(new Set(seen).size).toBe(25);
  });

  it.each(['?limit=7', '?limit=1000', '?action=everything', '?before=x', '?colour=red'])(
    'refuses the query %s',
    async (query) => {
      const refused = await api.fail('GET', `/admin/audit${query}`, { token: admin.token });
      expect(refused).toMatchObject({ status: 400, type: 'validation' });
    },
  );

  it('returns an empty trail for an impossible account', async () => {
    expect(await trail('?account=ninguem')).toEqual({ ok: true, events: [], next: null });
  });

  it('refuses the audit trail to a profile other than Admin', async () => {
    const refused = await api.fail('GET', '/admin/audit', { token: ana.token });
    expect(refused).toMatchObject({ status: 403, type: 'forbidden' });
  });

  it('shows no e-mail address of a deleted account', async () => {
    await signIn(ana.email);
    await api.database.pool.query('delete from account where id = $1', [ana.id]);
    const { events } = await trail(`?account=${ana.id}`);
    expect(events[0]?.actor).toEqual({ _id: ana.id, email: null });
  });

  const chain = () => {
    const clock = () => Date.parse(NOW) as ReturnType<Parameters<typeof createAuditFeature>[0]['clock']>;
    return createAuditFeature({ db: api.database.db, jobs: { schedule: () => undefined }, clock }).chain();
  };

  it('the verification confirms a complete trail, and reports a changed event', async () => {
    await signIn(ana.email);
    await chain();
    const verify = () => api.succeed(verifyAudit, '/admin/audit/verification', { token: admin.token });
    const total = await verify();
    expect(total).toMatchObject({ isIntact: true, waiting: 0, problems: [] });
    const { number = 0 } = total.head ?? {};
    await api.database.pool.query("update audit_event set address = '10.0.0.1' where number = $1", [number]);
    expect(await verify()).toMatchObject({
      isIntact: false,
      problems: [{ kind: 'changed', number, upTo: number, at: '2026-11-20T12:00:00.000Z' }],
      problemCount: 1,
    });
    await api.database.pool.query('delete from audit_event where number = $1', [number]);
    expect(await verify()).toMatchObject({ isIntact: true, head: { number: number - 1 } });
  });

  it('exports the trail as a file with verifiable hashes', async () => {
    await signIn(ana.email);
    await chain();
    const jsonl = await api.raw('GET', '/admin/audit/export?format=jsonl', { token: admin.token });
    expect(jsonl.headers['content-disposition']).toBe('attachment; filename="auditoria.jsonl"');
    const rows = jsonl.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const last = rows.at(-1) ?? {};
    expect(last).toMatchObject({ action: 'signed-in', actorEmail: ana.email, detail: {} });
    const covered = [
      'number',
      'previousHash',
      'id',
      'at',
      'action',
      'actorId',
      'subjectId',
      'address',
      'device',
    ];
    const text = JSON.stringify([...covered, 'detailDigest'].map((name) => last[name]));
    expect(createHash('sha256').update(text).digest('hex')).toBe(last.hash);
    expect(last.previousHash).toBe(rows.at(-2)?.hash);

    const csv = await api.raw('GET', '/admin/audit/export', { token: admin.token });
    const lines = csv.body.trim().split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFF?number;previousHash;id;at;action;/);
    expect(lines).toHaveLength(rows.length + 1);
    expect(lines.at(-1)).toContain(String(last.hash));
    const { events } = await trail('?action=audit-exported');
    expect(events.slice(0, 2).map(({ detail }) => detail.format)).toEqual(['csv', 'jsonl']);
    for (const url of ['/admin/audit/export', '/admin/audit/verification'])
      expect((await api.fail('GET', url, { token: ana.token })).status).toBe(403);
  });

  it('removes events after six months', async () => {
    await signIn(ana.email);
    const { db } = api.database;
    const removeAt = async (now: string) => {
      const clock = () => Date.parse(now) as ReturnType<Parameters<typeof createAuditFeature>[0]['clock']>;
      await createAuditFeature({ db, jobs: { schedule: () => undefined }, clock }).removeOld();
    };
    await removeAt('2027-05-22T11:00:00Z');
    expect((await trail(`?account=${ana.id}`)).events).toHaveLength(1);
    await removeAt('2027-05-22T13:00:00Z');
    expect((await trail(`?account=${ana.id}`)).events).toHaveLength(0);
  });
});
