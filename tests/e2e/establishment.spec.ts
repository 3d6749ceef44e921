import { join } from 'node:path';
import type { BodyInput } from '@nascente/contract/base/call';
import {
  createEstablishment,
  createLocation,
  listEstablishments,
} from '@nascente/contract/sites/establishments';
import { closedWeek, withDays, workingDays } from '@nascente/domain/base/time/business-hours';
import type { Page } from '@playwright/test';
import { press, tabTo, typeInto } from './setup/by-keyboard.ts';
import { ask, enter, newPerson, type Person } from './setup/people.ts';
import { expect, expectAccessible, settled, test } from './setup/test.ts';

const PICTURE = join(import.meta.dirname, '../../apps/web/public/icons/icon-512.png');
const WITH_CHARACTERS = '12abc34501de35';

/** A place that exists already, of the same company. */
const PLACE: BodyInput<typeof createEstablishment> = {
  cnpj: WITH_CHARACTERS,
  corporateName: 'Padaria da Letra Ltda',
  fantasyName: 'Padaria da Letra',
  activity: 'Comercio e Serviços',
  numberOfEmployees: '10 a 49',
  location: {
    postalCode: '05.010-000',
    address: 'Rua Caiubi',
    neighborhood: 'Perdizes',
    city: 'São Paulo',
    state: 'SP',
  },
  businessHours: withDays(closedWeek, workingDays, { ...closedWeek.monday, open: true }),
  bill: { tariff: 'B' },
  voltage: 220,
  consumerUnit: '7001234567',
};

const dialog = (page: Page) => page.getByRole('dialog');
const step = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const establishmentsOf = async ({ token }: Person) =>
  (await ask(listEstablishments, { token })).establishments;

async function fillBusiness(page: Page): Promise<void> {
  await page.getByLabel('CNPJ').pressSequentially(WITH_CHARACTERS);
  await expect(page.getByLabel('CNPJ')).toHaveValue('12.ABC.345/01DE-35');
  await expect(page.getByLabel('Razão social')).toHaveValue('PADARIA DA LETRA LTDA');
  await page.getByLabel('Atividade').selectOption('Comercio e Serviços');
  await page.getByLabel('Número de funcionários').selectOption('10 a 49');
}

async function fillBill(page: Page): Promise<void> {
  await page.getByLabel('Grupo tarifário').selectOption('B');
  await page.getByLabel('Tensão instalada').selectOption('220');
  await page.getByLabel('Unidade consumidora').fill('7001234567');
}

