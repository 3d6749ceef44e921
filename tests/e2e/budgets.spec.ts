import { createGroup } from '@nascente/contract/sites/groups';
import { createInstallation } from '@nascente/contract/sites/meters';
import { milliwattHours } from '@nascente/domain/base/units/energy';
import type { Page } from '@playwright/test';
import { press, tabTo, typeInto } from './setup/by-keyboard.ts';
import { newBoard, newEstablishment } from './setup/establishments.ts';
import { ask, enter, newPerson, type Person } from './setup/people.ts';
import { publish } from './setup/publishing.ts';
import { card, choose, expect, expectAccessible, expectFits, settled, test } from './setup/test.ts';

/** 1 kWh. */
const MEASURED = { va: 220, wa: 1200, energyA: milliwattHours(1_000_000) };
const said = (page: Page, text: string) =>
  expect(page.getByRole('status').getByText(text, { exact: true })).toBeVisible();
const budgets = (page: Page) =>
  page.getByRole('list', { name: 'Metas dos ciclos de agora' }).getByRole('listitem');

/** An establishment and a group, of a meter that has just measured something. */
async function measured(): Promise<{ person: Person; establishment: string; group: string }> {
  const person = await newPerson({ profile: 'Manager' });
  const establishment = await newEstablishment(person, 'Padaria das Metas');
  const board = await newBoard();
  const { mac: meter, code } = board;
  const body = { locationCode: establishment, name: 'Forno', meter, code };
  await ask(createInstallation, { token: person.token, body });
  await publish(board, MEASURED);
  const { group } = await ask(createGroup, {
    token: person.token,
    body: { groupName: 'Cozinha', groupType: 'eletric', boardsMAC: [meter] },
  });
  return { person, establishment, group: group._id };
}

test('plans an establishment and a group on a phone, and shows each cycle beside its plan', async ({
  page,
}) => {
  const { person, establishment } = await measured();
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, person, '/budgets');
  await expect(page.getByText(/Nenhuma meta para os ciclos de agora/)).toBeVisible();
  await page.getByRole('button', { name: 'Planejar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Padaria das Metas' })).toBeVisible();
  await choose(page, 'Em', 'kWh');
  await page.getByLabel('O mesmo para todos (kWh)').fill('900000');
  await page.getByRole('button', { name: 'Preencher todos' }).click();
  // The second press finds it under way, or done.
  await page.getByRole('button', { name: 'Salvar metas' }).dblclick();
  await said(page, 'Metas salvas!');
  const now = card(page, 'Ciclo de agora').getByRole('listitem');
  await expect(now).toContainText('Meta 900.000');
  await expect(now).toContainText(/Caminha para [\d.]+\skWh/);
  await expect(now).toContainText(
    /usado; dias como os que passaram costumam consumir \d+% do ciclo \(o traço\)/,
  );
  await expect(page.getByText('Há alterações não salvas.')).toHaveCount(0);
  await expectAccessible(page);
  await expectFits(page);

  await page.getByRole('link', { name: 'Todas as metas' }).click();
  await page.getByLabel('Para o quê').selectOption({ label: 'Cozinha' });
  await page.getByRole('button', { name: 'Planejar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cozinha' })).toBeVisible();
  await choose(page, 'Em', 'kWh');
  await page.getByLabel('O mesmo para todos (kWh)').fill('0,5');
  await page.getByRole('button', { name: 'Preencher todos' }).click();
  await page.getByRole('button', { name: 'Salvar metas' }).click();
  await said(page, 'Metas salvas!');
  await page.getByRole('link', { name: 'Todas as metas' }).click();
  await expect(budgets(page)).toHaveCount(2);
  // What heads above comes first.
  await expect(budgets(page).first()).toContainText('A caminho de passar');
  await expect(budgets(page).first()).toContainText('Cozinha');
  await expect(budgets(page).last()).toContainText('Padaria das Metas');
  await expectAccessible(page);
  await expectFits(page);

  await page.goto('/home');
  await settled(page);
  await expect(page.getByText(/^Meta de 900\.000/)).toBeVisible();
  await page.getByRole('link', { name: 'Ver meta' }).click();
  await expect(page).toHaveURL(new RegExp(`/budgets/establishment/${establishment}$`));
});

test('plans a year by keyboard alone, and shows months of a second tab beside the typed text', async ({
  page,
}) => {
  const { person, group } = await measured();
  await enter(page, person, `/budgets/group/${group}`);
  await settled(page);
  const [january, february] = ['jan', 'fev'].map((name) => page.getByLabel(name, { exact: true }));
  if (january === undefined || february === undefined) throw new Error('no months');
  await typeInto(page, january, 'mil');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Use um valor acima de zero/)).toBeVisible();
  await tabTo(page, january);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1.200,50');

  const second = await page.context().newPage();
  await second.goto(page.url());
  await settled(second);
  await second.getByLabel('fev', { exact: true }).fill('700');
  await second.getByRole('button', { name: 'Salvar metas' }).click();
  await said(second, 'Metas salvas!');
  await second.close();
  await expect(february).toHaveValue('700');
  await expect(january).toHaveValue('1.200,50');
  await press(page, page.getByRole('button', { name: 'Salvar metas' }));
  await said(page, 'Metas salvas!');
  await page.reload();
  await settled(page);
  await expect(january).toHaveValue('1.200,50');
  await expect(february).toHaveValue('700');
});
