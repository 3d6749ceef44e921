import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login } from '@nascente/contract/people/session';
import type { BrowserContext, Page } from '@playwright/test';
import { startDemonstration } from '../tests/e2e/setup/demonstration-server.ts';
import { launchPhone, throttle } from './phone/cheap-phone.ts';
import { toursSeenBy } from './phone/tours-seen.ts';

/**
 * The Explorer on a phone four times as slow as this machine: how soon a year of one meter is drawn where nothing of the
 * program is there and it comes over a slow network, and where it is there; and how many frames a second it keeps while four curves of 2,500 points each are dragged to and fro, and further
 * and further into the past.
 */
const RUNS = Number(process.env.RUNS ?? 3);
const TIMES_SLOWER = 4;
const METER = '02:4E:41:00:00:01';
const PANNING_MS = 3_000;

const DAY_MS = 86_400_000;

const lastDays = (days: number): string =>
  `de=${new Date(Date.now() - days * DAY_MS).toISOString()}&ate=${new Date().toISOString()}`;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

const slow = async (page: Page): Promise<void> => {
  const phone = await page.context().newCDPSession(page);
  await phone.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
};

/** The time of the painted curve by the page's clock; reported by the page, because polling slows a slow phone. */
const watchForCurve = () => {
  const look = () => {
    const isBusy = document.querySelector('figure')?.getAttribute('aria-busy') !== 'false';
    if (isBusy || document.querySelector('[role=slider] canvas') === null) requestAnimationFrame(look);
    else setTimeout(() => performance.mark('curve'));
  };
  requestAnimationFrame(look);
};

/** Opens a year of one meter in a window that has nothing of the program yet, until it is painted. */
const coldYearOf = async (context: BrowserContext, address: string): Promise<number> => {
  const page = await context.newPage();
  await page.addInitScript(watchForCurve);
  await throttle(page);
  await page.goto(`${address}/explore?ver=${METER}~power&${lastDays(365)}`, { waitUntil: 'commit' });
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('curve')[0]?.startTime,
    null,
    {
      polling: 500,
    },
  );
  return painted.jsonValue() as Promise<number>;
};

/** From the tap on a year to the paint of its curve, as the page itself sees both. */
const yearOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === '1 ano',
    );
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const started = performance.now();
    button?.click();
    const figure = () => document.querySelector('figure');
    do await painted();
    while (figure()?.getAttribute('aria-busy') === 'true' || !document.querySelector('[role=slider] canvas'));
    return performance.now() - started;
  });

/** Drags the curves by a finger, and returns the duration of each frame. */
const panningOf = (page: Page, way: 'to and fro' | 'onward'): Promise<number[]> =>
  page.evaluate(
    async ({ lastsMs, isOnward }) => {
      const plot = document.querySelector('[role=slider]') as HTMLElement;
      const { left, top, width } = plot.getBoundingClientRect();
      const finger = (kind: string, x: number) =>
        plot.dispatchEvent(
          new PointerEvent(kind, {
            pointerId: 7,
            pointerType: 'touch',
            clientX: left + x,
            clientY: top + 80,
          }),
        );
      plot.setPointerCapture = () => undefined;
      const frames: number[] = [];
      finger('pointerdown', width / 2);
      const started = performance.now();
      let before = started;
      while (before - started < lastsMs) {
        const at = before - started;
        finger('pointermove', width / 2 + (isOnward ? at / 3 : (width / 4) * Math.sin(at / 400)));
        const now: number = await new Promise((resolve) => requestAnimationFrame(resolve));
        frames.push(now - before);
        before = now;
      }
      finger('pointerup', width / 2);
      return frames.slice(1);
    },
    { lastsMs: PANNING_MS, isOnward: way === 'onward' },
  );

const dataDir = mkdtempSync(join(tmpdir(), 'nascente-bench-'));
const browser = await launchPhone();
const server = await startDemonstration('explorer', dataDir, 9);
try {
  const { address } = server.server;
  const file = readFileSync(join(dataDir, 'demonstration/sign-in.json'), 'utf8');
  const { email, password } = JSON.parse(file) as { email: string; password: string };
  const signedIn = await fetch(`${address}/api${login.path}`, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: Buffer.from(password).toString('base64') }),
  });
  const { token } = login.answer.parse(await signedIn.json());
  const openWindow = () =>
    browser.newContext({
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      serviceWorkers: 'block',
      storageState: toursSeenBy(address, { token }),
    });
  const cold: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await openWindow();
    cold.push(await coldYearOf(context, address));
    await context.close();
  }
  const context = await openWindow();
  const page = await context.newPage();
  const open = async (search: string) => {
    await page.goto(`${address}/explore?${search}`);
    await page.locator('[role=slider] canvas').first().waitFor();
    await page.waitForFunction(() => document.querySelector('figure')?.getAttribute('aria-busy') === 'false');
  };
  await slow(page);
  const years: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await open(`ver=${METER}~power&notas=nao`);
    years.push(await yearOf(page));
  }
  const four = ['power', 'powerA', 'powerB', 'powerC'].map((key) => `${METER}~${key}`).join();
  await page.setViewportSize({ width: 1200, height: 740 });
  await open(`ver=${four}&${lastDays(30)}&notas=nao`);
  const ways: [string, number[]][] = [];
  for (let run = 0; run < RUNS; run += 1)
    for (const way of ['to and fro', 'onward'] as const) {
      await open(`ver=${four}&${lastDays(30)}&notas=nao`);
      ways.push([way, await panningOf(page, way)]);
    }
  const rounded = (ms: number) => `${Math.round(ms)} ms`;
  console.log(
    `a year of one meter, nothing there: ${rounded(median(cold))} (${cold.map(rounded).join(', ')})`,
  );
  console.log(`a year of one meter: ${rounded(median(years))} (${years.map(rounded).join(', ')})`);
  for (const [way, frames] of ways) {
    const perSecond = Math.round((1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0));
    console.log(
      `${way}: ${perSecond} frames a second, median ${rounded(median(frames))}, slowest ${rounded(Math.max(...frames))}`,
    );
  }
} finally {
  await server.stop();
  await browser.close();
  rmSync(dataDir, { recursive: true, force: true });
}
