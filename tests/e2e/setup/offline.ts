import type { Page } from '@playwright/test';

const FLAG = 'test.offline';

/** Patches every page of this tab while the flag is set. */
const patchByFlag = (flag: string): void => {
  const original = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine')?.get;
  Object.defineProperty(Navigator.prototype, 'onLine', {
    configurable: true,
    get: () => sessionStorage.getItem(flag) === null && original?.call(navigator) !== false,
  });
};

const prepared = new WeakSet<Page>();

/**
 * Switches a browser offline or online. Some engines do not report it after the next navigation (`navigator.onLine`, the event
 * `online`): the page is notified here.
 */
export const setOffline = async (page: Page, offline: boolean): Promise<void> => {
  if (!prepared.has(page)) await page.addInitScript(patchByFlag, FLAG);
  prepared.add(page);
  await page.evaluate(
    ([flag, isOffline]) => (isOffline ? sessionStorage.setItem(flag, '1') : sessionStorage.removeItem(flag)),
    [FLAG, offline] as const,
  );
  await page.context().setOffline(offline);
  if (!offline) await page.evaluate(() => window.dispatchEvent(new Event('online')));
};
