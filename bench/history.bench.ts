import { createClient, measure, report, reportHead, setting } from './api/measure.ts';
import { seedMeters, startApi, tidy } from './api/server.ts';

/** Pages of raw frames at any depth and of every size, at the HTTP boundary, among 20 million readings. */
const METERS = setting('METERS', 75);
const DAYS = setting('DAYS', 31);
const ROUNDS = setting('ROUNDS', 300);
const EVERY_S = 10;
const DAY_MS = 86_400_000;
const RETENTION_DAYS = 400;
const NOW = Date.parse('2026-10-31T23:59:59Z');
const FIRST = Math.floor(NOW / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;
const PER_DAY = DAY_MS / 1000 / EVERY_S;
const SIZES = [10, 20, 50, 100, 250, 720, 1000] as const;

const values = `-40 - s % 40, 31.5, (2190 + s % 97) / 10.0::float8, (2185 + s % 89) / 10.0::float8, (2201 + s % 83) / 10.0::float8,
  (s % 1999) / 100.0::float8, (s % 1877) / 100.0::float8, (s % 1753) / 100.0::float8, 0.98, 0.9712, 0.85,
  (s % 43999) / 10.0::float8, (s % 41999) / 10.0::float8, (s % 39999) / 10.0::float8, (s % 999) / 10.0::float8, 12.5, 8,
  2.1, 2.2, 2.3, 11.5, 12.5, 13.5, s % 12345, s % 11345, s % 10345, s % 345, s % 245, s % 145`;

/** Closed days lie in (installation, time) order, as ingest rewrites them; the last day as frames came in. */
const seedDay = (
  isOpen: boolean,
): string => `insert into reading (installation_id, at, rssi, t, va, vb, vc, ia, ib, ic,
    pfa, pfb, pfc, wa, wb, wc, vara, varb, varc, vthda, vthdb, vthdc, ithda, ithdb, ithdc, energy_a_mwh, energy_b_mwh,
    energy_c_mwh, reactive_a_mvarh, reactive_b_mvarh, reactive_c_mvarh)
  select i, $1::timestamptz + n * interval '${EVERY_S} seconds', ${values}
  from (select i, n, (n * 7919 + i * 104729) % 1000003 as s
    from generate_series(1, $2::integer) i, generate_series(0, ${PER_DAY - 1}) n
    order by ${isOpen ? 'n, i' : 'i, n'}) frames`;

const QUARTERS = `insert into quarter (installation_id, start, frames)
  select i, $1::timestamptz + (block * 24 + quarter) * interval '15 minutes', ${900 / EVERY_S}
  from generate_series(0, 3) block, generate_series(1, $2::integer) i, generate_series(0, 23) quarter
  order by block, i, quarter`;

const api = await startApi(NOW);
try {
  const { pool } = api.database;
  const token = await api.signIn();
  const macs = await seedMeters(api.database, METERS, '2020-01-01T00:00:00Z');
  const started = performance.now();
  for (let back = RETENTION_DAYS; back >= 0; back--) {
    const day = new Date(Math.floor(NOW / DAY_MS) * DAY_MS - back * DAY_MS).toISOString().slice(0, 10);
    await pool.query(
      `create table "reading_${day}" partition of reading
       for values from ('${day} 00:00Z') to ('${day} 00:00Z'::timestamptz + interval '24 hours')`,
    );
  }
  for (let day = 0; day < DAYS; day++) {
    const start = new Date(FIRST + day * DAY_MS);
    await pool.query(seedDay(day === DAYS - 1), [start, METERS]);
    await pool.query(QUARTERS, [start, METERS]);
  }
  const total = METERS * DAYS * PER_DAY;
  console.log(
    `${total.toLocaleString('en')} readings in ${Math.round((performance.now() - started) / 1000)} s`,
  );
  console.log(`${(await api.packDays()).toLocaleString('en')} closed days packed`);
  await tidy(api.database, ['reading', 'quarter', 'packed_day', 'packed_quarters']);

  const client = createClient(api.port, token);
  const macOf = (round: number): string => macs[(round * 7919) % macs.length] ?? '';
  const [dateIn, dateOut] = [new Date(FIRST).toISOString().slice(0, 10), '2026-10-31'];
  const from = new Date(FIRST).toISOString();
  const to = new Date(NOW).toISOString();
  const inMeter = DAYS * PER_DAY;
  const page = (round: number, limit: number, skip: number) =>
    ({
      method: 'POST',
      path: '/board/values/last/pagination',
      body: { id: macOf(round), dateIn: from, dateOut: to, limit, skip },
    }) as const;
  reportHead();
  for (const size of SIZES) {
    const deep = (round: number): number => ((((round * 104_729) % inMeter) / size) | 0) * size;
    report(`first page of ${size}`, await measure(client, ROUNDS, (round) => page(round, size, 0), api.cpu));
    report(
      `any page of ${size}`,
      await measure(client, ROUNDS, (round) => page(round, size, deep(round)), api.cpu),
    );
    report(
      `last page of ${size}`,
      await measure(client, ROUNDS, (round) => page(round, size, inMeter - size), api.cpu),
    );
  }
  const count = (round: number) =>
    ({
      method: 'POST',
      path: '/board/values/last/pagination/count',
      body: { id: macOf(round), dateIn, dateOut },
    }) as const;
  report('count of 31 days', await measure(client, ROUNDS, count, api.cpu));
  const newest = (round: number) =>
    ({ method: 'POST', path: '/board/values/last', body: { id: macOf(round) } }) as const;
  report('newest frame', await measure(client, ROUNDS, newest, api.cpu));
  client.close();
} finally {
  await api.stop();
}
