import { expect, type Page } from '@playwright/test';

/** Waits until the content is on screen: no skeleton, nothing busy. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}
