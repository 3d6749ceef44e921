import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { instant, parseZone } from '@nascente/domain/base/time/zone';
import { createMeterDays } from '../apps/server/src/telemetry/series/index.ts';
import { maintainDays, prepareDays } from './api/day-partitions.ts';
import { createClient, setting } from './api/measure.ts';
import { seedMeters, startApi, tidy } from './api/server.ts';
import { type PeerStore, type Questions, startPeers } from './peers/stores.ts';
import { bytesBelow } from './whole/bytes-below.ts';

/** The same frames of a month in Nascente and in Debian's stores of time series, and the same four questions to each. */
const METERS = setting('METERS', 20);
const EVERY_SECONDS = setting('EVERY', 10);
const DAYS = setting('DAYS', 31);
const ROUNDS = setting('ROUNDS', 20);
const DAY_MS = 86_400_000;
const START = Date.parse('2026-10-01T00:00:00Z');
const END = START + DAYS * DAY_MS;
const NOW = END + DAY_MS / 2;
const MAX_LINES = 5_000;
const ZONE = parseZone('America/Sao_Paulo');

const FIELDS =
  `rssi t va vb vc ia ib ic pfa pfb pfc wa wb wc vara varb varc vthda vthdb vthdc ithda ithdb ithdc
  energy_a_mwh energy_b_mwh energy_c_mwh reactive_a_mvarh reactive_b_mvarh reactive_c_mvarh`.split(/\s+/);

/** Loads of a working day with noise in their last digits; increments match the powers. */
const FRAMES = `insert into reading (installation_id, at, ${FIELDS.join(', ')})
  select i, $1::timestamptz + n * interval '${EVERY_SECONDS} seconds', -40 - s % 40, 31.5 + s % 13 / 10.0,
    (2190 + s % 97) / 10.0, (2185 + s % 89) / 10.0, (2201 + s % 83) / 10.0, w / 219.0, w / 230.0, w / 240.0,
    0.98, 0.9712, 0.85, w, w * 0.9, w * 0.8, w * 0.2, w * 0.21, w * 0.3, 2.1, 2.2, 2.3, 11.5, 12.5, 13.5,
    (w * ${EVERY_SECONDS / 3.6})::integer, (w * ${EVERY_SECONDS / 4})::integer, (w * ${EVERY_SECONDS / 4.5})::integer,
    s % 345, s % 245, s % 145
  from (
    select i, n, s, round((4000 + 3000 * sin(n * ${EVERY_SECONDS} / 13750.0 + i) + s % 997 / 2.0)::numeric, 1)::float8 as w
    from (select i, n, (n * 7919 + i * 104729) % 1000003 as s
      from generate_series(1, $2::integer) i, generate_series(0, ${86_400 / EVERY_SECONDS - 1}) n order by i, n) numbers
  ) loads`;

const QUARTERS = `insert into quarter (installation_id, start, consumed_a_mwh, consumed_b_mwh, consumed_c_mwh,
    inductive_a_mvarh, inductive_b_mvarh, inductive_c_mvarh, frames)
  select installation_id, date_bin('15 minutes', at, $1), sum(energy_a_mwh), sum(energy_b_mwh), sum(energy_c_mwh),
    sum(reactive_a_mvarh), sum(reactive_b_mvarh), sum(reactive_c_mvarh), count(*)
  from reading where at >= $1 and at < $1::timestamptz + interval '1 day' group by 1, 2 order by 1, 2`;

const LINES = `select 'reading,mac=' || $4 || ' ' || concat_ws(',', ${FIELDS.map((field) => `'${field.replace(/_m(wh|varh)$/, '')}=' || ${field}`).join(', ')})
    || ' ' || (extract(epoch from at) * 1000)::bigint as line
  from reading where installation_id = $1 and at >= $2 and at < $3 order by at`;

const SIZE = `select (select sum(pg_total_relation_size(relid)) from pg_partition_tree('reading'))::float8
  + (select sum(pg_total_relation_size(relid)) from pg_partition_tree('quarter'))::float8
  + pg_total_relation_size('meter_day')::float8 as bytes`;

/** Makes the next query read from the disk. Only root may; others measure a warm page cache. */
const dropPageCache = (): boolean => {
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return true;
  } catch {
    return false;
  }
};

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

const timeOf = async (ask: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await ask();
  return performance.now() - started;
};

const QUESTIONS: readonly (keyof Questions)[] = ['hoursOfOne', 'hoursOfAll', 'total', 'last'];

interface Store {
  readonly name: string;
  readonly questions: Questions;
  readonly bytes: number;
}

