import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBill } from '@nascente/contract/money/bills';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import type { Locator, Page } from '@playwright/test';
import { lookAround } from './setup/look-around.ts';
import { ask, theOwner } from './setup/people.ts';
import { card, expect, expectAccessible, settled, test } from './setup/test.ts';

const PICTURE = join(import.meta.dirname, '../../apps/web/public/icons/icon-512.png');
const BAKERY = 'Padaria Aurora';
const FACTORY = 'Aurora Massas';

/** The establishment of the demonstration with this name. */
const idOf = async (called: string): Promise<string> => {
  const { token } = await theOwner();
  const { establishments } = await ask(listEstablishments, { token });
  const found = establishments.find(({ name, fantasyName }) => [name, fantasyName].includes(called));
  if (found === undefined) throw new Error(`the demonstration has no ${called}`);
  return found._id;
};

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await settled(page);
};
const lines = (page: Page) => page.getByRole('table', { name: 'Linhas da fatura' });

/** R$ at the end of a text, in cents. */
const centsIn = (text: string): number => {
  const [, sign = '', size = ''] = /([+−]?)R\$\s?(−?[\d.,]+)$/.exec(text.trim()) ?? [];
  const value = Math.round(Number(size.replace('−', '-').replaceAll('.', '').replace(',', '.')) * 100);
  return sign === '−' ? -value : value;
};
const centsOf = async (rows: Locator): Promise<number[]> => (await rows.allTextContents()).map(centsIn);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

test('opens the bill from Home, adds its lines to its total, and closes the previous cycle', async ({
  home,
}) => {
  await home.getByRole('radio', { name: BAKERY }).click({ force: true });
  await card(home, 'Fatura de energia').getByRole('link', { name: 'Ver fatura' }).click();
  await expect(home.getByRole('heading', { level: 1, name: 'Fatura' })).toBeVisible();
  await expect(lines(home)).toBeVisible();
  await expectAccessible(home);
  await home.getByRole('button', { name: /^Ciclo anterior/ }).click();
  await expect(home).toHaveURL(/inicio=\d{4}-\d{2}-05/);
  await expect(card(home, 'Fatura de energia').getByText('Total da fatura')).toBeVisible();

  // The group rows say what a group is; only lines have a header of their own.
  const rows = lines(home).locator('tbody tr', { has: home.locator('th[scope=row]') });
  const total = centsIn((await lines(home).locator('tfoot tr').textContent()) ?? '');
  expect(sum(await centsOf(rows))).toBe(total);
  const { token } = await theOwner();
  const start = new URL(home.url()).searchParams.get('inicio') ?? '';
  const answered = await ask(readBill, { token, params: { id: await idOf(BAKERY) }, query: { start } });
  expect(total).toBe(Math.round(answered.bill.total * 100));

  const [report] = await Promise.all([
    home.waitForEvent('download'),
    home.getByRole('button', { name: 'Baixar relatório em PDF' }).click(),
  ]);
  expect(report.suggestedFilename()).toBe(`relatorio-energia-${start}-${answered.bill.end}.pdf`);
  expect((await readFile(await report.path())).subarray(0, 4).toString()).toBe('%PDF');

  await home.getByRole('button', { name: 'Fechar fatura' }).click();
  await home.getByRole('dialog').getByRole('button', { name: 'Fechar fatura' }).click();
  await expect(card(home, 'Fatura de energia').getByText('Recalculada hoje')).toBeVisible();
  await card(home, 'Faturas fechadas').getByRole('link').click();
  await expect(home.getByText('Total como foi fechada')).toBeVisible();
  await expectAccessible(home);
  for (const width of [320, 360]) {
    await home.setViewportSize({ width, height: 740 });
    const table = home.getByRole('table', { name: /linha por linha/ });
    const beyond = () => table.evaluate((one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0));
    await expect.poll(beyond, `at ${width} px no amount stands beyond its card`).toBeLessThanOrEqual(0);
    await expect(home.getByRole('columnheader', { name: 'Diferença' })).toBeVisible();
  }
});

