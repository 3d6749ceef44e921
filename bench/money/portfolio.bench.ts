import { MAX_FIGURES, readPortfolio } from '@nascente/contract/insight/portfolio';
import { seedCopiedDays } from '../api/copied-days.ts';
import { type Client, createClient, setting } from '../api/measure.ts';
import { seedMeters, startApi, tidy } from '../api/server.ts';
import { settleEstablishments } from '../bill/establishments.ts';

/** The portfolio of a customer with many establishments: each call alone, and all as the screen sends them. */
const METERS = setting('METERS', 300);
const DAYS = setting('DAYS', 45);
const RUNS = setting('RUNS', 3);
const CONCURRENT = 2;
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-10-20T15:00:00Z');
const FIRST = Math.floor(NOW / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;

const api = await startApi(NOW);
try {
  const token = await api.signIn();
  const macs = await seedMeters(api.database, METERS, '2020-01-01T00:00:00Z');
  console.log(
    `${await seedCopiedDays(api, { first: FIRST, days: DAYS })} days closed, and given to ${METERS} meters`,
  );
  const establishments = await settleEstablishments(api.database, macs, 'hours');
  await tidy(api.database, ['quarter', 'meter_day', 'billing_contract', 'installation', 'establishment']);
  // A client waits for one answer at a time.
  const clients = Array.from({ length: CONCURRENT }, () => createClient(api.port, token));
  const calls = Array.from({ length: Math.ceil(establishments.length / MAX_FIGURES) }, (_, call) =>
    establishments.slice(call * MAX_FIGURES, (call + 1) * MAX_FIGURES),
  );
  const ask = async (client: Client, ids: readonly string[]): Promise<number> => {
    const { method, path } = readPortfolio;
    return (await client.ask({ method, path, body: { ids, type: 'eletric' } })).ms;
  };
  const listed = (times: readonly number[]): string => {
    const sorted = times.toSorted((one, other) => one - other);
    return `median ${(sorted[sorted.length >> 1] ?? 0).toFixed(0)} ms, slowest ${(sorted.at(-1) ?? 0).toFixed(0)} ms`;
  };
  const [first] = clients;
  if (first === undefined) throw new Error('no client');
  for (let run = 1; run <= RUNS; run += 1) {
    const cpu = api.cpu();
    const alone: number[] = [];
    for (const ids of calls) alone.push(await ask(first, ids));
    const spent = api.cpu() - cpu;
    const began = performance.now();
    const waiting = [...calls];
    const work = async (client: Client): Promise<void> => {
      for (let ids = waiting.shift(); ids !== undefined; ids = waiting.shift()) await ask(client, ids);
    };
    await Promise.all(clients.map(work));
    console.log(
      `run ${run}: ${calls.length} calls of ${MAX_FIGURES}, each alone ${listed(alone)}, CPU ${(spent / calls.length).toFixed(0)} ms a call; all of ${establishments.length}, ${CONCURRENT} at once, ${((performance.now() - began) / 1000).toFixed(1)} s`,
    );
  }
  for (const client of clients) await client.close();
} finally {
  await api.stop();
}
