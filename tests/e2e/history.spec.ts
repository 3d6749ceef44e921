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

/** How many readings the period has, as the page says. */
const shownCount = async (page: Page): Promise<number> => {
  const text = await card(page, 'Leituras').getByText('no período').textContent();
  return Number((text ?? '').replace(/\D/g, ''));
};

test('a message of a board is the first row of the last hour, and its voltage is marked in words', async ({
  home,
}) => {
  await publish(boardWith('bakery'), { va: 234.6, vb: 204.3, vc: 220.1, wa: 4321, wb: 10, wc: 20 });
  await open(home);
  await home.getByRole('button', { name: 'Última hora' }).click();
  await expect(home).toHaveURL(/ultima=hora/);
  const found = rows(home).filter({ hasText: '4.321' });
  await expect(found.getByText('Sobretensão')).toBeAttached();
  await expect(found.getByText('Subtensão')).toBeAttached();
  await expect(home.getByText('Tensão fora dos limites nesta página:')).toBeVisible();
});

test('one turns pages of a day, newest first, and the address keeps the place', async ({ home }) => {
  const day = dayBefore(2);
  await open(home, `?inicio=${day}&fim=${day}`);
  const count = await shownCount(home);
  expect(count).toBeGreaterThan(250);
  await home.getByLabel('Por página').selectOption('10');
  await expect(rows(home)).toHaveCount(10);
  const [first, last] = [await instantOf(home, 0), await instantOf(home, 9)];
  expect(first > last).toBe(true);
  await home.getByRole('button', { name: 'Próxima página' }).click();
  await expect(home.getByText('Página 2 de')).toBeVisible();
  await expect.poll(() => instantOf(home, 0)).not.toBe(first);
  expect((await instantOf(home, 0)) < last).toBe(true);
  await home.getByRole('button', { name: 'Última', exact: true }).click();
  await settled(home);
  await expect(rows(home)).toHaveCount(count % 10 || 10);
  await home.reload();
  await settled(home);
  await expect(home).toHaveURL(new RegExp(`pagina=${Math.ceil(count / 10)}`));
  await expect(rows(home)).toHaveCount(count % 10 || 10);
});

test('a period of more than 31 days is refused in the product’s words', async ({ home }) => {
  await open(home);
  await home.getByLabel('Data inicial').fill(dayBefore(31));
  await home.getByRole('button', { name: 'Pesquisar' }).click();
  await expect(home.getByText('A pesquisa deve ser de no máximo um mês...').first()).toBeVisible();
  await home.getByLabel('Data inicial').fill(dayBefore(30));
  await home.getByRole('button', { name: 'Pesquisar' }).click();
  await expect(home).toHaveURL(new RegExp(`inicio=${dayBefore(30)}`));
  await settled(home);
  await expect.poll(() => shownCount(home)).toBeGreaterThan(2_000);
});

test('a day without readings says so', async ({ home }) => {
  await open(home, '?inicio=2021-01-01&fim=2021-01-02');
  await expect(home.getByText('Não há medições neste período.')).toBeVisible();
});

test('the period is downloaded as CSV and as a workbook', async ({ home }) => {
  const day = dayBefore(1);
  await open(home, `?inicio=${day}&fim=${day}`);
  const count = await shownCount(home);
  const download = async (name: string): Promise<[string, Buffer]> => {
    const [file] = await Promise.all([
      home.waitForEvent('download'),
      card(home, 'Exportar').getByRole('button', { name }).click(),
    ]);
    return [file.suggestedFilename(), await readFile(await file.path())];
  };
  const [name, csv] = await download('CSV');
  expect(name).toBe(`leituras-${boardWith('bakery').mac.replaceAll(':', '')}-${day}-${day}.csv`);
  const lines = csv.toString('utf8').split('\r\n');
  expect(lines[0]?.startsWith('\uFEFFInício (America/Recife);Fim (America/Recife);Fim (UTC);')).toBe(true);
  expect(lines).toHaveLength(count + 2);
  await home.getByLabel('Linhas').selectOption('1h');
  const [, book] = await download('Excel');
  expect(book.subarray(0, 2).toString()).toBe('PK');
});

test('the page leads to its meter, and the meter to it', async ({ home }) => {
  await open(home);
  await home.getByRole('link', { name: 'Ver medidor' }).click();
  await expect(home).toHaveURL(/\/meter\//);
  await home.getByRole('link', { name: 'Histórico' }).click();
  await expect(home).toHaveURL(/\/history\//);
});
