import { listEstablishments } from '@nascente/contract/sites/establishments';
import { listGroups } from '@nascente/contract/sites/groups';
import { listTariffs } from '@nascente/contract/sites/tariffs';
import type { Page } from '@playwright/test';
import { ask, enter, newPerson, theAdmin, theOwner } from './setup/people.ts';
import { takePicture } from './setup/pictures.ts';
import { wantsNoTours } from './setup/remembered.ts';
import { expect, expectAccessible, inTheme, settled, THEMES, test } from './setup/test.ts';

// A browser that has seen no tour yet.
test.use({ tours: true });

const MAC = '02:4E:41:00:00:01';
const METER = `/meter/${MAC}`;

const tour = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('.driver-popover-title') });
const press = (page: Page, name: string) => tour(page).getByRole('button', { name, exact: true }).click();
const counter = (page: Page, name: string) =>
  page.evaluate((key) => localStorage.getItem(key), `nascente.tutorial.${name}`);

const billOf = async (called: string): Promise<string> => {
  const { establishments } = await ask(listEstablishments, { token: (await theOwner()).token });
  return `/bill/${establishments.find(({ name }) => name === called)?._id}`;
};
const groupOf = async (called: string): Promise<string> => {
  const { groups } = await ask(listGroups, { token: (await theOwner()).token, query: {} });
  return `/groups/${groups.find(({ name }) => name === called)?._id}`;
};

/** Goes through all steps by the button, and finishes. */
async function finish(page: Page): Promise<void> {
  await expect(tour(page)).toBeVisible();
  const [, steps] = /de (\d+)/.exec((await tour(page).textContent()) ?? '') ?? [];
  for (let step = 1; step < Number(steps); step++) {
    await expect(tour(page)).toContainText(`${step} de ${steps}`);
    await press(page, 'Próximo');
  }
  await press(page, 'Concluir');
  await expect(tour(page)).toHaveCount(0);
}

