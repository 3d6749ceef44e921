import type { Page } from '@playwright/test';
import { newEstablishment } from './setup/establishments.ts';
import { enter, newPerson } from './setup/people.ts';
import { expect, settled, test } from './setup/test.ts';

const COUNT = 50;
const nameAt = (number: number) => `Loja ${String(number).padStart(2, '0')}`;

/** Records the establishments whose figures the page requests, and the number of requests for a list. */
const watch = (page: Page) => {
  const requested = { places: new Set<string>(), lists: 0 };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const [, establishment] = /^\/api\/establishment\/([^/]+)\/consumption$/.exec(pathname) ?? [];
    if (establishment !== undefined) requested.places.add(establishment);
    if (pathname === '/api/consolidated/establishments') requested.lists += 1;
  });
  return requested;
};

test('Home requests only nearby data of fifty establishments, and sorts them by amount with one call', async ({
  page,
}) => {
  const person = await newPerson();
  for (let number = 1; number <= COUNT; number += 1) await newEstablishment(person, nameAt(number));
  const requested = watch(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, person, '/home');
  await expect(page.getByRole('radio', { name: /^Loja/ })).toHaveCount(COUNT);
  await settled(page);
  const others = page.getByRole('region', { name: 'Outros estabelecimentos' });
  await expect(others.getByRole('button', { name: /^Loja/ })).toHaveCount(COUNT - 1);
  // The page requests no rows far from the window, also after sorting.
  expect(requested.places.size).toBeLessThan(COUNT / 2);
  const answered = page.waitForResponse('**/api/consolidated/establishments');
  await page.getByLabel('Ordenar estabelecimentos').selectOption('Maior até agora');
  expect((await answered).status()).toBe(200);
  expect(requested.places.size).toBeLessThan(COUNT / 2);
  expect(requested.lists).toBe(1);
  // The page requests rows near the window: the last row after scrolling to it.
  const before = requested.places.size;
  const last = others.getByRole('button', { name: /^Loja/ }).last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toContainText('sem medidores');
  await expect.poll(() => requested.places.size).toBeGreaterThan(before);
});
