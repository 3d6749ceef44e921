import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { wantsNoTours } from './setup/remembered.ts';
import { boardWith } from './setup/running-server.ts';
import { card, expect, settled, test } from './setup/test.ts';

const DAY_MS = 86_400_000;
const plot = (page: Page): Locator => page.getByRole('slider').first();

const open = async (page: Page, search = ''): Promise<void> => {
  await page.goto(`/explore${search}`);
  await settled(page);
  await expect(plot(page)).toBeVisible();
};
const ofBakery = (quantity: string): string => `ver=${boardWith('bakery').mac}~${quantity}`;
const lastDays = (days: number): string => {
  const to = Math.floor(Date.now() / 60_000) * 60_000;
  return `de=${new Date(to - days * DAY_MS).toISOString()}&ate=${new Date(to).toISOString()}`;
};
const lengthInAddress = (page: Page): number => {
  const { searchParams } = new URL(page.url());
  return Date.parse(searchParams.get('ate') ?? '') - Date.parse(searchParams.get('de') ?? '');
};

test('zooms with the wheel from a year to single frames, with the view in the address', async ({
  marina,
}) => {
  await open(marina, `?${ofBakery('power')}&${lastDays(200)}`);
  const box = await plot(marina).boundingBox();
  await marina.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * 0.9, (box?.y ?? 0) + 120);
  await marina.mouse.wheel(0, -1200);
  await expect.poll(() => lengthInAddress(marina)).toBeLessThan(60 * DAY_MS);
  const closer = lengthInAddress(marina);
  await marina.reload();
  await settled(marina);
  await expect(plot(marina)).toBeVisible();
  expect(lengthInAddress(marina)).toBe(closer);
  await marina.getByRole('button', { name: '1 h', exact: true }).click();
  await expect.poll(() => lengthInAddress(marina)).toBe(3_600_000);
  await expect(marina.getByText('cada leitura').first()).toBeVisible();
  await marina.getByRole('button', { name: 'Voltar à vista anterior' }).click();
  await expect.poll(() => lengthInAddress(marina)).toBe(closer);
});

test('reads the curve point by point, zooms and moves by keyboard', async ({ marina }) => {
  await open(marina, `?${ofBakery('power')}&${lastDays(7)}`);
  await plot(marina).focus();
  await marina.keyboard.press('ArrowLeft');
  await expect(plot(marina)).toHaveAttribute('aria-valuetext', /\d{4}, \d\d:\d\d, Potência [\d.,]+\skW/);
  const last = await plot(marina).getAttribute('aria-valuetext');
  await marina.keyboard.press('ArrowLeft');
  await expect(plot(marina)).not.toHaveAttribute('aria-valuetext', last ?? '');
  await marina.keyboard.press('+');
  await expect.poll(() => lengthInAddress(marina)).toBeLessThan(6 * DAY_MS);
});

test('shows series of several meters beside each other and the week before, and exports a table', async ({
  marina,
}) => {
  await open(marina, `?${ofBakery('power')}&${lastDays(7)}`);
  await marina.getByRole('button', { name: 'Adicionar série' }).click();
  await marina.getByLabel('Grandeza').selectOption({ label: 'Tensão, fase A (V)' });
  await marina.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(marina).toHaveURL(/voltageA/);
  await marina.getByLabel('Comparar').selectOption({ label: 'Com a semana anterior' });
  const figures = marina.getByRole('region', { name: 'Estatísticas do que está em vista' });
  await expect(figures.getByRole('row')).toHaveCount(5);
  const download = marina.waitForEvent('download');
  await marina.getByRole('button', { name: 'CSV', exact: true }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.split('\r\n')[0]).toContain('Quando;Potência (kW)');
  expect(csv.split('\r\n').length).toBeGreaterThan(100);
  const picture = marina.waitForEvent('download');
  await marina.getByRole('button', { name: 'PNG', exact: true }).click();
  expect((await readFile(await (await picture).path())).subarray(1, 4).toString()).toBe('PNG');
  await marina.getByRole('button', { name: 'Tirar Tensão, fase A' }).click();
  await expect(marina).not.toHaveURL(/voltageA/);
});

