import { createClientUser, listClientUsers, removeClientUser } from '@nascente/contract/sites/client-users';
import { listMeters } from '@nascente/contract/sites/meters';
import type { Browser, Page } from '@playwright/test';
import {
  ask,
  enter,
  giveProfile,
  linkIn,
  mailTo,
  newPerson,
  send,
  signedInAs,
  theAdmin,
  theOwner,
} from './setup/people.ts';
import { wantsNoTours } from './setup/remembered.ts';
import { boardWith } from './setup/running-server.ts';
import { card, expect, expectAccessible, test } from './setup/test.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const said = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });
const meters = (page: Page) => page.getByRole('main').getByRole('link', { name: /Fornos|Água|Geral/ });
const LIMIT = 'Número máximo de usuários cadastrados! limite: 10';

async function pageOf(browser: Browser, person: { token: string }, path?: string): Promise<Page> {
  const page = await browser.newPage();
  await wantsNoTours(page.context());
  await enter(page, person, path);
  return page;
}

/** Who owns the demonstration's meters is an ordinary user for the other tests, before and after. */
test.afterEach(async () => {
  const [{ id }, { token }] = [await theOwner(), await theAdmin()];
  const { users } = await ask(listClientUsers, { token });
  for (const { _id } of users.filter(({ managerId }) => managerId === id)) {
    await ask(removeClientUser, { token, params: { id: _id } });
  }
  await giveProfile(id, 'user');
});

test('an Admin makes an account a Manager, who shows a client one meter, read-only', async ({
  page,
  browser,
}) => {
  const owner = await theOwner();
  await enter(page, owner, '/account');
  await expect(page.getByRole('link', { name: 'Clientes' })).toHaveCount(0);
  await card(page, 'Perfil').getByRole('button', { name: 'Solicitar perfil de gestor' }).click();
  await expect(card(page, 'Perfil').getByRole('button', { name: 'Solicitado!!' })).toBeDisabled();
  await expect(said(page, 'Solicitacao feita com sucesso!')).toBeVisible();

  const admin = await pageOf(browser, await theAdmin(), '/people/upgrades');
  const request = admin.getByRole('listitem').filter({ hasText: owner.email });
  await request.getByRole('button', { name: 'Aprovar' }).click();
  await dialog(admin).getByRole('button', { name: 'Aprovar' }).click();
  await expect(request).toHaveCount(0);
  await admin.close();

  await page.reload();
  await page.getByRole('link', { name: 'Clientes' }).click();
  await page.getByText('Definir a senha').click();
  const client = { email: `leo-${Date.now()}@padaria.test`, password: 'Pao#quente1' };
  const form = page.getByRole('form', { name: 'Novo cliente' });
  await form.getByLabel('Nome', { exact: true }).fill('Leo');
  await form.getByLabel('E-mail').fill('leo@');
  await form.getByLabel('Senha', { exact: true }).fill(client.password);
  await form.getByRole('button', { name: 'Cadastrar' }).click();
  await expect(form.getByText('Verifique os dados inseridos')).toBeVisible();
  await form.getByLabel('E-mail').fill(client.email);
  await form.getByLabel('Selecionar todos').check();
  const { installationsMeter } = await ask(listMeters, { token: owner.token });
  await expect(form.getByText(`Medidores atribuídos: ${installationsMeter.length}`)).toBeVisible();
  await form.getByLabel('Selecionar todos').uncheck();
  await form.getByLabel('Fornos').check();
  await form.getByRole('button', { name: 'Cadastrar' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Confirmar Cadastro?' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Confirmar' }).click();
  const row = page.getByRole('listitem').filter({ hasText: client.email });
  await expect(row.getByText('1 medidor', { exact: true })).toBeVisible();

  const leo = await pageOf(browser, await signedInAs(client), '/dashboard');
  await expect(meters(leo)).toHaveCount(1);
  await expect(meters(leo)).toHaveAccessibleName(/Fornos/);
  await expect(leo.getByRole('link', { name: 'Clientes' })).toHaveCount(0);
  await leo.goto('/users');
  await expect(leo).toHaveURL(/\/home$/);
  await leo.goto(`/meter/${boardWith('bakery').mac}`);
  await expect(leo.getByText('Este medidor não existe ou não está entre os seus.')).toBeVisible();
  await leo.goto('/account');
  await expect(card(leo, 'Perfil').getByText('Cliente')).toBeVisible();
  await expect(leo.getByRole('button', { name: 'Solicitar perfil de gestor' })).toHaveCount(0);
  await leo.getByRole('button', { name: 'Criar chave de API' }).click();
  await expect(dialog(leo).getByLabel('Escrever cadastro')).toHaveCount(0);
  await dialog(leo).getByRole('button', { name: 'Cancelar' }).click();

  await row.getByRole('button', { name: 'Editar Leo' }).click();
  const editing = page.getByRole('form', { name: 'Editar Leo' });
  await expect(editing.getByRole('checkbox', { name: /Fornos/ })).toBeChecked();
  await editing.getByRole('button', { name: /^Retirar .*Fornos$/ }).click();
  await editing.getByLabel('Água').check();
  await editing.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Realizar alterações?' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Confirmar' }).click();
  await expect(said(page, 'Alterações feitas!')).toBeVisible();
  await leo.goto('/dashboard');
  await expect(meters(leo)).toHaveCount(1);
  await expect(meters(leo)).toHaveAccessibleName(/Água/);

  await row.getByRole('button', { name: 'Remover Leo' }).click();
  await dialog(page).getByRole('button', { name: 'Remover' }).click();
  await expect(row).toHaveCount(0);
  await expect(leo.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await leo.close();
});

