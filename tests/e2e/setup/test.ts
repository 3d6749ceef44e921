import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expectFits } from './fits.ts';
import { theOwner } from './people.ts';
import { isSignedIn, wantsNoTours } from './remembered.ts';
import { demonstrationSignIn } from './running-server.ts';
import { settled } from './settled.ts';
import { inTheme, THEMES } from './theme.ts';

interface Fixtures {
  /** Whether tours open by themselves, as in a browser that has seen none. */
  readonly tours: boolean;
  /** Whether the test attempts actions that the page's policy refuses. */
  readonly isRefused: boolean;
  /** A page on which Marina of the demonstration company has just signed in by the form: it shows Home. */
  readonly home: Page;
  /** A page of a browser in which Marina signed in before. Nothing is opened yet. */
  readonly marina: Page;
  /** Fails every test in which the browser refused something by the page's Content-Security-Policy. */
  readonly withinPolicy: undefined;
}

/** Messages of the browser about what it refused by the page's Content-Security-Policy, from now on. */
export function refusedByPolicy(context: BrowserContext): readonly string[] {
  const refused: string[] = [];
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted(HTML|Script)/.test(message.text())) refused.push(message.text());
  });
  return refused;
}

export async function signIn(page: Page): Promise<void> {
  const { email, password } = demonstrationSignIn();
  await page.goto('/');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/home/);
}

/** Tests share accounts: the server may know tours that an earlier test closed. */
const hasSeenNoTour = (context: BrowserContext) =>
  context.route('**/api/user/tours', (route) => route.fulfill({ json: { ok: true, views: {} } }));

export const test = base.extend<Fixtures>({
  tours: [false, { option: true }],
  context: async ({ context, tours }, use) => {
    if (!tours) await wantsNoTours(context);
    else await hasSeenNoTour(context);
    await use(context);
  },
  isRefused: [false, { option: true }],
  withinPolicy: [
    async ({ context, isRefused }, use) => {
      const refused = refusedByPolicy(context);
      await use(undefined);
      if (!isRefused) expect(refused).toEqual([]);
    },
    { auto: true },
  ],
  home: async ({ page }, use) => {
    await signIn(page);
    await use(page);
  },
  marina: async ({ page, context }, use) => {
    await isSignedIn(context, await theOwner());
    await use(page);
  },
});

/** A region of the page by its heading. */
export const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** Chooses in a switch of few options; where the choice lives in the address, it shows a moment later. */
export async function choose(page: Page, group: string, option: string): Promise<void> {
  const radio = page.getByRole('group', { name: group }).getByRole('radio', { name: option });
  // The radio and its label overlap: the upper one takes the click. Loading content may replace both.
  await expect(async () => {
    await radio.click({ force: true, timeout: 2_000 });
    await expect(radio).toBeChecked({ timeout: 2_000 });
  }).toPass();
}

/** Waits until the live feed is connected, whether or not the meter has been heard of late. */
export const connected = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: /aguardando|Ao vivo|Sem mensagem/ })).toBeAttached();

export { expect, expectAccessible, expectFits, inTheme, settled, THEMES };
