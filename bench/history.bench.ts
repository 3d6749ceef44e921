import { closeHistory } from './api/close-history.ts';
import { createClient, measure, report, reportHead, setting } from './api/measure.ts';
import { seedReadings } from './api/seed-readings.ts';
import { seedMeters, startApi, tidy } from './api/server.ts';

/**
 * Pages of frames at any depth and size over HTTP, among 20 million readings. Pages of `ASKED` meters with closed days, and of as
 * many others with open days.
 */
const METERS = setting('METERS', 75);
const DAYS = setting('DAYS', 31);
const ROUNDS = setting('ROUNDS', 300);
const REQUESTED = Math.min(setting('ASKED', 15), Math.floor(METERS / 2));
const EVERY_S = 10;
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-10-31T23:59:59Z');
const FIRST = Math.floor(NOW / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;
const PER_DAY = DAY_MS / 1000 / EVERY_S;
const SIZES = [10, 20, 50, 100, 250, 720, 1000] as const;

const api = await startApi(NOW);
try {
  const token = await api.signIn();
  const macs = await seedMeters(api.database, METERS, '2020-01-01T00:00:00Z');
  await seedReadings(api.database, { meters: METERS, days: DAYS, everySeconds: EVERY_S, now: NOW });
  await closeHistory(api, REQUESTED, NOW);
  await tidy(api.database, ['reading', 'quarter', 'meter_day']);

  const client = createClient(api.port, token);
  const from = new Date(FIRST).toISOString();
  const to = new Date(NOW).toISOString();
  const inMeter = DAYS * PER_DAY;
  const ways = [
    { name: '', first: 0 },
    { name: ', readings', first: REQUESTED },
  ];
  const macOf = (round: number, first: number): string => macs[first + ((round * 7919) % REQUESTED)] ?? '';
  await reportHead(client, api.cpu);
  for (const size of SIZES) {
    const depths: [string, (round: number) => number][] = [
      ['first', () => 0],
      ['any', (round) => ((((round * 104_729) % inMeter) / size) | 0) * size],
      ['last', () => inMeter - size],
    ];
    for (const [depth, skip] of depths) {
      for (const way of ways) {
        const page = (round: number) =>
          ({
            method: 'POST',
            path: '/board/values/last/pagination',
            body: { id: macOf(round, way.first), dateIn: from, dateOut: to, limit: size, skip: skip(round) },
          }) as const;
        report(`${depth} page of ${size}${way.name}`, await measure(client, ROUNDS, page, api.cpu));
      }
    }
  }
  const [dateIn, dateOut] = [from.slice(0, 10), '2026-10-31'];
  const count = (round: number) =>
    ({
      method: 'POST',
      path: '/board/values/last/pagination/count',
      body: { id: macOf(round, 0), dateIn, dateOut },
    }) as const;
  report('count of 31 days', await measure(client, ROUNDS, count, api.cpu));
  const newest = (round: number) =>
    ({ method: 'POST', path: '/board/values/last', body: { id: macOf(round, 0) } }) as const;
  report('newest frame', await measure(client, ROUNDS, newest, api.cpu));
  await client.close();
} finally {
  await api.stop();
}
