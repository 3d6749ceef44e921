import { createInstallation } from '@nascente/contract/sites/meters';
import { listTariffs } from '@nascente/contract/sites/tariffs';
import type { BoardEntry } from '@nascente/virtual-meters/publishing/boards-file';
import type { Page } from '@playwright/test';
import { newBoard, newEstablishment } from './setup/establishments.ts';
import { ask, enter, newPerson } from './setup/people.ts';
import { choose, expect, settled, test } from './setup/test.ts';

interface Owned {
  readonly board: BoardEntry;
  /** Two of them, of one person, the first with the board. */
  readonly establishments: readonly string[];
}

/** The test signs in its own person, so that the demonstration stays unchanged. */
async function signedInOwner(page: Page): Promise<Owned> {
  const [board, person] = [await newBoard(), await newPerson()];
  const establishments = [
    await newEstablishment(person, 'Padaria Alfa'),
    await newEstablishment(person, 'Loja Beta'),
  ];
  const [first = ''] = establishments;
  const { taxes } = await ask(listTariffs, { token: person.token });
  const installed = {
    locationCode: first,
    meter: board.mac,
    code: board.code,
    tax: taxes.find(({ type }) => type === 'eletric')?._id ?? null,
    name: 'Quadro',
    fuseBoxMeter: true,
  };
  await ask(createInstallation, { token: person.token, body: installed });
  await enter(page, person);
  return { board, establishments };
}

async function tabAt(beside: Page, path: string): Promise<Page> {
  const tab = await beside.context().newPage();
  await tab.goto(path);
  await settled(tab);
  return tab;
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const establishment = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Estabelecimento' }).getByRole('radio', { name });

test('signs out the other tab when the user signs out in one tab', async ({ page }) => {
  const { board } = await signedInOwner(page);
  const other = await tabAt(page, `/meter/${board.mac}`);
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await expect(other).toHaveURL(/\/login$/);
  await other.goto(`/meter/${board.mac}`);
  await expect(other.getByRole('button', { name: 'Entrar' })).toBeVisible();
});

test('applies the theme of one tab to the other', async ({ page }) => {
  await signedInOwner(page);
  const other = await tabAt(page, '/dashboard');
  for (const [name, scheme] of [
    ['Escuro', 'dark'],
    ['Claro', 'light'],
  ] as const) {
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('group', { name: 'Tema' }).getByText(name).click();
    await page.keyboard.press('Escape');
    await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
  }
});

test('shows meter changes of one tab in the other, and retains its typed text', async ({ page }) => {
  const { board } = await signedInOwner(page);
  const [looking, editing] = [
    await tabAt(page, `/meter/${board.mac}`),
    await tabAt(page, `/editBoard/${board.mac}`),
  ];
  await editing.getByLabel('Comentário (opcional)').fill('Ao lado do forno');
  await page.goto(`/editBoard/${board.mac}`);
  await page.getByLabel('Apelido').fill('Quadro da cozinha');
  await page.getByRole('button', { name: 'Confirmar alterações' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(title(page, 'Quadro da cozinha')).toBeVisible();

  await expect(title(looking, 'Quadro da cozinha')).toBeVisible();
  await expect(editing.getByLabel('Apelido')).toHaveValue('Quadro da cozinha');
  await expect(editing.getByLabel('Comentário (opcional)')).toHaveValue('Ao lado do forno');

  await page.goto(`/editBoard/${board.mac}`);
  await page.getByRole('button', { name: 'Deletar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deletar' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(looking.getByText('Este medidor não existe ou não está entre os seus.')).toBeVisible();
  await expect(editing.getByText('Este medidor não existe ou não está entre os seus.')).toBeVisible();
});

test('each tab retains its establishment, and both show the last chosen unit', async ({ page }) => {
  const { establishments } = await signedInOwner(page);
  const other = await tabAt(page, '/home');
  await expect(establishment(other, 'Padaria Alfa')).toBeChecked();
  await choose(page, 'Estabelecimento', 'Loja Beta');
  await expect(title(page, 'Loja Beta')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`estabelecimento=${establishments[1]}`));
  await choose(page, 'Unidade', 'kWh');
  await expect(other.getByRole('radio', { name: 'kWh', exact: true })).toBeChecked();
  await expect(establishment(other, 'Padaria Alfa')).toBeChecked();

  await page.goto(`/edit/establishment/${establishments[1]}`);
  await page.getByRole('button', { name: 'Excluir estabelecimento' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(establishment(other, 'Loja Beta')).toHaveCount(0);
  await expect(title(other, 'Padaria Alfa')).toBeVisible();
});
