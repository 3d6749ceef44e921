import { loadavg } from 'node:os';
import { seedCopiedDays } from '../api/copied-days.ts';
import { createClient, measure, report, reportHead, setting } from '../api/measure.ts';
import { seedMeters, startApi, tidy } from '../api/server.ts';
import { settleEstablishments } from '../bill/establishments.ts';

/** The amounts of establishments with one meter each, by one call: with a contract each, then without. */
const ESTABLISHMENTS = setting('ESTABLISHMENTS', 50);
const DAYS = setting('DAYS', 200);
const ROUNDS = setting('ROUNDS', 10);
const RUNS = setting('RUNS', 3);
const DAY_MS = 86_400_000;
/** 16:40 in São Paulo. */
const NOW = Date.parse('2026-10-21T19:40:00Z');
const FIRST = Math.floor(NOW / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;
/** The server rereads contracts some seconds after they change. */
const REREAD_MS = 6_000;

const api = await startApi(NOW);
try {
  const { pool } = api.database;
  const token = await api.signIn();
  const macs = await seedMeters(api.database, ESTABLISHMENTS, '2020-01-01T00:00:00Z');
  await seedCopiedDays(api, { first: FIRST, days: DAYS });
  const establishments = await settleEstablishments(api.database, macs, 'hours');
  await tidy(api.database, ['quarter', 'meter_day', 'billing_contract', 'installation', 'establishment']);
  const client = createClient(api.port, token);
  await reportHead(client, api.cpu);
  const body = { establishments: establishments.map((id) => ({ id, type: 'eletric' })) };
  const amounts = () => ({ method: 'POST', path: '/consolidated/establishments', body }) as const;
  const measureRuns = async (name: string): Promise<void> => {
    await measure(client, 1, amounts, api.cpu);
    for (let run = 0; run < RUNS; run += 1)
      report(
        `${name}, load average ${loadavg()[0]?.toFixed(1)}`,
        await measure(client, ROUNDS, amounts, api.cpu),
      );
  };
  await measureRuns('contracts');
  await pool.query('delete from billing_contract');
  await new Promise((resolve) => setTimeout(resolve, REREAD_MS));
  await measureRuns('no contracts');
  await client.close();
} finally {
  await api.stop();
}
