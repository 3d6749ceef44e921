import { createClient, measure, report, reportHead, setting } from './api/measure.ts';
import { seedReadings } from './api/seed-readings.ts';
import { seedMeters, startApi, tidy } from './api/server.ts';

/** Pages of raw frames at any depth and of every size, at the HTTP boundary, among 20 million readings. */
const METERS = setting('METERS', 75);
const DAYS = setting('DAYS', 31);
const ROUNDS = setting('ROUNDS', 300);
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
