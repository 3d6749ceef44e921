import type { Locator } from '@playwright/test';
import { boardWith } from './setup/running-server.ts';
import { card, expect, settled, test } from './setup/test.ts';

/** In how many lines a text is set. */
const linesOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

const topsOf = (figures: Locator): Promise<number[]> =>
  figures.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));

test('the figures of a bill stand in rows, and what a part costs is named in one line', async ({
  marina,
}) => {
  const bill = marina.locator('[data-tour="meter-bill"]');
  for (const width of [320, 360]) {
    await marina.setViewportSize({ width, height: 740 });
    await marina.goto(`/meter/${boardWith('bakery-ovens').mac}`);
    await settled(marina);
    await expect(bill.getByText('Energia deste medidor', { exact: true })).toBeVisible();
    const [first, second, third, fourth] = await topsOf(bill.locator('dd'));
    expect(first, `at ${width} px`).toBe(second);
    expect(third, `at ${width} px`).toBe(fourth);
  }
  expect(await linesOf(bill.getByText('Energia deste medidor', { exact: true }))).toBe(1);
});

test('a choice stands below the heading of its card, whose title it does not break', async ({ marina }) => {
  await marina.setViewportSize({ width: 360, height: 740 });
  await marina.goto(`/meter/${boardWith('bakery').mac}`);
  await settled(marina);
  const heading = card(marina, 'Fator de potência e tensão').getByRole('heading');
  await heading.scrollIntoViewIfNeeded();
  await expect(marina.getByRole('group', { name: 'Medida' })).toBeVisible();
  expect(await linesOf(heading)).toBe(1);
});

test('one says with one line of buttons that one takes care of an alert, or wants no more of it', async ({
  marina,
}) => {
  await marina.setViewportSize({ width: 360, height: 740 });
  await marina.goto('/alerts');
  await settled(marina);
  const [care = 0] = await topsOf(marina.getByRole('button', { name: 'Estou cuidando' }));
  const [mute = 0] = await topsOf(marina.getByLabel('Silenciar para mim'));
  expect(Math.abs(care - mute)).toBeLessThan(10);
});
