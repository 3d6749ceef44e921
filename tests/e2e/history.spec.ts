import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { publish } from './setup/publishing.ts';
import { boardWith } from './setup/running-server.ts';
import { card, expect, settled, test } from './setup/test.ts';

const open = async (page: Page, search = ''): Promise<void> => {
  await page.goto(`/history/${boardWith('bakery').mac}${search}`);
  await settled(page);
};
const rows = (page: Page) => page.getByRole('table').locator('tbody tr');
const instantOf = async (page: Page, row: number): Promise<string> =>
  (await rows(page).nth(row).getByRole('rowheader').textContent()) ?? '';

/** A civil day in the zone of the demonstration, so many days before today. */
const dayBefore = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Recife' }).format(Date.now() - days * 86_400_000);

/** The number of readings in the period, as shown by the page. */
const shownCount = async (page: Page): Promise<number> => {
  const text = await card(page, 'Leituras').getByText('no período').textContent();
  return Number((text ?? '').replace(/\D/g, ''));
};

test('shows a board message as the first row of the last hour, with its voltage marked', async ({
  marina,
}) => {
  await publish(boardWith('bakery'), { va: 234.6, vb: 204.3, vc: 220.1, wa: 4321, wb: 10, wc: 20 });
  await open(marina);
  await marina.getByRole('button', { name: 'Última hora' }).click();
  await expect(marina).toHaveURL(/ultima=hora/);
  const found = rows(marina).filter({ hasText: '4.321' });
  await expect(found.getByText('Sobretensão')).toBeAttached();
  await expect(found.getByText('Subtensão')).toBeAttached();
  await expect(marina.getByText('Tensão fora dos limites nesta página:')).toBeVisible();
});

test('turns the pages of a day, newest first, with the page in the address', async ({ marina }) => {
  const day = dayBefore(2);
  await open(marina, `?inicio=${day}&fim=${day}`);
  const count = await shownCount(marina);
  expect(count).toBeGreaterThan(250);
  await marina.getByLabel('Por página').selectOption('10');
  await expect(rows(marina)).toHaveCount(10);
  const [first, last] = [await instantOf(marina, 0), await instantOf(marina, 9)];
  expect(first > last).toBe(true);
  await marina.getByRole('button', { name: 'Próxima página' }).click();
  await expect(marina.getByText('Página 2 de')).toBeVisible();
  await expect.poll(() => instantOf(marina, 0)).not.toBe(first);
  expect((await instantOf(marina, 0)) < last).toBe(true);
  await marina.getByRole('button', { name: 'Última', exact: true }).click();
  await settled(marina);
  await expect(rows(marina)).toHaveCount(count % 10 || 10);
  await marina.reload();
  await settled(marina);
  await expect(marina).toHaveURL(new RegExp(`pagina=${Math.ceil(count / 10)}`));
  await expect(rows(marina)).toHaveCount(count % 10 || 10);
});

test('refuses a period of more than 31 days with the product’s text', async ({ marina }) => {
  await open(marina);
  await marina.getByLabel('Data inicial').fill(dayBefore(31));
  await marina.getByRole('button', { name: 'Pesquisar' }).click();
  await expect(marina.getByText('A pesquisa deve ser de no máximo um mês...').first()).toBeVisible();
  await marina.getByLabel('Data inicial').fill(dayBefore(30));
  await marina.getByRole('button', { name: 'Pesquisar' }).click();
  await expect(marina).toHaveURL(new RegExp(`inicio=${dayBefore(30)}`));
  await settled(marina);
  await expect.poll(() => shownCount(marina)).toBeGreaterThan(2_000);
});

test('fixes the time column while columns are swiped on a phone, and hides distortion there', async ({
  marina,
}) => {
  await marina.setViewportSize({ width: 360, height: 740 });
  const day = dayBefore(1);
  await open(marina, `?inicio=${day}&fim=${day}`);
  await marina.getByRole('columnheader', { name: 'PFC' }).scrollIntoViewIfNeeded();
  await expect(marina.getByRole('columnheader', { name: 'PFC' })).toBeInViewport();
  await expect(marina.getByRole('columnheader', { name: 'Data' })).toBeInViewport();
  const distortion = marina.getByRole('columnheader', { name: 'ITHDC' });
  await marina.setViewportSize({ width: 700, height: 740 });
  await expect(distortion).toBeHidden();
  await marina.setViewportSize({ width: 701, height: 740 });
  await expect(distortion).toBeVisible();
});

test('shows that a day has no readings', async ({ marina }) => {
  await open(marina, '?inicio=2021-01-01&fim=2021-01-02');
  await expect(marina.getByText('Não há medições neste período.')).toBeVisible();
});

test('downloads the period as CSV and as a workbook', async ({ marina }) => {
  const day = dayBefore(1);
  await open(marina, `?inicio=${day}&fim=${day}`);
  const count = await shownCount(marina);
  const download = async (name: string): Promise<[string, Buffer]> => {
    const [file] = await Promise.all([
      marina.waitForEvent('download'),
      card(marina, 'Exportar').getByRole('button', { name }).click(),
    ]);
    return [file.suggestedFilename(), await readFile(await file.path())];
  };
  const [name, csv] = await download('CSV');
  expect(name).toBe(`leituras-${boardWith('bakery').mac.replaceAll(':', '')}-${day}-${day}.csv`);
  const lines = csv.toString('utf8').split('\r\n');
  expect(lines[0]?.startsWith('\uFEFFInício (America/Recife);Fim (America/Recife);Fim (UTC);')).toBe(true);
  expect(lines).toHaveLength(count + 2);
  await marina.getByLabel('Linhas').selectOption('1h');
  const [, book] = await download('Excel');
  expect(book.subarray(0, 2).toString()).toBe('PK');
});

test('links the history page to its meter, and the meter to its history', async ({ marina }) => {
  await open(marina);
  await marina.getByRole('link', { name: 'Ver medidor' }).click();
  await expect(marina).toHaveURL(/\/meter\//);
  await marina.getByRole('link', { name: 'Histórico' }).click();
  await expect(marina).toHaveURL(/\/history\//);
});
