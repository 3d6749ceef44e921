import { readReadingDates } from '@nascente/contract/money/billing-terms';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { addDays, civilDate } from '@nascente/domain/base/time/civil-day';
import { type NoteOptions, syntheticNote } from '@nascente/domain/money/testing/electronic-bills';
import type { Page } from '@playwright/test';
import { lookAround } from './setup/look-around.ts';
import { ask, theOwner } from './setup/people.ts';
import { card, expect, settled, test } from './setup/test.ts';

const UNIT = '7012470655';
const BILL = 'b1-convencional-light-2026-08';

const establishmentOf = async (unit: string | null): Promise<string> => {
  const { establishments } = await ask(listEstablishments, { token: (await theOwner()).token });
  return establishments.find(({ consumerUnit }) => consumerUnit === unit)?._id ?? '';
};

/** The readings that begin and end the last complete cycle of an establishment. */
const readingsOf = async (id: string): Promise<[string, string]> => {
  const { token } = await theOwner();
  const { readings } = await ask(readReadingDates, { token, params: { id }, query: { type: 'eletric' } });
  const [, last] = readings.cycles;
  return [last?.start ?? '', addDays(civilDate(last?.end ?? ''), 1)];
};

const open = async (page: Page, id: string): Promise<void> => {
  await page.goto(`/bill/${id}/utility`);
  await settled(page);
  await page.getByRole('button', { name: 'Enviar XML da fatura' }).click();
};
const send = (page: Page, content: string, name = 'fatura.xml') =>
  page
    .getByLabel('XML da fatura (NF3e)')
    .setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(content) });
/** Drops a file on the text below the field. */
const dropBeside = async (page: Page, content: string): Promise<void> => {
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'fatura.xml', { type: 'text/xml' }));
    return transfer;
  }, content);
  await page
    .getByText(/Escolha ou arraste até aqui|NF3e \(modelo 66\)/)
    .dispatchEvent('drop', { dataTransfer });
  await expect(page.getByText('fatura.xml')).toBeVisible();
};
const shown = (page: Page) => card(page, 'XML da fatura');
const remove = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Remover esta fatura' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
  await expect(page.getByText('Fatura removida.')).toBeVisible();
};

test('reads the XML of a bill, stores it, compares it, and takes no second copy', async ({ marina }) => {
  const id = await establishmentOf(UNIT);
  const readings = await readingsOf(id);
  const noteWith = (options: NoteOptions = {}) => syntheticNote(BILL, { unit: UNIT, readings, ...options });
  const { xml, key } = noteWith();
  await open(marina, id);

  await send(marina, noteWith({ unit: '55' }).xml);
  await expect(
    marina.getByText(/Esta fatura é da unidade 55 .* este estabelecimento é da unidade 7012470655/),
  ).toBeVisible();
  await send(marina, '<NFe><infNFe/></NFe>');
  await expect(marina.getByText(/A fatura de energia é uma NF3e \(modelo 66\)/)).toBeVisible();

  await dropBeside(marina, xml);
  const lines = shown(marina).getByRole('list', { name: 'Linhas da nota' }).getByRole('listitem');
  await expect(lines).toHaveCount(4);
  await expect(lines.first()).toContainText(/304\skWh × R\$\s1,36636 · ICMS\sR\$\s99,69/);
  await expect(lines.nth(1)).toContainText('Iluminação pública (COSIP)');
  await expect(shown(marina).getByText(UNIT)).toBeVisible();
  await expect(shown(marina).getByText(/Não sabemos o que é “Complementos”/)).toBeVisible();
  await expect(shown(marina).getByText('Total a pagar').locator('..')).toContainText('471,92');
  await shown(marina).getByRole('button', { name: 'Guardar fatura' }).click();

  const steps = marina.getByRole('list', { name: 'Do esperado ao faturado' });
  await expect(steps.getByRole('listitem').last()).toContainText('471,92');
  const others = marina.getByRole('table', { name: 'Outras linhas da fatura' });
  await expect(others.getByRole('row', { name: /^COSIP/ })).toContainText('64,60');
  await expect(marina.getByText(`Lida do XML, NF3e de chave ${key}.`)).toBeVisible();

  await marina.getByRole('button', { name: 'Enviar XML da fatura' }).click();
  await send(marina, xml);
  await expect(marina.getByText('Esta fatura já está guardada.')).toBeVisible();
  await expect(marina.getByRole('button', { name: 'Guardar fatura' })).toHaveCount(0);
  await marina.getByRole('button', { name: 'Ver a comparação' }).click();
  await expect(steps.getByRole('listitem').last()).toContainText('471,92');
  await remove(marina);
});

test('asks whose bill it is where no unit is registered, and completes missing days in the form', async ({
  marina,
}) => {
  const id = await establishmentOf(null);
  await open(marina, id);
  const [start, reading] = await readingsOf(id);
  await send(marina, syntheticNote(BILL, { readings: null, number: 3 }).xml);
  const complete = shown(marina).getByRole('button', { name: 'Completar no formulário' });
  await expect(complete).toBeDisabled();
  await shown(marina).getByLabel('Sim, a fatura é deste estabelecimento').check();
  await complete.click();
  const form = marina.getByRole('form', { name: 'Lançar fatura' });
  await expect(form.getByLabel('Total (R$)')).toHaveValue('471,92');
  await form.getByLabel('Primeiro dia').fill(start);
  await form.getByLabel('Último dia').fill(addDays(civilDate(reading), -1));
  await form.getByRole('button', { name: 'Lançar fatura' }).click();
  await expect(marina.getByText(/Lida do XML, NF3e de chave/)).toBeVisible();

  // The unit of the stored note is remembered.
  await marina.getByRole('button', { name: 'Enviar XML da fatura' }).click();
  await send(marina, syntheticNote(BILL, { unit: '55', number: 4 }).xml);
  await expect(marina.getByText(/este estabelecimento é da unidade 7012470655/)).toBeVisible();
  await marina.getByRole('button', { name: 'Cancelar' }).click();
  await remove(marina);
});

test('the screen of an XML is accessible and no wider than the window', async ({ marina }) => {
  test.slow();
  await marina.emulateMedia({ reducedMotion: 'reduce' });
  const gallery = await establishmentOf(UNIT);
  await open(marina, gallery);
  await lookAround({ page: marina, name: 'electronic-bill-empty' });
  await send(marina, syntheticNote('b-convencional-gd-copel-2026-05', { hasVat: true }).xml);
  await expect(shown(marina).getByText(/não é o do ciclo que calculamos/)).toBeVisible();
  await lookAround({ page: marina, name: 'electronic-bill' });
  await open(marina, await establishmentOf(null));
  await send(marina, syntheticNote('a-verde-ambar-am-21', { status: null }).xml);
  await expect(shown(marina).getByText('É desta unidade?')).toBeVisible();
  await lookAround({ page: marina, name: 'electronic-bill-question' });
});
