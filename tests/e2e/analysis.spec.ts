import { readAlwaysOn, readComparison, readDemand, readHeatMap } from '@nascente/contract/analysis';
import { readPeriod } from '@nascente/contract/consumption';
import { readTelemetryStatus } from '@nascente/contract/telemetry';
import { civilDateAt } from '@nascente/domain/time/civil-day';
import { instant, parseZone } from '@nascente/domain/time/zone';
import { milliwattHours } from '@nascente/domain/units/energy';
import { formatNumber, formatPercent } from '@nascente/domain/units/format';
import type { Page } from '@playwright/test';
import { ask, type Person, theOwner } from './setup/people.ts';
import { publish } from './setup/publishing.ts';
import { boardWith } from './setup/running-server.ts';
import { card, choose, expect, expectAccessible, settled, THEMES, test } from './setup/test.ts';

const WIDTHS = [360, 768, 1440];
const ELECTRIC = ['Comparação', 'Carga permanente', 'Demanda', 'Mapa de calor', 'Fator de potência e tensão'];
const METERS = [
  { name: 'tri', profile: 'bakery', cards: ELECTRIC },
  { name: 'solar', profile: 'office', cards: ['Solar', ...ELECTRIC] },
  { name: 'water', profile: 'bakery-water', cards: ['Comparação', 'Carga permanente', 'Mapa de calor'] },
] as const;

const zone = parseZone('America/Recife');
const today = (): string => {
  if (zone === null) throw new Error('no such zone');
  return civilDateAt(instant(Date.now()), zone);
};
const daysBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);

/** Two whole weeks that are over: nothing in them changes while the test runs. */
const PERIOD = { start: daysBefore(today(), 15), end: daysBefore(today(), 2) };
const addressOf = (profile: 'bakery' | 'office' | 'bakery-water'): string =>
  `/meter/${boardWith(profile).mac}?inicio=${PERIOD.start}&fim=${PERIOD.end}&unidade=kwh`;

