import { createClient, measure, report, reportHead, setting } from './api/measure.ts';
import { seedMeters, startApi, tidy } from './api/server.ts';

/** Consolidated calls of one meter at the HTTP boundary, on a year of quarters of many meters. */
const METERS = setting('METERS', 1_000);
const DAYS = setting('DAYS', 366);
const ROUNDS = setting('ROUNDS', 1_000);
const DAY_MS = 86_400_000;
/** 16:40 in São Paulo on the last day of a month of 31 days: as many days are read as ever are. */
const NOW = Date.parse('2026-10-31T19:40:00Z');
const FIRST = Math.floor(NOW / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;

/**
 * As ingest writes them: blocks of six hours, 24 rows of a meter together, meter after meter. A load of the working
 * day with a spread, some capacitive nights, one meter in ten with a solar panel.
 */
const SEED = `insert into quarter (installation_id, start, consumed_a_mwh, consumed_b_mwh, consumed_c_mwh, injected_a_mwh,
    injected_b_mwh, injected_c_mwh, inductive_a_mvarh, inductive_b_mvarh, inductive_c_mvarh, capacitive_c_mvarh, frames)
  select i, start, load + noise, load + 2 * noise, load / 2 + noise, sun, sun, sun, load / 4, load / 5, noise / 3,
    case when load < 300000 then noise / 2 else 0 end, 90
  from (
    select i, start, noise, 200000 + 60000 * (extract(hour from start)::integer % 12) as load,
      case when i % 10 = 0 and extract(hour from start) between 11 and 19 then 150000 + noise else 0 end as sun
    from (
      select i, start, abs(hashint4(i * 7919 + (extract(epoch from start) / 900)::integer)) % 100000 as noise
      from (
        select i, $1::timestamptz + (block * 24 + quarter) * interval '15 minutes' as start
        from generate_series(0, 3) block, generate_series(1, $2::integer) i, generate_series(0, 23) quarter
        order by block, i, quarter
      ) establishments
    ) noises
  ) loads`;

const api = await startApi(NOW);
try {
  const token = await api.signIn();
  const macs = await seedMeters(api.database, METERS, '2020-01-01T00:00:00Z');
  const started = performance.now();
  for (let day = 0; day < DAYS; day++) {
    await api.database.pool.query(SEED, [new Date(FIRST + day * DAY_MS), METERS]);
    if (day % 60 === 59) console.log(`seeded ${day + 1} of ${DAYS} days`);
  }
  const rows = METERS * DAYS * 96;
  console.log(
    `${rows.toLocaleString('en')} quarters in ${Math.round((performance.now() - started) / 1000)} s`,
  );
  const closing = performance.now();
  const closed = await api.closeDays();
  console.log(
    `${closed.toLocaleString('en')} closed days in ${Math.round((performance.now() - closing) / 1000)} s`,
  );
  await tidy(api.database, ['quarter', 'meter_day']);

  const client = createClient(api.port, token);
  const macOf = (round: number): string => macs[(round * 7919) % macs.length] ?? '';
  const dateOf = (round: number, back = 0): string =>
    new Date(NOW - (((round * 31) % (DAYS - 70)) + back) * DAY_MS).toISOString().slice(0, 10);
  await reportHead(client, api.cpu);
  const daysOf = (path: string, round: number) =>
    ({
      method: 'GET',
      path: `${path}/${macOf(round)}?start=${dateOf(round, 30)}&end=${dateOf(round)}`,
    }) as const;
  const withBody = (path: string, round: number) =>
    ({
      method: 'POST',
      path,
      body: { id: macOf(round), dateIn: dateOf(round, 30), dateOut: dateOf(round) },
    }) as const;
  const calls = {
    'GET daily, today': (round: number) =>
      ({ method: 'GET', path: `/consolidated/daily/${macOf(round)}` }) as const,
    'GET daily, any day': (round: number) =>
      ({ method: 'GET', path: `/consolidated/daily/${macOf(round)}?date=${dateOf(round)}` }) as const,
    'POST period, 31 days': (round: number) =>
      ({
        method: 'POST',
        path: '/consolidated/period',
        body: { meter: macOf(round), dateStart: dateOf(round, 30), dateEnd: dateOf(round) },
      }) as const,
    'GET monthly (with previous cycle)': (round: number) =>
      ({ method: 'GET', path: `/consolidated/monthly/${macOf(round)}` }) as const,
    'GET monthly-forecast': (round: number) =>
      ({ method: 'GET', path: `/consolidated/monthly-forecast/${macOf(round)}` }) as const,
    'POST monthly, 6 months': (round: number) =>
      ({
        method: 'POST',
        path: `/consolidated/monthly/${macOf(round)}`,
        body: { months: ['10/2026', '09/2026', '08/2026', '07/2026', '06/2026', '05/2026'] },
      }) as const,
    'GET demand, 31 days': (round: number) => daysOf('/consolidated/demand', round),
    'GET heat map, 31 days': (round: number) => daysOf('/consolidated/heatmap', round),
    'GET comparison, 31 days': (round: number) => daysOf('/consolidated/comparison', round),
    'GET always-on, 31 days': (round: number) =>
      ({
        method: 'GET',
        path: `/always-on/retrieve-interval/${macOf(round)}/${dateOf(round, 30)}/${dateOf(round)}`,
      }) as const,
    'POST consumption, 31 days': (round: number) => withBody('/board/consumption', round),
    'POST running total, 31 days': (round: number) => withBody('/board/accumulator/values', round),
  };
  for (const [name, ask] of Object.entries(calls)) report(name, await measure(client, ROUNDS, ask, api.cpu));
  await client.close();
} finally {
  await api.stop();
}
