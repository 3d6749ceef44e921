import type { Page } from '@playwright/test';
import { setOffline } from './setup/offline.ts';
import { card, expect, expectAccessible, settled, test } from './setup/test.ts';

// Everywhere else the application comes from the server, so that what is tested is what was asked for.
test.use({ serviceWorkers: 'allow' });

test('opens every screen without a network after one visit, with its texts', async ({ page }) => {
  await page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    serviceWorker.register = (...parameters) => {
      document.documentElement.dataset.copiedBeside = document.querySelector('h1')?.textContent ?? 'nothing';
      return register(...parameters);
    };
  });
  await page.goto('/login');
  await settled(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await test.step('the copy for use without a network begins once the first screen is there', async () => {
    await expect(page.locator('html')).toHaveAttribute('data-copied-beside', 'Bem vindo!');
  });
  await setOffline(page, true);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  // A screen that was not opened before is kept as well.
  await page.goto('/recovery-password');
  await expect(page.getByRole('heading', { name: 'Recuperar senha' })).toBeVisible();
  // So is help, which needs no account.
  await page.goto('/help#celular');
  await expect(page.getByText('No iPhone, toque em Compartilhar', { exact: false })).toBeVisible();
  expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true);
});

/** The cached answers of this origin, by request. */
const storedOn = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('nascente-seen-'));
    const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return caught.flat().map(({ url }) => new URL(url).searchParams.get('question') ?? '');
  });

const figure = (page: Page) => card(page, 'Fatura de energia').getByText(/R\$/).first();

/** Opens a screen and waits until its answers are cached. */
const see = async (page: Page, path: string, ...questions: readonly string[]) => {
  await page.goto(path);
  await settled(page);
  for (const question of questions)
    await expect
      .poll(async () => (await storedOn(page)).some((stored) => stored.startsWith(`["${question}"`)))
      .toBe(true);
};

const isGrey = (page: Page) =>
  page.getByRole('main').evaluate((main) => getComputedStyle(main).filter === 'grayscale(0.75)');

/*
 * Each browser of its own copies the whole application first, which takes longer than what is looked at: the checks that need
 * the same copy follow one another in one.
 */

test('shows the last seen data without a network, also of another day, and continues by itself', async ({
  marina,
}) => {
  test.slow();
  const to = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3 * 86_400_000;
  const view = `de=${new Date(to - 86_400_000).toISOString()}&ate=${new Date(to).toISOString()}`;
  await see(marina, `/explore?ver=02:4E:41:00:00:01~powerA&${view}`);
  await expect
    .poll(async () => (await storedOn(marina)).join())
    .toContain('readCurve 02:4E:41:00:00:01~powerA');
  const strip = marina.getByRole('slider', { name: 'Potência, fase A' });
  const figures = marina.getByRole('region', { name: 'Estatísticas do que está em vista' });
  const seen = (await figures.textContent()) ?? 'nothing';
  await see(marina, '/dashboard', 'listMeters', 'signedIn');
  const fornos = marina.getByRole('link', { name: /Fornos/ }).first();
  const path = (await fornos.getAttribute('href')) ?? '';
  await see(marina, path, 'readMeter', 'readMonth', 'countedDay', 'readDays');
  await see(marina, '/home', 'listEstablishments', 'readEstablishmentCycle', 'readEstablishmentMonths');
  const amount = (await figure(marina).textContent()) ?? 'nothing';
  await marina.evaluate(() => navigator.serviceWorker.ready);
  const banner = marina.getByRole('status').filter({ hasText: 'Sem conexão com a internet.' });

  await test.step('Home, meters and a meter show what was seen last, and go on by themselves', async () => {
    await setOffline(marina, true);
    await marina.goto('/home');
    await expect(banner).toHaveText(/Os dados na tela são de \d\d:\d\d/);
    await expect(figure(marina)).toHaveText(amount);
    expect(await isGrey(marina)).toBe(true);
    await expectAccessible(marina);

    await marina.goto('/dashboard');
    await expect(fornos).toBeVisible();
    await expect(marina.getByText(/de \d+ ao vivo às \d\d:\d\d$/)).toBeVisible();
    await marina.goto(path);
    await expect(banner).toBeVisible();
    await expect(card(marina, 'Dia').getByText('R$', { exact: true }).first()).toBeVisible();
    await expect(marina.getByRole('main')).not.toContainText('Sem conexão');

    // The page reconnects without any action of the user.
    await setOffline(marina, false);
    await expect(banner).toHaveCount(0);
    await expect.poll(() => isGrey(marina)).toBe(false);
  });

  await setOffline(marina, true);
  await marina.clock.setFixedTime(Date.now() + 24 * 60 * 60_000);
  await test.step('the figures of the last day are there, and the banner says which day it was', async () => {
    await marina.goto('/home');
    await expect(banner).toHaveText(/são de \d+ \w{3}, \d\d:\d\d.* Nesta tela, hoje é \d+ \w{3}\./);
    await expect(figure(marina)).toBeVisible();
    await marina.goto(path);
    await expect(card(marina, 'Dia').getByText('R$', { exact: true }).first()).toBeVisible();
    await expect(marina.getByRole('main')).not.toContainText('Sem conexão');
  });
  await test.step('the Explorer shows the curves that were seen last, and goes on by itself', async () => {
    // The user opens it from the menu, so the address contains no earlier choice.
    await marina.goto('/explore');
    await expect(banner).toHaveText(/Os dados na tela são de \d+ \w{3}, \d\d:\d\d/);
    await expect(strip).toBeVisible();
    await expect(figures).toHaveText(seen);
    expect(await isGrey(marina)).toBe(true);
    await expectAccessible(marina);

    await setOffline(marina, false);
    await expect(banner).toHaveCount(0);
    await expect.poll(() => isGrey(marina)).toBe(false);
    await expect(figures).toHaveText(seen);
  });
});

