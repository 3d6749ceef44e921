import { readAlwaysOn, readComparison, readDemand, readHeatMap } from '@nascente/contract/energy/analysis';
import { readPeriod } from '@nascente/contract/energy/consumption';
import { readTelemetryStatus } from '@nascente/contract/telemetry/telemetry';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, parseZone } from '@nascente/domain/base/time/zone';
import { milliwattHours } from '@nascente/domain/base/units/energy';
import { formatNumber, formatPercent } from '@nascente/domain/base/units/format';
import type { Page } from '@playwright/test';
import { lookAround } from './setup/look-around.ts';
import { ask, type Person, theOwner } from './setup/people.ts';
import { takePicture } from './setup/pictures.ts';
import { publish } from './setup/publishing.ts';
import { boardWith } from './setup/running-server.ts';
import { card, choose, expect, settled, test } from './setup/test.ts';

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

/** Two complete past weeks, which do not change while the test runs. */
const PERIOD = { start: daysBefore(today(), 15), end: daysBefore(today(), 2) };
const addressOf = (profile: 'bakery' | 'office' | 'bakery-water'): string =>
  `/meter/${boardWith(profile).mac}?inicio=${PERIOD.start}&fim=${PERIOD.end}&unidade=kwh`;

const TOU_PERIOD_NAMES = { inPoint: 'Ponta', interPoint: 'Intermediário', outPoint: 'Fora ponta' } as const;

/** Brings a card near the window, where it loads, and waits for it. */
async function shown(page: Page, title: string) {
  const found = card(page, title);
  // A card that loads above may push it out of the window again.
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

test('requests distant cards only when they come near', async ({ marina }) => {
  const requested: string[] = [];
  marina.on('request', (request) => requested.push(request.url()));
  await marina.goto(addressOf('bakery'));
  await settled(marina);
  expect(requested.filter((url) => /demand|always-on|telemetries/.test(url))).toEqual([]);
  await shown(marina, 'Demanda');
  expect(requested.some((url) => url.includes('/consolidated/demand/'))).toBe(true);
});

test('shows the highest hours of the period as demand peaks, with the ovens that explain them', async ({
  marina,
}) => {
  await marina.goto(addressOf('bakery'));
  const demand = await shown(marina, 'Demanda');
  const { consolidated } = await ask(readPeriod, {
    token: owner.token,
    body: { meter: mac, dateStart: PERIOD.start, dateEnd: PERIOD.end },
  });
  const highest = Math.max(...consolidated.flatMap(({ hours }) => hours.map((hour) => hour.demand.avgValue)));
  const peaks = demand.getByRole('list', { name: 'Maiores demandas' }).getByRole('listitem');
  await expect(peaks.first()).toContainText(`${formatNumber(highest, highest < 10 ? 2 : 1)} kW`);
  const { demand: answer } = await ask(readDemand, { token: owner.token, params: { mac }, query: PERIOD });
  const [first] = answer.peaks;
  await expect(
    peaks.first().getByText(TOU_PERIOD_NAMES[first?.touPeriod ?? 'outPoint'], { exact: true }),
  ).toBeVisible();
  await expect(demand).toContainText(
    /Postos da tarifa .* \(ponta das 18:00 às 21:00, intermediário das 17:00/,
  );
  await expect(figure(demand, 'Maior na ponta')).toContainText(
    formatNumber(answer.highest.inPoint?.power ?? 0, (answer.highest.inPoint?.power ?? 0) < 10 ? 2 : 1),
  );
  const explained = (first?.loads ?? []).reduce((sum, { power }) => sum + power, first?.remainder ?? 0);
  expect(explained).toBeCloseTo(first?.power ?? 0, 6);
});

test('offers the heat map by keyboard, opens its day, and shows its numbers', async ({ marina }) => {
  await marina.goto(addressOf('bakery'));
  const heat = await shown(marina, 'Mapa de calor');
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
    await marina.keyboard.press(key);
  const total = last?.hours[6]?.total ?? 0;
  await expect(grid).toHaveAttribute('aria-valuetext', /6h às 7h/);
  await expect(grid).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`Consumo ${formatNumber(total, total >= 10 ? 1 : 2)}\\skWh`),
  );
  await marina.keyboard.press('Enter');
  await expect(marina).toHaveURL(new RegExp(`dia=${PERIOD.end}`));
  await heat.getByRole('button', { name: /ver tabela/ }).click();
  await expect(heat.getByRole('table').getByRole('row')).toHaveCount(heatmap.days.length + 1);
});

test('shows power factor and voltage by hour in text and numbers', async ({ marina }) => {
  await marina.goto(addressOf('bakery'));
  const quality = await shown(marina, 'Fator de potência e tensão');
  const read = (type: 'PF' | 'V') =>
    ask(readTelemetryStatus, {
      token: owner.token,
      body: { id: mac, dateIn: PERIOD.start, dateOut: PERIOD.end, type },
    });
  for (const [type, label, good] of [
    ['PF', 'Horas no limite do grupo A, 0,92 ou mais', 'great'],
    ['V', 'Horas em nível adequado', 'adequate'],
  ] as const) {
    if (type === 'V') await choose(marina, 'Medida', 'Tensão');
    const { status } = await read(type);
    const mean = status.reduce((sum, { value }) => sum + value, 0) / status.length;
    const hours = status.filter(
      ({ level, value }) => level === good && (type === 'V' || value >= 0.92),
    ).length;
    await expect(figure(quality, label)).toContainText(`${hours} de ${status.length}`);
    await expect(figure(quality, 'Média')).toContainText(formatNumber(mean, type === 'PF' ? 2 : 1));
  }
  await expect(quality.getByText('adequada, 202 a 231 V')).toBeVisible();
});

