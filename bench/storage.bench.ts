import { instant, parseZone } from '@nascente/domain/base/time/zone';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { Registry } from 'prom-client';
import { createIngest, frameBatchOf } from '../apps/server/src/telemetry/ingest/index.ts';
import { openAdaptedStore } from '../apps/server/src/telemetry/registers/index.ts';
import {
  createPartitionsRepository,
  createReadingPartitions,
  dayNumber,
} from '../apps/server/src/telemetry/series/index.ts';
import { createVirtualBoard } from '../apps/virtual-meters/src/board/virtual-board.ts';
import { createLog } from '../packages/runtime/src/log.ts';
import { setting } from './api/measure.ts';
import { seedMeters, startApi, tidy } from './api/server.ts';

/**
 * How many bytes a message takes, with all that is made of it: boards of three phases at 10 s with noise in their last digits,
 * through the real ingest, before their days are closed and after their rows have been dropped.
 */
const METERS = setting('METERS', 3);
const DAYS = setting('DAYS', 31);
const EVERY_MS = 10_000;
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');
const LAST = Date.parse('2026-11-16T00:00:00Z');
const FIRST = LAST - DAYS * DAY_MS;
const FRAMES_A_BATCH = 2_000;
const ZONE = parseZone('America/Recife');

const SIZES = `select name, (select sum(pg_total_relation_size(relid)) from pg_partition_tree(name::regclass))::float8 as bytes
  from unnest(array['reading', 'quarter']) as name
  union all select 'meter_day', pg_total_relation_size('meter_day')::float8`;

/** The part of a closed day that stays after its frames expire. */
const WITHOUT_FRAMES = `select coalesce(avg(pg_column_size(meter_day.*) - coalesce(pg_column_size(frame_blocks), 0)), 0)::float8
  as bytes from meter_day where format is not null`;

const api = await startApi(NOW);
const clock = () => instant(NOW);
const log = createLog('silent');
const ingest = createIngest({
  connectionString: api.database.connectionString,
  clock,
  log,
  registry: new Registry(),
  retentionDays: 400,
  feed: { watched: () => false, deliver: () => undefined },
  openAdaptedStore,
});

const notify = async (when: string, messages: number): Promise<void> => {
  await tidy(api.database, ['reading', 'quarter', 'meter_day']);
  const { rows } = await api.database.pool.query<{ name: string; bytes: number }>(SIZES);
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  const each = [...rows, { name: 'all', bytes: total }].map(
    ({ name, bytes }) => `${name} ${(bytes / messages).toFixed(1)}`,
  );
  console.log(`bytes a message, ${when}: ${each.join(', ')}`);
};

try {
  await api.signIn();
  const macs = await seedMeters(api.database, METERS, new Date(FIRST).toISOString());
  const { rows } = await api.database.pool.query<{ id: number; mac: string }>(
    'select id, mac from installation',
  );
  const partitions = createPartitionsRepository(api.database.pool);
  // As a server makes them ahead of each day.
  for (let day = FIRST; day < LAST; day += DAY_MS) await partitions.createQuarters(dayNumber(day));
  const idOf = new Map(rows.map(({ id, mac }) => [mac, id]));
  let messages = 0;
  for (const text of macs) {
    const mac = normalizeMac(text);
    const installationId = idOf.get(text);
    if (mac === null || ZONE === null || installationId === undefined) throw new Error(`no meter ${text}`);
    const board = createVirtualBoard({ mac, profile: 'bakery', zone: ZONE, seed: text, leakingFrom: null });
    for (let from = FIRST; from < LAST; from += FRAMES_A_BATCH * EVERY_MS) {
      const to = Math.min(LAST, from + FRAMES_A_BATCH * EVERY_MS);
      const frames = Array.from({ length: (to - from) / EVERY_MS }, (_, index) => {
        const at = from + index * EVERY_MS;
        return { installationId, frame: board.frame(at - EVERY_MS, at, EVERY_MS) };
      });
      await ingest.sink.append(frameBatchOf('late', frames));
      messages += frames.length;
    }
  }
  console.log(
    `${messages.toLocaleString('en')} messages of ${METERS} boards of three phases over ${DAYS} days`,
  );
  await notify('as rows', messages);
  const [started, cpu] = [performance.now(), api.cpu()];
  const days = await api.closeDays();
  const [ms, used] = [performance.now() - started, api.cpu() - cpu];
  console.log(
    `${days} days of a meter closed: ${(ms / days).toFixed(0)} ms each, ${(used / days).toFixed(0)} ms of CPU`,
  );
  await createReadingPartitions({ partitions, clock, retentionDays: 400, log }).maintain();
  await notify('closed', messages);
  const { rows: stored } = await api.database.pool.query<{ bytes: number }>(WITHOUT_FRAMES);
  console.log(
    `a closed day of a meter without its frames: ${Math.round(stored[0]?.bytes ?? 0)} bytes in its row`,
  );
} finally {
  await ingest.stop();
  await api.stop();
}
