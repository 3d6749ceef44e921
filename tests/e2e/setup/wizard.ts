import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const WITH_CHARACTERS = '12abc34501de35';

const next = (page: Page) => page.getByRole('button', { name: 'Próximo', exact: true }).click();

/** From the first step of the wizard to Home: a place with letters in its CNPJ, which the public register knows. */
export async function completeWizard(page: Page, fantasyName: string): Promise<void> {
  await page.getByLabel('CNPJ').pressSequentially(WITH_CHARACTERS);
  await expect(page.getByLabel('Logradouro', { exact: true })).toHaveValue('RUA CAIUBI');
  await page.getByLabel('Nome fantasia').fill(fantasyName);
  await page.getByLabel('Atividade').selectOption('Comercio e Serviços');
  await page.getByLabel('Número de funcionários').selectOption('10 a 49');
  await next(page);
  await page.getByLabel('Todos os dias').check();
  await next(page);
  await page.getByLabel('Grupo tarifário').selectOption('B');
  await page.getByLabel('Tensão instalada').selectOption('220');
  await page.getByLabel('Unidade consumidora').fill('7001234567');
  await next(page);
  await page.getByRole('button', { name: 'Concluir', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Estabelecimento criado! Redirecionando...')).toBeVisible();
  await expect(page).toHaveURL(/\/home/);
}
