import { readFile } from 'node:fs/promises';
import { readApportionment } from '@nascente/contract/money/apportionment';
import { createClientUser } from '@nascente/contract/sites/client-users';
import { listGroups } from '@nascente/contract/sites/groups';
import { createInstallation, listMeters } from '@nascente/contract/sites/meters';
import { milliwattHours } from '@nascente/domain/base/units/energy';
import type { Page } from '@playwright/test';
import { newBoard, newEstablishment } from './setup/establishments.ts';
import { ask, enter, newPerson, type Person, signedInAs, theOwner } from './setup/people.ts';
import { publish } from './setup/publishing.ts';
import { card, choose, expect, expectAccessible, settled, test } from './setup/test.ts';

/** 60 Wh. */
const MEASURED = {
  va: 220,
  wa: 1200,
  energyA: milliwattHours(30_000),
  energyB: milliwattHours(20_000),
  energyC: milliwattHours(10_000),
};
const dialog = (page: Page) => page.getByRole('dialog');
const said = (page: Page, texts: string) =>
  expect(page.getByRole('status').getByText(texts, { exact: true })).toBeVisible();
const row = (page: Page, list: string, name: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem').filter({ hasText: name });

async function meterAt(person: Person, locationCode: string, name: string): Promise<string> {
  const board = await newBoard();
  const { mac: meter, code } = board;
  await ask(createInstallation, { token: person.token, body: { locationCode, name, meter, code } });
  await publish(board, MEASURED);
  return board.mac;
}

test('a group is created, counts its meters, changes them, and is removed', async ({ page }) => {
  const person = await newPerson({ profile: 'Manager' });
  const establishment = await newEstablishment(person, 'Padaria dos Grupos');
  const oven = await meterAt(person, establishment, 'Forno');
  await meterAt(person, establishment, 'Vitrine');
  await enter(page, person, '/groups');
  await expect(page.getByText(/Nenhum grupo ainda/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Novo grupo' }).click();
  await page.getByLabel('Nome', { exact: true }).fill('Cozinha');
  await choose(page, 'Vencimento', 'Todo mês');
  await page.getByLabel('Dia do mês').fill('20');
  await page.getByRole('checkbox', { name: /Forno/ }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Criar grupo' }).click();
  await said(page, 'Grupo criado!');
  await expect(page.getByRole('heading', { level: 1, name: 'Cozinha' })).toBeVisible();
  await expect(row(page, 'Medidores do grupo', 'Forno')).toContainText('100,0%');
  await expect(card(page, 'Sobre o grupo')).toContainText('todo dia 20');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Editar', exact: true }).click();
  await page.getByRole('checkbox', { name: /Vitrine/ }).check();
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await said(page, 'Alterações feitas!');
  await expect(row(page, 'Medidores do grupo', 'Vitrine')).toContainText('50,0%');
  const { groups } = await ask(listGroups, { token: person.token, query: {} });
  expect(groups).toMatchObject([{ name: 'Cozinha', total: 0.12 }]);

  const client = await clientOf(person, [oven]);
  await enter(page, client, '/groups');
  await expect(row(page, 'Grupos', 'Cozinha')).toContainText('1 medidor');
  await row(page, 'Grupos', 'Cozinha').click();
  await expect(page.getByText('Somam os medidores que você acompanha.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remover grupo' })).toHaveCount(0);

  await enter(page, person, `/groups/${groups[0]?._id}`);
  await page.getByRole('button', { name: 'Remover grupo' }).click();
  await dialog(page).getByRole('button', { name: 'Remover' }).click();
  await said(page, 'Grupo removido.');
  await expect(page.getByText(/Nenhum grupo ainda/)).toBeVisible();
});

async function clientOf(manager: Person, boards: string[]): Promise<Person> {
  const [email, password] = [`cliente-${Date.now()}@grupos.test`, 'Pao#quente1'];
  const body = { name: 'Inquilino', email, password, boards };
  await ask(createClientUser, { token: manager.token, body });
  return signedInAs({ email, password });
}

test('shares the demonstration bill among its meters, to the cent, and saves it as a table', async ({
  home: page,
}) => {
  const { token } = await theOwner();
  const { installationsMeter } = await ask(listMeters, { token });
  const establishment = installationsMeter.find(({ name }) => name === 'Fornos')?.establishmentId ?? '';
  await page.getByRole('link', { name: 'Ratear' }).first().click();
  await settled(page);
  await page.goto(`/apportionment/${establishment}?total=1000.01`);
  await settled(page);
  await expect(row(page, 'Rateio', 'Restante')).toBeVisible();
  await expect(page.getByLabel('Total da fatura (R$)')).toHaveValue('1000,01');
  await expectAccessible(page);
  const query = { type: 'eletric', by: 'meters', total: '1000.01' } as const;
  const { apportionment } = await ask(readApportionment, { token, params: { id: establishment }, query });
  const cents = [...apportionment.parts, apportionment.rest].map(({ amount }) =>
    Math.round((amount ?? 0) * 100),
  );
  expect(cents.reduce((sum, amount) => sum + amount, 0)).toBe(100_001);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF"Nome";"MAC";"Consumo (kWh)"')).toBe(true);
  expect(text).toContain('"Total";"";');
  expect(text.trimEnd().endsWith(';1000,01')).toBe(true);

  await choose(page, 'Dividir', 'Por grupo');
  await expect(row(page, 'Rateio', 'Sem grupo')).toBeVisible();
});
