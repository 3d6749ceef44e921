import { createClientUser } from '@nascente/contract/sites/client-users';
import { createInstallation } from '@nascente/contract/sites/meters';
import type { BoardEntry } from '@nascente/virtual-meters/publishing/boards-file';
import type { Browser, Page } from '@playwright/test';
import { type LabelledBoard, newBoard, newEstablishment } from './setup/establishments.ts';
import { ask, enter, newPerson, type Person, signedInAs } from './setup/people.ts';
import { publish } from './setup/publishing.ts';
import { wantsNoTours } from './setup/remembered.ts';
import { card, choose, connected, expect, expectAccessible, settled, test } from './setup/test.ts';
import { completeWizard } from './setup/wizard.ts';

// The long walk goes as a browser goes that keeps the application on the device.
test.use({ serviceWorkers: 'allow' });

const PASSWORD = 'Pao#quente1';
const MEASURED = { va: 220, wa: 1200, wb: 800, wc: 400 };

const dialog = (page: Page) => page.getByRole('dialog');
const said = (page: Page, text: string) =>
  expect(page.getByRole('status').getByText(text, { exact: true })).toBeVisible();
const confirm = (page: Page, label: string) => dialog(page).getByRole('button', { name: label }).click();

async function signUp(page: Page): Promise<Person> {
  const email = `placas-${Date.now()}@padaria.test`;
  await page.goto(`/signup?name=Padaria%20Alfa&email=${email}`);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmar senha').fill(PASSWORD);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await dialog(page).getByRole('button', { name: 'Ir para o início' }).click();
  await expect(page.getByText('Nenhum estabelecimento encontrado na sua conta.')).toBeVisible();
  return signedInAs({ email, password: PASSWORD });
}

async function chooseTariff(page: Page): Promise<void> {
  const tariff = page.getByRole('combobox', { name: 'Tarifa' });
  await tariff.fill('neoenergia comercial');
  await page
    .getByRole('option', { name: /Comercial\/Industrial/ })
    .first()
    .click();
}

async function register(page: Page, board: LabelledBoard, establishment: string): Promise<void> {
  await page.getByLabel('MAC Address').fill(board.mac.toLowerCase().replaceAll(':', '-'));
  await page.getByLabel('Código da placa').fill(board.code.toLowerCase());
  await expect(page.getByText('Trifásico')).toBeVisible();
  await page.getByLabel('Apelido').fill('Quadro');
  await page.getByLabel('Estabelecimento', { exact: true }).last().selectOption({ label: establishment });
  await chooseTariff(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Registrar' }).click();
  await said(page, 'Medidor Cadastrado com sucesso!');
  await expect(page).toHaveURL(new RegExp(`/meter/${board.mac}$`));
}

const edit = async (page: Page, mac: string): Promise<void> => {
  await page.goto(`/editBoard/${mac}`);
  await settled(page);
};

async function moveTo(page: Page, establishment: string): Promise<void> {
  const move = card(page, 'Mover para outro estabelecimento');
  await move.getByLabel('Novo estabelecimento', { exact: true }).selectOption({ label: establishment });
  await move.getByRole('button', { name: 'Mover medidor' }).click();
  await expect(dialog(page).getByText(/os totais passados não mudam/)).toBeVisible();
  await confirm(page, 'Mover');
  await said(page, `Medidor movido para ${establishment}.`);
}

async function replaceWith(page: Page, board: LabelledBoard): Promise<void> {
  const replace = card(page, 'Trocar placa');
  await replace.getByLabel('MAC da placa nova').fill(board.mac);
  await replace.getByLabel('Código da placa').fill(board.code);
  await expect(replace.getByText('Placa encontrada e livre.')).toBeVisible();
  await replace.getByRole('button', { name: 'Trocar placa' }).click();
  await confirm(page, 'Trocar placa');
  await said(page, 'Placa Atualizado!');
  await expect(page).toHaveURL(new RegExp(`/editBoard/${board.mac}$`));
}

async function remove(page: Page): Promise<void> {
  await card(page, 'Deletar medidor').getByRole('button', { name: 'Deletar' }).click();
  await expect(dialog(page).getByRole('heading', { name: /^Deletar .+\?$/ })).toBeVisible();
  await confirm(page, 'Deletar');
  await said(page, 'Placa deletada!');
  await expect(page).toHaveURL(/\/home$/);
}

test('a new user completes an establishment and registers, renames, moves, replaces and removes a board', async ({
  page,
}) => {
  test.slow();
  const [board, spare] = [await newBoard(), await newBoard()];
  const person = await signUp(page);
  await page.getByRole('link', { name: 'Cadastrar estabelecimento' }).click();
  await completeWizard(page, 'Padaria Alfa');
  await newEstablishment(person, 'Depósito Beta');

  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Cadastrar medidor' }).click();
  await register(page, board, 'Padaria Alfa');
  await connected(page);
  await publish(board, { ...MEASURED });
  await expect(page.getByText('Ao vivo', { exact: true })).toBeVisible();
  await expect(card(page, 'Agora').getByText('2,40').first()).toBeVisible();

  await page.getByRole('link', { name: 'Editar medidor' }).click();
  await page.getByLabel('Apelido').fill('Quadro da cozinha');
  await page.getByRole('button', { name: 'Confirmar alterações' }).click();
  await confirm(page, 'Confirmar');
  await said(page, 'Alterações feitas!');
  await expect(page.getByRole('heading', { level: 1, name: 'Quadro da cozinha' })).toBeVisible();

  await edit(page, board.mac);
  await expectAccessible(page);
  await moveTo(page, 'Depósito Beta');
  await expect(page.getByRole('main').getByText('Depósito Beta - Quadro da cozinha')).toBeVisible();
  await page.getByRole('link', { name: 'Ver medidor' }).click();
  const past = card(page, 'Locais e placas deste medidor');
  await expect(past.getByText('Padaria Alfa')).toBeVisible();

  await edit(page, board.mac);
  await replaceWith(page, spare);
  await page.getByRole('link', { name: 'Ver medidor' }).click();
  await connected(page);
  await publish(spare, { ...MEASURED });
  await expect(page.getByText('Ao vivo', { exact: true })).toBeVisible();
  await expect(past.getByText(`Placa ${board.mac}`)).toBeVisible();

  await edit(page, spare.mac);
  await remove(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Não foram encontrados equipamentos monitorados')).toBeVisible();
});

interface Company {
  readonly manager: Person;
  readonly client: Person;
  readonly grantedBoard: BoardEntry;
  readonly stored: BoardEntry;
}

/** A Manager with two meters, one of which a client sees. */
async function aCompany(): Promise<Company> {
  const manager = await newPerson({ profile: 'Manager' });
  const { token } = manager;
  const locationCode = await newEstablishment(manager, 'Galeria Alfa');
  await newEstablishment(manager, 'Galeria Beta');
  const [granted, stored] = [await newBoard(), await newBoard()];
  for (const [name, { mac: meter, code }] of [
    ['Loja 1', granted],
    ['Loja 2', stored],
  ] as const)
    await ask(createInstallation, { token, body: { locationCode, name, meter, code } });
  const email = `loja-${Date.now()}@galeria.test`;
  const body = { name: 'Loja Um', email, password: PASSWORD, boards: [granted.mac] };
  await ask(createClientUser, { token, body });
  return {
    manager,
    grantedBoard: granted,
    stored,
    client: await signedInAs({ email, password: PASSWORD }),
  };
}

const another = async (browser: Browser, baseURL: string | undefined): Promise<Page> => {
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), locale: 'pt-BR' });
  await wantsNoTours(context);
  return context.newPage();
};

