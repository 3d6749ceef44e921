import type { Page } from '@playwright/test';
import { press } from './setup/by-keyboard.ts';
import { expect, settled, test } from './setup/test.ts';

const HEIGHT = 800;

const drawer = (page: Page) => page.getByRole('complementary', { name: 'Menu' });
const overlay = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const opening = (page: Page) => page.getByRole('button', { name: 'Abrir menu' });
const folding = (page: Page) => page.getByRole('button', { name: 'Recolher menu' });

async function openedAt(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.goto('/dashboard');
  await settled(page);
}

test('opens the menu by default above 700 px, and leaves it open on every screen', async ({ marina }) => {
  await openedAt(marina, 701);
  await expect(drawer(marina)).toBeVisible();
  expect(await drawer(marina).evaluate((menu) => menu.getBoundingClientRect().width)).toBe(240);
  await expect(folding(marina)).toHaveAttribute('aria-expanded', 'true');
  await drawer(marina).getByRole('link', { name: 'Conta' }).click();
  await expect(marina).toHaveURL(/\/account$/);
  await expect(drawer(marina)).toBeVisible();
  await folding(marina).click();
  await expect(drawer(marina)).toHaveCount(0);
  await opening(marina).click();
  await expect(drawer(marina)).toBeVisible();
});

test('closes the menu at 700 px, opens it over the screen, and closes it after each choice', async ({
  marina,
}) => {
  await openedAt(marina, 700);
  await expect(drawer(marina)).toHaveCount(0);
  await expect(overlay(marina)).toHaveCount(0);
  await press(marina, opening(marina));
  await expect(overlay(marina)).toBeVisible();
  await marina.keyboard.press('Escape');
  await expect(overlay(marina)).toHaveCount(0);
  await expect(opening(marina)).toBeFocused();
  await opening(marina).click();
  await overlay(marina).getByRole('link', { name: 'Conta' }).click();
  await expect(marina).toHaveURL(/\/account$/);
  await expect(overlay(marina)).toHaveCount(0);
  await opening(marina).click();
  await marina.mouse.click(690, HEIGHT / 2);
  await expect(overlay(marina)).toHaveCount(0);
});

test('opens and closes the menu when the window is turned', async ({ marina }) => {
  await openedAt(marina, 600);
  await marina.setViewportSize({ width: 900, height: 600 });
  await expect(drawer(marina)).toBeVisible();
  await marina.setViewportSize({ width: 600, height: 900 });
  await expect(drawer(marina)).toHaveCount(0);
  await expect(overlay(marina)).toHaveCount(0);
});
