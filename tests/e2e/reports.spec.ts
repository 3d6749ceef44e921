import { readFile } from 'node:fs/promises';
import { createInstallation } from '@nascente/contract/sites/meters';
import { milliwattHours } from '@nascente/domain/base/units/energy';
import type { Page } from '@playwright/test';
import { newBoard, newEstablishment } from './setup/establishments.ts';
import { ask, enter, newPerson } from './setup/people.ts';
import { publish } from './setup/publishing.ts';
import { expect, expectAccessible, test } from './setup/test.ts';

const MEASURED = {
  va: 220,
  wa: 1200,
  energyA: milliwattHours(30_000),
  energyB: milliwattHours(20_000),
  energyC: milliwattHours(10_000),
};

const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true });

test('creates a report, downloads both files, and sends it automatically afterwards', async ({ page }) => {
  const person = await newPerson({ profile: 'Manager' });
  const locationCode = await newEstablishment(person, 'Padaria dos Relatórios');
  const board = await newBoard();
  await ask(createInstallation, {
    token: person.token,
    body: { locationCode, name: 'Forno', meter: board.mac, code: board.code },
  });
  await publish(board, MEASURED);
  await enter(page, person, '/reports');
  await expect(page.getByText(/Nenhum relatório ainda/)).toBeVisible();
  await expectAccessible(page);

  const form = page.getByRole('form', { name: 'Fazer um relatório' });
  await form.getByLabel('Relatório de').selectOption('portfolio');
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format();
  await form.getByLabel('Um dia do período').fill(today);
  await form.getByRole('button', { name: 'Fazer agora' }).click();
  const row = list(page, 'Relatórios').getByRole('listitem').filter({ hasText: 'Todos os estabelecimentos' });
  await expect(row.getByRole('button', { name: /em PDF, versão 1$/ })).toBeVisible({ timeout: 60_000 });
  for (const [format, start] of [
    ['PDF', '%PDF'],
    ['Excel', 'PK'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: new RegExp(`em ${format}, versão 1$`) }).click(),
    ]);
    const content = await readFile(await file.path());
    expect(content.subarray(0, start.length).toString()).toBe(start);
  }
  await expectAccessible(page);

  const wish = page.getByRole('form', { name: 'Receber um relatório' });
  await wish.getByLabel('Relatório de').selectOption('establishment');
  await wish.getByLabel('Período').selectOption('week');
  await wish.getByRole('checkbox', { name: 'Excel' }).check();
  await wish.getByRole('button', { name: 'Receber este relatório' }).click();
  const wished = list(page, 'Relatórios que vêm sozinhos').getByRole('listitem');
  await expect(wished).toContainText('Por e-mail, em PDF e Excel');
  await expect(wished).toContainText('Semanal');
  await expectAccessible(page);
  await wished.getByRole('button', { name: /^Encerrar/ }).click();
  await expect(page.getByText(/Nenhum relatório vem sozinho ainda/)).toBeVisible();
});
