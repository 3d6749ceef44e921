import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { cellsOf } from '@nascente/domain/base/sheet/row-cells';
import { DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { detectReading } from '@nascente/domain/energy/past-imports/detect-reading';
import { pino } from 'pino';
import { createFileImports } from '../apps/server/src/energy/past-imports/file-imports.ts';
import { createUploadsRepository } from '../apps/server/src/energy/past-imports/imports.repository.ts';
import { keepUpload } from '../apps/server/src/energy/past-imports/past-imports.service.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { connectDatabase } from '../apps/server/src/platform/database/open-database.ts';
import { startEmbeddedPostgres } from '../packages/postgres-host/src/embedded-postgres.ts';

const ROWS = Number(process.env.ROWS ?? 500_000);
const START = Date.UTC(2025, 0, 1, 3);
const CHUNK_BYTES = 65_536;
const SAMPLE_LINES = 2_000;
const MINUTE_MS = 60_000;
const log = pino({ level: 'silent' });

/** One reading a minute, as a legacy system would export them. */
function* file(isCounter: boolean): Generator<string> {
  yield 'Data;kWh\n';
  for (let row = 0; row < ROWS; row++) {
    const local = new Date(START + row * MINUTE_MS - 3 * 60 * MINUTE_MS).toISOString();
    const value = isCounter ? (20_000 + row / 1_000).toFixed(3) : `0,0${10 + (row % 90)}`;
    yield `${local.slice(8, 10)}/${local.slice(5, 7)}/${local.slice(0, 4)} ${local.slice(11, 19)};${value.replace('.', ',')}\n`;
  }
}

/** In chunks of the size in which a network brings them. */
function* chunks(isCounter: boolean): Generator<string> {
  let chunk = '';
  for (const line of file(isCounter)) {
    chunk += line;
    if (chunk.length < CHUNK_BYTES) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

const dataDir = mkdtempSync(join(tmpdir(), 'nascente-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log });
await migrate(postgres.connectionString, log);
const database = connectDatabase(postgres.connectionString, log);
const { pool, db } = database;
const id = async (text: string): Promise<number> => (await pool.query<{ id: number }>(text)).rows[0]?.id ?? 0;
try {
  await pool.query(`with a as (insert into account (email, password_hash, first_name) values ('a@b.test', '', 'A') returning id),
    e as (insert into establishment (owner_id, name) select id, 'E' from a returning id),
    b as (insert into board (mac, type, model, equipment, key_hash) values ('A4:CF:12:0A:00:01', 'eletric', 'tri', 'emd3p', '\\x00') returning mac)
    insert into installation (establishment_id, mac, name, installed_at) select e.id, b.mac, 'M', '2026-11-01' from e, b`);
  const installation = await id('select id from installation');
  const clock = () => instant(Date.UTC(2027, 0, 1));
  const files = createFileImports({ db, pool, clock });
  const uploads = createUploadsRepository(pool);
  for (const isCounter of [false, true]) {
    const importId = await id(`insert into reading_import (installation_id, file_name, reading, created_at)
      values (${installation}, 'f', '{}', now()) returning id`);
    const lines: string[] = [];
    for (const line of file(isCounter)) if (lines.push(line.trim()) === SAMPLE_LINES) break;
    const rows = lines.map((line, index) => ({ line: index + 1, cells: cellsOf(line, ';') }));
    const source = { encoding: 'UTF-8', sheet: null, separator: ';' } as const;
    const meter = { isWater: false, zone: DEFAULT_ZONE, newest: clock() };
    const { reading } = detectReading({ rows, isComplete: false }, source, meter);
    const steps: [string, () => Promise<unknown>][] = [
      ['kept', () => keepUpload(uploads, importId, Readable.from(chunks(isCounter), { objectMode: false }))],
      [
        'previewed',
        () =>
          files.preview({
            importId,
            installationId: installation,
            reading,
            meter: { isWater: false, zone: DEFAULT_ZONE },
            touPeriods: null,
          }),
      ],
      [
        'imported',
        async () => {
          await pool.query(`update reading_import set state = 'running', reading = $2 where id = $1`, [
            importId,
            JSON.stringify(reading),
          ]);
          await files.work(importId);
        },
      ],
      ['undone', () => files.takeAway({ importId, installationId: installation })],
    ];
    for (const [name, step] of steps) {
      const startedAt = performance.now();
      await step();
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(2);
      const megabytes = Math.round(process.memoryUsage().rss / 1e6);
      const quarters = await id('select count(*)::integer as id from quarter where frames > 0');
      const kind = isCounter ? 'counter' : 'increments';
      console.log(`${kind}, ${name}: ${seconds} s, ${megabytes} MB, ${quarters} quarter-hours there`);
    }
  }
} finally {
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
