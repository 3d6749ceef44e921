import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { instant } from '@nascente/domain/base/time/zone';
import { openClient } from '@nascente/postgres-host/client.repository';
import { StartRefused } from '@nascente/runtime/start-refused';
import {
  createMeterDays,
  createMeterFrames,
  createMeterFramesRepository,
} from '@nascente/server/telemetry/series/index';
import type { Client } from 'pg';
import { createKeptTablesRepository } from '../kept-tables.repository.ts';
import { describeFiles, type WrittenFile } from './describe-files.ts';
import { isColumnLeftOut, isTableLeftOut, isToldOpened } from './left-out.ts';
import { type OpenColumn, rowSchema } from './open-column.ts';
import { openQuarters, openReadings } from './open-series.ts';
import { createOpenTablesRepository, poolOf } from './open-tables.repository.ts';

const NOTHING_THERE =
  'The database holds nothing of Nascente: give the DATA_DIR or DATABASE_URL of a server.';
const LINE_END = 0x0a;
const QUOTE = 0x22;

type Pieces = AsyncIterable<Uint8Array | string>;

const writeGzip = (path: string, pieces: Pieces): Promise<void> =>
  pipeline(
    Readable.from(pieces, { objectMode: false }),
    createGzip(),
    createWriteStream(path, { mode: 0o600, flush: true }),
  );

/** Counts rows of CSV as they pass: a line end within quotes ends none. */
const createRowCount = () => {
  let [ends, isQuoted] = [0, false];
  return {
    add(piece: Uint8Array): void {
      for (const byte of piece) {
        if (byte === QUOTE) isQuoted = !isQuoted;
        else if (byte === LINE_END && !isQuoted) ends += 1;
      }
    },
    /** Without the head. */
    rows: (): number => Math.max(0, ends - 1),
  };
};

const writeAll = async (client: Client, folder: string, now: Date): Promise<readonly WrittenFile[]> => {
  const kept = createKeptTablesRepository(client);
  if (!(await kept.hasSchema())) throw new StartRefused(NOTHING_THERE);
  await kept.beginSnapshot();
  const tables = createOpenTablesRepository(client);
  const written: WrittenFile[] = [];
  const add = async (
    name: string,
    columns: readonly OpenColumn[],
    pieces: () => Pieces,
    rows: () => number,
  ) => {
    const file = `${name}.csv.gz`;
    await writeGzip(join(folder, file), pieces());
    const schema = `${JSON.stringify(rowSchema(file, columns), null, 1)}\n`;
    writeFileSync(join(folder, `${name}.schema.json`), schema, { mode: 0o600 });
    written.push({ file, columns, rows: rows() });
  };

  const pool = poolOf(client);
  const clock = () => instant(now.getTime());
  const measured = await tables.measured();
  const series = {
    readings: openReadings(createMeterFrames({ repository: createMeterFramesRepository(pool), clock })),
    quarter_hours: openQuarters(createMeterDays({ pool, clock })),
  };
  for (const [name, { columns, lines }] of Object.entries(series)) {
    let count = 0;
    const pieces = async function* () {
      yield `${columns.map((column) => column.name).join()}\n`;
      for (const span of measured)
        for await (const { text, rows } of lines(span)) {
          count += rows;
          yield text;
        }
    };
    await add(name, columns, pieces, () => count);
  }
  for (const { name } of await kept.tables()) {
    if (isTableLeftOut(name) || isToldOpened(name)) continue;
    const columns = (await tables.columns(name)).filter((column) => !isColumnLeftOut(column.name));
    const counted = createRowCount();
    const pieces = async function* () {
      for await (const piece of tables.csvOf(name, columns)) {
        counted.add(piece);
        yield piece;
      }
    };
    await add(name, columns, pieces, counted.rows);
  }
  await kept.endSnapshot();
  return written;
};

/**
 * Writes everything as open files into a new folder, as it was at one moment, while servers go on: a CSV for each table, one
 * of readings and one of quarter-hours, each with a JSON schema, and a README.md. The folder appears once it is whole.
 */
export const writeOpenFiles = async (
  connectionString: string,
  folder: string,
  now: Date,
): Promise<readonly WrittenFile[]> => {
  if (existsSync(folder))
    throw new StartRefused(`${folder} is there already. Name another: an export replaces none.`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const client = await openClient(connectionString, 'nascente export');
  try {
    const written = await writeAll(client, unfinished, now);
    writeFileSync(join(unfinished, 'README.md'), describeFiles(written, now), { mode: 0o600, flush: true });
    renameSync(unfinished, folder);
    return written;
  } finally {
    await client.end();
    rmSync(unfinished, { recursive: true, force: true });
  }
};
