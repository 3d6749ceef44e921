import type { Page } from '@playwright/test';
import { expect, settled, test } from './setup/test.ts';

/** Limits of a first screen over a slow network, where a request costs more than its bytes. */
const MAX_REQUESTS = 25;
const MAC = '02:4E:41:00:00:01';

interface Watched {
  /** Time of the first figure on the screen, by the clock of `performance`. */
  figureAt?: number;
}

/** Records the time of the first amount in R$, the largest figure of Home, meter and bill. */
const watch = () => {
  const note = () => {
    if (!/R\$\s?\d/.test(document.querySelector('main')?.textContent ?? '')) return;
    (window as Watched).figureAt = performance.now();
    observer.disconnect();
  };
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true, characterData: true });
};

/** The addresses asked for, before the first figure and since. */
async function open(page: Page, path: string) {
  await page.addInitScript(watch);
  await page.goto(path);
  const live = /\/api\/feed$|\/feed\.worker[^/]*\.js$/;
  const requested = () =>
    page.evaluate(() => {
      const { figureAt = Number.NaN } = window as Watched;
      const all = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ];
      const named = all.map(({ name, startTime }) => ({
        name: name.slice(location.origin.length),
        startTime,
      }));
      return {
        before: named.filter(({ startTime }) => startTime < figureAt).map(({ name }) => name),
        since: named.filter(({ startTime }) => startTime >= figureAt).map(({ name }) => name),
      };
    });
  await settled(page);
  await expect.poll(async () => (await requested()).since.filter((name) => live.test(name)).length).toBe(2);
  const { before, since } = await requested();
  return { before, since, liveBefore: before.filter((name) => live.test(name)) };
}

for (const [screen, path] of [
  ['Home', '/home'],
  ['A meter', `/meter/${MAC}`],
] as const) {
  test(`${screen} shows its first figure after a handful of requests, and connects to the broker after it`, async ({
    marina,
  }) => {
    await marina.setViewportSize({ width: 360, height: 740 });
    const { before, liveBefore } = await open(marina, path);
    expect(before.length, before.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
    expect(liveBefore).toEqual([]);
    // The program does not repeat requests that the page sent while the program was loading.
    const calls = before.filter((name) => name.startsWith('/api/'));
    expect(calls).toEqual([...new Set(calls)]);
  });
}
