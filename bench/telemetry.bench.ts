import { createClient, measure, report, reportHead, setting } from './api/measure.ts';
import { seedReadings } from './api/seed-readings.ts';
import { seedMeters, startApi, tidy } from './api/server.ts';

/** Power factor and voltage by the hour, and a day thinned, at the HTTP boundary, among 20 million readings. */
const METERS = setting('METERS', 75);
const DAYS = setting('DAYS', 31);
const ROUNDS = setting('ROUNDS', 300);
const DAY_MS = 86_400_000;
/** Today is read from the readings, other days as they were closed. */
const NOW = Date.parse('2026-10-31T23:59:59Z');

const api = await startApi(NOW);
try {
  const { pool } = api.database;
  const token = await api.signIn();
  const macs = await seedMeters(api.database, METERS, '2020-01-01T00:00:00Z');
  await seedReadings(api.database, { meters: METERS, days: DAYS, everySeconds: 10, now: NOW });
  await pool.query('insert into last_state select id, $1, $1 from installation', [new Date(NOW)]);
  const closing = performance.now();
  const closed = await api.closeDays();
  const seconds = Math.round((performance.now() - closing) / 1000);
  console.log(`${closed.toLocaleString('en')} closed days in ${seconds} s`);
  await tidy(api.database, ['reading', 'quarter', 'meter_day']);

  const client = createClient(api.port, token);
  const macOf = (round: number): string => macs[(round * 7919) % macs.length] ?? '';
  const dateOf = (back: number): string => new Date(NOW - back * DAY_MS).toISOString().slice(0, 10);
  const status = (type: 'PF' | 'V', days: number) => (round: number) =>
    ({
      method: 'POST',
      path: '/board/telemetries/status',
      body: { id: macOf(round), dateIn: dateOf(days - 1), dateOut: dateOf(0), type },
    }) as const;
  const ofDay = (backOf: (round: number) => number) => (round: number) =>
    ({
      method: 'POST',
      path: '/board/telemetries',
      body: { id: macOf(round), date: dateOf(backOf(round)) },
    }) as const;
  const statuses = {
    'power factor': status('PF', DAYS),
    voltage: status('V', DAYS),
    'power factor, today': status('PF', 1),
  };
  await reportHead(client, api.cpu);
  for (const [name, ask] of Object.entries(statuses))
    report(name, await measure(client, ROUNDS, ask, api.cpu));
  report(
    'a closed day, thinned',
    await measure(
      client,
      ROUNDS,
      ofDay((round) => 1 + (round % (DAYS - 2))),
      api.cpu,
    ),
  );
  report(
    'today, thinned',
    await measure(
      client,
      ROUNDS,
      ofDay(() => 0),
      api.cpu,
    ),
  );

  await pool.query('truncate meter_day');
  console.log('from the readings alone');
  const few = Math.ceil(ROUNDS / 10);
  for (const [name, ask] of Object.entries(statuses)) report(name, await measure(client, few, ask, api.cpu));
  await client.close();
} finally {
  await api.stop();
}
