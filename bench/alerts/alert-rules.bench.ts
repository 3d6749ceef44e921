import { setting } from '../api/measure.ts';
import { startApi, tidy } from '../api/server.ts';

/** Rules of customers over meters, each evaluated every quarter-hour; every tenth against the usual value. */
const METERS = setting('METERS', 1_000);
const RULES = setting('RULES', 10_000);
const RUNS = 5;
const NOW = Date.parse('2026-11-20T15:01:00Z');
const DAY = 86_400_000;
const WEEKS = 5;

const server = await startApi(NOW);
const { pool } = server.database;
await server.signIn();
await pool.query(
  `with established as (
    insert into establishment (owner_id, name)
      select a.id, 'Bench ' || n from generate_series(1, $1) n cross join account a returning id, owner_id
  ), numbered as (select id, row_number() over () as n from established
  ), made as (
    insert into board (mac, type, model, equipment, key_hash)
      select upper(regexp_replace(lpad(to_hex(n), 12, '0'), '(..)(?!$)', '\\1:', 'g')), 'eletric', 'tri', 'emd3p', '\\x00'
      from numbered returning mac
  ) insert into installation (establishment_id, mac, name, is_general, installed_at)
    select p.id, b.mac, 'Geral', true, '2020-01-01' from numbered p
    join (select mac, row_number() over () as n from made) b using (n)`,
  [METERS],
);
await pool.query(
  `insert into alert_rule (name, owner_id, installation_id, severity, terms, created_at, changed_at)
    select 'Regra ' || n, a.id, i.id, 'notable', jsonb_build_object('quantity', (array['energy', 'reactive', 'power-factor'])[1 + n % 3],
      'span', (array['quarter', 'hour', 'day'])[1 + n / 3 % 3], 'test', case when n % 10 = 0 then 'above-usual' when n % 3 = 2 then 'below' else 'above' end,
      'limit', case when n % 10 = 0 then 50 when n % 3 = 2 then 0.5 else 70 + n % 40 end, 'hysteresis', 5, 'forMinutes', 15 * (n % 4), 'hours', null), now(), now()
    from generate_series(1, $1) n join (select id, row_number() over (order by id) as place from installation) i on i.place = 1 + n % $2
    cross join account a`,
  [RULES, METERS],
);
// Usual values come from the same days of earlier weeks; days are closed as on a running server.
const LOOKED_AT_DAYS = 3;
for (let back = WEEKS * 7 - 1; back >= 0; back -= 1) {
  if (back % 7 >= LOOKED_AT_DAYS) continue;
  const from = NOW - (back + 1) * DAY;
  await pool.query(
    `insert into quarter (installation_id, start, consumed_a_mwh, inductive_a_mvarh, frames)
      select i.id, s.start, 15000000 + (i.id * 7919 + extract(epoch from s.start)::bigint / 900 * 104729) % 6000000,
        6000000, 180
      from installation i cross join generate_series(date_bin('15 minutes', $1::timestamptz, 'epoch'),
        $2::timestamptz - interval '1 minute', interval '15 minutes') s(start)
      on conflict do nothing`,
    [new Date(from), new Date(from + DAY)],
  );
}
await tidy(server.database, ['quarter', 'installation', 'establishment', 'alert_rule']);
const began = performance.now();
await server.closeDays();
console.log(
  `${METERS} meters, ${RULES} rules, ${WEEKS} weeks closed in ${Math.round(performance.now() - began)} ms`,
);
await tidy(server.database, ['quarter', 'meter_day']);

const measured = async (name: string): Promise<void> => {
  const [start, cpu] = [performance.now(), server.cpu()];
  await server.alerts.watchQuarters();
  const ms = Math.round(performance.now() - start);
  console.log(`${name}: ${ms} ms, ${Math.round(server.cpu() - cpu)} ms of CPU of server and PostgreSQL`);
};
await measured('first look, which opens stories');
for (let run = 0; run < RUNS; run += 1) await measured('a look at which nothing is new');
const { rows } = await pool.query<{ kind: string; alerts: number }>(
  'select kind, count(*)::int as alerts from alert group by kind order by kind',
);
console.log(rows.map(({ kind, alerts }) => `${kind}: ${alerts}`).join(', '));
await server.stop();