test('an invited client sets the password, and sees the assigned meters', async ({ page, browser }) => {
  await giveProfile((await theOwner()).id, 'Manager');
  await enter(page, await theOwner(), '/users');
  const email = `bia-${Date.now()}@padaria.test`;
  const form = page.getByRole('form', { name: 'Convidar cliente' });
  await form.getByLabel('Nome', { exact: true }).fill('Bia');
  await form.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await form.getByLabel('Fornos').check();
  await form.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(said(page, 'Convite enviado!')).toBeVisible();
  await expect(card(page, 'Convites').getByText(email)).toBeVisible();

  const bia = await browser.newPage();
  await wantsNoTours(bia.context());
  await bia.goto(linkIn(await mailTo(email, 'Convite para o Nascente')));
  await expect(bia.getByRole('heading', { name: 'Você foi convidado' })).toBeVisible();
  await expect(bia.getByLabel('E-mail')).toHaveValue(email);
  await expectAccessible(bia);
  await bia.getByLabel('Senha', { exact: true }).fill('Pao#quente1');
  await bia.getByLabel('Confirmar senha').fill('Pao#quente1');
  await bia.getByRole('button', { name: 'Aceitar e entrar' }).click();
  await expect(bia).toHaveURL(/\/home$/);
  await bia.goto('/dashboard');
  await expect(meters(bia)).toHaveCount(1);
  await expect(meters(bia)).toHaveAccessibleName(/Fornos/);
  await bia.close();
  await page.reload();
  await expect(card(page, 'Clientes cadastrados').getByText(email)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Convites' })).toHaveCount(0);
});

test('a Manager can create ten clients, and is refused the eleventh', async ({ page }) => {
  const manager = await newPerson({ profile: 'Manager' });
  const create = (number: number) =>
    send(createClientUser, {
      token: manager.token,
      body: { name: `Loja ${number}`, email: `${number}-${manager.email}`, password: 'Pao#quente1' },
    });
  const created = await Promise.all(Array.from({ length: 9 }, (_, index) => create(index)));
  expect(created.map(({ status }) => status)).toEqual(created.map(() => 201));

  await enter(page, manager, '/users');
  await page.getByText('Definir a senha').click();
  await expect(card(page, 'Clientes cadastrados').getByText('9 de 10')).toBeVisible();
  const form = page.getByRole('form', { name: 'Novo cliente' });
  await form.getByLabel('Nome', { exact: true }).fill('Loja 10');
  await form.getByLabel('E-mail').fill(`10-${manager.email}`);
  await form.getByLabel('Senha', { exact: true }).fill('Pao#quente1');
  await form.getByRole('button', { name: 'Cadastrar' }).click();
  await dialog(page).getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText(LIMIT)).toBeVisible();
  await expect(form).toHaveCount(0);
  const eleventh = await create(11);
  expect(await eleventh.json()).toMatchObject({ ok: false, msg: LIMIT });
});

test('an Admin disables an account, which closes its screens at once, and enables it again', async ({
  page,
  browser,
}) => {
  await giveProfile((await theOwner()).id, 'Manager');
  const owner = await theOwner();
  const client = { name: 'Nina', email: `nina-${Date.now()}@padaria.test`, password: 'Pao#quente1' };
  const { mac } = boardWith('bakery');
  await ask(createClientUser, { token: owner.token, body: { ...client, boards: [mac] } });
  const nina = await pageOf(browser, await signedInAs(client), `/meter/${mac}`);

  await enter(page, await theAdmin(), '/people');
  await page.getByLabel('Buscar pessoa').fill(client.email);
  const row = page.getByRole('listitem').filter({ hasText: client.email });
  await row.getByRole('button').click();
  await dialog(page).getByRole('button', { name: 'Desativar conta' }).click();
  await expect(row.getByText('Desativada')).toBeVisible();
  await expect(nina.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await nina.getByLabel('E-mail').fill(client.email);
  await nina.getByLabel('Senha', { exact: true }).fill(client.password);
  await nina.getByRole('button', { name: 'Entrar' }).click();
  await expect(nina.getByRole('form', { name: 'Entrar' }).getByRole('alert')).toBeVisible();

  await row.getByRole('button').click();
  await dialog(page).getByRole('button', { name: 'Ativar conta' }).click();
  await expect(row.getByText('Desativada')).toHaveCount(0);
  await nina.getByRole('button', { name: 'Entrar' }).click();
  // The page continues where the session ended.
  await expect(nina).toHaveURL(new RegExp(`/meter/${mac}`));
  await nina.close();

  await row.getByRole('button').click();
  await dialog(page).getByRole('link', { name: 'Ver auditoria desta conta' }).click();
  const trail = page.getByRole('list', { name: 'Registros de auditoria' });
  await expect(trail.getByRole('listitem').first()).toBeVisible();
  await expect(trail).toContainText(client.email);
});
