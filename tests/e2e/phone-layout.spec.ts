import type { Locator } from '@playwright/test';
import { boardWith } from './setup/running-server.ts';
import { card, expect, settled, test } from './setup/test.ts';

/** Number of lines of a text. */
const linesOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

const topsOf = (figures: Locator): Promise<number[]> =>
  figures.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));

test('shows the figures of a bill in rows, with each cost label in one line', async ({ marina }) => {
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

test('places a choice below the card heading without breaking the title', async ({ marina }) => {
  await marina.setViewportSize({ width: 360, height: 740 });
  await marina.goto(`/meter/${boardWith('bakery').mac}`);
  await settled(marina);
  const heading = card(marina, 'Fator de potência e tensão').getByRole('heading');
  await heading.scrollIntoViewIfNeeded();
  await expect(marina.getByRole('group', { name: 'Medida' })).toBeVisible();
  expect(await linesOf(heading)).toBe(1);
});

test('shows the alert buttons for handling and muting in one line', async ({ marina }) => {
  await marina.setViewportSize({ width: 360, height: 740 });
  await marina.goto('/alerts');
  await settled(marina);
  // Reads the positions at one moment, because a new alert moves all of them.
  const alert = marina.getByRole('listitem').filter({ hasText: 'Possível vazamento' });
  const line = alert.locator('button:has-text("Estou cuidando"), select');
  await expect(line).toHaveCount(2);
  const [care = 0, mute = 0] = await topsOf(line);
  expect(Math.abs(care - mute)).toBeLessThan(10);
});

test('shows Explorer figures in pairs below their series name, within the screen', async ({ marina }) => {
  const figures = marina.getByRole('region', { name: 'Estatísticas do que está em vista' });
  const { mac } = boardWith('bakery');
  for (const width of [320, 360]) {
    await marina.setViewportSize({ width, height: 740 });
    await marina.goto(`/explore?ver=${mac}~power,${mac}~voltageA`);
    await settled(marina);
    await expect(figures.getByRole('row')).toHaveCount(3);
    expect(
      await figures.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      `at ${width} px`,
    ).toBe(0);
    const [lowest, mean, highest, sum] = await topsOf(figures.getByRole('row').nth(1).getByRole('cell'));
    expect(lowest, `at ${width} px`).toBe(mean);
    expect(highest, `at ${width} px`).toBe(sum);
    expect(highest).toBeGreaterThan(lowest ?? 0);
  }
  await expect(figures.getByRole('columnheader', { name: 'Mínimo' })).toHaveCount(1);
});

test('makes the plan button as wide as its field', async ({ marina }) => {
  await marina.setViewportSize({ width: 360, height: 740 });
  await marina.goto('/budgets');
  await settled(marina);
  const widthOf = async (element: Locator) => Math.round((await element.boundingBox())?.width ?? 0);
  expect(await widthOf(marina.getByRole('button', { name: 'Planejar' }))).toBe(
    await widthOf(marina.getByLabel('Para o quê')),
  );
});

test('shows a peak with its tariff hours beside it and its time below, for long names', async ({
  marina,
}) => {
  await marina.setViewportSize({ width: 1440, height: 900 });
  await marina.goto(`/meter/${boardWith('bakery').mac}`);
  await settled(marina);
  await marina.locator('[data-tour="meter-demand"]').scrollIntoViewIfNeeded();
  const peaks = marina.getByRole('list', { name: 'Maiores demandas' }).locator('> li > div');
  await expect(peaks.first()).toBeVisible();
  const tops = await peaks.evaluateAll((all) =>
    all.map((one) => {
      const [power = 0, time = 0, tag = 0] = [...one.children].map((part) => {
        const { top, height } = part.getBoundingClientRect();
        return top + height / 2;
      });
      return { isTagBeside: Math.abs(tag - power) < 4, isTimeBelow: time > power + 10 };
    }),
  );
  expect(tops).toEqual(tops.map(() => ({ isTagBeside: true, isTimeBelow: true })));
});

test('spaces the links of an opportunity evenly over several lines', async ({ marina }) => {
  await marina.setViewportSize({ width: 360, height: 740 });
  await marina.goto('/opportunities');
  await settled(marina);
  const list = marina.getByRole('list', { name: 'Oportunidades' });
  const several = list.getByRole('listitem').filter({ hasText: 'Escritório e Galeria Boa Vista' });
  await expect(several).toBeVisible();
  const centres = await several.getByRole('button', { name: /^Ver o que foi medido/ }).evaluate((button) =>
    [...(button.parentElement?.children ?? [])].map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return Math.round(top + height / 2);
    }),
  );
  const steps = centres.slice(1).map((centre, index) => centre - (centres[index] ?? 0));
  expect(steps).toEqual([44, 44]);
});

test('styles the last day of a link like other fields, with a fitting copy button', async ({ marina }) => {
  await marina.setViewportSize({ width: 360, height: 740 });
  await marina.goto('/account/links');
  await settled(marina);
  const form = marina.getByRole('form', { name: 'Novo link' });
  await expect(form.getByLabel('Nome')).toBeVisible();
  const looks = await form.locator('input').evaluateAll((inputs) =>
    inputs.map((input) => {
      const { fontSize, height, paddingInlineStart } = getComputedStyle(input);
      return { fontSize, height, paddingInlineStart };
    }),
  );
  expect(looks).toHaveLength(2);
  expect(looks[1]).toEqual(looks[0]);
  await form.getByLabel('Nome').fill('TV da recepção');
  await form.getByRole('button', { name: 'Criar link' }).click();
  const widthOf = async (element: Locator) => Math.round((await element.boundingBox())?.width ?? 0);
  const address = await widthOf(marina.getByLabel('Endereço', { exact: true }));
  expect(await widthOf(marina.getByRole('button', { name: 'Copiar link' }))).toBe(address);
  expect(await widthOf(marina.getByRole('button', { name: 'Criar outro' }))).toBe(address);
});

test('shows a tall photo completely in its frame', async ({ marina }) => {
  await marina.goto('/account');
  await settled(marina);
  const tall = await marina.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [40, 160];
    return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length);
  });
  await marina
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from(tall, 'base64') });
  const picture = marina.getByRole('region', { name: 'Dados pessoais' }).locator('img').first();
  await expect(picture).toBeVisible();
  const [frame, shown] = [await picture.locator('..').boundingBox(), await picture.boundingBox()];
  expect(shown?.height).toBe(frame?.height);
});

const LONG = 'Supermercado e Distribuidora de Alimentos Nossa Senhora da Conceição dos Montes Guararapes';
const UNBROKEN = 'Superextraordinariamentecompridoquenuncaquebraemnenhumlugar';

test('long names and names without spaces do not exceed the edge of a phone', async ({ marina }) => {
  await marina.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const body = text
      .replaceAll('Galeria Boa Vista', LONG)
      .replaceAll('"Escritório"', `"${UNBROKEN}"`)
      .replaceAll('"Água"', `"${UNBROKEN}"`);
    await route.fulfill({ response, body });
  });
  await marina.setViewportSize({ width: 360, height: 740 });
  for (const address of ['/opportunities', '/home', '/portfolio', '/dashboard', '/budgets']) {
    await marina.goto(address);
    await settled(marina);
    await expect(marina.getByText(new RegExp(`${UNBROKEN}|${LONG}`)).first()).toBeAttached();
    const beyond = await marina.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(beyond, address).toBe(0);
  }
  await marina.unrouteAll({ behavior: 'ignoreErrors' });
});
