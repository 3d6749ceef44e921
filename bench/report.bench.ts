import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listReports, makeReport } from '@nascente/contract/insight/reports';
import { seedCopiedDays } from './api/copied-days.ts';
import { createClient, setting } from './api/measure.ts';
import { seedMeters, startApi, tidy } from './api/server.ts';
import { settleEstablishments } from './bill/establishments.ts';

/** The monthly report of a portfolio: from the click to its files, and the delay of a screen meanwhile. */
const METERS = setting('METERS', 300);
const DAYS = setting('DAYS', 75);
const RUNS = setting('RUNS', 3);
const SCREENS = 40;
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-10-02T15:00:00Z');
const FIRST = Math.floor(NOW / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;
/** Where the files are left to be looked at. */
const [FOLDER] = process.argv.slice(2);

const api = await startApi(NOW);
try {
  const { pool } = api.database;
  const token = await api.signIn();
  const macs = await seedMeters(api.database, METERS, '2020-01-01T00:00:00Z');
  console.log(
    `${await seedCopiedDays(api, { first: FIRST, days: DAYS })} days closed, and given to ${METERS} meters`,
  );
  const establishments = await settleEstablishments(api.database, macs, 'hours');
  await tidy(api.database, ['quarter', 'meter_day', 'billing_contract', 'installation', 'establishment']);
  await api.startJobs();

  const headers = { 'access-token': token, 'content-type': 'application/json' };
  const url = (path: string): string => `http://127.0.0.1:${api.port}/api${path}`;
  const reports = async () => {
    const response = await fetch(url('/reports?limit=10'), { headers });
    return listReports.answer.parse(await response.json()).reports;
  };
  const ask = async (body: object): Promise<string> => {
    const response = await fetch(url('/reports'), { method: 'POST', headers, body: JSON.stringify(body) });
    return makeReport.answer.parse(await response.json()).report._id;
  };
  const madeIn = async (body: object): Promise<number> => {
    const began = performance.now();
    const id = await ask(body);
    for (;;) {
      const report = (await reports()).find(({ _id }) => _id === id);
      if (report?.state === 'made') return performance.now() - began;
      if (report?.state === 'failed') throw new Error('The report failed');
      await wait(200);
    }
  };

  const client = createClient(api.port, token);
  const screen = async (round: number): Promise<number> => {
    const id = establishments[round % establishments.length];
    return (await client.ask({ method: 'GET', path: `/establishment/${id}/bill?start=2026-09-01` })).ms;
  };
  const middle = (times: readonly number[]): string => {
    const sorted = times.toSorted((one, other) => one - other);
    const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
    return `${at(0.5)} ms, p95 ${at(0.95)} ms`;
  };
  const atRest: number[] = [];
  for (let round = 0; round < 2 * SCREENS; round++) {
    const ms = await screen(round);
    if (round >= SCREENS) atRest.push(ms);
  }
  console.log(`bill of an establishment at rest: ${middle(atRest)}`);

  const portfolio = { kind: 'portfolio', period: 'month', day: '2026-09-15' };
  for (let run = 1; run <= RUNS; run++) {
    await pool.query('delete from report');
    const cpu = api.cpu();
    let isMaking = true;
    const meanwhile: number[] = [];
    const looking = (async () => {
      for (let round = 0; isMaking; round++) {
        meanwhile.push(await screen(round));
        await wait(200);
      }
    })();
    const ms = await madeIn(portfolio);
    isMaking = false;
    await looking;
    console.log(
      `portfolio of ${METERS} meters: ${(ms / 1_000).toFixed(1)} s, CPU ${((api.cpu() - cpu) / 1_000).toFixed(1)} s, bill of an establishment meanwhile ${middle(meanwhile)}`,
    );
  }
  const one = { kind: 'establishment', subject: establishments[0], period: 'month', day: '2026-09-15' };
  console.log(`report of one of them: ${((await madeIn(one)) / 1_000).toFixed(1)} s`);
  if (FOLDER !== undefined) {
    mkdirSync(FOLDER, { recursive: true });
    for (const { _id, kind } of await reports()) {
      for (const format of ['pdf', 'xlsx']) {
        const file = await fetch(url(`/reports/${_id}/file?format=${format}`), { headers });
        writeFileSync(join(FOLDER, `${kind}.${format}`), Buffer.from(await file.arrayBuffer()));
      }
    }
  }
  await client.close();
} finally {
  await api.stop();
}
