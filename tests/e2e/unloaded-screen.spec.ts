import { enter, theOwner } from './setup/people.ts';
import { expect, settled, test } from './setup/test.ts';

// Without a service worker: no part of the app is on the device before its screen was opened.
test('reports a screen that cannot be loaded, and opens it when the network returns', async ({ page }) => {
  await enter(page, await theOwner(), '/feedback');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Avisos' }).click();
  await expect(page.getByRole('heading', { name: 'Sem conexão com a internet' })).toBeVisible();
  // What was loaded can still be gone to.
  await page.getByRole('link', { name: 'Feedback' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Feedback' })).toBeVisible();
  await page.getByRole('link', { name: 'Avisos' }).click();
  await expect(page.getByRole('heading', { name: 'Sem conexão com a internet' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Avisos' })).toBeVisible();
  await settled(page);
});
