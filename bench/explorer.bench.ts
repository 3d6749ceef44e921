import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login } from '@nascente/contract/session';
import type { Page } from '@playwright/test';
import { startDemonstration } from '../tests/e2e/setup/demonstration-server.ts';
import { toursSeenBy } from '../tests/e2e/setup/tours-seen.ts';
import { launchPhone } from './phone/cheap-phone.ts';

/**
 * The Explorer on a phone four times as slow as this machine: how soon a year of one meter is drawn where the program is
 * there, and how many frames a second it keeps while four curves of 2,500 points each are dragged to and fro, and further
 * and further into the past.
 */
const RUNS = Number(process.env.RUNS ?? 3);
const TIMES_SLOWER = 4;
const METER = '02:4E:41:00:00:01';
const PANNING_MS = 3_000;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

const slow = async (page: Page): Promise<void> => {
  const phone = await page.context().newCDPSession(page);
  await phone.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
};

/** From the tap on a year to the paint of its curve, as the page itself sees both. */
const yearOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === '1 ano',
    );
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const begun = performance.now();
    button?.click();
    const figure = () => document.querySelector('figure');
    do await painted();
    while (figure()?.getAttribute('aria-busy') === 'true' || !document.querySelector('[role=slider] canvas'));
    return performance.now() - begun;
  });

/** Drags the curves by a finger, and tells how long each frame took. */
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
      const begun = performance.now();
      let before = begun;
      while (before - begun < lastsMs) {
        const at = before - begun;
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
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
    storageState: toursSeenBy(address, { token }),
  });
  const page = await context.newPage();
  const open = async (search: string) => {
    await page.goto(`${address}/explore?${search}`);
    await page.locator('[role=slider] canvas').waitFor();
    await page.waitForFunction(() => document.querySelector('figure')?.getAttribute('aria-busy') === 'false');
  };
  await slow(page);
  const years: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await open(`ver=${METER}~power&notas=nao`);
    years.push(await yearOf(page));
  }
  const day = 86_400_000;
  const span = `de=${new Date(Date.now() - 30 * day).toISOString()}&ate=${new Date().toISOString()}`;
  const four = ['power', 'powerA', 'powerB', 'powerC'].map((key) => `${METER}~${key}`).join();
  await page.setViewportSize({ width: 1200, height: 740 });
  await open(`ver=${four}&${span}&notas=nao`);
  const ways: [string, number[]][] = [];
  for (let run = 0; run < RUNS; run += 1)
    for (const way of ['to and fro', 'onward'] as const) {
      await open(`ver=${four}&${span}&notas=nao`);
      ways.push([way, await panningOf(page, way)]);
    }
  const rounded = (ms: number) => `${Math.round(ms)} ms`;
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