test('shows every figure completely with long names over many months', async ({ marina }) => {
  const series = [boardWith('bakery'), boardWith('dough-factory')].map(({ mac }) => `${mac}~reactivePower`);
  await open(marina, `?ver=${series.join()}&${lastDays(400)}`);
  const figures = marina.getByRole('region', { name: 'Estatísticas do que está em vista' });
  await expect(figures.getByRole('row')).toHaveCount(3);
  expect(await figures.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('shows a written note on the chart until it is removed', async ({ marina }) => {
  await open(marina, `?${ofBakery('power')}&${lastDays(1)}`);
  const text = `Forno novo ${Date.now()}`;
  await marina.getByRole('button', { name: 'Anotar' }).click();
  await marina.getByLabel('O que aconteceu').fill(text);
  await marina.getByRole('button', { name: 'Salvar' }).click();
  const note = card(marina, 'Anotações').getByRole('listitem').filter({ hasText: text });
  await expect(note).toContainText('Marina');
  await note.getByRole('button', { name: /^Remover a anotação/ }).click();
  await expect(note).toHaveCount(0);
});

test('zooms with two fingers and moves with one, and stores both in the address', async ({ marina }) => {
  await open(marina, `?${ofBakery('power')}&${lastDays(7)}`);
  const box = await plot(marina).boundingBox();
  const [left, y] = [box?.x ?? 0, (box?.y ?? 0) + 100];
  const hand = await marina.context().newCDPSession(marina);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: readonly number[]) =>
    hand.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x, id) => ({ x: left + x, y, id })) });
  await touch('touchStart', 200, 300);
  for (let step = 1; step <= 5; step += 1) await touch('touchMove', 200 - 20 * step, 300 + 20 * step);
  await touch('touchEnd');
  // From 100 pixels apart to 300: a third of the week.
  await expect.poll(() => Math.abs(lengthInAddress(marina) - (7 * DAY_MS) / 3)).toBeLessThan(DAY_MS / 100);
  const length = lengthInAddress(marina);
  const started = new URL(marina.url()).searchParams.get('de') ?? '';
  await touch('touchStart', 200);
  for (let step = 1; step <= 5; step += 1) await touch('touchMove', 200 + 20 * step);
  await touch('touchEnd');
  await expect
    .poll(() => Date.parse(new URL(marina.url()).searchParams.get('de') ?? ''))
    .toBeLessThan(Date.parse(started));
  expect(Math.abs(lengthInAddress(marina) - length)).toBeLessThanOrEqual(1000);
});

test('paints the same picture after curves are moved far away and back', async ({ marina }) => {
  const day = (before: number) => new Date(Math.floor(Date.now() / DAY_MS - before) * DAY_MS).toISOString();
  await open(marina, `?${ofBakery('power')},${ofBakery('powerA').slice(4)}&de=${day(12)}&ate=${day(5)}`);
  const picture = async (): Promise<string> => (await plot(marina).screenshot()).toString('base64');
  const first = await picture();
  const box = await plot(marina).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 100];
  await marina.mouse.move(x, y);
  await marina.mouse.down();
  const away = [1, 2, 3, 4, 5, 6, 7, 8];
  for (const step of away) await marina.mouse.move(x + 80 * step, y);
  await expect.poll(picture).not.toBe(first);
  await settled(marina);
  for (const step of away.toReversed()) await marina.mouse.move(x + 80 * (step - 1), y);
  await marina.mouse.up();
  await marina.mouse.move(0, 0);
  await expect.poll(async () => (await picture()) === first).toBe(true);
});

test('shows the controls in one line on a phone, and folds rare choices', async ({ marina }) => {
  await marina.setViewportSize({ width: 360, height: 740 });
  await open(marina, `?${ofBakery('power')}&${lastDays(7)}`);
  const choices = marina.getByLabel('Comparar');
  await expect(choices).toBeHidden();
  // The curves begin right below the tabs of Medidores.
  expect((await plot(marina).boundingBox())?.y).toBeLessThan(350);
  await marina.getByRole('combobox', { name: 'Período em vista' }).selectOption({ label: '1 dia' });
  await expect.poll(() => lengthInAddress(marina)).toBe(DAY_MS);
  const fold = marina.getByRole('button', { name: 'Opções' });
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await choices.selectOption({ label: 'Com a semana anterior' });
  await expect(marina).toHaveURL(/comparar=7/);
});

test('shares curves with a client without an account, who can zoom in and back', async ({
  marina,
  browser,
}) => {
  await open(marina, `?${ofBakery('power')}&${lastDays(7)}`);
  await marina.getByRole('link', { name: 'Compartilhar por link' }).click();
  await expect(marina.getByText(/^1 curva, de/)).toBeVisible();
  await marina.getByLabel('Nome').fill('Pico da semana');
  await marina.getByRole('button', { name: 'Criar link' }).click();
  const address = await marina.getByLabel('Endereço').inputValue();
  expect(address).toMatch(/\/shared\/nsl_/);
  const visit = await browser.newContext();
  await wantsNoTours(visit);
  const anonymous = await visit.newPage();
  const requested: string[] = [];
  const referrers: string[] = [];
  anonymous.on('request', (request) => {
    requested.push(request.url());
    referrers.push(request.headers().referer ?? '');
  });
  await anonymous.goto(address);
  await expect(anonymous.getByRole('heading', { name: 'Pico da semana' })).toBeVisible();
  await expect(plot(anonymous)).toBeVisible();
  await plot(anonymous).focus();
  await anonymous.keyboard.press('+');
  await anonymous.getByRole('button', { name: 'Ver tudo' }).click();
  await expect(anonymous.getByRole('button', { name: 'Ver tudo' })).toHaveCount(0);
  const key = address.split('/').at(-1) ?? '';
  const withKey = requested.filter((url) => url.includes(key)).map((url) => new URL(url).pathname);
  expect([...new Set(withKey)].sort()).toEqual([`/api/shared/${key}`, `/shared/${key}`]);
  expect(referrers.filter((referrer) => referrer.includes(key))).toEqual([]);
  await visit.close();
});
