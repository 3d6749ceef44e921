import { readFileSync } from 'node:fs';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { lookAround } from './setup/look-around.ts';
import { ask, enter, theAdmin, theOwner } from './setup/people.ts';
import { card, expect, test } from './setup/test.ts';

const LINES = '../../packages/domain/src/sites/aneel/fixtures/aneel-lines.json';
const lines = JSON.parse(readFileSync(new URL(LINES, import.meta.url), 'utf8')) as Record<string, string[]>;
const fileOf = (name: string, rows: readonly string[] = []) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${rows.join('\r\n')}\r\n`),
});
const DISTRIBUTOR = 'Companhia da Prova';

test('an Admin imports a file, finds its tariffs, and adds a version', async ({ page }) => {
  await enter(page, await theAdmin());
  await page.getByRole('link', { name: 'Operação' }).click();
  await page.getByRole('link', { name: 'Tarifas' }).click();
  await page.getByRole('link', { name: 'Importar' }).click();
  const rows = lines.reconstructed?.map((row) => row.replace('Neoenergia Cosern', DISTRIBUTOR));
  await page.getByLabel('Arquivo', { exact: true }).setInputFiles(fileOf('tarifas.csv', rows));
  await page.getByRole('button', { name: 'Ver o que seria importado' }).click();
  const result = card(page, 'Nada foi guardado ainda');
  await expect(result).toContainText('6 tarifas novas, 6 versões novas');
  await expect(result.getByRole('checkbox', { name: DISTRIBUTOR })).toBeChecked();
  await page.getByRole('button', { name: 'Importar 1 distribuidora' }).click();
  await expect(page.getByText('O arquivo foi importado.')).toBeVisible();

  await page.getByRole('link', { name: 'Lista' }).click();
  await page.getByLabel('Buscar tarifa').fill('prova b3 convencional');
  await page.getByRole('link', { name: `${DISTRIBUTOR} B3 · Convencional` }).click();
  await expect(page.getByText('R$ 0,77580/kWh')).toBeVisible();
  await page.getByRole('link', { name: 'Nova versão' }).click();
  await expect(page.getByLabel('TUSD (R$/MWh)')).toHaveValue('482,36');
  await page.getByLabel('TUSD (R$/MWh)').fill('500,00');
  await page.getByLabel('Válida a partir de').fill('2026-04-22');
  await page.getByRole('button', { name: 'Salvar versão' }).click();
  await expect(page.getByRole('alert')).toContainText('Já há preços a partir de 22/04/2026.');
  await page.getByLabel('Válida a partir de').fill('2099-01-01');
  await page.getByRole('button', { name: 'Salvar versão' }).click();
  const versions = page.getByRole('list', { name: 'Versões dos preços' }).locator(':scope > li');
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText('Futura');
  await expect(versions.first()).toContainText('R$ 0,79344/kWh');
});

test('an Admin sets the flag of a month', async ({ page }) => {
  await enter(page, await theAdmin());
  await page.goto('/tariffs/flags');
  await page.getByRole('button', { name: /^ago de 2025/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Bandeira de agosto de 2025' });
  await dialog.getByLabel('Bandeira', { exact: true }).selectOption('Vermelha patamar 2');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const august = page.getByRole('button', { name: /^ago de 2025.*Vermelha patamar 2/ });
  await expect(august).toContainText('R$ 0,07877/kWh');
});

test('an Admin imports emission factors, and removes one', async ({ page }) => {
  await enter(page, await theAdmin());
  await page.goto('/tariffs/factors');
  const missing = page.getByRole('list', { name: 'Fatores que faltam' });
  await expect(missing).toContainText('dez 2025');
  const file = fileOf('fatores.csv', [
    'Mês;Fator (tCO2/MWh)',
    '11/2025;0,0778',
    '12/2025;0,0511',
    '12/2024;0,05',
  ]);
  await page.getByLabel('Arquivo', { exact: true }).setInputFiles(file);
  await page.getByLabel('Ano do arquivo').fill('2025');
  await page.getByLabel('Unidade dos fatores').selectOption('kg/MWh');
  await page.getByRole('button', { name: 'Ver o que muda' }).click();
  await expect(page.getByRole('alert')).toContainText('O arquivo diz t/mwh, e a unidade escolhida é kg/MWh.');
  await page.getByLabel('Unidade dos fatores').selectOption('A que o arquivo diz');
  await page.getByRole('button', { name: 'Ver o que muda' }).click();
  await expect(page.getByText('1 novo, 0 alterados, 1 sem mudança.')).toBeVisible();
  await expect(page.getByText('Linha 4: É de 2024, e o ano escolhido é 2025.')).toBeVisible();
  await expect(missing).toContainText('dez 2025');
  await page.getByRole('button', { name: 'Importar fatores' }).click();
  await expect(page.getByText('O arquivo foi importado.')).toBeVisible();
  await expect(missing).not.toContainText('dez 2025');
  const stored = page.getByRole('list', { name: 'Fatores de emissão' });
  await expect(stored.getByRole('listitem').first()).toContainText(
    'dez 2025média do mês · MCTI/SIRENE0,0511',
  );
  await page.getByRole('button', { name: 'Remover: dez 2025' }).click();
  await page.getByRole('button', { name: 'Remover', exact: true }).click();
  await expect(missing).toContainText('dez 2025');
});

test('refuses an Admin’s screen to other profiles', async ({ home }) => {
  await expect(home.getByRole('link', { name: 'Operação' })).toHaveCount(0);
  await home.goto('/tariffs');
  await expect(home.getByRole('heading', { name: 'Sem acesso' })).toBeVisible();
});

for (const path of ['/tariffs', '/tariffs/new', '/tariffs/flags', '/tariffs/factors', '/tariffs/import']) {
  test(`${path} is accessible and no wider than the window`, async ({ page }) => {
    await enter(page, await theAdmin(), path);
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    await lookAround({ page, name: path.slice(1).replace('/', '-') });
  });
}

test('an Admin keeps the COSIP of a municipality, and the bill of a contract follows it', async ({
  page,
}) => {
  await enter(page, await theAdmin());
  await page.goto('/tariffs/flags');
  await page.getByRole('button', { name: 'Acrescentar município' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova tabela da COSIP' });
  await dialog.getByLabel('Município').fill('Recife/PE, comercial');
  await dialog.getByLabel('Vale desde').fill('01/01/2025');
  await dialog.getByLabel('Faixas', { exact: true }).fill('acima; 31,07');
  await dialog.getByLabel('Fonte').fill('Lei municipal (exemplo)');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('region', { name: 'Recife/PE, comercial' })).toContainText('1 faixa');

  const { token } = await theOwner();
  const { establishments } = await ask(listEstablishments, { token });
  const office = establishments.find(({ name, fantasyName }) => [name, fantasyName].includes('Escritório'));
  await enter(page, await theOwner());
  await page.goto(`/bill/${office?._id ?? ''}/contract`);
  await page.getByLabel('Como é cobrada').selectOption('Tabela do município');
  await page.getByLabel('Município').selectOption('Recife/PE, comercial');
  await page.getByLabel('PIS e COFINS: regime não cumulativo (lucro real)').check();
  await page.getByRole('button', { name: 'Salvar contrato' }).click();
  await expect(page.getByText('Contrato salvo')).toBeVisible();
  await page.getByRole('link', { name: 'Agora' }).click();
  const lines = page.getByRole('table', { name: 'Linhas da fatura' });
  await expect(lines.getByRole('row', { name: /^COSIP/ })).toContainText('31,07');
  await expect(page.getByText(/^Sem os tributos que a empresa recupera como crédito/)).toBeVisible();
});
