import { expect, settled, test } from './setup/test.ts';

// Everywhere else the application comes from the server, so that what is tested is what was asked for.
test.use({ serviceWorkers: 'allow' });

test('once visited, the application opens without a network, on every screen and with its words', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  await settled(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  // A screen that was not opened before is kept as well.
  await page.goto('/recovery-password');
  await expect(page.getByRole('heading', { name: 'Recuperar senha' })).toBeVisible();
  expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true);
});

test('who signed in before is told that it failed without a network, may try, and goes on once it is back', async ({
  marina,
  context,
}) => {
  await marina.goto('/dashboard');
  await settled(marina);
  await marina.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await marina.goto('/dashboard');
  const failure = marina.getByRole('alert').filter({ hasText: 'Sem conexão com a internet' });
  await failure.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(failure).toBeVisible();
  // By itself: nobody has to notice.
  await context.setOffline(false);
  await expect(marina.getByRole('link', { name: /Fornos/ }).first()).toBeVisible();
});

test('the copy for use without a network begins once the first screen is there', async ({ page }) => {
  await page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    serviceWorker.register = (...given) => {
      document.documentElement.dataset.copiedBeside = document.querySelector('h1')?.textContent ?? 'nothing';
      return register(...given);
    };
  });
  await page.goto('/login');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.locator('html')).toHaveAttribute('data-copied-beside', 'Bem vindo!');
});
