import type { AnswerOf } from '@nascente/contract/base/call';
import type { listMeters } from '@nascente/contract/sites/meters';
import { HOUR_MS } from '@nascente/domain/base/time/zone';
import type { Page } from '@playwright/test';
import { card, expect, expectFits, settled, test } from './setup/test.ts';

/** Web Vitals: people notice a larger shift. */
const NOTICED = 0.1;

interface Shift {
  readonly value: number;
  /** The moved elements with both positions, so that a failure names the card. */
  readonly moved: readonly string[];
}

interface WithShifts {
  shifts?: Shift[];
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** Answers arrive one after another, as over a mobile network, while every shift is recorded. */
async function slowly(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const stored: Shift[] = [];
    (window as WithShifts).shifts = stored;
    const span = ({ y, height }: DOMRectReadOnly): string => `${Math.round(y)} (${Math.round(height)} high)`;
    const observer = new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} '${node?.textContent?.slice(0, 60)}' ${span(previousRect)} -> ${span(currentRect)}`,
        );
        stored.push({ value, moved });
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
  });
  let requested = 0;
  await page.route('**/api/**', async (route) => {
    requested += 1;
    const delay = 60 + ((requested * 7) % 10) * 60;
    await new Promise((resolve) => setTimeout(resolve, delay));
    await route.continue().catch(() => undefined);
  });
}

const shiftsOf = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate(async () => {
    // The browser reports a shift with the following frame.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return (window as WithShifts).shifts ?? [];
  });

async function expectStill(page: Page, maximum: number): Promise<void> {
  const shifts = await shiftsOf(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts, undefined, 1)).toBeLessThan(maximum);
}

const bill = async (page: Page): Promise<string> => {
  const address = await page.getByRole('link', { name: 'Ver fatura' }).first().getAttribute('href');
  return address?.split('?')[0] ?? '';
};

for (const width of [360, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 740 } });

    test('shifts nothing on Home below a leak warning', async ({ marina }) => {
      await slowly(marina);
      await marina.goto('/home');
      await expect(marina.getByText(/^Possível vazamento/)).toBeVisible();
      await settled(marina);
      await expectStill(marina, NOTICED / 2);
      const { y: before } = (await marina.getByText(/^Possível vazamento/).boundingBox()) ?? { y: 0 };
      // The next time its room is kept from the beginning, until the nights are known: here, when the room was measured.
      const { promise: measured, resolve: release } = Promise.withResolvers<void>();
      await marina.route('**/night-flow/**', async (route) => {
        await measured;
        await route.fallback();
      });
      await marina.reload();
      const room = marina.getByRole('status', { name: 'Carregando os avisos' });
      await expect(room).toBeVisible();
      // It is drawn anew when the establishments are known: measured where it stands, not while it is exchanged.
      await expect.poll(async () => Math.abs(((await room.boundingBox())?.y ?? 0) - before)).toBeLessThan(40);
      release();
    });

    test('shifts nothing below the utility choice on a bill', async ({ marina }) => {
      await marina.goto('/home');
      const address = await bill(marina);
      await slowly(marina);
      await marina.goto(`${address}/utility`);
      await expect(marina.getByRole('group', { name: 'O que é faturado' })).toBeVisible();
      await settled(marina);
      await expectStill(marina, NOTICED / 2);
    });

    test('shifts nothing in the list of meters when messages are received', async ({ marina }) => {
      await slowly(marina);
      await marina.goto('/dashboard');
      await expect(
        marina
          .getByRole('listitem')
          .filter({ hasText: /há \d|kW|L.min/ })
          .first(),
      ).toBeVisible();
      await settled(marina);
      await expectStill(marina, NOTICED / 2);
    });

    for (const address of ['/alerts', '/explore', '/budgets', '/portfolio']) {
      test(`nothing jumps while ${address} loads`, async ({ marina }) => {
        await slowly(marina);
        await marina.goto(address);
        await expect(marina.getByRole('heading', { level: 1 })).toBeVisible();
        await settled(marina);
        await expectStill(marina, NOTICED / 5);
      });
    }

    for (const what of ['', '?por=grupos', '?tipo=agua']) {
      test(`nothing jumps while a bill is shared (${what || 'among meters'})`, async ({ marina }) => {
        await marina.goto('/home');
        const address = await marina.getByRole('link', { name: 'Ratear' }).first().getAttribute('href');
        await slowly(marina);
        await marina.goto(`${address?.split('?')[0]}${what}`);
        await expect(marina.getByRole('button', { name: 'Baixar CSV' })).toBeEnabled();
        await expect(card(marina, 'Como dividir')).toBeVisible();
        await settled(marina);
        await expectStill(marina, NOTICED / 10);
      });
    }

    test('shifts nothing while the user scrolls through the analysis of a meter', async ({ marina }) => {
      await slowly(marina);
      await marina.goto('/meter/02:4E:41:00:00:05');
      await settled(marina);
      for (const title of ['Solar', 'Comparação', 'Demanda', 'Mapa de calor', 'Fator de potência e tensão']) {
        const region = card(marina, title);
        await region.evaluate((element) => element.scrollIntoView({ block: 'center' }));
        await expect(region.locator('[data-resting], [data-loading], [aria-busy=true]')).toHaveCount(0);
      }
      const shifts = await shiftsOf(marina);
      const largest = Math.max(0, ...shifts.map(({ value }) => value));
      expect(largest, JSON.stringify(shifts, undefined, 1)).toBeLessThan(NOTICED);
    });
  });
}

/** What the bars of a browser leave of a phone of 360 × 640 px. */
const FOLD = 560;

/** Presents one meter as silent for two hours, the others as online: the duration of earlier tests decides it otherwise. */
const silence = (page: Page, name: string) =>
  page.route('**/api/installation-meter', async (route) => {
    const answer = await route.fetch();
    const meters: AnswerOf<typeof listMeters> = await answer.json();
    const lastSeen = new Date(Date.now() - 2 * HOUR_MS).toISOString();
    const installationsMeter = meters.installationsMeter.map((board) =>
      board.name === name ? { ...board, online: false, lastSeen } : { ...board, online: true },
    );
    await route.fulfill({ json: { ...meters, installationsMeter } });
  });

test('shows the Home amount above the fold of a small phone, below two warnings', async ({ marina }) => {
  await marina.setViewportSize({ width: 360, height: 640 });
  await silence(marina, 'Câmara fria');
  await marina.goto('/home');
  await expect(marina.getByText(/^Possível vazamento/)).toBeVisible();
  await expect(marina.getByText('Medidor sem mensagem: Câmara fria.')).toBeVisible();
  await settled(marina);
  const amount = card(marina, 'Fatura de energia').getByText(/^R\$/).first();
  const box = await amount.boundingBox();
  expect((box?.y ?? FOLD) + (box?.height ?? 0)).toBeLessThan(FOLD);
});

test('fits Home on the smallest phone, and shows meter names in one line on a tablet', async ({ marina }) => {
  await marina.setViewportSize({ width: 320, height: 640 });
  await marina.goto('/home');
  await settled(marina);
  await expectFits(marina);
  await marina.setViewportSize({ width: 768, height: 900 });
  const name = card(marina, 'Medidores').getByText('Câmara fria', { exact: true });
  const lines = await name.evaluate((element) => element.getClientRects().length);
  expect(lines).toBe(1);
  const { height } = (await name.boundingBox()) ?? { height: 0 };
  expect(height).toBeLessThan(30);
});

test('makes every day of a month as wide as a finger on the smallest phones', async ({ marina }) => {
  for (const width of [320, 344, 360, 390]) {
    await marina.setViewportSize({ width, height: 740 });
    await marina.goto('/meter/02:4E:41:00:00:01?mes=2026-10');
    await settled(marina);
    const reach = await marina
      .getByRole('group', { name: 'Outubro de 2026' })
      .getByRole('button')
      .first()
      .evaluate((day) => {
        const { width: drawn, height } = day.getBoundingClientRect();
        const beyond = getComputedStyle(day, '::after');
        return [
          drawn - Number.parseFloat(beyond.left) - Number.parseFloat(beyond.right),
          height - Number.parseFloat(beyond.top) - Number.parseFloat(beyond.bottom),
        ];
      });
    for (const size of reach) expect(size, `at ${width} px`).toBeGreaterThanOrEqual(44);
    const beyond = await marina.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond).toBeLessThanOrEqual(0);
  }
});