async function confirm(page: Page): Promise<void> {
  await button(page, 'Concluir').click();
  await expect(dialog(page).getByRole('heading', { name: 'Confirmar Cadastro' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Confirmar' }).click();
}

test('a company registers an establishment with letters in the CNPJ, reloads midway, and edits it', async ({
  page,
}) => {
  const person = await newPerson();
  await enter(page, person);
  await page.getByRole('link', { name: 'Cadastrar estabelecimento' }).click();
  await button(page, 'Próximo').click();
  await expect(page.getByText('O campo CNPJ é obrigatório')).toBeVisible();
  await expectAccessible(page);
  await fillBusiness(page);
  for (const [label, value] of [
    ['CEP', '05.010-000'],
    ['Logradouro', 'RUA CAIUBI'],
    ['Número (opcional)', '125'],
    ['Estado', 'SP'],
  ] as const)
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  await page.getByLabel('Nome fantasia').fill('Padaria da Letra');
  await button(page, 'Próximo').click();

  await button(page, 'Próximo').click();
  await expect(page.getByText('Preencha corretamente o horário de funcionamento!')).toBeVisible();
  await page.getByLabel('Todos os dias').check();
  await page.getByRole('checkbox', { name: 'Domingo' }).uncheck();
  await expectAccessible(page);
  await button(page, 'Próximo').click();

  await page.getByLabel('Imagem da fatura (opcional): arquivo').setInputFiles(PICTURE);
  await expect(page.getByRole('img', { name: 'Fatura enviada' })).toBeVisible();
  await expect(button(page, 'Trocar imagem')).toBeVisible();
  await fillBill(page);
  await page.reload();
  await settled(page);
  await expect(step(page, 'Conta de Luz')).toBeVisible();
  await expect(page.getByText('Continuamos de onde você parou.')).toBeVisible();
  await expect(page.getByLabel('Unidade consumidora')).toHaveValue('7001234567');
  await expect(page.getByRole('img', { name: 'Fatura enviada' })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Próximo').click();

  await page.getByLabel('Nome do equipamento').fill('Forno');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await confirm(page);
  await expect(page.getByText('Estabelecimento criado! Redirecionando...')).toBeVisible();
  await expect(page).toHaveURL(/\/home/);
  await expect(page.getByRole('heading', { name: 'Padaria da Letra' })).toBeVisible();

  const [made] = await establishmentsOf(person);
  expect(made).toMatchObject({
    cnpj: '12ABC34501DE35',
    fantasyName: 'Padaria da Letra',
    zone: 'America/Sao_Paulo',
    voltage: 220,
    bill: { tariff: 'B', name: 'icon-512' },
    businessHours: { sunday: { open: false }, saturday: { open: true } },
    equipments: [{ name: 'Forno' }],
  });

  await page.getByRole('link', { name: 'Editar' }).click();
  await expect(page.getByLabel('CNPJ')).toHaveValue('12.ABC.345/01DE-35');
  await expect(page.getByText('Continuamos de onde você parou.')).toHaveCount(0);
  await button(page, 'Etapa 3 Conta de Luz').click();
  await expect(page.getByRole('img', { name: 'Fatura enviada' })).toBeVisible();
  await page.getByLabel('Tensão instalada').selectOption('110');
  await button(page, 'Próximo').click();
  await confirm(page);
  await expect(page).toHaveURL(/\/home/);
  expect((await establishmentsOf(person))[0]).toMatchObject({
    voltage: 110,
    equipments: [{ name: 'Forno' }],
  });
});

test('refuses a CNPJ that already has an establishment with the server’s text at its field', async ({
  page,
}) => {
  const person = await newPerson();
  await ask(createEstablishment, { token: person.token, body: PLACE });
  await enter(page, person);
  await page.getByRole('link', { name: 'Novo estabelecimento' }).click();
  await fillBusiness(page);
  await button(page, 'Próximo').click();
  await page.getByLabel('Dias úteis').check();
  await button(page, 'Próximo').click();
  await fillBill(page);
  await button(page, 'Próximo').click();
  await confirm(page);
  await expect(dialog(page).getByRole('alert')).toContainText('Por favor, revise os dados inseridos.');
  await expect(dialog(page).getByRole('button', { name: 'Confirmar' })).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(step(page, 'Estabelecimento')).toBeVisible();
  await expect(page.getByLabel('CNPJ')).toHaveAttribute('aria-invalid', 'true');
});

test('completes a location with its existing data, and removes an establishment without meters', async ({
  page,
}) => {
  const person = await newPerson();
  await ask(createLocation, {
    token: person.token,
    body: { name: 'Galpão', address: 'Rua Caiubi, 9', postalCode: '05.010-000' },
  });
  await enter(page, person);
  await page.getByRole('link', { name: 'Terminar cadastro' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terminar cadastro' })).toBeVisible();
  await expect(page.getByLabel('Nome fantasia')).toHaveValue('Galpão');
  await expect(page.getByLabel('Logradouro')).toHaveValue('Rua Caiubi, 9');
  await expect(page.getByLabel('Cidade')).toHaveValue('São Paulo');
  await fillBusiness(page);
  await expect(page.getByLabel('Logradouro')).toHaveValue('Rua Caiubi, 9');
  await expect(page.getByLabel('Nome fantasia')).toHaveValue('Galpão');
  await button(page, 'Próximo').click();
  await page.getByLabel('Dias úteis').check();
  await button(page, 'Próximo').click();
  await fillBill(page);
  await button(page, 'Próximo').click();
  await confirm(page);
  await expect(page.getByText('Cadastro concluído! Redirecionando...')).toBeVisible();
  await expect(page).toHaveURL(/\/home/);
  await page.getByRole('link', { name: 'Editar' }).click();
  expect(await establishmentsOf(person)).toMatchObject([{ fantasyName: 'Galpão', cnpj: '12ABC34501DE35' }]);

  await button(page, 'Excluir estabelecimento').click();
  await expect(dialog(page).getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Nenhum estabelecimento encontrado na sua conta.')).toBeVisible();
  expect(await establishmentsOf(person)).toEqual([]);
});

test('shows an establishment of another account as missing', async ({ page }) => {
  const other = await newPerson();
  const { location } = await ask(createLocation, {
    token: other.token,
    body: { name: 'Galpão', address: 'Rua Caiubi, 9', postalCode: '05.010-000' },
  });
  const person = await newPerson();
  await enter(page, person);
  for (const id of [location.code, 'none']) {
    await page.goto(`/edit/establishment/${id}`);
    await expect(page.getByText('Estabelecimento não encontrado.')).toBeVisible();
    await expect(page).not.toHaveURL(/edit/);
  }
});

test('removes a draft when the user signs out', async ({ page }) => {
  const person = await newPerson();
  await enter(page, person, '/new/establishment');
  await page.getByLabel('Nome fantasia').fill('Padaria secreta');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(dialog(page).getByText('O que você digitou fica guardado neste aparelho')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Sair sem salvar' }).click();
  await page.getByRole('link', { name: 'Cadastrar estabelecimento' }).click();
  await expect(page.getByLabel('Nome fantasia')).toHaveValue('Padaria secreta');
  await page.goto('/home');
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await button(page, 'Sair').click();
  await expect(button(page, 'Entrar')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Padaria secreta');
});

test('registers an establishment by keyboard alone', async ({ page }) => {
  const person = await newPerson();
  await enter(page, person, '/new/establishment');
  await typeInto(page, page.getByLabel('CNPJ'), WITH_CHARACTERS);
  await expect(page.getByLabel('Razão social')).toHaveValue('PADARIA DA LETRA LTDA');
  await tabTo(page, page.getByLabel('Atividade'));
  await page.keyboard.type('Ind');
  await tabTo(page, page.getByLabel('Número de funcionários'));
  await page.keyboard.type('20');
  await expect(page.getByLabel('Número de funcionários')).toHaveValue('20 a 99');
  await press(page, button(page, 'Próximo'));
  await expect(step(page, 'Horário de Funcionamento')).toBeFocused();
  await press(page, page.getByLabel('Dias úteis'), 'Space');
  await press(page, button(page, 'Próximo'));
  await expect(step(page, 'Conta de Luz')).toBeFocused();
  await tabTo(page, page.getByLabel('Grupo tarifário'));
  await page.keyboard.type('Grupo B');
  await tabTo(page, page.getByLabel('Tensão instalada'));
  await page.keyboard.type('220');
  await typeInto(page, page.getByLabel('Unidade consumidora'), '7001234567');
  await page.keyboard.press('Enter');
  await expect(step(page, 'Equipamento')).toBeFocused();
  await press(page, button(page, 'Concluir'));
  await expect(dialog(page).getByRole('button', { name: 'Confirmar' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home/);
  expect(await establishmentsOf(person)).toMatchObject([
    { activity: 'Industria', numberOfEmployees: '20 a 99' },
  ]);
});
