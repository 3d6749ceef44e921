import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Opportunity } from '@nascente/contract/insight/opportunity-kinds';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { isNationalHoliday } from '@nascente/domain/base/time/holidays';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import { avoidedUse, baselineQuality, fitBaseline } from '@nascente/domain/energy/baseline/baseline';
import { parseBoards } from '@nascente/virtual-meters/publishing/boards-file';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createPostgresFrameSink } from '../telemetry/ingest/frames/postgres-frame-sink.ts';
import { createPartitionsRepository } from '../telemetry/series/frames/partitions.repository.ts';
import { createMeterDays, createReadingPartitions } from '../telemetry/series/index.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { MENDED } from './mended-leak.ts';
import { seedDemonstration } from './seed-demonstration.ts';
import { historyStart } from './unreported.ts';

const FIRST_START = instant(Date.parse('2026-11-20T17:23:45Z'));

const log = pino({ level: 'silent' });
const dataDir = mkdtempSync(join(tmpdir(), 'nascente-demo-'));
const { pool, db } = await createTestDatabase();
const partitions = createReadingPartitions({
  partitions: createPartitionsRepository(pool),
  clock: () => FIRST_START,
  retentionDays: 400,
  log,
});
const sink = createPostgresFrameSink({ pool, partitions, clock: () => FIRST_START, log, writers: 2 });
afterAll(() => {
  sink.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const changed: string[] = [];

const start = (now: Instant) =>
  seedDemonstration({
    db,
    sink,
    days: createMeterDays({ pool, clock: () => now }),
    dataDir,
    log,
    clock: () => now,
    boardChanged: async (mac) => {
      changed.push(mac);
    },
    hashPassword: async (text) => `hash of ${text}`,
  });

interface Total {
  name: string;
  quarters: number;
  kwh: number;
  injected: number;
  litres: number;
  last: Date;
}

async function totals(): Promise<Total[]> {
  const { rows } = await pool.query<Total>(`
    select installation.name || '/' || establishment.name as name,
      count(*) filter (where frames > 0)::int as quarters,
      (sum(consumed_a_mwh + consumed_b_mwh + consumed_c_mwh) / 1e6)::float8 as kwh,
      (sum(injected_a_mwh) / 1e6)::float8 as injected, (sum(volume_ml) / 1e3)::float8 as litres, max(at) as last
    from installation join establishment on establishment.id = establishment_id
      join quarter on quarter.installation_id = installation.id
      join last_state on last_state.installation_id = installation.id
    group by 1`);
  return rows;
}

const named = (rows: readonly Total[], name: string): Total => {
  const row = rows.find((one) => one.name === name);
  if (row === undefined) throw new Error(`no meter ${name}`);
  return row;
};

test('the first start creates a company with seven months of history up to now', async () => {
  const { signIn, boards } = await start(FIRST_START);
  expect(signIn.email).toBe('marina@padariaaurora.com.br');
  expect(statSync(boards).mode & 0o777).toBe(0o600);
  const entries = parseBoards(readFileSync(boards, 'utf8'));
  expect(entries).toHaveLength(13);
  expect(changed).toHaveLength(14);
  expect(entries.every(({ resumeAt }) => resumeAt === FIRST_START)).toBe(true);
  expect(entries.find(({ mac }) => mac === MENDED.mac)?.leakingFrom).toBeNull();

  const rows = await totals();
  const full = named(rows, 'Geral/Padaria Aurora');
  const expected = Math.ceil((FIRST_START - historyStart(FIRST_START, 212)) / (15 * 60_000));
  expect(full.quarters).toBe(expected);
  expect(full.kwh / 212).toBeGreaterThan(90);
  expect(full.kwh / 212).toBeLessThan(180);
  const ovens = named(rows, 'Fornos/Padaria Aurora');
  expect(ovens.quarters).toBeGreaterThan(expected - 30);
  expect(ovens.quarters).toBeLessThan(expected - 26);
  expect(ovens.kwh).toBeLessThan(full.kwh);
  expect(named(rows, 'Água/Padaria Aurora').litres / 212).toBeGreaterThan(500);
  expect(named(rows, 'Geral/Escritório').injected).toBeGreaterThan(100);
  expect(named(rows, 'Cabine primária/Fábrica de Massas').kwh / 212).toBeGreaterThan(350);
  const { rows: bills } = await pool.query(
    `select e.name, first_day, last_day from utility_bill join establishment e on e.id = establishment_id`,
  );
  expect(bills).toEqual([{ name: 'Padaria Aurora', first_day: '2026-10-06', last_day: '2026-11-05' }]);
  const silent = named(rows, 'Ar-condicionado/Escritório');
  expect(FIRST_START - silent.last.getTime()).toBeGreaterThan(2 * DAY_MS);
  const { rows: received } = await pool.query('select 1 from last_state where received_at > at');
  expect(received).toEqual([]);
}, 180_000);

test('the partner of the company has its own establishment and logo', async () => {
  const { rows } = await pool.query(
    `select a.email, a.profile, p.email as partner, a.partner_logo is not null as has_logo,
       array(select e.name from establishment e where e.owner_id = a.id order by 1) as places
     from account a left join account p on p.id = a.partner_id order by 1`,
  );
  expect(rows).toEqual([
    {
      email: 'contato@solarsul.com.br',
      profile: 'partner',
      partner: null,
      has_logo: true,
      places: ['Showroom Solar Sul'],
    },
    {
      email: 'marina@padariaaurora.com.br',
      profile: 'user',
      partner: 'contato@solarsul.com.br',
      has_logo: false,
      places: ['Escritório', 'Fábrica de Massas', 'Galeria Boa Vista', 'Padaria Aurora'],
    },
  ]);
  expect(named(await totals(), 'Geral/Showroom Solar Sul').kwh).toBeGreaterThan(20);
});

test('the office injects in each quarter-hour its generation minus its consumption', async () => {
  const { rows } = await pool.query<Record<'generated' | 'injected' | 'imported' | 'standby', number>>(`
    select panels.injected_a_mwh as generated, panels.consumed_a_mwh as standby,
      grid.injected_a_mwh as injected, grid.consumed_a_mwh as imported
    from quarter panels join installation inverter on inverter.id = panels.installation_id
      join installation general on general.establishment_id = inverter.establishment_id and general.is_general
      join quarter grid on grid.installation_id = general.id and grid.start = panels.start
    where inverter.name = 'Inversor' and panels.frames > 0 and grid.frames > 0`);
  expect(rows.length).toBeGreaterThan(20_000);
  const sum = (of: keyof (typeof rows)[number]) => rows.reduce((total, row) => total + row[of], 0) / 1e6;
  for (const { generated, injected, imported, standby } of rows) {
    expect(injected).toBeLessThanOrEqual(generated);
    expect(imported + generated - injected - standby).toBeGreaterThan(0);
  }
  expect(sum('generated') / 212).toBeGreaterThan(6);
  expect(sum('injected') / sum('generated')).toBeGreaterThan(0.2);
  expect(sum('injected') / sum('generated')).toBeLessThan(0.85);
});

test('the gallery shops are grouped by floor, and measure less than its general meter', async () => {
  const { rows: groups } = await pool.query(`
    select g.name, g.due_day, string_agg(i.name, ', ' order by i.name) as meters, min(m.since) as since
    from meter_group g join group_member m on m.group_id = g.id join installation i on i.id = m.installation_id
    group by 1, 2 order by 1`);
  expect(groups).toEqual([
    { name: 'Galeria, sobreloja', due_day: 20, meters: 'Estúdio', since: '2026-08-12' },
    { name: 'Galeria, térreo', due_day: 20, meters: 'Café Central, Farmácia', since: '2026-08-12' },
    { name: 'Produção', due_day: null, meters: 'Cabine primária, Geral', since: '2025-09-20' },
  ]);
  const rows = await totals();
  const shops = ['Café Central', 'Farmácia', 'Estúdio'].map((name) =>
    named(rows, `${name}/Galeria Boa Vista`),
  );
  const together = shops.reduce((sum, { kwh }) => sum + kwh, 0);
  const share = together / named(rows, 'Geral/Galeria Boa Vista').kwh;
  expect(share).toBeGreaterThan(0.6);
  expect(share).toBeLessThan(0.9);
});

test('the mended leak of the gallery shows a certain saving', async () => {
  const { rows: decided } = await pool.query<{ state: string; doneOn: string; saving: Opportunity }>(
    `select state, done_on::text as "doneOn", saving from opportunity_decision`,
  );
  expect(decided).toMatchObject([
    {
      state: 'done',
      doneOn: '2026-09-05',
      saving: {
        kind: 'leak',
        meter: { mac: MENDED.mac },
        leak: { since: '2026-08-24', flow: 18, perDay: 0.432 },
      },
    },
  ]);
  const { rows: days } = await pool.query<{ date: CivilDate; total: number; complete: boolean }>(
    `select (start at time zone 'America/Recife')::date::text as date, sum(volume_ml)::float8 as total,
       count(*) filter (where frames > 0) = 96 as complete
     from quarter join installation i on i.id = installation_id where i.mac = $1 group by 1 order by 1`,
    [MENDED.mac],
  );
  const full = days.filter((day) => day.complete);
  const leaked = 432_000;
  const before = full
    .filter(({ date }) => date < '2026-09-05')
    .map(({ date, total }) => ({ date, total: date < '2026-08-24' ? total : total - leaked }));
  const after = full.filter(({ date }) => date > '2026-09-05');
  expect([before.length, after.length]).toEqual([304, 75]);
  const baseline = fitBaseline(before, isNationalHoliday);
  if (baseline === null) throw new Error('no year before');
  expect(baselineQuality(baseline)).toBe('good');
  const { low, high } = avoidedUse(baseline, after, () => leaked);
  expect(low).toBeGreaterThan(0);
  expect(low).toBeLessThan(75 * leaked);
  expect(high).toBeGreaterThan(75 * leaked);
});

test('a later start preserves the company and password, issues new keys and fills only the gap', async () => {
  const before = await totals();
  const firstBoards = readFileSync(join(dataDir, 'demonstration/boards.json'), 'utf8');
  const firstSignIn = readFileSync(join(dataDir, 'demonstration/sign-in.json'), 'utf8');
  const later = instant(FIRST_START + 10 * HOUR_MS);
  const { boards } = await start(later);

  expect(readFileSync(join(dataDir, 'demonstration/sign-in.json'), 'utf8')).toBe(firstSignIn);
  expect(readFileSync(boards, 'utf8')).not.toBe(firstBoards);
  const { rows: people } = await pool.query('select 1 from account');
  expect(people).toHaveLength(2);
  const after = await totals();
  const grown =
    named(after, 'Geral/Padaria Aurora').quarters - named(before, 'Geral/Padaria Aurora').quarters;
  expect(grown).toBe(40);
  expect(named(after, 'Geral/Padaria Aurora').last).toEqual(new Date(later));
  expect(named(after, 'Ar-condicionado/Escritório')).toEqual(named(before, 'Ar-condicionado/Escritório'));
});

test('a later start creates a deleted account again, so that its sign-in works', async () => {
  const partner = 'select id, password_hash from account where profile <> $1';
  const { rows: before } = await pool.query(partner, ['user']);
  await pool.query('delete from account where id = $1', [before[0]?.id]);
  await start(instant(FIRST_START + 10 * HOUR_MS));
  const { rows: after } = await pool.query(partner, ['user']);
  expect(after.map(({ password_hash }) => password_hash)).toEqual(
    before.map(({ password_hash }) => password_hash),
  );
  expect(after[0]?.id).not.toBe(before[0]?.id);
});

test('fills the earlier months after the start, also after an interruption', async () => {
  const later = instant(FIRST_START + 10 * HOUR_MS);
  const { backfill: stopped } = await start(later);
  await expect(stopped(AbortSignal.abort())).rejects.toThrow('aborted');
  const { backfill } = await start(later);
  expect(await backfill(new AbortController().signal)).toBeGreaterThan(150_000);
  const rows = await totals();
  const expected = Math.ceil((later - historyStart(FIRST_START)) / (15 * 60_000));
  const full = named(rows, 'Geral/Padaria Aurora');
  expect(full.quarters).toBe(expected);
  expect(full.kwh / 426).toBeGreaterThan(90);
  expect(full.kwh / 426).toBeLessThan(180);
  expect(named(rows, 'Geral/Galeria Boa Vista').quarters).toBeLessThan(102 * 96);
  const { backfill: complete } = await start(later);
  expect(await complete(new AbortController().signal)).toBe(0);
}, 300_000);

test('every stored key is the hash of the key assigned to its board', async () => {
  const { rows } = await pool.query<{ mac: string; key: string }>(
    `select mac, encode(key_hash, 'hex') as key from board`,
  );
  const entries = parseBoards(readFileSync(join(dataDir, 'demonstration/boards.json'), 'utf8'));
  for (const { mac, key } of entries) {
    expect(rows.find((row) => row.mac === mac)?.key).toBe(createHash('sha256').update(key).digest('hex'));
  }
});