test('shows the comparison and the permanent load for the period in the address', async ({ marina }) => {
  await marina.goto(addressOf('bakery'));
  const [comparison, base] = [await shown(marina, 'Comparação'), await shown(marina, 'Carga permanente')];
  const { comparison: expected } = await ask(readComparison, {
    token: owner.token,
    params: { mac },
    query: PERIOD,
  });
  const { alike, change } = expected.previous;
  expect(change).toBeCloseTo((alike.current - alike.other) / alike.other, 9);
  await expect(comparison).toContainText(`nas ${formatNumber(alike.hours, 0)} horas que os dois mediram`);
  const { alwaysOn } = await ask(readAlwaysOn, { token: owner.token, params: { mac, ...PERIOD } });
  await expect(figure(base, 'Potência permanente')).toContainText(formatNumber(alwaysOn?.power ?? 0, 2));
  await expect(figure(base, 'Do consumo')).toContainText(formatPercent(alwaysOn?.share ?? 0));
});

test('shows energy injected over MQTT on the meter card, and the self-consumption of the inverter', async ({
  marina,
}) => {
  const [board, inverter] = [boardWith('office'), boardWith('office-inverter')];
  await publish(inverter, { energyA: milliwattHours(-2_000_000), wa: -1200, va: 220 });
  await publish(board, { energyA: milliwattHours(-1_500_000), wa: -900, va: 220 });
  await marina.goto(`/meter/${board.mac}?unidade=kwh`);
  const solar = await shown(marina, 'Solar');
  const daysOf = async (meter: string) =>
    (
      await ask(readPeriod, {
        token: owner.token,
        body: { meter, dateStart: daysBefore(today(), 29), dateEnd: today() },
      })
    ).consolidated;
  const [consolidated, generating] = [await daysOf(board.mac), await daysOf(inverter.mac)];
  const injected = consolidated.reduce((sum, day) => sum + day.injected, 0);
  expect(consolidated.at(-1)?.injected).toBeGreaterThanOrEqual(1.5);
  await expect(figure(solar, 'Injetada no período')).toContainText(
    formatNumber(injected, injected >= 10 ? 1 : 2),
  );
  const injectedIn = ({
    consumptioninjectedPower: { phaseA },
  }: {
    consumptioninjectedPower: { phaseA: number };
  }) => phaseA;
  const used = generating.reduce(
    (sum, { hours }, day) =>
      sum +
      hours.reduce((total, hour, index) => {
        const atGrid = consolidated[day]?.hours[index];
        return atGrid === undefined || hour.completeness + atGrid.completeness === 0
          ? total
          : total + Math.max(injectedIn(hour) - injectedIn(atGrid), 0);
      }, 0),
    0,
  );
  expect(used).toBeGreaterThan(10);
  await expect(figure(solar, 'Autoconsumo')).toContainText(formatNumber(used, 1));
  await expect(solar.getByText(/geração medida em Inversor menos a injeção medida aqui/)).toBeVisible();
  await choose(marina, 'Passo', 'Por hora');
  await expect(solar.getByRole('slider', { name: 'Energia solar por hora, em kWh' })).toBeVisible();
});

test('shows the generation of an inverter on its page, without a bill', async ({ marina }) => {
  const { mac } = boardWith('office-inverter');
  await publish(boardWith('office-inverter'), { energyA: milliwattHours(-3_000_000), wa: -1500, va: 220 });
  await marina.emulateMedia({ reducedMotion: 'reduce' });
  const figures = marina.locator('[data-tour=meter-generation]');
  // Other tests let this inverter generate, too.
  await expect(async () => {
    await marina.goto(`/meter/${mac}`);
    const { consolidated } = await ask(readPeriod, {
      token: owner.token,
      body: { meter: mac, dateStart: today(), dateEnd: today() },
    });
    const generated = consolidated.reduce((sum, day) => sum + day.injected, 0);
    expect(generated).toBeGreaterThan(0);
    await expect(figure(figures, 'Gerada hoje')).toContainText(
      formatNumber(generated, generated >= 10 ? 1 : 2),
      { timeout: 5_000 },
    );
  }).toPass({ timeout: 60_000 });
  await expect(card(marina, 'Agora')).toContainText('Potência gerada');
  await expect(card(marina, 'Agora')).toContainText(/\d,\d\d kW/);
  await expect(card(marina, 'Geração no período').getByRole('slider')).toBeVisible();
  await expect(marina.getByRole('main').getByText('Fatura', { exact: true })).toHaveCount(0);
  await expect(marina.getByRole('group', { name: 'Unidade' })).toHaveCount(0);
  await lookAround({ page: marina, name: 'inverter-meter' });
});

for (const { name, profile, cards } of METERS) {
  test(`${name}: every card is accessible and fits, at every width in both themes`, async ({ marina }) => {
    // The test checks a page with every card five times.
    test.slow();
    await marina.emulateMedia({ reducedMotion: 'reduce' });
    await marina.goto(addressOf(profile));
    await lookAround({
      page: marina,
      name: `analysis-${name}`,
      async atWidth() {
        for (const title of cards) await shown(marina, title);
        // The bar at the top covers the content that is scrolled under it.
        await marina.evaluate(() => window.scrollTo(0, 0));
      },
      async picture(look) {
        for (const title of cards) await takePicture(card(marina, title), `${look}-${title.split(' ')[0]}`);
        await marina.evaluate(() => window.scrollTo(0, 0));
      },
    });
  });
}
