import { milliwattHours } from '@nascente/domain/base/units/energy';
import { fromLitres } from '@nascente/domain/base/units/volume';
import type { Page } from '@playwright/test';
import { publish } from './setup/publishing.ts';
import { boardWith } from './setup/running-server.ts';
import { card, choose, connected, expect, settled, test } from './setup/test.ts';

/** The day's total in kWh as it stands on screen, in the unit kWh. */
async function shownTotal(page: Page): Promise<number> {
  const text = await card(page, 'Dia')
    .getByText(/\d\s*kWh$/)
    .first()
    .textContent();
  return Number((text ?? '').replace(/[^\d,]/g, '').replace(',', '.'));
}

test('shows a board message as a number on the screen, and adds it to the day total', async ({ marina }) => {
  const board = boardWith('bakery');
  await marina.goto(`/meter/${board.mac}`);
  await settled(marina);
  await choose(marina, 'Unidade', 'kWh');
  await expect(card(marina, 'Agora').getByText('Fase C')).toBeVisible();
  await connected(marina);
  const before = await shownTotal(marina);

  const energy = milliwattHours(700_000);
  const frame = { energyA: energy, energyB: energy, energyC: energy, va: 219.4, vb: 220.1, vc: 221.3 };
  await publish(board, { ...frame, wa: 1_110, wb: 2_220, wc: 990, ia: 5.1, ib: 10.2, ic: 4.5 });

  await expect(card(marina, 'Agora').getByText('4,32 kW', { exact: true })).toBeVisible();
  await expect(card(marina, 'Agora').getByText('2,22 kW', { exact: true }).first()).toBeVisible();
  await expect(card(marina, 'Agora').getByText('219,4 V', { exact: true })).toBeVisible();
  await expect(marina.getByRole('status').filter({ hasText: 'Ao vivo' })).toBeAttached();
  await expect.poll(() => shownTotal(marina)).toBeGreaterThan(before + 1.9);

  const live = await shownTotal(marina);
  await marina.reload();
  await settled(marina);
  await expect.poll(async () => Math.abs((await shownTotal(marina)) - live)).toBeLessThan(0.2);
});

test('shows the flow of a water meter', async ({ marina }) => {
  const board = boardWith('bakery-water');
  await marina.goto(`/meter/${board.mac}`);
  await settled(marina);
  await connected(marina);
  await publish(board, { flow: 7.4, volume: fromLitres(0.6) });
  await expect(card(marina, 'Agora').getByText('7,4 L/min', { exact: true })).toBeVisible();
});

test('switches the unit between R$ and kWh, and stores it in the address', async ({ marina }) => {
  await marina.goto(`/meter/${boardWith('bakery').mac}`);
  await settled(marina);
  await choose(marina, 'Unidade', 'kWh');
  const energyAddress = marina.url();
  await choose(marina, 'Unidade', 'Reais');
  expect(marina.url()).not.toBe(energyAddress);
  await marina.goto(energyAddress);
  await expect(marina.getByRole('radio', { name: 'kWh' })).toBeChecked();
});

test('moves from day to day, with the day in the address', async ({ marina }) => {
  await marina.goto(`/meter/${boardWith('bakery').mac}`);
  await settled(marina);
  const day = card(marina, 'Dia');
  await expect(day.getByRole('button', { name: 'Próximo dia' })).toBeDisabled();
  await day.getByRole('button', { name: 'Dia anterior' }).click();
  await expect(marina).toHaveURL(/dia=\d{4}-\d{2}-\d{2}/);
  await expect(day.getByText('Não há medições neste período.')).toHaveCount(0);
  await day.getByRole('button', { name: 'Próximo dia' }).click();
  await expect(marina).not.toHaveURL(/dia=/);
});

test('shows since when a meter has been silent', async ({ marina }) => {
  await marina.goto('/meter/02:4E:41:00:00:06');
  await settled(marina);
  await expect(card(marina, 'Agora').getByText('sem mensagem')).toBeVisible();
});

test('the list of meters opens each meter, and can show only online meters', async ({ marina }) => {
  const board = boardWith('office');
  await publish(board, { wa: 512, va: 220 });
  await marina.goto('/dashboard');
  await expect(marina.getByRole('link', { name: /Fornos/ }).first()).toBeVisible();
  await choose(marina, 'Mostrar', 'Online');
  await expect(marina.getByRole('link', { name: /Ar-condicionado/ })).toHaveCount(0);
  await marina
    .getByRole('link', { name: /Escritório/ })
    .first()
    .click();
  await expect(marina).toHaveURL(new RegExp(`/meter/${board.mac}`));
});

test('offers a button to the hours of the day chosen in the month', async ({ marina }) => {
  await marina.setViewportSize({ width: 360, height: 740 });
  await marina.goto(`/meter/${boardWith('bakery').mac}`);
  await settled(marina);
  const today = marina.getByRole('button', { name: /^\S+, \d+ \S+, hoje:/ });
  await expect(today.locator('[data-hours] path')).toHaveAttribute('d', /^M/);
  await today.click();
  const totals = card(marina, 'Dia').getByText(/R\$/).first();
  await expect(totals).not.toBeInViewport();
  await marina.getByRole('button', { name: 'Ver dia', exact: true }).click();
  await expect(totals).toBeInViewport();
});

test('makes each day of a month a target of 44 px on a phone', async ({ marina }) => {
  await marina.setViewportSize({ width: 360, height: 800 });
  await marina.goto(`/meter/${boardWith('bakery').mac}`);
  await settled(marina);
  const day = marina.getByRole('button', { name: /^\S+, \d+ \S+, hoje:/ });
  const reached = await day.evaluate((tile) => {
    tile.scrollIntoView({ block: 'center' });
    const { left, width, top, height } = tile.getBoundingClientRect();
    const at = (x: number, y: number) =>
      document.elementFromPoint(left + width / 2 + x, top + height / 2 + y);
    return [at(-21.9, 0), at(21.9, 0), at(0, -21.9), at(0, 21.9)].map((found) => found === tile);
  });
  expect(reached).toEqual([true, true, true, true]);
});