const folder = mkdtempSync(join(tmpdir(), 'nascente-peers-'));
const api = await startApi(NOW);
let peers: readonly PeerStore[] = [];
try {
  const { pool } = api.database;
  const token = await api.signIn();
  const macs = await seedMeters(api.database, METERS, '2020-01-01T00:00:00Z');
  const { rows: installed } = await pool.query<{ id: number; mac: string; establishment: string }>(
    'select id, mac, establishment_id as establishment from installation order by id',
  );
  const labelOf = (mac: string): string => mac.replaceAll(':', '');
  const [mac = ''] = macs;
  peers = await startPeers(folder, { start: START, end: END, mac: labelOf(mac) });
  await prepareDays(api.database, END - 1, DAYS);
  const writeLines = async ({ writeTo }: PeerStore, lines: readonly string[]): Promise<void> => {
    const answer = await fetch(writeTo, { method: 'POST', body: lines.join('\n') });
    if (!answer.ok) throw new Error(`${writeTo}: ${answer.status} ${await answer.text()}`);
  };
  for (let day = START; day < END; day += DAY_MS) {
    const [from, to] = [new Date(day), new Date(day + DAY_MS)];
    await pool.query(FRAMES, [from, METERS]);
    await pool.query(QUARTERS, [from]);
    for (const { id, mac: address } of installed) {
      const { rows } = await pool.query<{ line: string }>(LINES, [id, from, to, labelOf(address)]);
      const lines = rows.map(({ line }) => line);
      for (let at = 0; at < lines.length; at += MAX_LINES)
        await Promise.all(peers.map((peer) => writeLines(peer, lines.slice(at, at + MAX_LINES))));
    }
  }
  await pool.query(
    `insert into last_state (installation_id, at, received_at) select installation_id, max(at), max(at) from reading group by 1`,
  );
  const messages = METERS * DAYS * (86_400 / EVERY_SECONDS);
  await api.closeDays();
  await maintainDays(api.database, NOW + 5 * DAY_MS);
  await tidy(api.database, ['reading', 'quarter', 'meter_day']);
  for (const peer of peers) await peer.settle();

  const client = createClient(api.port, token);
  const days = createMeterDays({ pool, clock: () => instant(NOW) });
  if (ZONE === null) throw new Error('no zone');
  const zone = ZONE;
  const isoOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const path = `/establishment/${installed[0]?.establishment}/consumption/months`;
  const { rows: sizes } = await pool.query<{ bytes: number }>(SIZE);
  const nascente: Store = {
    name: 'Nascente',
    bytes: sizes[0]?.bytes ?? Number.NaN,
    questions: {
      hoursOfOne: () =>
        client.ask({
          method: 'POST',
          path: '/consolidated/period',
          body: { meter: mac, dateStart: isoOf(START), dateEnd: isoOf(END - DAY_MS) },
        }),
      hoursOfAll: async () =>
        JSON.stringify(
          await days.readTogether(
            installed.map(({ id }) => ({ installationId: id, from: instant(START), to: instant(END), zone })),
          ),
        ),
      total: () => client.ask({ method: 'POST', path, body: { type: 'eletric', months: ['10/2026'] } }),
      last: () => client.ask({ method: 'GET', path: '/installation-meter' }),
    },
  };
  const stores: Store[] = [nascente];
  for (const { name, questions, folder: data } of peers)
    stores.push({ name, questions, bytes: await bytesBelow(data) });
  console.log(
    `${messages.toLocaleString('en')} frames of ${METERS} meters at ${EVERY_SECONDS} s, ${DAYS} days; load average ${loadavg()[0]?.toFixed(1)}\n`,
  );
  console.log(
    '| store | a month by hour, one meter | all meters by hour | total of the month | last values | bytes a frame |',
  );
  console.log('|---|---|---|---|---|---|');
  let isCold = true;
  const cells = new Map<string, string[]>();
  for (const question of QUESTIONS)
    for (const { name, questions } of stores) {
      isCold &&= dropPageCache();
      const first = await timeOf(questions[question]);
      const again: number[] = [];
      for (let round = 0; round < ROUNDS; round++) again.push(await timeOf(questions[question]));
      cells.set(name, [...(cells.get(name) ?? []), `${first.toFixed(0)} / ${medianOf(again).toFixed(1)} ms`]);
    }
  for (const { name, bytes } of stores)
    console.log(`| ${[name, ...(cells.get(name) ?? []), (bytes / messages).toFixed(1)].join(' | ')} |`);
  console.log(
    `\nFirst asked${isCold ? ' from the disk' : ', page cache warm'} / median of ${ROUNDS} asked again.`,
  );
  await client.close();
} finally {
  for (const peer of peers) await peer.stop();
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
}
