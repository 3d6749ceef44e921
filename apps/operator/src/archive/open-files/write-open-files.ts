import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { DAY_MS, instant } from '@nascente/domain/base/time/zone';
import { FRAME_FIELDS, type FrameField, frameColumn } from '@nascente/domain/telemetry/frames/frame-fields';
import { rowsOfRuns } from '@nascente/domain/telemetry/intervals/quarter-days';
import type { PhaseColumn } from '@nascente/domain/telemetry/intervals/totals';
import { openClient } from '@nascente/postgres-host/client.repository';
import { StartRefused } from '@nascente/runtime/start-refused';
import {
  createMeterDays,
  createMeterFrames,
  createMeterFramesRepository,
  type InstallationSpan,
  type MeterDays,
  type MeterFrames,
} from '@nascente/server/telemetry/series/index';
import type { Client } from 'pg';
import { createArchivedTablesRepository } from '../archived-tables.repository.ts';
import {
  createOpenTablesRepository,
  labelOf,
  type OpenColumn,
  poolOf,
  rowSchema,
} from './open-tables.repository.ts';

/** Length of the intervals in which frames are read: a day with a message a second takes 30 MB of memory. */
const FRAMES_PAGE_MS = DAY_MS;
const QUARTERS_PAGE_MS = 50 * DAY_MS;

const SINCE = 'since the message before it';
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^rssi$/, 'signal of the radio, dBm'],
  [/^t$/, 'temperature of the board, °C'],
  [/^v[abc]$/, 'voltage of a phase, V'],
  [/^i[abc]$/, 'current of a phase, A'],
  [/^pf[abc]$/, 'power factor, −1 to 1'],
  [/^w[abc]$/, 'active power, W; negative: injected'],
  [/^var[abc]$/, 'reactive power, var'],
  [/^[vi]thd[abc]$/, 'total harmonic distortion, %'],
  [/^flow$/, 'flow of water, L/min'],
  [/^(energy|reactive|volume)_/, SINCE],
];

const column = (name: string, type: string, meaning?: string, isNullable = true): OpenColumn => ({
  name,
  type,
  isNullable,
  refersTo: name === 'installation_id' ? 'installation.id' : null,
  ...(meaning === undefined ? {} : { meaning }),
});
const INSTALLATION = column('installation_id', 'integer', undefined, false);
const AT = 'timestamp with time zone';

const ofField = (field: FrameField): OpenColumn => {
  const name = frameColumn(field);
  return column(name, 'double precision', MEANINGS.find(([pattern]) => pattern.test(name))?.[1]);
};

/** A file of measurements: its columns, and the rows of one installation. */
interface OpenSeries {
  readonly columns: readonly OpenColumn[];
  lines(span: InstallationSpan): AsyncGenerator<{ readonly text: string; readonly rows: number }>;
}

const pieces = function* (span: InstallationSpan, lengthMs: number): Generator<InstallationSpan> {
  for (let from: number = span.from; from < span.to; from += lengthMs)
    yield { ...span, from: instant(from), to: instant(Math.min(from + lengthMs, span.to)) };
};

const iso = (at: number): string => new Date(at).toISOString();
const numberText = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '' : String(value);

/** Every reading, with closed days expanded to rows. */
const openReadings = (frames: MeterFrames): OpenSeries => ({
  columns: [
    INSTALLATION,
    column('at', AT, 'measured, by the clock of the board', false),
    ...FRAME_FIELDS.map(ofField),
    column('counts', 'boolean', 'false: marked as wrong, and in no total', false),
  ],
  async *lines(span) {
    const { installationId } = span;
    for (const piece of pieces(span, FRAMES_PAGE_MS)) {
      const { at, columns } = await frames.readEvery(installationId, piece);
      if (at.length === 0) continue;
      const marks = await frames.excluded(installationId, piece);
      const isMarked = (moment: number): boolean =>
        marks.some(({ from, to }) => moment >= from && moment < to);
      let text = '';
      for (const [index, moment] of at.entries()) {
        const values = FRAME_FIELDS.map((field) => numberText(columns[field]?.[index]));
        text += `${installationId},${iso(moment)},${values.join()},${!isMarked(moment)}\n`;
      }
      yield { text, rows: at.length };
    }
  },
});

const phases = (quantity: string, unit: string): [string, PhaseColumn][] =>
  ['A', 'B', 'C'].map((phase) => [
    `${quantity}_${phase.toLowerCase()}_${unit}`,
    `${quantity}${phase}` as PhaseColumn,
  ]);
const QUANTITIES: readonly (readonly [string, PhaseColumn])[] = [
  ...phases('consumed', 'mwh'),
  ...phases('injected', 'mwh'),
  ...phases('inductive', 'mvarh'),
  ...phases('capacitive', 'mvarh'),
  ['volume_ml', 'volume'],
];
const QUARTER_COLUMNS = QUANTITIES.map(([, quantity]) => quantity);

