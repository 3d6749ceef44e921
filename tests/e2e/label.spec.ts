import { randomBytes, randomUUID } from 'node:crypto';
import { provisionBoards } from '@nascente/contract/telemetry/inventory';
import type { Page } from '@playwright/test';
import { ask, newPerson, theAdmin } from './setup/people.ts';
import { expect, expectAccessible, test } from './setup/test.ts';

/** A board in stock, and the address in the QR code of its label. */
const aLabel = async () => {
  const pairs = randomBytes(4).toString('hex').toUpperCase().match(/../g) ?? [];
  const mac = ['0A', '1B', ...pairs].join(':');
  const { token } = await theAdmin();
  const { boards } = await ask(provisionBoards, { token, body: { boards: [{ mac, type: 'eletric' }] } });
  const code = boards[0]?.code ?? '';
  return { mac, code, path: `/registerBoard?mac=${mac}&code=${code}` };
};

const expectFound = async (page: Page, { mac, path }: { mac: string; path: string }) => {
  await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === path);
  await expect(page.getByLabel('MAC Address')).toHaveValue(mac);
  await expect(page.getByText('Placa encontrada e livre.')).toBeVisible();
  await expect(page.getByRole('form', { name: 'Dados do medidor' })).toBeVisible();
};

const signIn = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
};

test('opens the board of a scanned label after sign-in, with or without a stored session', async ({
  page,
}) => {
  const person = await newPerson();
  for (const keeps of [false, true]) {
    const label = await aLabel();
    await page.evaluate(() => window.location.protocol !== 'about:' && localStorage.clear());
    await page.goto(label.path);
    await expect(page).toHaveURL(/\/login$/);
    if (keeps) await page.getByLabel('Manter conectado').check();
    // A reload while the password is looked for changes nothing.
    await page.reload();
    if (keeps) await page.getByLabel('Manter conectado').check();
    await signIn(page, person);
    await expectFound(page, label);
  }
});

test('opens the board of a scanned label after a new account is created', async ({ page }) => {
  const label = await aLabel();
  await page.goto(label.path);
  await page.getByRole('link', { name: 'registrar' }).click();
  await page.getByRole('link', { name: 'Entrar' }).click();
  await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
  await page.getByRole('link', { name: 'Voltar para o login' }).click();
  await page.getByRole('link', { name: 'registrar' }).click();
  await page.getByLabel('Nome da empresa').fill('Padaria da Etiqueta');
  await page.getByLabel('E-mail').fill(`${randomUUID()}@padaria.test`);
  await page.getByLabel('Senha', { exact: true }).fill('Pao#quente1');
  await page.getByLabel('Confirmar senha').fill('Pao#quente1');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByRole('dialog', { name: 'Cadastro realizado!' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expectFound(page, label);
});

test('removes a scanned label at sign-out, before the next account signs in', async ({ page }) => {
  const [first, second] = [await newPerson(), await newPerson()];
  const label = await aLabel();
  await page.goto(label.path);
  await signIn(page, first);
  await expectFound(page, label);
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await signIn(page, second);
  await expect(page).toHaveURL(/\/home$/);
});
