import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { seedCopiedDays } from '../api/copied-days.ts';
import { setting } from '../api/measure.ts';
import { seedMeters, startApi, tidy } from '../api/server.ts';
import { settleEstablishments } from '../bill/establishments.ts';
import { launchPhone } from '../phone/cheap-phone.ts';
import { toursSeenBy } from '../phone/tours-seen.ts';
import { startMain } from '../whole/main-server.ts';

/** Home of a customer with many establishments, each with a meter and a contract, at full speed: `RUNS` first requests. */
const ESTABLISHMENTS = setting('ESTABLISHMENTS', 50);
const DAYS = setting('DAYS', 45);
const RUNS = setting('RUNS', 3);
const WIDTHS = [360, 1440] as const;
const DAY_MS = 86_400_000;

interface Watched {
  watched?: { firstPaintMs: number; amountMs: number; largestPaintMs: number };
}

/** Written down in the page: its first paint, the amount of the chosen establishment, and its largest paint. */
const watch = () => {
  const watched = { firstPaintMs: Number.NaN, amountMs: Number.NaN, largestPaintMs: Number.NaN };
  (window as Watched).watched = watched;
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') watched.firstPaintMs = startTime;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) watched.largestPaintMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const look = () => {
    const cycle = document.querySelector('[data-tour=home-cycle]');
    if (/R\$\s?\d/.test(cycle?.textContent ?? '')) watched.amountMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

const openHome = async (browser: Browser, address: string, token: string, width: number) => {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    serviceWorkers: 'block',
    storageState: toursSeenBy(address, { token }),
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    let calls = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/consumption')) calls += 1;
    });
    await page.goto(`${address}/home`);
    await page.waitForFunction(() => !Number.isNaN((window as Watched).watched?.amountMs ?? Number.NaN));
    await page.waitForLoadState('networkidle');
    const watched = await page.evaluate(() => (window as Watched).watched);
    if (watched === undefined) throw new Error('nothing was watched');
    return { ...watched, calls };
  } finally {
    await context.close();
  }
};

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const dataDir = mkdtempSync(join(tmpdir(), 'nascente-bench-'));
const now = Date.now();
const api = await startApi(now);
try {
  const token = await api.signIn();
  const macs = await seedMeters(api.database, ESTABLISHMENTS, '2020-01-01T00:00:00Z');
  const first = Math.floor(now / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;
  await seedCopiedDays(api, { first, days: DAYS });
  await settleEstablishments(api.database, macs, 'hours');
  await tidy(api.database, ['quarter', 'meter_day', 'billing_contract', 'installation', 'establishment']);
  const browser = await launchPhone();
  const server = await startMain(dataDir, { DATABASE_URL: api.database.connectionString }).catch(
    async (cause) => {
      await browser.close();
      throw cause;
    },
  );
  try {
    const address = `http://127.0.0.1:${server.ports.http}`;
    // One-time work of server and browser is excluded.
    await openHome(browser, address, token, WIDTHS[0]);
    console.log(`${ESTABLISHMENTS} establishments, load average ${loadavg()[0]?.toFixed(1)}`);
    console.log('| width | first paint | the amount | largest paint | establishments asked for |');
    console.log('|---|---|---|---|---|');
    for (const width of WIDTHS) {
      const runs: Awaited<ReturnType<typeof openHome>>[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await openHome(browser, address, token, width));
      const textOf = (what: 'firstPaintMs' | 'amountMs' | 'largestPaintMs' | 'calls') => {
        const values = runs.map((one) => Math.round(one[what]));
        return `${medianOf(values)} (${values.join(', ')})`;
      };
      const cells = [
        `${width} px`,
        textOf('firstPaintMs'),
        textOf('amountMs'),
        textOf('largestPaintMs'),
        textOf('calls'),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
} finally {
  await api.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
