import { createGroup } from '@nascente/contract/sites/groups';
import { createInstallation } from '@nascente/contract/sites/meters';
import { milliwattHours } from '@nascente/domain/base/units/energy';
import { press, tabTo } from './setup/by-keyboard.ts';
import { newBoard, newEstablishment } from './setup/establishments.ts';
import { ask, enter, newPerson } from './setup/people.ts';
import { publish } from './setup/publishing.ts';
import { expect, test } from './setup/test.ts';

test('accepts the first day of a group digit by digit, until the year is complete', async ({ page }) => {
  const person = await newPerson();
  const locationCode = await newEstablishment(person, 'Padaria dos Dígitos');
  const board = await newBoard();
  await ask(createInstallation, {
    token: person.token,
    body: { locationCode, name: 'Forno', meter: board.mac, code: board.code },
  });
  await publish(board, {
    va: 220,
    wa: 1200,
    energyA: milliwattHours(30_000),
    energyB: milliwattHours(20_000),
    energyC: milliwattHours(10_000),
  });
  const { group } = await ask(createGroup, {
    token: person.token,
    body: { groupName: 'Dígitos', groupType: 'eletric', boardsMAC: [board.mac] },
  });
  const year = new Date().getUTCFullYear() - 1;
  await enter(page, person, `/groups/${group._id}?inicio=${year}-11-01&fim=${year}-11-27`);
  const first = page.getByLabel('De', { exact: true });
  await tabTo(page, first);
  for (const key of `1111${year}`) {
    await page.keyboard.press(key);
    await expect(first).toBeFocused();
  }
  await expect(first).toHaveValue(`11/11/${year}`);
  await expect(page).toHaveURL(new RegExp(`inicio=${year}-11-11`));
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('returns the focus to a button after a failed request, or when it remains', async ({ page }) => {
  await enter(page, await newPerson(), '/alerts/notices');
  const save = page.getByRole('button', { name: 'Salvar avisos' });
  await page.route('**/api/alerts/notices', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await press(page, save);
  await expect(page.getByRole('form', { name: 'Avisos' }).getByRole('alert')).toBeVisible();
  await expect(save).toBeFocused();
  await page.unroute('**/api/alerts/notices');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Avisos salvos.')).toBeVisible();
  await expect(save).toBeFocused();
});
