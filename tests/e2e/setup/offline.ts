import type { Page } from '@playwright/test';

const FLAG = 'test.offline';

/** What every page of this tab is told, as long as the flag stands. */
const tellByFlag = (flag: string): void => {
  const original = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine')?.get;
  Object.defineProperty(Navigator.prototype, 'onLine', {
    configurable: true,
    get: () => sessionStorage.getItem(flag) === null && original?.call(navigator) !== false,
  });
};

const prepared = new WeakSet<Page>();

/**
 * Takes the network from a browser, or gives it back. Some engines forget at the next navigation to tell the page so
 * (`navigator.onLine`, the event `online`), though nothing can be reached: the page is told here.
 */
export const setOffline = async (page: Page, offline: boolean): Promise<void> => {
  if (!prepared.has(page)) await page.addInitScript(tellByFlag, FLAG);
  prepared.add(page);
  await page.evaluate(
    ([flag, isOffline]) => (isOffline ? sessionStorage.setItem(flag, '1') : sessionStorage.removeItem(flag)),
    [FLAG, offline] as const,
  );
  await page.context().setOffline(offline);
  if (!offline) await page.evaluate(() => window.dispatchEvent(new Event('online')));
};