/** Every quarter-hour that counts, of which all totals are sums. */
const openQuarters = (days: Pick<MeterDays, 'read'>): OpenSeries => ({
  columns: [
    INSTALLATION,
    column('start', AT, 'begin of the quarter of an hour', false),
    ...QUANTITIES.map(([name]) => column(name, 'bigint', undefined, false)),
  ],
  async *lines(span) {
    for (const piece of pieces(span, QUARTERS_PAGE_MS)) {
      const [runs] = await days.read(QUARTER_COLUMNS, [piece]);
      const rows = rowsOfRuns(QUARTER_COLUMNS, piece, runs);
      if (rows.length === 0) continue;
      const lines = rows.map(
        ({ start, values }) => `${span.installationId},${iso(start)},${values.join()}\n`,
      );
      yield { text: lines.join(''), rows: rows.length };
    }
  },
});

/** Tables left out: sessions, secrets and counters of attempts. */
const TABLES: ReadonlySet<string> = new Set([
  'api_key_use',
  'authenticator',
  'confirmation_token',
  'counted_use',
  'failed_attempt',
  'known_device',
  'mailbox_letter',
  'passkey_challenge',
  'provider_attempt',
  'push_subscription',
  'recovery_code',
  'recovery_token',
  'session',
  'setting',
  'sign_in_notice',
]);
const COLUMN = /(^|_)(hash|secret|bearer|token)$/;

/** Measurements have two files of their own, for open and closed days alike. */
const EXPANDED_TABLES: ReadonlySet<string> = new Set(['reading', 'quarter', 'meter_day']);

const isTableLeftOut = (table: string): boolean => TABLES.has(table);
const isExpanded = (table: string): boolean => EXPANDED_TABLES.has(table);
const isColumnLeftOut = (column: string): boolean => COLUMN.test(column);

const LEFT_OUT_TEXT = `Left out: ${[...TABLES].join(', ')}; columns that end in hash, secret, bearer or token.`;

interface WrittenFile {
  readonly file: string;
  readonly columns: readonly OpenColumn[];
  readonly rows: number;
}

const HOW_TO_READ = `Each file is CSV (RFC 4180, UTF-8, a comma between fields, a point in numbers) packed by gzip, with the names of its columns in
the first line. An empty field is null, that is *not measured* or *not said*; \`""\` is an empty text. Instants are UTC and written as
\`2026-11-20T15:02:00.000000Z\`; days without a clock are those of the establishment, whose zone stands in \`establishment\`. Beside each
file lies the JSON Schema of its rows.

\`readings.csv.gz\` has every message of a board that is kept, also of days that the database keeps as one row, opened again bit for
bit. \`quarter_hours.csv.gz\` has what counts: every total, bill and chart is added up from it. Both name the installation: \`installation\`
says which board stands at which establishment, and from when to when.`;

const sectionOf = ({ file, columns, rows }: WrittenFile): string =>
  [
    `## ${file}`,
    '',
    `${rows.toLocaleString('en')} rows.`,
    '',
    '| column | type | what it is |',
    '| --- | --- | --- |',
    ...columns.map((column) => `| \`${column.name}\` | ${column.type} | ${labelOf(column)} |`),
    '',
  ].join('\n');

const describeFiles = (files: readonly WrittenFile[], at: Date): string =>
  [
    '# Export of Nascente',
    '',
    `All that was held at ${at.toISOString()}, as open files.`,
    '',
    HOW_TO_READ,
    '',
    LEFT_OUT_TEXT,
    '',
    ...files.map(sectionOf),
  ].join('\n');

const NONE_FOUND = 'The database holds nothing of Nascente: give the DATA_DIR or DATABASE_URL of a server.';
const LINE_END = 0x0a;
const QUOTE = 0x22;

type Pieces = AsyncIterable<Uint8Array | string>;

const writeGzip = (path: string, pieces: Pieces): Promise<void> =>
  pipeline(
    Readable.from(pieces, { objectMode: false }),
    createGzip(),
    createWriteStream(path, { mode: 0o600, flush: true }),
  );

/** Counts rows of a CSV stream; a line end within quotes does not end a row. */
const createRowCount = () => {
  let [ends, isQuoted] = [0, false];
  return {
    add(piece: Uint8Array): void {
      for (const byte of piece) {
        if (byte === QUOTE) isQuoted = !isQuoted;
        else if (byte === LINE_END && !isQuoted) ends += 1;
      }
    },
    /** Number of rows without the header. */
    rows: (): number => Math.max(0, ends - 1),
  };
};

const writeAll = async (client: Client, folder: string, now: Date): Promise<readonly WrittenFile[]> => {
  const stored = createArchivedTablesRepository(client);
  if (!(await stored.hasSchema())) throw new StartRefused(NONE_FOUND);
  await stored.beginSnapshot();
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
  for (const { name } of await stored.tables()) {
    if (isTableLeftOut(name) || isExpanded(name)) continue;
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
  await stored.endSnapshot();
  return written;
};

/**
 * Writes all data of one moment as open files into a new folder, while servers continue: a CSV for each table, one for readings
 * and one for quarter-hours, each with a JSON Schema, and a README.md. The folder appears when it is complete.
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
