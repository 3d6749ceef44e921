import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import type { Page } from '@playwright/test';
import { lookAround } from './setup/look-around.ts';
import { ask, theOwner } from './setup/people.ts';
import { card, expect, settled, test } from './setup/test.ts';

type Printed = readonly [label: string, quantity: number | null, price: number | null, amount: number];
const FIXTURES = '../../packages/domain/src/money/printed-bill/fixtures/printed-bills.json';
const BILLS = JSON.parse(readFileSync(join(import.meta.dirname, FIXTURES), 'utf8')) as readonly {
  readonly id: string;
  readonly lines: readonly Printed[];
}[];

const numberText = (value: number, decimals: number): string =>
  value.toLocaleString('pt-BR', { minimumFractionDigits: decimals, maximumFractionDigits: 6 });

/** A real bill as pasted text: each line with the quantity, unit and price that the bill prints. */
const pasted = (id: string): string =>
  (BILLS.find((bill) => bill.id === id)?.lines ?? [])
    .map(([label, quantity, price, amount]) =>
      [
        label,
        ...(quantity === null ? [] : [`${numberText(quantity, 0)} kWh`]),
        ...(price === null ? [] : [numberText(price, 6)]),
        numberText(amount, 2),
      ].join(' '),
    )
    .join('\n');

const openPage = async (page: Page): Promise<void> => {
  const { token } = await theOwner();
  const { establishments } = await ask(listEstablishments, { token });
  await page.goto(`/bill/${establishments[0]?._id}/found`);
  await settled(page);
};

const search = async (page: Page, id: string) => {
  await page.getByLabel('Último dia do ciclo da fatura').fill('2026-06-30');
  await page.getByRole('textbox', { name: 'Linhas da fatura' }).fill(pasted(id));
  await page.getByRole('button', { name: 'Descobrir o contrato' }).click();
  return card(page, 'O que a fatura diz');
};

test('detects the contracts of real bills line by line, and names unexplained lines', async ({ home }) => {
  await openPage(home);
  const copel = await search(home, 'b-convencional-gd-copel-2026-05');
  await expect(copel.getByText('Todas as linhas da tarifa saem ao centavo.')).toBeVisible();
  await expect(copel.getByText('Convencional', { exact: true })).toBeVisible();

  const energisa = await search(home, 'a-verde-energisa-ro-05');
  await expect(energisa.getByText('225 kW')).toBeVisible();
  for (const text of ['Verde', 'Livre', 'desconto de 50,00%', '19,50%', '9,25%'])
    await expect(energisa.getByText(text, { exact: true })).toBeVisible();
  await expect(energisa.getByText('2 linhas não saem ao centavo.')).toBeVisible();

  const celesc = await search(home, 'a-verde-celesc-2026-08');
  await expect(celesc.getByText('35 kW')).toBeVisible();
  await expect(celesc.getByText('Todas as linhas da tarifa saem ao centavo.')).toBeVisible();

  const azul = await search(home, 'a-azul-energisa-ro-02');
  for (const missed of ['por 1 centavo a menos', 'por 1 centavo a mais'])
    await expect(azul.getByText(`nenhuma regra explica esta linha, ${missed}`)).toBeVisible();
});

/** The bill as a PDF with text: a table among other text. */
const asPdf = async (home: Page, id: string): Promise<Buffer> => {
  const rows = pasted(id)
    .split('\n')
    .map((line) => `<tr><td>${line.replace(/ (?=[^ ]+$)/, '</td><td align="right">')}</td></tr>`);
  const paper = await home.context().newPage();
  await paper.setContent(
    `<h1>Conta de energia</h1><p>Vencimento 10/07/2026 R$ 796,17</p><table width="100%">${rows.join('')}</table><p>TOTAL 796,17</p>`,
  );
  const pdf = await paper.pdf();
  await paper.close();
  return pdf;
};

test('reads the lines of a bill from its PDF, and detects the contract', async ({ home }) => {
  await openPage(home);
  const buffer = await asPdf(home, 'b-convencional-gd-copel-2026-05');
  const lines = home.getByRole('textbox', { name: 'Linhas da fatura' });
  await home
    .getByLabel('PDF da fatura (opcional)')
    .setInputFiles({ name: 'conta.pdf', mimeType: 'application/pdf', buffer });
  await expect(lines).toHaveValue(/^Energia consumo \(TE\) 2\.716 kWh/);
  await expect(lines).not.toHaveValue(/TOTAL|Vencimento/);
  await home.getByLabel('Último dia do ciclo da fatura').fill('2026-05-30');
  await home.getByRole('button', { name: 'Descobrir o contrato' }).click();
  const found = card(home, 'O que a fatura diz');
  await expect(found.getByText('Todas as linhas da tarifa saem ao centavo.')).toBeVisible();
  await home.getByLabel('PDF da fatura (opcional)').setInputFiles({
    name: 'foto.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  });
  await expect(home.getByText(/não é um PDF que se possa ler/)).toBeVisible();
});

test('the page that detects a contract is accessible and no wider than the window', async ({ home }) => {
  await openPage(home);
  await search(home, 'b-convencional-gd-copel-2026-05');
  await expect(card(home, 'O que a fatura diz').getByRole('listitem').first()).toBeVisible();
  await lookAround({ page: home, name: 'found-contract' });
});