test('shows the last seen data when a request fails, or reports it as missing', async ({
  marina,
  context,
}) => {
  test.slow();
  await see(marina, '/dashboard', 'listMeters', 'signedIn');

  await test.step('what was seen more than a month ago leaves the device', async () => {
    await marina.evaluate(async () => {
      const [name = ''] = (await caches.keys()).filter((one) => one.startsWith('nascente-seen-'));
      const seenAt = String(Date.now() - 40 * 86_400_000);
      const headers = { question: 'old', 'seen-at': seenAt, bytes: '2' };
      await (await caches.open(name)).put('/seen?question=old', new Response('{}', { headers }));
    });
    expect(await storedOn(marina)).toContain('old');
    await marina.reload();
    await expect.poll(() => storedOn(marina)).not.toContain('old');
  });

  await test.step('without a network a screen that was never seen says that it failed, may be tried, and goes on once it is back', async () => {
    await marina.evaluate(() => navigator.serviceWorker.ready);
    await setOffline(marina, true);
    await marina.goto('/groups');
    const failure = marina.getByRole('alert').filter({ hasText: 'Sem conexão com a internet' }).first();
    await failure.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(failure).toBeVisible();
    await setOffline(marina, false);
    await expect(failure).toHaveCount(0);
  });

  await test.step('while the server is away what was seen last is shown, and goes on by itself once it answers', async () => {
    await see(marina, '/home', 'signedIn', 'listEstablishments', 'listMeters', 'readEstablishmentCycle');
    const amount = (await figure(marina).textContent()) ?? 'nothing';
    await context.route('**/api/**', (route) => route.abort());
    await marina.goto('/home');
    const banner = marina.getByRole('status').filter({ hasText: 'O servidor não está respondendo.' });
    await expect(banner).toHaveText(/Os dados na tela são de/);
    await expect(figure(marina)).toHaveText(amount);
    await context.unroute('**/api/**');
    // No event reports it, so the page polls every 15 seconds.
    await expect(banner).toHaveCount(0, { timeout: 40_000 });
  });

  await test.step('opened by its icon without a network, it comes to the establishment that was chosen last', async () => {
    await marina.getByRole('radio', { name: /Galeria Boa Vista/ }).click({ force: true });
    const galeria = marina.getByRole('heading', { level: 1, name: 'Galeria Boa Vista' });
    await expect(galeria).toBeVisible();
    // The data that 'Manter conectado' stores.
    await marina.evaluate(() => localStorage.setItem('nascente.keep-logged', 'yes'));
    await marina.evaluate(() => navigator.serviceWorker.ready);
    await setOffline(marina, true);
    await marina.goto('/');
    await expect(galeria).toBeVisible();
    await expect(marina).toHaveURL(/\/home$/);
  });
});

test('removes all seen data from the device when the user signs out', async ({ home }) => {
  await see(home, '/feedback', 'signedIn');
  await home.getByRole('button', { name: /Conta de Marina/ }).click();
  await home.getByRole('button', { name: 'Sair' }).click();
  await expect(home.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await expect.poll(() => storedOn(home)).toEqual([]);
  expect(await home.evaluate(() => localStorage.getItem('nascente.seen-by'))).toBeNull();
});
