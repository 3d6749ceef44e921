import { setting } from '../api/measure.ts';
import { startApi, tidy } from '../api/server.ts';

/** Each meter has three rules that are looked at every quarter-hour: silence, running demand, overrun. */
const METERS = setting('METERS', 3_334);
const RULES_A_METER = 3;
const RUNS = 5;
/** Seven minutes into a quarter-hour. */
const NOW = Date.parse('2026-11-20T15:07:00Z');
const START = Date.parse('2026-11-20T15:00:00Z');

const server = await startApi(NOW);
const { pool } = server.database;
await server.signIn();
await pool.query('create table reading_of_bench partition of reading default');
await pool.query(
  `with place as (
    insert into establishment (owner_id, name, tariff_group, contracted_demand_kw)
      select a.id, 'Bench ' || n, 'A', 100 from generate_series(1, $1) n cross join account a returning id
  ), numbered as (select id, row_number() over () as n from place
  ), placed_board as (
    insert into board (mac, type, model, equipment, key_hash)
      select upper(regexp_replace(lpad(to_hex(n), 12, '0'), '(..)(?!$)', '\\1:', 'g')), 'eletric', 'tri', 'emd3p', '\\x00'
      from numbered returning mac
  ) insert into installation (establishment_id, mac, name, is_general, installed_at)
    select p.id, b.mac, 'Geral', true, '2020-01-01' from numbered p
    join (select mac, row_number() over () as n from placed_board) b using (n)`,
  [METERS],
);
// Every tenth place is above its contract now, and was for an hour in the morning.
await pool.query(
  `insert into quarter (installation_id, start, consumed_a_mwh, frames)
    select id, start, case when id % 10 = 0 and (start = $1 or extract(hour from start) = 11)
      then 30000000 else 20000000 end * case when start = $1 then 0.5 else 1 end, 180
    from installation cross join generate_series($1::timestamptz - interval '24 hours', $1, interval '15 minutes') start`,
  [new Date(START)],
);
await pool.query(
  `insert into reading (installation_id, at, wa)
    select id, at, case when id % 10 = 0 then 120000 else 80000 end
    from installation cross join generate_series($1::timestamptz, $2, interval '10 seconds') at`,
  [new Date(START), new Date(NOW)],
);
await pool.query('insert into last_state select id, $1, $1 from installation', [new Date(NOW)]);
await tidy(server.database, ['quarter', 'reading', 'installation', 'establishment', 'last_state']);

const look = async (): Promise<void> => {
  await server.alerts.watch();
  await server.alerts.watchQuarters();
};
const measured = async (name: string): Promise<void> => {
  const [began, cpu] = [performance.now(), server.cpu()];
  await look();
  const ms = Math.round(performance.now() - began);
  console.log(`${name}: ${ms} ms, ${Math.round(server.cpu() - cpu)} ms of CPU of server and PostgreSQL`);
};
console.log(`${METERS} meters at as many places, ${METERS * RULES_A_METER} rules`);
await measured('first look, which opens two stories for every tenth place');
for (let run = 0; run < RUNS; run += 1) await measured('a look at which nothing is new');
const { rows } = await pool.query<{ kind: string; alerts: number }>(
  'select kind, count(*)::int as alerts from alert group by kind order by kind',
);
console.log(rows.map(({ kind, alerts }) => `${kind}: ${alerts}`).join(', '));
await server.stop();
