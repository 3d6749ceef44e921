import type { Page } from '@playwright/test';
import { press, tabTo, typeInto } from './setup/by-keyboard.ts';
import { newEstablishment } from './setup/establishments.ts';
import { enter, newPerson } from './setup/people.ts';
import { card, expect, settled, test } from './setup/test.ts';

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Oportunidades' }).getByRole('listitem');
const ofReactive = (page: Page) => rowsOf(page).filter({ hasText: 'Corrigir o reativo' });
const act = (page: Page, name: string) => ofReactive(page).getByRole('button', { name, exact: true });

const open = async (page: Page, address: string) => {
  await page.goto(address);
  await settled(page);
  await expect(page.getByText(/estabelecimentos olhados/)).toHaveCount(0);
};

test('accepts and dismisses a saving opportunity by keyboard alone', async ({ marina: page }) => {
  await open(page, '/opportunities');
  await press(page, act(page, 'Vou fazer'));
  await expect(ofReactive(page).getByText(/^Vai ser feito/)).toBeVisible();
  await press(page, act(page, 'Não vou mais'));
  await expect(act(page, 'Vou fazer')).toBeVisible();

  await press(page, act(page, 'Descartar'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Motivo')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(act(page, 'Descartar')).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Descartar' }));
  await expect(dialog.getByRole('alert')).toHaveText('Diga por que esta oportunidade não serve.');
  await typeInto(page, dialog.getByLabel('Motivo'), 'O galpão vai fechar');
  await press(page, dialog.getByRole('button', { name: 'Descartar' }));
  await expect(ofReactive(page)).toHaveCount(0);
  await expect(rowsOf(page).and(page.locator(':focus'))).toHaveCount(1);

  await open(page, '/opportunities?lista=feitas');
  await expect(ofReactive(page).getByText(/O galpão vai fechar/)).toBeVisible();
  await press(page, act(page, 'Reabrir'));
  await expect(ofReactive(page)).toHaveCount(0);
});

test('enters the day of a completed opportunity by keyboard alone', async ({ marina: page }) => {
  await open(page, '/opportunities');
  await press(page, act(page, 'Já fiz'));
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel('Dia'));
  await page.keyboard.press('Escape');
  await expect(act(page, 'Já fiz')).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Salvar' }));
  await expect(ofReactive(page)).toHaveCount(0);

  await open(page, '/opportunities');
  await press(page, page.getByRole('link', { name: 'Resultados' }));
  await expect(ofReactive(page).getByText(/^Feito em/)).toBeVisible();
  await press(page, act(page, 'Reabrir'));
  await expect(ofReactive(page)).toHaveCount(0);
});

test('the demonstration shows a proven saving, and explains its terms by keyboard alone', async ({
  marina: page,
}) => {
  await page.goto('/opportunities?lista=feitas');
  await settled(page);
  const row = page.getByRole('list', { name: 'Oportunidades' }).getByRole('listitem');
  await expect(row.filter({ hasText: 'Consertar o vazamento: Hidrômetro' })).toContainText(
    /Economia comprovada: [\d,]+\sm³ a menos que o esperado, R\$\s[\d,.]+, em 7\d dias/,
  );
  await press(page, page.getByRole('button', { name: 'O que é a economia medida?' }).first());
  await expect(page.getByText(/^Entre quais valores a economia deve estar/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Entre quais valores a economia deve estar/)).toBeHidden();
});

test('imports and removes daily temperatures by keyboard alone', async ({ page }) => {
  const person = await newPerson();
  const establishment = await newEstablishment(person, 'Padaria dos Dias');
  await enter(page, person, `/edit/establishment/${establishment}/variables`);
  await settled(page);
  await tabTo(page, page.getByRole('radio', { name: 'Temperatura' }));
  await page.keyboard.press('ArrowRight');
  await typeInto(page, page.getByLabel('Unidade da produção'), 'pães');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, page.getByRole('radio', { name: 'Produção' }));
  await page.keyboard.press('ArrowLeft');
  await tabTo(page, page.getByLabel('Arquivo', { exact: true }));
  const days = Buffer.from('Dia;°C\n01/10/2026;23,5\n02/10/2026;24,1\n31/02/2026;20');
  // The window in which a file is chosen is the browser's own.
  await page.locator('input:focus').setInputFiles({ name: 'dias.csv', mimeType: 'text/csv', buffer: days });
  await expect(page.getByText(/1 linha fica de fora/)).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Importar 2 dias' }));
  const stored = card(page, 'O que já está aqui');
  await expect(stored.getByText('2 dias', { exact: true })).toBeVisible();
  await press(page, stored.getByRole('button', { name: 'Excluir Temperatura' }));
  await page.keyboard.press('Escape');
  await expect(stored.getByRole('button', { name: 'Excluir Temperatura' })).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Excluir' }));
  await expect(stored.getByText(/^Nada foi importado/)).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('does not accept a half-typed day as today', async ({ marina: page }) => {
  await open(page, '/opportunities');
  await press(page, act(page, 'Já fiz'));
  const day = page.getByRole('dialog').getByLabel('Dia');
  await tabTo(page, day);
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await expect(day).toHaveValue(/^\d\d\/\d\d\/\d{3}$/);
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Salvar' }));
  await expect(day).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(act(page, 'Já fiz')).toBeFocused();
  await page.reload();
  await expect(ofReactive(page)).toHaveCount(1);
});

test('does not create an endless wall screen from a half-typed last day', async ({ marina: page }) => {
  await page.goto('/account/links');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const form = page.getByRole('form', { name: 'Novo link' });
  await form.getByLabel('Nome').fill('Recepção');
  const end = form.getByLabel(/^Vale até/);
  await end.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await expect(end).toHaveValue(/^\d\d\/\d\d\/\d{3}$/);
  await form.getByLabel('Nome').press('Enter');
  await expect(end).toBeFocused();
  await expect(form).toBeVisible();
  expect(requested).not.toContain('POST /api/user/links');
});
