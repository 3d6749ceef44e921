import { createClient, measure, report, reportHead, setting } from './api/measure.ts';
import { seedMeters, startApi, tidy } from './api/server.ts';

/** Consumption of establishments over HTTP: with one meter, a few, and hundreds. */
const DAYS = setting('DAYS', 400);
const ROUNDS = setting('ROUNDS', 200);
const MANY = setting('MANY', 300);
const DAY_MS = 86_400_000;
/** 16:40 in São Paulo. */
const NOW = Date.parse('2026-10-21T19:40:00Z');
const FIRST = Math.floor(NOW / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;
const MONTHS = ['05/2026', '06/2026', '07/2026', '08/2026', '09/2026', '10/2026'];

const SEED = `insert into quarter (installation_id, start, consumed_a_mwh, consumed_b_mwh, consumed_c_mwh, frames)
  select i, start, load + noise, load + 2 * noise, load / 2 + noise, 90
  from (
    select i, start, abs(hashint4(i * 7919 + (extract(epoch from start) / 900)::integer)) % 100000 as noise,
      2000000 + 600000 * (extract(hour from start)::integer % 12) as load
    from generate_series(1, $2::integer) i,
      generate_series($1::timestamptz, $1::timestamptz + interval '23:45', interval '15 minutes') start
  ) loads where start <= $3`;

/** Places of so many meters each; a general meter that came in the middle of the six months, where it is said. */
const ESTABLISHMENTS = [
  { name: 'one meter', meters: 1, hasGeneral: false },
  { name: '5 meters', meters: 5, hasGeneral: false },
  { name: '5 meters, a general one since July', meters: 5, hasGeneral: true },
  { name: `${MANY} meters`, meters: MANY, hasGeneral: false },
] as const;
/** Beside them, establishments of one meter each that are put in order by their amounts. */
const LISTED = 50;
const METERS = ESTABLISHMENTS.reduce((sum, { meters }) => sum + meters, LISTED);

const api = await startApi(NOW);
try {
  const { pool } = api.database;
  const token = await api.signIn();
  const macs = await seedMeters(api.database, METERS, '2020-01-01T00:00:00Z');
  let next = 0;
  const newEstablishment = async (meters: number) => {
    const meterMacs = macs.slice(next, next + meters);
    next += meters;
    const { rows } = await pool.query<{ id: string }>(
      `insert into establishment (owner_id, name) select owner_id, 'Loja' from establishment limit 1 returning id`,
    );
    const id = rows[0]?.id ?? '';
    await pool.query('update installation set establishment_id = $1 where mac = any($2)', [id, meterMacs]);
    return { id, meterMacs };
  };
  const establishments: string[] = [];
  for (const { meters, hasGeneral } of ESTABLISHMENTS) {
    const { id, meterMacs } = await newEstablishment(meters);
    if (hasGeneral) {
      await pool.query(
        `update installation set is_general = true, installed_at = '2026-07-14T15:37:00Z' where mac = $1`,
        [meterMacs[0]],
      );
    }
    establishments.push(id);
  }
  const listed: string[] = [];
  while (listed.length < LISTED) listed.push((await newEstablishment(1)).id);
  for (let day = 0; day < DAYS; day++) {
    await pool.query(SEED, [new Date(FIRST + day * DAY_MS), METERS, new Date(NOW)]);
  }
  console.log(`${(METERS * DAYS * 96).toLocaleString('en')} quarters, ${await api.closeDays()} days closed`);
  await tidy(api.database, ['quarter', 'meter_day']);

  const client = createClient(api.port, token);
  await reportHead(client, api.cpu);
  for (const [index, { name, meters }] of ESTABLISHMENTS.entries()) {
    const rounds = meters > 50 ? Math.ceil(ROUNDS / 10) : ROUNDS;
    const path = `/establishment/${establishments[index]}/consumption`;
    const get = (what: string) => () => ({ method: 'GET', path: `${path}${what}` }) as const;
    const months = () =>
      ({ method: 'POST', path: `${path}/months`, body: { type: 'eletric', months: MONTHS } }) as const;
    report(`${name}: six months`, await measure(client, rounds, months, api.cpu));
    report(`${name}: cycle so far`, await measure(client, rounds, get(''), api.cpu));
    report(`${name}: a year before`, await measure(client, rounds, get('/year-before'), api.cpu));
    report(`${name}: rest`, await measure(client, rounds, get('/rest'), api.cpu));
    const emissions = () =>
      ({ method: 'GET', path: `/establishment/${establishments[index]}/emissions` }) as const;
    report(`${name}: emissions`, await measure(client, rounds, emissions, api.cpu));
  }
  const body = { establishments: listed.map((id) => ({ id, type: 'eletric' })) };
  const amounts = () => ({ method: 'POST', path: '/consolidated/establishments', body }) as const;
  report(
    `${LISTED} establishments of one meter: amounts`,
    await measure(client, Math.ceil(ROUNDS / 10), amounts, api.cpu),
  );
  await client.close();
} finally {
  await api.stop();
}
