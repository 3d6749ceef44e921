import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { demonstrationSignIn } from './running-server.ts';

export const THEMES = ['light', 'dark'] as const;

interface Fixtures {
  /** A page on which Marina of the demonstration company is signed in, at Home. */
  readonly home: Page;
}

export async function signIn(page: Page): Promise<void> {
  const { email, password } = demonstrationSignIn();
  await page.goto('/');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/home/);
}

export const test = base.extend<Fixtures>({
  home: async ({ page }, use) => {
    await signIn(page);
    await use(page);
  },
});

/** A region of the page by its heading. */
export const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** Chooses in a switch of few options; where the choice lives in the address, it shows a moment later. */
export async function choose(page: Page, group: string, option: string): Promise<void> {
  const radio = page.getByRole('group', { name: group }).getByRole('radio', { name: option });
  // The radio and its label lie over each other: whichever is on top takes the click.
  await radio.click({ force: true });
  await expect(radio).toBeChecked();
}

/** Waits until the live feed is connected, whether or not the meter has been heard of late. */
export const connected = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: /aguardando|Ao vivo|Sem mensagem/ })).toBeAttached();

/** Waits until what was asked for is on screen: no skeleton, nothing busy. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Refuses what an automatic check of WCAG 2.2 AA finds, or only its part on colours. */
export async function expectAccessible(page: Page, part: 'all' | 'colours' = 'all'): Promise<void> {
  const check = new AxeBuilder({ page });
  const { violations } = await (part === 'all'
    ? check.withTags(WCAG)
    : check.withRules(['color-contrast', 'link-in-text-block'])
  ).analyze();
  const told = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`),
  );
  expect(told).toEqual([]);
}

export { expect };