test('explains the comparison of Home, with causes that add up to the difference', async ({ home }) => {
  await home.getByRole('radio', { name: BAKERY }).click({ force: true });
  const note = card(home, 'Fatura de energia').getByText(/^Previsão: R\$/);
  await expect(note).toContainText(/ (mais|menos) que /);
  await note.getByRole('link', { name: 'O que mudou' }).click();
  await expect(home).toHaveURL(/\/changes$/);
  const causes = home.getByRole('list', { name: 'De uma fatura à outra' }).getByRole('listitem');
  await expect(causes.first()).toBeVisible();
  const [before = 0, ...rest] = await centsOf(causes);
  const after = rest.pop() ?? 0;
  expect(sum(rest)).toBe(after - before);
  await home.getByRole('radio', { name: 'Mês' }).click({ force: true });
  await expect(home).toHaveURL(/por=mes/);
  await home.getByRole('button', { name: 'Mês anterior' }).click();
  await expect(home).toHaveURL(/inicio=\d{4}-\d{2}-01/);
  await expect(home.getByText(/ em relação a /)).toBeVisible();
});

test('applies a changed contract to the next bill', async ({ marina }) => {
  const factory = await idOf(FACTORY);
  await open(marina, `/bill/${factory}/contract`);
  const form = marina.getByRole('form', { name: 'Contrato' });
  await form.getByLabel('Demanda (kW)').fill('sessenta');
  await form.getByRole('button', { name: 'Salvar contrato' }).click();
  await expect(form.getByText('Informe a demanda em kW, como 75.')).toBeVisible();
  // Scrolls up, because a target half under the fixed bar would count as too small.
  await marina.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(marina);
  await form.getByLabel('Demanda (kW)').fill('50');
  await form.getByLabel('Como é cobrada').selectOption('flat');
  await form.getByLabel('Valor (R$)').fill('77,70');
  await form.getByRole('button', { name: 'Salvar contrato' }).click();
  await expect(marina.getByText('Contrato salvo.')).toBeVisible();
  await marina.getByRole('link', { name: 'Fatura', exact: true }).click();
  await expect(lines(marina).getByRole('row', { name: /^COSIP/ })).toContainText('77,70');
  await expect(marina.getByRole('table', { name: 'Demanda, em kW' }).getByRole('row').nth(1)).toContainText(
    '50,0',
  );
});

test('splits the cycles by reading dates', async ({ marina }) => {
  await open(marina, `/bill/${await idOf(BAKERY)}/contract?tipo=agua`);
  const dates = card(marina, 'Datas de leitura');
  await dates.getByLabel('Data da leitura').fill('2026-03-09');
  await dates.getByRole('button', { name: 'Acrescentar' }).click();
  await expect(dates.getByRole('list', { name: 'Datas de leitura' })).toContainText('09/03/2026');
  await dates.getByLabel('Data da leitura').fill('2026-03-12');
  await dates.getByRole('button', { name: 'Acrescentar' }).click();
  await expect(dates.getByText('Entre duas leituras há ao menos 10 dias.')).toBeVisible();
  await dates.getByRole('button', { name: 'Remover a leitura de 09/03/2026' }).click();
  await expect(dates.getByRole('list', { name: 'Datas de leitura' })).toHaveCount(0);
});

test('offers the tariff comparison and the demand curve by keyboard, with tables', async ({ marina }) => {
  await open(marina, `/bill/${await idOf(FACTORY)}/tariffs`);
  await expect(marina.getByRole('table', { name: 'Custo por modalidade' })).toContainText('Verde');
  const curve = card(marina, 'Demanda contratada').getByRole('slider');
  await curve.focus();
  await marina.keyboard.press('End');
  await expect(curve).toHaveAttribute('aria-valuetext', /kW.*Custo da demanda R\$/);
  await card(marina, 'Demanda contratada')
    .getByRole('button', { name: /^ver tabela/ })
    .click();
  await expect(card(marina, 'Demanda contratada').getByRole('row', { name: /a mais barata/ })).toBeVisible();
  await expectAccessible(marina);
  await marina.setViewportSize({ width: 360, height: 740 });
  const options = marina.getByRole('table', { name: 'Custo por modalidade' });
  await expect(options.getByText(/^Contra a de hoje: [+−]?R\$/).first()).toBeVisible();
  expect(
    await options.evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)),
  ).toBeLessThanOrEqual(0);
});