/** Brings a card near the window, where it loads, and waits for it. */
async function shown(page: Page, title: string) {
  const found = card(page, title);
  // What loads above it may push it out of the window again.
  await expect(async () => {
    await found.scrollIntoViewIfNeeded();
    await expect(found.locator('dl, figure').first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(found.locator('[aria-busy=true], [data-loading]')).toHaveCount(0);
  return found;
}

const figure = (of: ReturnType<typeof card>, label: string) =>
  of.locator('dl > div').filter({ has: of.page().getByText(label, { exact: true }) });

let owner: Person;
let mac: string;
test.beforeAll(async () => {
  owner = await theOwner();
  mac = boardWith('bakery').mac;
});

test('cards far below are fetched only when they come near', async ({ home }) => {
  const asked: string[] = [];
  home.on('request', (request) => asked.push(request.url()));
  await home.goto(addressOf('bakery'));
  await settled(home);
  expect(asked.filter((url) => /demand|heatmap|telemetries/.test(url))).toEqual([]);
  await shown(home, 'Demanda');
  expect(asked.some((url) => url.includes('/consolidated/demand/'))).toBe(true);
});

test('the peaks of demand are the highest hours of the period, with the ovens behind them', async ({
  home,
}) => {
  await home.goto(addressOf('bakery'));
  const demand = await shown(home, 'Demanda');
  const { consolidated } = await ask(readPeriod, {
    token: owner.token,
    body: { meter: mac, dateStart: PERIOD.start, dateEnd: PERIOD.end },
  });
  const highest = Math.max(...consolidated.flatMap(({ hours }) => hours.map((hour) => hour.demand.avgValue)));
  const peaks = demand.getByRole('list', { name: 'Maiores demandas' }).getByRole('listitem');
  await expect(peaks.first()).toContainText(`${formatNumber(highest, highest < 10 ? 2 : 1)} kW`);
  await expect(peaks.first()).toContainText(/Fora de ponta|Ponta/);
  const { demand: answer } = await ask(readDemand, { token: owner.token, params: { mac }, query: PERIOD });
  const [first] = answer.peaks;
  const explained = (first?.loads ?? []).reduce((sum, { power }) => sum + power, first?.remainder ?? 0);
  expect(explained).toBeCloseTo(first?.power ?? 0, 6);
});

test('the map of heat is walked by keyboard, opens its day, and has its numbers behind it', async ({
  home,
}) => {
  await home.goto(addressOf('bakery'));
  const heat = await shown(home, 'Mapa de calor');
  const { heatmap } = await ask(readHeatMap, { token: owner.token, params: { mac }, query: PERIOD });
  const { consolidated } = await ask(readPeriod, {
    token: owner.token,
    body: { meter: mac, dateStart: PERIOD.start, dateEnd: PERIOD.end },
  });
  const last = consolidated.at(-1);
  expect(heatmap.days.at(-1)?.hours[6]).toBeCloseTo(last?.hours[6]?.total ?? -1, 9);

  const grid = heat.getByRole('slider');
  await grid.focus();
  for (const key of ['End', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown'])
    await home.keyboard.press(key);
  const total = last?.hours[6]?.total ?? 0;
  await expect(grid).toHaveAttribute('aria-valuetext', /6h às 7h/);
  await expect(grid).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`Consumo ${formatNumber(total, total >= 10 ? 1 : 2)}\\skWh`),
  );
  await home.keyboard.press('Enter');
  await expect(home).toHaveURL(new RegExp(`dia=${PERIOD.end}`));
  await heat.getByRole('button', { name: /ver tabela/ }).click();
  await expect(heat.getByRole('table').getByRole('row')).toHaveCount(heatmap.days.length + 1);
});

test('power factor and voltage are told by hour in words and numbers', async ({ home }) => {
  await home.goto(addressOf('bakery'));
  const quality = await shown(home, 'Fator de potência e tensão');
  const read = (type: 'PF' | 'V') =>
    ask(readTelemetryStatus, {
      token: owner.token,
      body: { id: mac, dateIn: PERIOD.start, dateOut: PERIOD.end, type },
    });
  for (const [type, label, good] of [
    ['PF', 'Horas em nível ótimo', 'great'],
    ['V', 'Horas em nível adequado', 'adequate'],
  ] as const) {
    if (type === 'V') await choose(home, 'Medida', 'Tensão');
    const { status } = await read(type);
    const mean = status.reduce((sum, { value }) => sum + value, 0) / status.length;
    const hours = status.filter(({ level }) => level === good).length;
    await expect(figure(quality, label)).toContainText(`${hours} de ${status.length}`);
    await expect(figure(quality, 'Média')).toContainText(formatNumber(mean, type === 'PF' ? 2 : 1));
  }
  await expect(quality.getByText('adequada, 202 a 231 V')).toBeVisible();
});

test('the comparison and the load that is always there follow the period of the address', async ({
  home,
}) => {
  await home.goto(addressOf('bakery'));
  const [comparison, base] = [await shown(home, 'Comparação'), await shown(home, 'Carga permanente')];
  const { comparison: expected } = await ask(readComparison, {
    token: owner.token,
    params: { mac },
    query: PERIOD,
  });
  const { alike, change } = expected.previous;
  expect(change).toBeCloseTo((alike.current - alike.other) / alike.other, 9);
  await expect(comparison).toContainText(`Nas ${formatNumber(alike.hours, 0)} horas que os dois mediram`);
  const { alwaysOn } = await ask(readAlwaysOn, { token: owner.token, params: { mac, ...PERIOD } });
  await expect(figure(base, 'Potência permanente')).toContainText(formatNumber(alwaysOn?.power ?? 0, 2));
  await expect(figure(base, 'Do consumo')).toContainText(formatPercent(alwaysOn?.share ?? 0));
});

test('what a panel injects over MQTT is on the card of its meter, which says what it cannot know', async ({
  home,
}) => {
  const board = boardWith('office');
  await publish(board, { energyA: milliwattHours(-1_500_000), wa: -900, va: 220 });
  await home.goto(`/meter/${board.mac}?unidade=kwh`);
  const solar = await shown(home, 'Solar');
  const { consolidated } = await ask(readPeriod, {
    token: owner.token,
    body: { meter: board.mac, dateStart: daysBefore(today(), 29), dateEnd: today() },
  });
  const injected = consolidated.reduce((sum, day) => sum + day.injected, 0);
  expect(consolidated.at(-1)?.injected).toBeGreaterThanOrEqual(1.5);
  await expect(figure(solar, 'Injetada no período')).toContainText(
    formatNumber(injected, injected >= 10 ? 1 : 2),
  );
  await expect(solar.getByText(/autoconsumo só pode ser conhecido com outro medidor/)).toBeVisible();
  await choose(home, 'Passo', 'Por hora');
  await expect(solar.getByRole('slider', { name: 'Energia solar por hora, em kWh' })).toBeVisible();
});

for (const { name, profile, cards } of METERS) {
  test(`${name}: every card is accessible and fits, at every width in both themes`, async ({ home }) => {
    // Six checks of a page with every card on it.
    test.slow();
    await home.emulateMedia({ reducedMotion: 'reduce' });
    await home.goto(addressOf(profile));
    for (const width of WIDTHS) {
      await home.setViewportSize({ width, height: 900 });
      for (const title of cards) await shown(home, title);
      for (const colorScheme of THEMES) {
        await home.emulateMedia({ colorScheme });
        await expect(home.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
        await settled(home);
        for (const title of cards) {
          const path = `../../test-results/screens/analysis-${name}-${title.split(' ')[0]}-${width}-${colorScheme}.png`;
          await card(home, title).screenshot({ path, animations: 'disabled' });
        }
        // The bar at the top lies over what is scrolled under it.
        await home.evaluate(() => window.scrollTo(0, 0));
        await expectAccessible(home, colorScheme === THEMES[0] ? 'all' : 'colours');
      }
      const overflow = await home.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    }
  });
}
