import { join } from 'node:path';
import { readUser } from '@nascente/contract/people/account';
import { login } from '@nascente/contract/people/session';
import type { Page } from '@playwright/test';
import { ask, enter, linkIn, mailTo, newPerson, send } from './setup/people.ts';
import { wantsNoTours } from './setup/remembered.ts';
import { card, expect, settled, test } from './setup/test.ts';

const PICTURE = join(import.meta.dirname, '../../apps/web/public/icons/icon-512.png');
const CHANGED_PASSWORD = 'Forno#aceso2';

const dialog = (page: Page) => page.getByRole('dialog');
const said = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

async function typeSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

test('a company signs up, sees an empty home, and confirms its address by e-mail', async ({ page }) => {
  const email = `contato-${Date.now()}@padaria.test`;
  await page.goto(`/signup?name=Padaria%20Boa&email=${email}`);
  await expect(page.getByLabel('Nome da empresa')).toHaveValue('Padaria Boa');
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  const create = page.getByRole('button', { name: 'Criar conta' });
  await expect(create).toBeDisabled();
  await page.getByLabel('Senha', { exact: true }).fill('Pao#quente1');
  await page.getByLabel('Confirmar senha').fill('Pao#quente2');
  await create.click();
  await expect(page.getByText('As senhas não coincidem.')).toBeVisible();
  await page.getByLabel('Confirmar senha').fill('Pao#quente1');
  await create.click();
  await expect(dialog(page).getByRole('heading', { name: 'Cadastro realizado!' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Ir para o início' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByText('Nenhum estabelecimento encontrado na sua conta.')).toBeVisible();

  await page.getByRole('link', { name: 'Email não confirmado' }).click();
  await expect(page.getByText('E-mail não confirmado.', { exact: true })).toBeVisible();
  await page.goto(linkIn(await mailTo(email, 'Confirme seu email')));
  await page.getByRole('button', { name: 'Confirmar este e-mail' }).click();
  await expect(card(page, 'Perfil').getByText('E-mail confirmado')).toBeVisible();
  await expect(page.getByText(/E-?mail não confirmado/)).toHaveCount(0);
});

test('shows errors for a used e-mail and an empty name at their fields', async ({ page }) => {
  const { email } = await newPerson();
  await page.goto(`/signup?email=${email}`);
  await page.getByLabel('Nome da empresa').fill('   ');
  await page.getByLabel('Senha', { exact: true }).fill('Pao#quente1');
  await page.getByLabel('Confirmar senha').fill('Pao#quente1');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByText('O Nome não pode ficar vazio.')).toBeVisible();
  await page.getByLabel('Nome da empresa').fill('Outra padaria');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByText('Este email já esta sendo usado!')).toBeVisible();
});

test('resets a forgotten password by e-mail, only once', async ({ page }) => {
  const person = await newPerson();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
  await expect(page.getByRole('heading', { name: 'Recuperar senha' })).toBeVisible();
  const sent = page.getByText(
    'Enviado! Cheque sua caixa de email para refazer a senha :) Verifique na pasta SPAM!',
  );
  for (const email of ['ninguem@padaria.test', person.email]) {
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Confirmar recuperação' }).click();
    await expect(sent).toBeVisible();
  }

  const link = linkIn(await mailTo(person.email, 'Refaça sua senha'));
  await page.goto(link);
  await expect(page.getByText(/^Cadastrado: \S{1,2}\*\*\*@pa\*\*\*\.test$/)).toBeVisible();
  const strength = page.getByRole('meter', { name: 'Força da senha' });
  const password = page.getByLabel('Nova senha');
  for (const [typed, score, text] of [
    ['forno', '20', 'muito fraca :('],
    ['Forno', '40', 'muito fraca :('],
    ['Forno2', '60', 'moderada :|'],
    ['Forno#2', '80', 'muito boa :)'],
    [CHANGED_PASSWORD, '100', 'excelente! :))'],
  ] as const) {
    await password.fill(typed);
    await expect(strength).toHaveAttribute('aria-valuenow', score);
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  const change = page.getByRole('button', { name: 'Alterar senha' });
  await page.getByLabel('Confirme o e-mail').fill('outra@padaria.test');
  await page.getByLabel('Confirmar senha').fill('Forno#apagado');
  await expect(page.getByText('As senhas não são parecidas')).toBeVisible();
  await expect(change).toBeDisabled();
  await page.getByLabel('Confirmar senha').fill(CHANGED_PASSWORD);
  await change.click();
  await expect(page.getByText('Confirme o email.')).toBeVisible();
  await page.getByLabel('Confirme o e-mail').fill(person.email);
  await change.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('link', { name: 'Entrar', exact: true }).click();
  await typeSignIn(page, person.email, CHANGED_PASSWORD);
  await expect(page).toHaveURL(/\/home/);

  await page.goto(link);
  await expect(page.getByText('Token expirado!! Faça um novo pedido para recuperar a senha')).toBeVisible();
  await page.getByRole('link', { name: 'Fazer um novo pedido' }).click();
  await expect(page).toHaveURL(/\/recovery-password$/);
});

test('asks for confirmation before it changes an account, and reduces its picture', async ({ page }) => {
  const person = await newPerson();
  await enter(page, person, '/account');
  const own = card(page, 'Dados pessoais');
  await own.getByLabel('Foto do perfil: arquivo').setInputFiles({
    name: 'foto.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>',
    ),
  });
  await expect(own.getByText('Imagem invalida')).toBeVisible();
  await own.getByLabel('Foto do perfil: arquivo').setInputFiles(PICTURE);
  await expect(own.getByText('Imagem invalida')).toHaveCount(0);
  await own.getByLabel('Nome', { exact: true }).fill('  ');
  await own.getByRole('button', { name: 'Confirmar alterações' }).click();
  await expect(own.getByText('Não podem haver campos em branco')).toBeVisible();
  await own.getByLabel('Nome', { exact: true }).fill('Rita');
  await own.getByLabel('Sobrenome').fill('Lima');
  await own.getByLabel('Gênero').selectOption('Feminino');
  await own.getByLabel('Data de nascimento').fill('1990-02-28');

  await page.getByRole('link', { name: 'Feedback' }).click();
  await dialog(page).getByRole('button', { name: 'Continuar editando' }).click();
  await own.getByRole('button', { name: 'Confirmar alterações' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Confirmar alterações?' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(own.getByText('Há alterações não salvas.')).toBeVisible();
  await own.getByRole('button', { name: 'Confirmar alterações' }).click();
  await dialog(page).getByRole('button', { name: 'Confirmar' }).click();
  await expect(said(page, 'Usuário Atualizado!')).toBeVisible();
  await expect(own.getByText('Tudo salvo.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Conta de Rita' })).toBeVisible();

  await page.reload();
  await expect(own.getByLabel('Data de nascimento')).toHaveValue('28/02/1990');
  const sides = await own
    .locator('img')
    .evaluate((picture: HTMLImageElement) => [picture.naturalWidth, picture.naturalHeight]);
  expect(sides).toEqual([150, 150]);
  const { user } = await ask(readUser, { token: person.token, params: { id: person.id } });
  expect(user).toMatchObject({ firstName: 'Rita', lastName: 'Lima', gender: 'Female', birth: '28/02/1990' });
  expect(user.pictureUrl).toMatch(/^data:image\/png;base64,/);
});

test('shows an API key once, lets it read for its owner, and refuses it after revocation', async ({
  page,
}) => {
  const person = await newPerson();
  await enter(page, person, '/account');
  const keys = card(page, 'Chaves de API');
  const create = async (name: string, mayWrite: boolean) => {
    await keys.getByRole('button', { name: 'Criar chave de API' }).click();
    await dialog(page).getByLabel('Nome').fill(name);
    if (mayWrite) await dialog(page).getByLabel('Escrever cadastro').check();
    await dialog(page).getByRole('button', { name: 'Criar chave' }).click();
    const token = await dialog(page).getByRole('textbox', { name: 'Chave de API' }).inputValue();
    await dialog(page).getByRole('button', { name: 'Fechar' }).click();
    return token;
  };
  const token = await create('Planilha', false);
  await create('Robô', true);
  const row = (name: string) => keys.getByRole('listitem').filter({ hasText: name });
  await expect(row('Planilha').getByText('Ler medidas', { exact: true })).toBeVisible();
  await expect(row('Robô').getByText('Ler medidas, Escrever cadastro')).toBeVisible();
  await expect(row('Robô').getByText(/vale até/)).toBeVisible();
  await expect(keys.getByText(token)).toHaveCount(0);

  const requested = { token, params: { id: person.id } };
  expect((await ask(readUser, requested)).user.email).toBe(person.email);
  await keys.getByRole('button', { name: 'Revogar Planilha' }).click();
  await dialog(page).getByRole('button', { name: 'Revogar' }).click();
  await expect(row('Planilha')).toHaveCount(0);
  expect((await send(readUser, requested)).status).toBe(401);
});

test('shows and ends another session, which closes its screens', async ({ page, browser }) => {
  const person = await newPerson();
  const elsewhere = await browser.newPage();
  await wantsNoTours(elsewhere.context());
  await elsewhere.goto('/login');
  await typeSignIn(elsewhere, person.email, person.password);
  await expect(elsewhere).toHaveURL(/\/home/);

  await enter(page, person, '/account');
  const sessions = card(page, 'Onde você está conectado');
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByText('Este dispositivo')).toHaveCount(1);
  await sessions.getByRole('button', { name: /^Encerrar sessão em/ }).click();
  await dialog(page).getByRole('button', { name: 'Encerrar' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);

  const entrance = elsewhere.getByRole('button', { name: 'Entrar' });
  // Its next request leads there; the page may already have sent one by itself.
  const account = elsewhere.getByRole('link', { name: 'Conta' });
  await Promise.race([account.click({ timeout: 10_000 }).catch(() => undefined), entrance.waitFor()]);
  await expect(entrance).toBeVisible();
  await expect(elsewhere.getByText('Sessão expirada, efetue o login novamente')).toBeVisible();
  await elsewhere.close();
});

test('changes a password without ending this session, and signs out other devices', async ({
  page,
  browser,
}) => {
  const person = await newPerson();
  const elsewhere = await browser.newPage();
  await wantsNoTours(elsewhere.context());
  await elsewhere.goto('/login');
  await typeSignIn(elsewhere, person.email, person.password);
  await expect(elsewhere).toHaveURL(/\/home/);

  await enter(page, person, '/account');
  await expect(card(page, 'Onde você está conectado').getByRole('listitem')).toHaveCount(2);
  const password = card(page, 'Senha');
  await password.getByLabel('Senha atual').fill('Nao#e-esta1');
  await password.getByLabel('Nova senha', { exact: true }).fill(CHANGED_PASSWORD);
  await expect(password.getByText('excelente! :))')).toBeVisible();
  await password.getByLabel('Confirmar nova senha').fill(CHANGED_PASSWORD);
  await password.getByRole('button', { name: 'Trocar senha' }).click();
  await expect(password.getByText('Senha atual incorreta.')).toBeVisible();
  await password.getByLabel('Senha atual').fill(person.password);
  await password.getByRole('button', { name: 'Trocar senha' }).click();
  await expect(said(page, 'Senha alterada! As outras sessões foram encerradas.')).toBeVisible();
  await expect(card(page, 'Onde você está conectado').getByRole('listitem')).toHaveCount(1);
  await mailTo(person.email, 'Sua senha foi alterada');

  // Its next request reveals it: that of the bell, if it comes before any click.
  const account = elsewhere.getByRole('link', { name: 'Conta' });
  await expect(async () => {
    if (await account.isVisible()) await account.click({ timeout: 1_000 });
    await expect(elsewhere).toHaveURL(/login/, { timeout: 2_000 });
  }).toPass();
  await expect(elsewhere.getByText('Sessão expirada, efetue o login novamente')).toBeVisible();
  await typeSignIn(elsewhere, person.email, CHANGED_PASSWORD);
  await expect(elsewhere.getByRole('button', { name: 'Entrar' })).toHaveCount(0);
  await elsewhere.close();
});

test('an earlier device can sign in again while an anonymous client must wait', async ({ page, browser }) => {
  const person = await newPerson();
  await page.goto('/login');
  await typeSignIn(page, person.email, person.password);
  await expect(page).toHaveURL(/\/home/);
  await settled(page);
  await page.getByRole('button', { name: /^Conta de / }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();

  const body = { email: person.email, password: Buffer.from('Chute#2026').toString('base64') };
  for (let guess = 1; guess <= 6; guess++) await send(login, { body });
  const anonymous = await browser.newPage();
  await wantsNoTours(anonymous.context());
  await anonymous.goto('/login');
  await typeSignIn(anonymous, person.email, person.password);
  await expect(anonymous.getByRole('alert')).toContainText('Muitas tentativas. Tente novamente em ');
  await anonymous.close();

  await typeSignIn(page, person.email, person.password);
  await expect(page).toHaveURL(/\/home/);
});

test('requires both feedback fields, and thanks for the feedback', async ({ page }) => {
  await enter(page, await newPerson(), '/feedback');
  const form = page.getByRole('form', { name: 'Feedback' });
  await form.getByRole('button', { name: 'Enviar Feedback' }).click();
  await expect(form.getByLabel('Assunto')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('Mensagem')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Assunto').fill('Previsão');
  await form.getByLabel('Mensagem').fill('A previsão acertou a conta deste mês.');
  await form.getByRole('button', { name: 'Enviar Feedback' }).click();
  await expect(form.getByText('Feedback enviado! Obrigado por nos ajudar a melhorar.')).toBeVisible();
  await expect(form.getByLabel('Mensagem')).toHaveValue('');
});

test('downloads a copy of the own data, and then deletes the account', async ({ page }) => {
  const person = await newPerson({ name: 'Padaria que fecha' });
  await enter(page, person, '/account');
  const data = card(page, 'Seus dados');
  await data.getByRole('button', { name: 'Baixar meus dados' }).click();
  await dialog(page).getByLabel('Sua senha').fill(person.password);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Baixar' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^meus-dados-\d{4}-\d\d-\d\d\.json$/);

  await data.getByRole('button', { name: 'Remover conta' }).click();
  await dialog(page).getByLabel('Sua senha').fill('Nao#e-esta1');
  await dialog(page).getByRole('button', { name: 'Remover conta' }).click();
  await expect(dialog(page).getByLabel('Sua senha')).toHaveAttribute('aria-invalid', 'true');
  await dialog(page).getByLabel('Sua senha').fill(person.password);
  await dialog(page).getByRole('button', { name: 'Remover conta' }).click();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await settled(page);
  const body = { email: person.email, password: Buffer.from(person.password).toString('base64') };
  expect((await send(login, { body })).status).toBe(401);
  expect((await send(readUser, { token: person.token, params: { id: person.id } })).status).toBe(401);
});