test('enters a utility bill with its picture, compares it with the measurements, changes and removes it', async ({
  marina,
}) => {
  await open(marina, `/bill/${await idOf(FACTORY)}/utility`);
  await marina.getByRole('button', { name: 'Lançar fatura' }).click();
  const form = marina.getByRole('form', { name: 'Lançar fatura' });
  await form.getByLabel('Total (R$)').fill('12.345,67');
  await form.getByLabel('Na ponta', { exact: true }).fill('1.300');
  await form.getByRole('button', { name: 'Acrescentar linha' }).click();
  await form.getByRole('group', { name: 'Iluminação pública' }).getByLabel('Valor (R$)').fill('65,29');
  await form.getByRole('button', { name: 'Acrescentar linha' }).click();
  await form
    .getByRole('group', { name: 'Linha 2' })
    .getByLabel('Tipo')
    .selectOption('Multa, juros ou correção');
  await form.getByRole('group', { name: 'Multa e juros' }).getByLabel('Valor (R$)').fill('12,40');
  await form.getByLabel('Imagem da fatura (opcional): arquivo').setInputFiles(PICTURE);
  await expect(form.getByRole('img', { name: 'Fatura enviada' })).toBeVisible();
  await expectAccessible(marina);
  await form.getByRole('button', { name: 'Lançar fatura' }).click();

  const steps = marina.getByRole('list', { name: 'Do esperado ao faturado' });
  await expect(steps.getByRole('listitem').last()).toContainText('12.345,67');
  const amounts = await centsOf(steps.getByRole('listitem'));
  expect(sum(amounts.slice(0, -1))).toBe(amounts.at(-1));
  const others = marina.getByRole('table', { name: 'Outras linhas da fatura' });
  await expect(others.getByRole('row', { name: /^Multa e juros/ })).toContainText('não está no contrato');
  await expect(others.getByRole('row', { name: /^Iluminação pública/ })).toContainText('65,29');
  await expect(marina.getByRole('img', { name: 'Fatura da distribuidora' })).toBeVisible();
  await expectAccessible(marina);

  await marina.getByRole('button', { name: 'Alterar esta fatura' }).click();
  const change = marina.getByRole('form', { name: 'Alterar fatura' });
  await expect(change.getByRole('group', { name: 'Multa e juros' }).getByLabel('Valor (R$)')).toHaveValue(
    '12,40',
  );
  await change.getByLabel('Total (R$)').fill('11.000,00');
  await change.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(steps.getByRole('listitem').last()).toContainText('11.000,00');
  await marina.getByRole('button', { name: 'Remover esta fatura' }).click();
  await marina.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
  await expect(marina.getByText(/Lance a fatura da distribuidora/)).toBeVisible();
});

test('bill screens are accessible and no wider than the window', async ({ marina }) => {
  test.slow();
  const [bakery, factory] = [await idOf(BAKERY), await idOf(FACTORY)];
  await marina.emulateMedia({ reducedMotion: 'reduce' });
  const screens = {
    'bill-factory': `/bill/${factory}`,
    'bill-water': `/bill/${bakery}?tipo=agua`,
    'bill-changes': `/bill/${factory}/changes`,
    contract: `/bill/${factory}/contract`,
    'tariff-comparison': `/bill/${factory}/tariffs`,
    'utility-bill': `/bill/${bakery}/utility`,
  };
  for (const [name, address] of Object.entries(screens)) {
    await open(marina, address);
    await lookAround({ page: marina, name });
  }
});