test('a client of a Manager sees one of two meters and changes nothing', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const { manager, client, grantedBoard: granted, stored } = await aCompany();
  const shown = await another(browser, baseURL);
  await enter(shown, client, '/dashboard');
  await expect(shown.getByText('Loja 1', { exact: true })).toBeVisible();
  await expect(shown.getByText('Loja 2', { exact: true })).toHaveCount(0);
  await expect(shown.getByRole('link', { name: /^Editar|^Cadastrar medidor/ })).toHaveCount(0);
  await shown.goto('/registerBoard');
  await expect(shown).toHaveURL(/\/dashboard$/);
  await shown.goto(`/meter/${stored.mac}`);
  await expect(shown.getByRole('heading', { name: 'Medidor não encontrado' })).toBeVisible();
  await edit(shown, granted.mac);
  await expect(shown.getByLabel('Apelido')).toBeDisabled();
  await expect(shown.getByRole('button', { name: /Confirmar|Deletar|Mover|Trocar/ })).toHaveCount(0);

  const fresh = await newBoard();
  await enter(page, manager, `/editBoard/${granted.mac}`);
  await replaceWith(page, fresh);
  await shown.goto(`/meter/${fresh.mac}`);
  await connected(shown);
  await publish(fresh, { ...MEASURED });
  await expect(shown.getByText('Ao vivo', { exact: true })).toBeVisible();

  await page.getByLabel('Os clientes que veem o medidor continuam vendo').check();
  await moveTo(page, 'Galeria Beta');
  await shown.reload();
  await expect(shown.getByText('Galeria Beta', { exact: true }).first()).toBeVisible();

  await edit(page, fresh.mac);
  await remove(page);
  await shown.goto('/dashboard');
  await expect(shown.getByText('Não foram encontrados equipamentos monitorados')).toBeVisible();
  await enter(page, manager, '/dashboard');
  await choose(page, 'Exibição', 'Lista');
  await expect(page.getByText('Loja 2', { exact: true })).toBeVisible();
  await shown.context().close();
});