test('opens a tour by itself until it was finished twice, and from the menu afterwards', async ({ page }) => {
  await enter(page, await theOwner(), '/dashboard');
  await finish(page);
  await expect.poll(() => counter(page, 'meters')).toBe('1');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.reload();
  await finish(page);
  await expect.poll(() => counter(page, 'meters')).toBe('2');
  await page.reload();
  await settled(page);
  await page.getByRole('link', { name: 'Feedback' }).click();
  await expect(tour(page)).toContainText('O assunto');
  await press(page, 'Fechar tutorial');
  await page.getByRole('link', { name: 'Medidores', exact: true }).click();
  await expect(tour(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Tutorial' }).click();
  await expect(tour(page)).toContainText('Todos ou só os online');
});

test('does not show a closed tour again, but does after leaving the screen', async ({ page }) => {
  await enter(page, await theOwner(), '/home');
  await expect(tour(page)).toContainText('O menu');
  await page.goBack();
  await enter(page, await theOwner(), '/home');
  await expect(tour(page)).toContainText('O menu');
  expect(await counter(page, 'home')).toBeNull();
  await press(page, 'Fechar tutorial');
  await expect(tour(page)).toHaveCount(0);
  await expect.poll(() => counter(page, 'home')).toBe('2');
});

test('a tour works by keyboard, and returns the focus', async ({ page }) => {
  await enter(page, await theOwner(), METER);
  await press(page, 'Fechar tutorial');
  const entry = page.getByRole('button', { name: 'Tutorial' });
  await entry.focus();
  await page.keyboard.press('Enter');
  await expect(tour(page).getByRole('button', { name: 'Próximo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tour(page)).toContainText('2 de ');
  await page.keyboard.press('ArrowLeft');
  await expect(tour(page)).toContainText('1 de ');
  // Pressed while the step still moves into place.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(tour(page)).toContainText('3 de ');
  await page.keyboard.press('Escape');
  await expect(tour(page)).toHaveCount(0);
  await expect(entry).toBeFocused();
});

test('opens the analysis tour only on request, not by itself', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enter(page, await theOwner(), METER);
  await expect(tour(page)).toContainText('Trocar de medidor');
  await press(page, 'Fechar tutorial');
  await page.reload();
  await settled(page);
  await expect(tour(page)).toHaveCount(0);
  await page.locator('[data-tour=meter-comparison]').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Tutorial' }).click();
  await expect(tour(page).getByRole('button', { name: 'Não mostrar em nenhuma tela' })).toHaveCount(0);
  await finish(page);
  await expect.poll(() => counter(page, 'analysis')).toBe('1');
  await page.getByRole('button', { name: 'Tutorial' }).click();
  await expect(tour(page)).toContainText('Comparado com antes');
  await press(page, 'Fechar tutorial');
  await page.getByRole('button', { name: 'Conheça esta parte' }).click();
  await expect(tour(page)).toContainText('Comparado com antes');
  await press(page, 'Fechar tutorial');
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole('button', { name: 'Tutorial' }).click();
  await expect(tour(page)).toContainText('Trocar de medidor');
});

for (const [doing, hand] of [
  ['types', { kind: 'keydown', top: 0 }],
  ['scrolls', { kind: 'wheel', top: 0 }],
  ['has scrolled down', { kind: null, top: 400 }],
] as const) {
  test(`no tour begins while somebody ${doing}; it waits for the screen to be at rest at its top`, async ({
    page,
  }) => {
    await page.addInitScript(({ kind, top }) => {
      const busy = setInterval(() => {
        window.scrollTo(0, top);
        if (kind !== null) document.dispatchEvent(new Event(kind));
      }, 50);
      document.addEventListener('hands-off', () => {
        clearInterval(busy);
        window.scrollTo(0, 0);
      });
    }, hand);
    await enter(page, await theOwner(), METER);
    await settled(page);
    await expect(tour(page)).toHaveCount(0);
    await page.evaluate(() => document.dispatchEvent(new Event('hands-off')));
    await expect(tour(page)).toContainText('Trocar de medidor');
  });
}

test('delays a tour while a dialog covers the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await enter(page, await theAdmin(), `${METER}/registers`);
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page.getByRole('button', { name: 'Tutorial' }).click();
  await expect(page.getByText('Esta tela não tem tutorial.')).toBeVisible();
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Conta' }).click();
  await expect(tour(page)).toContainText('Seus dados');
});

test('ends automatic tours on every screen with one choice', async ({ page }) => {
  await enter(page, await theOwner(), '/home');
  await press(page, 'Não mostrar em nenhuma tela');
  await expect(tour(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Feedback' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Feedback' })).toBeVisible();
  await settled(page);
  await expect(tour(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Tutorial' }).click();
  await expect(tour(page)).toContainText('O assunto');
});

test('opens no tour on a device whose person closed it on another', async ({ browser }) => {
  const person = await newPerson();
  const [first, second] = await Promise.all([browser.newPage(), browser.newPage()]);
  await enter(first, person, '/feedback');
  const stored = first.waitForResponse((response) => response.url().endsWith('/api/user/tours/feedback'));
  await press(first, 'Fechar tutorial');
  expect((await stored).status()).toBe(200);
  const read = second.waitForResponse((response) => response.url().endsWith('/api/user/tours'));
  await enter(second, person, '/feedback');
  expect(await (await read).json()).toMatchObject({ views: { feedback: 2 } });
  await expect.poll(() => counter(second, 'feedback')).toBe('2');
  await expect(tour(second)).toHaveCount(0);
});

test('shows a tour of the available elements on an empty screen on request', async ({ page }) => {
  await enter(page, await newPerson(), '/home');
  await settled(page);
  await page.getByRole('button', { name: 'Tutorial' }).click();
  await expect(tour(page)).toContainText('1 de 1');
  await press(page, 'Concluir');
  await expect.poll(() => counter(page, 'home')).toBe('1');
});

test('shows the tour step of an empty account on a phone with a closed menu', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await enter(page, await newPerson(), '/home');
  await settled(page);
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page.getByRole('button', { name: 'Tutorial' }).click();
  await expect(tour(page)).toContainText('O menu');
  await expect(tour(page)).toContainText('1 de 1');
});

test('shows the link in the tour of a partner’s account', async ({ page }) => {
  await enter(page, await newPerson({ profile: 'partner' }), '/account');
  await expect(tour(page)).toContainText('1 de 3');
  await press(page, 'Fechar tutorial');
  await page.getByRole('button', { name: 'Tutorial' }).click();
  await expect(tour(page)).toContainText('1 de 10');
});

test('offers a tour below screens outside the specification', async ({ page }) => {
  await enter(page, await theOwner(), '/groups');
  await settled(page);
  await expect(tour(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Conheça esta tela' }).click();
  await expect(tour(page)).toContainText('1 de 4');
  await press(page, 'Fechar tutorial');
  await page.getByRole('link', { name: 'Feedback' }).click();
  await expect(tour(page)).toContainText('1 de 3');
  await expect(page.getByRole('button', { name: 'Conheça esta tela' })).toHaveCount(0);
});

test('every tour shows the elements of its screen', async ({ page }) => {
  // Thirty screens, one after the other.
  test.slow();
  await wantsNoTours(page.context());
  const [owner, manager] = [await theOwner(), await newPerson({ profile: 'Manager' })];
  const admin = await theAdmin();
  const { taxes } = await ask(listTariffs, { token: admin.token });
  const screens = [
    { who: owner, path: '/home', steps: 7 },
    { who: owner, path: '/dashboard', steps: 3 },
    { who: owner, path: `/meter/${MAC}`, steps: 7 },
    { who: owner, path: `/history/${MAC}`, steps: 4 },
    { who: owner, path: `/meter/${MAC}/quality`, steps: 5 },
    { who: owner, path: await billOf('Galeria Boa Vista'), steps: 5 },
    { who: owner, path: '/groups', steps: 4 },
    { who: owner, path: await groupOf('Galeria, térreo'), steps: 4 },
    { who: owner, path: (await billOf('Galeria Boa Vista')).replace('bill', 'apportionment'), steps: 3 },
    { who: owner, path: (await billOf('Galeria Boa Vista')).replace('bill', 'flow'), steps: 3 },
    { who: owner, path: (await billOf('Galeria Boa Vista')).replace('bill', 'carbon'), steps: 2 },
    { who: owner, path: (await billOf('Galeria Boa Vista')).replace('bill', 'outages'), steps: 4 },
    {
      who: owner,
      path: `${(await billOf('Galeria Boa Vista')).replace('bill', 'edit/establishment')}/variables`,
      steps: 2,
    },
    { who: owner, path: `/editBoard/${MAC}`, steps: 8 },
    { who: owner, path: '/registerBoard', steps: 1 },
    { who: owner, path: '/new/establishment', steps: 3 },
    { who: owner, path: '/account', steps: 9 },
    { who: owner, path: '/account/data', steps: 2 },
    { who: owner, path: '/account/integrations', steps: 3 },
    { who: owner, path: '/portfolio', steps: 3 },
    { who: owner, path: '/budgets', steps: 2 },
    { who: owner, path: (await groupOf('Galeria, térreo')).replace('groups', 'budgets/group'), steps: 3 },
    { who: owner, path: '/account/links', steps: 2 },
    { who: owner, path: '/opportunities', steps: 4 },
    { who: owner, path: '/explore', steps: 5 },
    { who: owner, path: '/alerts', steps: 2 },
    { who: manager, path: '/users', steps: 3 },
    { who: owner, path: '/system', steps: 2 },
    { who: owner, path: '/system/Refrigera%C3%A7%C3%A3o', steps: 2 },
    { who: owner, path: '/feedback', steps: 3 },
    { who: admin, path: '/people', steps: 3 },
    { who: admin, path: '/people/upgrades', steps: 2 },
    { who: admin, path: '/people/audit', steps: 3 },
    { who: admin, path: '/people/privacy', steps: 3 },
    { who: admin, path: '/people/mailbox', steps: 2 },
    { who: admin, path: '/status', steps: 2 },
    { who: admin, path: '/boards', steps: 3 },
    { who: admin, path: '/boards/new', steps: 2 },
    { who: admin, path: `/boards/${MAC}`, steps: 5 },
    { who: admin, path: '/tariffs', steps: 4 },
    { who: admin, path: '/tariffs/new', steps: 2 },
    { who: admin, path: '/tariffs/flags', steps: 2 },
    { who: admin, path: '/tariffs/factors', steps: 2 },
    { who: admin, path: '/tariffs/import', steps: 2 },
    { who: admin, path: `/tariffs/${taxes[0]?._id}`, steps: 2 },
  ];
  for (const { who, path, steps } of screens) {
    await enter(page, who, path);
    await settled(page);
    await page.getByRole('button', { name: 'Tutorial' }).click();
    await expect(tour(page), path).toContainText(`1 de ${steps}`);
    await press(page, 'Fechar tutorial');
  }
});

for (const width of [360, 768, 1440]) {
  test(`every step of a tour is on the screen, ${width} wide`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await enter(page, await theOwner(), METER);
    await expect(tour(page)).toBeVisible();
    const [, steps] = /de (\d+)/.exec((await tour(page).textContent()) ?? '') ?? [];
    for (let step = 1; step <= Number(steps); step++) {
      await expect(tour(page)).toContainText(`${step} de ${steps}`);
      await expect(tour(page)).toBeInViewport({ ratio: 1 });
      await takePicture(page, `tour-${step}-${width}`);
      await press(page, step < Number(steps) ? 'Próximo' : 'Concluir');
    }
  });
}

test('a step of a tour is accessible in both themes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enter(page, await theOwner(), METER);
  await expect(tour(page)).toBeVisible();
  for (const theme of THEMES) {
    await inTheme(page, theme);
    await expectAccessible(page);
    await press(page, 'Próximo');
  }
});
