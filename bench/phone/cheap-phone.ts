import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { toursSeen, toursSeenBy } from './tours-seen.ts';

/** 1.6 Mbit/s down and half of it up, 150 ms there and back, and a processor four times as slow as this one. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };
const TIMES_SLOWER = 4;
/** Much of the program is fetched when the screen has come to rest: that is not its first screen. */
const QUIET_MS = 1_000;

interface Opened {
  readonly address: string;
  readonly path: string;
  /** The token of an earlier sign-in; `null` on the login page. */
  readonly token: string | null;
}

/** What opening a screen took, on a phone that has nothing of it yet. */
export interface Opening {
  readonly largestPaintMs: number;
  /** All tasks above 50 ms together, until nothing is on the way any more. */
  readonly longTasksMs: number;
  /** Started before the largest paint: the screen itself, without later requests. */
  readonly requests: number;
  readonly scripts: number;
  /** The size of these requests as they came over the network, in kB of 1,000 bytes. */
  readonly kilobytes: number;
  readonly allRequests: number;
  readonly allKilobytes: number;
}

interface Watched {
  watched?: { largestPaintMs: number; longTasksMs: number };
}

/** Recorded in the page, because observers alone get both kinds of entries. */
const watch = () => {
  const watched = { largestPaintMs: 0, longTasksMs: 0 };
  (window as Watched).watched = watched;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) watched.largestPaintMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasksMs += duration;
  }).observe({ type: 'longtask', buffered: true });
};

/** Throttles the page, and returns the time of its last request or answer. */
export const throttle = async (page: Page): Promise<{ lastAt: number }> => {
  const phone = await page.context().newCDPSession(page);
  await phone.send('Network.enable');
  await phone.send('Network.emulateNetworkConditions', NETWORK);
  await phone.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
  const traffic = { lastAt: performance.now() };
  const note = () => {
    traffic.lastAt = performance.now();
  };
  phone.on('Network.requestWillBeSent', note);
  phone.on('Network.loadingFinished', note);
  return traffic;
};

const quiet = async (page: Page, traffic: { readonly lastAt: number }): Promise<void> => {
  while (performance.now() - traffic.lastAt < QUIET_MS) await page.waitForTimeout(QUIET_MS / 10);
};

/** Opens a screen in a browser window of its own, until nothing of it is on the way any more. */
export const openOnCheapPhone = async (
  browser: Browser,
  { address, path, token }: Opened,
): Promise<Opening> => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // The copy for use without a network begins seconds after the first screen: it is no part of it.
    serviceWorkers: 'block',
    storageState: token === null ? toursSeen(address) : toursSeenBy(address, { token }),
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    const traffic = await throttle(page);
    await page.goto(`${address}${path}`, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await quiet(page, traffic);
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    return await page.evaluate(() => {
      const { largestPaintMs = Number.NaN, longTasksMs = Number.NaN } = (window as Watched).watched ?? {};
      const all = [
        ...(performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]),
        ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[]),
      ];
      const first = all.filter(({ startTime }) => startTime < largestPaintMs);
      const kilobytesOf = (requests: typeof all) =>
        requests.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1_000;
      return {
        largestPaintMs,
        longTasksMs,
        requests: first.length,
        scripts: first.filter(({ name }) => name.endsWith('.js')).length,
        kilobytes: kilobytesOf(first),
        allRequests: all.length,
        allKilobytes: kilobytesOf(all),
      };
    });
  } finally {
    await context.close();
  }
};

/** Starts `CHROMIUM`, or else an installed browser, or else the one that Playwright keeps. */
export const launchPhone = (): Promise<Browser> => {
  const path = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
    (one) => one !== undefined && existsSync(one),
  );
  return chromium.launch(path === undefined ? {} : { executablePath: path });
};
