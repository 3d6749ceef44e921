import { createClient, type Requested, setting } from './api/measure.ts';
import { seedMeters, startApi, tidy } from './api/server.ts';

/** The cost of the query for estimated times: every other request is answered without it, by the same server. */
const DAYS = setting('DAYS', 95);
const ROUNDS = setting('ROUNDS', 200);
const MANY = setting('MANY', 300);
const DAY_MS = 86_400_000;
/** 16:40 in São Paulo. */
const NOW = Date.parse('2026-10-21T19:40:00Z');
const FIRST = Math.floor(NOW / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;
const QUERY = 'estimated-times';

const SEED = `insert into quarter (installation_id, start, consumed_a_mwh, consumed_b_mwh, consumed_c_mwh, frames)
  select i, start, 200000 + i, 300000 + i, 400000 + i, 90
  from generate_series(1, $2::integer) i,
    generate_series($1::timestamptz, $1::timestamptz + interval '23:45', interval '15 minutes') start
  where start <= $3`;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

const api = await startApi(NOW);
try {
  const { pool } = api.database;
  const token = await api.signIn();
  const macs = await seedMeters(api.database, MANY + 1, '2020-01-01T00:00:00Z');
  const newEstablishment = async (meterMacs: readonly string[]): Promise<string> => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into establishment (owner_id, name) select owner_id, 'Loja' from establishment limit 1 returning id`,
    );
    const id = rows[0]?.id ?? '';
    await pool.query('update installation set establishment_id = $1 where mac = any($2)', [id, meterMacs]);
    return id;
  };
  const [mac = ''] = macs;
  const [small, large] = [await newEstablishment([mac]), await newEstablishment(macs.slice(1))];
  for (let day = 0; day < DAYS; day++)
    await pool.query(SEED, [new Date(FIRST + day * DAY_MS), macs.length, new Date(NOW)]);
  await api.closeDays();
  await tidy(api.database, ['quarter', 'meter_day']);

  let [isSkipped, requested] = [false, 0];
  const query = pool.query.bind(pool) as (...provided: unknown[]) => unknown;
  pool.query = ((...provided: unknown[]) => {
    const [statement] = provided;
    const isEstimates = typeof statement === 'object' && (statement as { name?: string }).name === QUERY;
    if (isEstimates) requested += 1;
    return isEstimates && isSkipped ? Promise.resolve({ rows: [] }) : query(...provided);
  }) as typeof pool.query;

  const client = createClient(api.port, token);
  const span = 'start=2026-09-15&end=2026-10-15';
  const calls: readonly (readonly [name: string, call: Requested, rounds: number])[] = [
    ['one meter: day', { method: 'GET', path: `/consolidated/daily/${mac}?date=2026-10-10` }, ROUNDS],
    ['one meter: cycle', { method: 'GET', path: `/consolidated/monthly/${mac}` }, ROUNDS],
    ['one meter: 31 days', { method: 'GET', path: `/consolidated/days/${mac}?${span}` }, ROUNDS],
    [
      'establishment of one meter: cycle',
      { method: 'GET', path: `/establishment/${small}/consumption` },
      ROUNDS,
    ],
    [`${MANY} meters: cycle`, { method: 'GET', path: `/establishment/${large}/consumption` }, ROUNDS / 4],
    [`${MANY} meters: emissions`, { method: 'GET', path: `/establishment/${large}/emissions` }, ROUNDS / 4],
  ];
  console.log(
    '| call | with | without | median of paired differences | ratio | queries a call |\n| --- | --- | --- | --- | --- | --- |',
  );
  for (const [name, call, rounds] of calls) {
    const times: { readonly true: number[]; readonly false: number[] } = { true: [], false: [] };
    const warm = Math.ceil(rounds / 10) * 2;
    requested = 0;
    for (let round = 0; round < warm + rounds * 2; round++) {
      // Pairs in alternating order: which comes first is no advantage.
      isSkipped = (round % 2 === 0) === (Math.floor(round / 2) % 2 === 0);
      const { ms } = await client.ask(call);
      if (round >= warm) times[`${isSkipped}`].push(ms);
    }
    const difference = median(times.false.map((time, index) => time - (times.true[index] ?? Number.NaN)));
    const without = median(times.true);
    const cells = [median(times.false), without, difference].map((value) => `${value.toFixed(2)} ms`);
    const ratio = (1 + difference / without).toFixed(3);
    console.log(`| ${name} | ${cells.join(' | ')} | ${ratio} | ${requested / (warm + rounds * 2)} |`);
  }
  await client.close();
} finally {
  await api.stop();
}
