import { type IncomingMessage, request } from 'node:http';
import { setting } from './api/measure.ts';
import { seedMeters, startApi, tidy } from './api/server.ts';

/** A month of one meter as a file: time and memory of the server, also for a slow reader. */
const DAYS = setting('DAYS', 31);
const EVERY_S = setting('EVERY_S', 5);
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-10-31T23:59:59Z');
const FIRST = Math.floor(NOW / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;

const SEED = `insert into reading (installation_id, at, rssi, t, va, vb, vc, ia, ib, ic, pfa, pfb, pfc, wa, wb, wc,
    vara, varb, varc, vthda, vthdb, vthdc, ithda, ithdb, ithdc, energy_a_mwh, energy_b_mwh, energy_c_mwh,
    reactive_a_mvarh, reactive_b_mvarh, reactive_c_mvarh)
  select 1, $1::timestamptz + n * interval '${EVERY_S} seconds', -40 - n % 40, 31.5, (2190 + n % 97) / 10.0::float8,
    (2185 + n % 89) / 10.0::float8, (2201 + n % 83) / 10.0::float8, (n % 1999) / 100.0::float8,
    (n % 1877) / 100.0::float8, (n % 1753) / 100.0::float8, 0.98, 0.9712, 0.85, (n % 43999) / 10.0::float8,
    (n % 41999) / 10.0::float8, (n % 39999) / 10.0::float8, (n % 999) / 10.0::float8, 12.5, 8, 2.1, 2.2, 2.3,
    11.5, 12.5, 13.5, n % 12345, n % 11345, n % 10345, n % 345, n % 245, n % 145
  from generate_series(0, ${86_400 / EVERY_S - 1}) n`;

const QUARTERS = `insert into quarter (installation_id, start, consumed_a_mwh, frames)
  select 1, $1::timestamptz + n * interval '15 minutes', n * 1000, ${900 / EVERY_S} from generate_series(0, 95) n`;

const MB = 1024 * 1024;

const api = await startApi(NOW);
try {
  const { pool } = api.database;
  const token = await api.signIn();
  const [mac = ''] = await seedMeters(api.database, 1, '2020-01-01T00:00:00Z');
  for (let day = 0; day < DAYS; day++) {
    const start = new Date(FIRST + day * DAY_MS);
    const name = start.toISOString().slice(0, 10);
    await pool.query(
      `create table "reading_${name}" partition of reading
       for values from ('${name} 00:00Z') to ('${name} 00:00Z'::timestamptz + interval '24 hours')`,
    );
    await pool.query(SEED, [start]);
    await pool.query(QUARTERS, [start]);
  }
  await tidy(api.database, ['reading', 'quarter']);

  const download = (query: string, read: (answer: IncomingMessage) => void): Promise<number> =>
    new Promise((resolve, reject) => {
      const path = `/api/board/${mac}/export?start=${new Date(FIRST).toISOString()}&end=${new Date(NOW).toISOString()}&${query}`;
      const requested = request({
        host: '127.0.0.1',
        port: api.port,
        path,
        headers: { 'access-token': token },
      });
      requested.on('error', reject);
      requested.on('response', (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on('end', () => (answer.statusCode === 200 ? resolve(bytes) : reject(new Error(path))));
        answer.on('error', reject);
        read(answer);
      });
      requested.end();
    });

  /** A slow reader: data written ahead of it would show in the server's memory. */
  const slowly = (answer: IncomingMessage): void => {
    answer.on('data', () => {
      answer.pause();
      setImmediate(() => answer.resume());
    });
  };

  const measure = async (name: string, query: string, read: (answer: IncomingMessage) => void) => {
    global.gc?.();
    const before = process.memoryUsage.rss();
    let peak = before;
    const watching = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 20);
    const cpuBefore = api.cpu();
    const started = performance.now();
    const bytes = await download(query, read);
    const seconds = (performance.now() - started) / 1000;
    clearInterval(watching);
    console.log(
      `${name.padEnd(26)}${seconds.toFixed(1).padStart(7)} s${((api.cpu() - cpuBefore) / 1000).toFixed(1).padStart(7)} s CPU` +
        `${(bytes / MB).toFixed(1).padStart(8)} MB${((peak - before) / MB).toFixed(0).padStart(7)} MB more RSS at its peak`,
    );
  };
  const none = (): void => undefined;
  console.log(`${((DAYS * 86_400) / EVERY_S).toLocaleString('en')} readings`);
  await measure('first, to warm up: a day', 'every=1d', none);
  await measure('CSV', 'format=csv', none);
  await measure('CSV, once more', 'format=csv', none);
  await measure('CSV, read slowly', 'format=csv', slowly);
  await measure('XLSX', 'format=xlsx', none);
  await measure('CSV of quarter-hours', 'format=csv&every=15m', none);
} finally {
  await api.stop();
}
