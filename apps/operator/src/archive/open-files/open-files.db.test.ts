import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DAY_MS, HOUR_MS, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { blankFrame, type Frame } from '@nascente/domain/telemetry/frames/frame';
import { startTestFrames } from '@nascente/server/testing/boards/test-frames';
import type { SeededMeter, SeededPerson } from '@nascente/server/testing/seeds/seed';
import { createTestApi, type TestApi } from '@nascente/server/testing/test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeOpenFiles } from '../index.ts';

const NOW = '2026-11-13T14:20:00Z';
const FIRST = Date.parse('2026-11-11T00:00:00Z');
const EVERY_MS = 5 * MINUTE_MS;
/** What CSV must not take for its own. */
const AWKWARD = 'Padaria "Aurora",\nRua; d\'água 🌱';

const directory = mkdtempSync(join(tmpdir(), 'nascente-open-'));
const folder = join(directory, 'all');
let api: TestApi;
let owner: SeededPerson;
let meter: SeededMeter;

/** The rows of a file by the names of its columns. */
const read = (name: string): Record<string, string>[] => {
  const text = gunzipSync(readFileSync(join(folder, `${name}.csv.gz`))).toString('utf8');
  const records: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    if (plain === '' && end === '' && quoted === undefined) break;
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\n') records.push([]);
  }
  const [head = [], ...rows] = records.filter((record) => record.length > 0);
  return rows.map((row) => Object.fromEntries(head.map((column, index) => [column, row[index] ?? ''])));
};
const sumOf = (rows: readonly Record<string, string>[], column: string): number =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0);

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person({ first_name: AWKWARD });
  const establishment = await api.seed.establishment(owner, { name: AWKWARD });
  meter = await api.seed.meter(establishment, { installed_at: new Date(FIRST - HOUR_MS) });
  const frames = Array.from({ length: (2 * DAY_MS + 12 * HOUR_MS) / EVERY_MS }, (_, index): Frame => {
    const at = instant(FIRST + index * EVERY_MS + 1_000);
    return { ...blankFrame('tri', at), va: 219.5, energyA: 1_000 + index, energyB: 7 } as Frame;
  });
  await startTestFrames(api, NOW)(meter, frames);
  // Two days as one row each, today as rows.
  expect(await api.closeDays()).toBe(2);
  await writeOpenFiles(api.database.connectionString, folder, new Date(NOW));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('exports every reading, including those of closed days, with the same sums as the product', async () => {
  const readings = read('readings');
  const quarters = read('quarter_hours');
  expect(readings).toHaveLength((2 * DAY_MS + 12 * HOUR_MS) / EVERY_MS);
  expect(readings[0]).toMatchObject({
    installation_id: String(meter.installationId),
    at: '2026-11-11T00:00:01.000Z',
    va: '219.5',
    vb: '',
    energy_a_mwh: '1000',
    counts: 'true',
  });
  expect(sumOf(quarters, 'consumed_a_mwh')).toBe(sumOf(readings, 'energy_a_mwh'));
  expect(sumOf(quarters, 'consumed_b_mwh')).toBe(sumOf(readings, 'energy_b_mwh'));
  // A civil day that lies within both a closed and another closed day.
  const day = { from: '2026-11-12T03:00:00.000Z', to: '2026-11-13T03:00:00.000Z' };
  const { body } = await api.inject('GET', `/consolidated/daily/${meter.mac}?date=2026-11-12`, {
    token: owner.token,
  });
  const ofDay = quarters.filter(({ start = '' }) => start >= day.from && start < day.to);
  const total = sumOf(ofDay, 'consumed_a_mwh') + sumOf(ofDay, 'consumed_b_mwh');
  expect(total).toBeGreaterThan(0);
  expect(body).toMatchObject({ total: total / 1e6 });
});

test('exports every table as CSV with its schema, or lists it as left out', async () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.csv.gz'));
  const { rows: tables } = await api.database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition`,
  );
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const missing = ['schema_migration', 'change_log', 'reading', 'quarter', 'meter_day'];
  for (const { name } of tables) {
    if (missing.includes(name)) continue;
    expect(readme).toMatch(new RegExp(`^## ${name}\\.csv\\.gz$|^Left out: .*\\b${name}\\b`, 'm'));
  }
  for (const file of names) {
    const name = file.slice(0, -'.csv.gz'.length);
    const schema = JSON.parse(readFileSync(join(folder, `${name}.schema.json`), 'utf8')) as {
      properties: object;
    };
    const text = gunzipSync(readFileSync(join(folder, file))).toString('utf8');
    expect(text.slice(0, text.indexOf('\n')).split(',')).toEqual(Object.keys(schema.properties));
    expect(Object.keys(schema.properties).join(' ')).not.toMatch(
      /hash|secret|password|token|bearer|verifier|nonce|challenge/,
    );
  }
});

test('exports texts, instants and references between rows unchanged', () => {
  expect(read('establishment')[0]).toMatchObject({ name: AWKWARD, owner_id: owner.id });
  expect(read('installation')[0]).toMatchObject({
    id: String(meter.installationId),
    installed_at: '2026-11-10T23:00:00.000000Z',
    removed_at: '',
  });
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  expect(readme).toContain('| `owner_id` | uuid | names account.id |');
  expect(readme).toContain('| `consumed_a_mwh` | bigint | mWh (thousandths of Wh) |');
  expect(readme).toMatch(/## readings\.csv\.gz\n\n720 rows\./);
});

test('refuses an export into an existing folder', async () => {
  await expect(writeOpenFiles(api.database.connectionString, folder, new Date(NOW))).rejects.toThrow(
    'is there already',
  );
});
