import { createClient, measure, report, reportHead, setting } from './api/measure.ts';
import { seedReadings } from './api/seed-readings.ts';
import { seedMeters, startApi, tidy } from './api/server.ts';

/** A week of power quality at the HTTP boundary: 60,480 frames, of closed days and with the open ones. */
const METERS = setting('METERS', 5);
const ROUNDS = setting('ROUNDS', 40);
const DAYS = 9;
const DAY_MS = 86_400_000;
/** The last day is read from the readings, other days as they were closed. */
const NOW = Date.parse('2026-10-31T23:59:59Z');

const api = await startApi(NOW);
try {
  const token = await api.signIn();
  const macs = await seedMeters(api.database, METERS, '2020-01-01T00:00:00Z');
  await seedReadings(api.database, { meters: METERS, days: DAYS, everySeconds: 10, now: NOW });
  await api.database.pool.query('insert into last_state select id, $1, $1 from installation', [
    new Date(NOW),
  ]);
  console.log(`${await api.closeDays()} days closed`);
  await tidy(api.database, ['reading', 'quarter', 'meter_day']);
  const client = createClient(api.port, token);
  const week = (daysBack: number) => (round: number) =>
    ({
      method: 'GET',
      path: `/board/${macs[round % macs.length]}/supply-week?start=${new Date(NOW - daysBack * DAY_MS).toISOString().slice(0, 10)}`,
    }) as const;
  await reportHead(client, api.cpu);
  report('a week of closed days', await measure(client, ROUNDS, week(8), api.cpu));
  report('a week up to now', await measure(client, ROUNDS, week(6), api.cpu));
  await client.close();
} finally {
  await api.stop();
}
