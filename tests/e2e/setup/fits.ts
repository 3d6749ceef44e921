import { expect, type Page } from '@playwright/test';

/** Nothing stands out to the right, once the page has followed its width: charts are drawn anew a frame later. */
export async function expectFits(page: Page): Promise<void> {
  await expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      {
        message: `${page.url()} is as wide as the window`,
      },
    )
    .toBeLessThanOrEqual(0);
}
