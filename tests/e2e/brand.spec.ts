import type { Page } from '@playwright/test';
import { enter, newPerson, signedInAs } from './setup/people.ts';
import { takePicture } from './setup/pictures.ts';
import { boardWith, partnerSignIn, runningServer } from './setup/running-server.ts';
import { expect, expectAccessible, inTheme, settled, THEMES, test } from './setup/test.ts';

const ENTRANCES = ['/login', '/signup', '/recovery-password', '/recovery/none'];
const SCREENS = [
  '/home',
  '/dashboard',
  `/meter/${boardWith('bakery').mac}`,
  '/account',
  '/users',
  '/people',
  '/people/upgrades',
  '/people/audit',
  '/feedback',
  '/nothing/here',
];

/** The visible and the spoken texts of the page that name the product. */
const namings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => element.childElementCount === 0 && element.checkVisibility(),
    );
    const texts = shown.flatMap((element) => [
      element.textContent,
      element.getAttribute('alt'),
      element.getAttribute('aria-label'),
      element.getAttribute('title'),
    ]);
    return [document.title, ...texts].filter(
      (text) => text !== null && /nascente|desenvolvido por/i.test(text),
    );
  }) as Promise<string[]>;

const colorOf = (page: Page, name: string): Promise<string> =>
  page.evaluate((variable) => getComputedStyle(document.documentElement).getPropertyValue(variable), name);

async function expectSecondBrand(page: Page): Promise<void> {
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'second');
  expect(await namings(page)).toEqual([]);
  await expect(page).toHaveTitle(/Painel de Energia$/);
  for (const [rel, file] of [
    ['icon', '/icons/second/logo.svg'],
    ['manifest', '/second.webmanifest'],
  ] as const)
    await expect(page.locator(`link[rel="${rel}"]`)).toHaveAttribute('href', file);
}

const somebodyOfSecondBrand = () =>
  newPerson({ domain: runningServer().secondBrandDomain, profile: 'Admin' });

test('the second brand never shows the product name, on the screens and at the login', async ({ page }) => {
  await enter(page, await somebodyOfSecondBrand());
  for (const path of SCREENS) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectSecondBrand(page);
    });
  }
  await page.goto('/home');
  await expect(page.getByText('Painel de Energia', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  for (const path of ENTRANCES) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectSecondBrand(page);
      await expect(page.getByText('Painel de Energia', { exact: true })).toBeVisible();
    });
  }
});

test('the second brand installs with its own name and icons', async ({ page }) => {
  const answer = await page.request.get('/second.webmanifest');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const { name, icons } = (await answer.json()) as { name: string; icons: { src: string }[] };
  expect(name).toBe('Painel de Energia');
  for (const { src } of icons)
    expect((await page.request.get(src)).headers()['content-type']).toBe('image/png');
});

test('the partner of the demonstration sees the second brand, an establishment and a logo', async ({
  page,
}) => {
  await enter(page, await signedInAs(partnerSignIn()));
  await expectSecondBrand(page);
  await expect(page.getByText('Painel de Energia', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Logotipo do parceiro' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Solar Sul' })).toBeVisible();
});

test('the demonstration opens the panel of its cold rooms in a new tab', async ({ home }) => {
  await home.goto('/home');
  const [panel] = await Promise.all([
    home.context().waitForEvent('page'),
    home.getByRole('link', { name: 'Equipamentos refrigerados' }).click(),
  ]);
  await expect(panel.getByRole('heading', { level: 1, name: 'Refrigeração' })).toBeVisible();
  await expect(panel.getByRole('link', { name: /Câmara fria/ })).toBeVisible();
});

test('the purple and grey of the second brand are readable in both themes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/login');
  await settled(page);
  const first = await colorOf(page, '--primary');
  await enter(page, await somebodyOfSecondBrand());
  for (const path of ['/home', '/account']) {
    await page.goto(path);
    for (const colorScheme of THEMES) {
      await inTheme(page, colorScheme);
      await settled(page);
      expect(await colorOf(page, '--primary')).not.toBe(first);
      await expectAccessible(page);
      const [, name] = path.split('/');
      await takePicture(page, `second-brand-${name}-${colorScheme}`, { fullPage: true });
    }
  }
});

test('the first brand shows the product name and its maker', async ({ page }) => {
  await enter(page, await newPerson());
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'first');
  await expect(page.getByText('Desenvolvido por Nascente')).toBeVisible();
  await expect(page).toHaveTitle(/Nascente/);
});
