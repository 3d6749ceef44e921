import { setting } from '../api/measure.ts';
import { seedMeters, startApi, tidy } from '../api/server.ts';
import { settleEstablishments } from '../bill/establishments.ts';

/** Time to compute the opportunities of all establishments: first, with progress, and unchanged. */
const METERS = setting('METERS', 20);
const DAYS = setting('DAYS', 400);
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-10-31T19:40:00Z');
const FIRST = Math.floor(NOW / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;
const CLOSED = { open: false, openHour: { hour: 8, minute: 0 }, closeHour: { hour: 18, minute: 0 } };
const OPEN = { ...CLOSED, open: true };
const HOURS = {
  sunday: CLOSED,
  monday: OPEN,
  tuesday: OPEN,
  wednesday: OPEN,
  thursday: OPEN,
  friday: OPEN,
  saturday: CLOSED,
};

const SEED = `insert into quarter (installation_id, start, consumed_a_mwh, consumed_b_mwh, consumed_c_mwh,
    inductive_a_mvarh, inductive_b_mvarh, inductive_c_mvarh, capacitive_c_mvarh, frames)
  select i, start, load + noise, load + 2 * noise, load / 2 + noise, load / 4, load, noise / 3, 0, 90
  from (
    select i, start, abs(hashint4(i * 7919 + (extract(epoch from start) / 900)::integer)) % 900000 as noise,
      2000000 + 600000 * (extract(hour from start)::integer % 12) as load
    from generate_series(1, $2::integer) i,
      generate_series($1::timestamptz, $1::timestamptz + interval '23:45', interval '15 minutes') start
  ) loads`;

interface Notified {
  readonly opportunities: readonly { readonly kind: string }[];
  readonly looked: { readonly done: number; readonly of: number };
}

const api = await startApi(NOW);
try {
  const token = await api.signIn();
  const macs = await seedMeters(api.database, METERS, '2020-01-01T00:00:00Z');
  for (let day = 0; day < DAYS; day++)
    await api.database.pool.query(SEED, [new Date(FIRST + day * DAY_MS), METERS]);
  await settleEstablishments(api.database, macs, 'hours');
  await api.database.pool.query('update establishment set business_hours = $1', [JSON.stringify(HOURS)]);
  console.log(`${METERS} establishments, ${await api.closeDays()} days closed`);
  await tidy(api.database, ['quarter', 'meter_day', 'billing_contract']);
  const ask = async (): Promise<Notified & { readonly ms: number }> => {
    const before = performance.now();
    const answer = await fetch(`http://127.0.0.1:${api.port}/api/opportunities`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { ...((await answer.json()) as Notified), ms: performance.now() - before };
  };
  let [answer, calls, sum] = [await ask(), 1, 0];
  sum += answer.ms;
  console.log(`first answer: ${answer.looked.done} of ${answer.looked.of} in ${Math.round(answer.ms)} ms`);
  while (answer.looked.done < answer.looked.of) {
    answer = await ask();
    calls += 1;
    sum += answer.ms;
  }
  console.log(`all ${answer.looked.of} in ${calls} calls, ${Math.round(sum)} ms together`);
  const again = [];
  for (let round = 0; round < 20; round++) again.push((await ask()).ms);
  again.sort((one, other) => one - other);
  console.log(
    `when nothing changed: median ${Math.round(again[10] ?? 0)} ms, longest ${Math.round(again[19] ?? 0)} ms`,
  );
  const kinds = Map.groupBy(answer.opportunities, ({ kind }) => kind);
  console.log([...kinds].map(([kind, all]) => `${kind}: ${all.length}`).join(', '));
} finally {
  await api.stop();
}
