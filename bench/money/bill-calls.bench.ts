import { createClient, measure, report, reportHead, setting } from '../api/measure.ts';
import { seedMeters, startApi, tidy } from '../api/server.ts';
import { settleEstablishments, type Windows } from '../bill/establishments.ts';

/** Bills at the HTTP boundary: a month, a year under all modalities, and the best demand, from stored quarters. */
const METERS = setting('METERS', 40);
const DAYS = setting('DAYS', 400);
const ROUNDS = setting('ROUNDS', 200);
const DAY_MS = 86_400_000;
/** 16:40 in São Paulo on the last day of a month of 31 days. */
const NOW = Date.parse('2026-10-31T19:40:00Z');
const FIRST = Math.floor(NOW / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;
const COMPARISON_ROUNDS = Math.ceil(ROUNDS / 10);

const SEED = `insert into quarter (installation_id, start, consumed_a_mwh, consumed_b_mwh, consumed_c_mwh,
    inductive_a_mvarh, inductive_b_mvarh, inductive_c_mvarh, capacitive_c_mvarh, frames)
  select i, start, load + noise, load + 2 * noise, load / 2 + noise, load / 4, load / 2, noise / 3,
    case when load < 300000 then noise else 0 end, 90
  from (
    select i, start, abs(hashint4(i * 7919 + (extract(epoch from start) / 900)::integer)) % 100000 as noise,
      2000000 + 600000 * (extract(hour from start)::integer % 12) as load
    from generate_series(1, $2::integer) i,
      generate_series($1::timestamptz, $1::timestamptz + interval '23:45', interval '15 minutes') start
  ) loads`;

const api = await startApi(NOW);
try {
  const token = await api.signIn();
  const macs = await seedMeters(api.database, METERS, '2020-01-01T00:00:00Z');
  for (let day = 0; day < DAYS; day++) {
    await api.database.pool.query(SEED, [new Date(FIRST + day * DAY_MS), METERS]);
  }
  console.log(`${(METERS * DAYS * 96).toLocaleString('en')} quarters, ${await api.closeDays()} days closed`);
  const half = Math.floor(METERS / 2);
  const establishmentsBy: readonly (readonly [Windows, readonly string[]])[] = [
    ['hours', await settleEstablishments(api.database, macs.slice(0, half), 'hours')],
    ['half hours', await settleEstablishments(api.database, macs.slice(half), 'half hours')],
  ];
  await tidy(api.database, ['quarter', 'meter_day', 'billing_contract']);

  const client = createClient(api.port, token);
  await reportHead(client, api.cpu);
  for (const [windows, establishments] of establishmentsBy) {
    const get = (path: string) => (round: number) =>
      ({
        method: 'GET',
        path: `/establishment/${establishments[round % establishments.length]}/${path}`,
      }) as const;
    const name = (what: string) => `${what}, windows by ${windows}`;
    const month = get('bill?start=2026-10-01');
    report(name('GET bill, 31 days'), await measure(client, ROUNDS, month, api.cpu));
    const year = get('tariff-comparison');
    report(name('GET tariff-comparison'), await measure(client, COMPARISON_ROUNDS, year, api.cpu));
    const demand = get('demand-optimum');
    report(name('GET demand-optimum'), await measure(client, COMPARISON_ROUNDS, demand, api.cpu));
  }
  await client.close();
} finally {
  await api.stop();
}
