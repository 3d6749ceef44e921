import { readMonth } from '@nascente/contract/energy/consumption';
import { createCorrection, listCorrections, undoCorrection } from '@nascente/contract/energy/corrections';
import { listImports, undoImport } from '@nascente/contract/energy/past-imports';
import type { Page } from '@playwright/test';
import { lookAround } from './setup/look-around.ts';
import { ask, theOwner } from './setup/people.ts';
import { boardWith } from './setup/running-server.ts';
import { card, expect, expectAccessible, settled, test } from './setup/test.ts';

let mac: string;

test.beforeAll(() => {
  mac = boardWith('bakery').mac;
});
const DAY_MS = 86_400_000;
/** The day before yesterday in São Paulo: its readings are all there. */
const day = new Date(Date.now() - 2 * DAY_MS - 3 * 3_600_000).toISOString().slice(0, 10);

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await settled(page);
};
const amountOfCycle = async (): Promise<number> => {
  const { token } = await theOwner();
  const { consolidated } = await ask(readMonth, { token, params: { mac } });
  return consolidated.total;
};

/** The meters of the demonstration are as they were for the other tests. */
test.afterEach(async () => {
  const { token } = await theOwner();
  const { corrections } = await ask(listCorrections, { token, params: { mac } });
  for (const { id } of corrections.filter(({ undone }) => undone === null))
    await ask(undoCorrection, { token, params: { mac, id: String(id) } });
  const { imports } = await ask(listImports, { token, params: { mac } });
  for (const { id } of imports.filter(({ state }) => state !== 'undone'))
    await ask(undoImport, { token, params: { mac, id: String(id) } });
});

test('opens the corrections from the edit page, excludes an interval, and undoes it', async ({ marina }) => {
  const before = await amountOfCycle();
  await open(marina, `/editBoard/${mac}`);
  await marina.getByRole('link', { name: 'Corrigir leituras' }).click();
  const form = marina.getByRole('form', { name: 'Desconsiderar um trecho' });
  await form.getByLabel('Início').fill(`${day}T10:00`);
  await form.getByLabel('Fim').fill(`${day}T12:00`);
  await form.getByLabel('Motivo').fill('Garra aberta');
  await expect(form.getByText('Deixa de contar')).toBeVisible();
  await expectAccessible(marina);
  await form.getByRole('button', { name: 'Desconsiderar trecho' }).click();
  const row = card(marina, 'Correções').getByRole('listitem').filter({ hasText: 'Garra aberta' });
  await expect(row.getByText(/kWh fora da fatura/)).toBeVisible();
  expect(await amountOfCycle()).toBeLessThan(before);
  await row.getByRole('button', { name: /^Desfazer/ }).click();
  await marina.getByRole('dialog').getByRole('button', { name: 'Desfazer' }).click();
  await expect(row.getByText('Desfeita', { exact: true })).toBeVisible();
  await expect.poll(amountOfCycle).toBeGreaterThanOrEqual(before);
});

test('previews a file of past readings, reads it another way, imports and undoes it', async ({ marina }) => {
  const rows = Array.from({ length: 96 }, (_, n) => {
    const clock = [Math.floor(n / 4), (n % 4) * 15].map((part) => String(part).padStart(2, '0')).join(':');
    return `12/03/2019 ${clock};${n === 50 ? 'falha' : '0,5'}`;
  });
  const buffer = Buffer.from(`Data e hora;Consumo (kWh)\r\n${rows.join('\r\n')}\r\n`);
  await open(marina, `/meter/${mac}/import`);
  await marina
    .getByLabel('Arquivo', { exact: true })
    .setInputFiles({ name: 'sistema-antigo.csv', mimeType: 'text/csv', buffer });
  await marina.getByRole('button', { name: 'Ver o que seria importado' }).click();
  const preview = card(marina, '3. Resultado');
  await expect(preview.getByText('47,500 kWh').first()).toBeVisible();
  await expect(preview.getByText(/Valor ilegível/)).toContainText('linha 52');
  await expectAccessible(marina);
  await marina.getByLabel('O instante é').selectOption('o fim do intervalo');
  await marina.getByRole('button', { name: 'Ler de novo' }).click();
  await preview.getByRole('button', { name: 'Importar 95 quartos de hora' }).click();
  const row = card(marina, 'Importações')
    .getByRole('listitem')
    .filter({ hasText: 'sistema-antigo.csv' })
    .first();
  await expect(row.getByText('Importado', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(row.getByText(/de 11\/03\/2019 23:45/)).toBeVisible();
  await row.getByRole('button', { name: /^Desfazer/ }).click();
  await marina.getByRole('dialog').getByRole('button', { name: 'Desfazer' }).click();
  await expect(row.getByText('Desfeito', { exact: true })).toBeVisible();
});

test('the screens of past readings are accessible and no wider than the window', async ({ marina }) => {
  const { token } = await theOwner();
  const [start, end] = [`${day}T13:00:00Z`, `${day}T15:00:00Z`].map((text) => Date.parse(text));
  const body = { start: start ?? 0, end: end ?? 0, reason: 'Garra invertida na troca do disjuntor' };
  await ask(createCorrection, { token, params: { mac }, body });
  await open(marina, `/meter/${mac}/corrections`);
  await expect(card(marina, 'Correções').getByRole('listitem').first()).toBeVisible();
  await lookAround({ page: marina, name: 'corrections' });
  await open(marina, `/meter/${mac}/import`);
  const buffer = Buffer.from('Data;Consumo (kWh)\n12/03/2019 00:00;1,5\n12/03/2019 00:15;2,5\nx;1\n');
  await marina
    .getByLabel('Arquivo', { exact: true })
    .setInputFiles({ name: 'antigo.csv', mimeType: 'text/csv', buffer });
  await marina.getByRole('button', { name: 'Ver o que seria importado' }).click();
  await expect(card(marina, '3. Resultado')).toBeVisible();
  await lookAround({ page: marina, name: 'import' });
});
