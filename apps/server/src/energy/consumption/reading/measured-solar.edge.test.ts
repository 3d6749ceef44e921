import { readFileSync } from 'node:fs';
import { readDay, readPeriod } from '@nascente/contract/energy/consumption';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { readFramePage, readLastFrame } from '@nascente/contract/telemetry/readings';
import { instant } from '@nascente/domain/base/time/zone';
import { generationOf, solarBalance } from '@nascente/domain/energy/subjects/solar';
import { blankFrame, type Frame, formatFrame } from '@nascente/domain/telemetry/frames/frame';
import { beforeAll, expect, test } from 'vitest';
import { startSender } from '../../../testing/boards/send-lines.ts';
import { aContract } from '../../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules } from '../../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';

/**
 * Two single-phase boards over MQTT: one at the grid of a works whose load was published (UCI Steel Industry Energy
 * Consumption, CC BY 4.0), one at the inverter of panels on its roof, whose clamps lie the other way round.
 */
const QUARTER = 900_000;
/** 0 h of 1 January 2018 in Seoul. */
const START = Date.UTC(2017, 11, 31, 15);
const DAYS = ['2018-01-01', '2018-01-02', '2018-01-03', '2018-01-04'];
const NOW = '2018-01-05T03:00:00Z';

/** Wh of the quarters: what the works drew, and what its panels gave from 7 h to 17 h. */
const QUARTERS = readFileSync(
  new URL('../../past-imports/fixtures/steel-works-four-days.csv', import.meta.url),
  'utf8',
)
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((row, index) => {
    const clock = (index % 96) / 4;
    const generated = Math.round(Math.max(0, 40_000 * (1 - Math.abs(clock - 12) / 5)));
    const net = Math.round(Number(row.split(',')[7]) * 1000) - generated;
    return { day: DAYS[Math.floor(index / 96)] ?? '', hour: Math.floor(clock), generated, net };
  });
type Quarter = (typeof QUARTERS)[number];
const kwhOf = (of: (quarter: Quarter) => number, quarters: readonly Quarter[] = QUARTERS): number =>
  quarters.reduce((total, quarter) => total + of(quarter), 0) / 1000;
const imported = ({ net }: Quarter): number => Math.max(0, net);
const injected = ({ net }: Quarter): number => Math.max(0, -net);

let api: TestApi;
let owner: SeededPerson;
let establishment: string;
let grid: SeededMeter;
let inverter: SeededMeter;
const asOwner = () => ({ token: owner.token });

const monoLine = ({ mac }: SeededMeter, index: number, wattHours: number): string => {
  const measured = { va: 220 + (index % 5), wa: wattHours * 4, energyA: wattHours * 1000 };
  const frame = { ...blankFrame('mono', instant(START + index * QUARTER + 60_000)), rssi: -70, ...measured };
  return formatFrame(frame as Frame, mac);
};

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner, { zone: 'Asia/Seoul' });
  const since = { installed_at: new Date(START), solar_panel: true };
  grid = await api.seed.meter(
    establishment,
    { ...since, is_general: true },
    { model: 'mono', equipment: 'emd' },
  );
  inverter = await api.seed.meter(establishment, since, { model: 'mono', equipment: 'emd' });
});

test('accepts readings of both boards by MQTT, the newest first and some twice', async () => {
  const sender = await startSender(api, () => instant(Date.parse(NOW)));
  const atGrid = QUARTERS.map(({ net }, index) => monoLine(grid, index, net));
  const atPanels = QUARTERS.map(({ generated }, index) => monoLine(inverter, index, -generated));
  await sender.send(grid, [...atGrid.toReversed(), ...atGrid.slice(10, 60)]);
  await sender.send(inverter, [atPanels.slice(200).join('\n'), ...atPanels]);
});

const hoursOf = async (meter: SeededMeter) => {
  const payload = { meter: meter.mac, dateStart: DAYS[0], dateEnd: DAYS[3] };
  const { consolidated } = await api.succeed(readPeriod, '/consolidated/period', { ...asOwner(), payload });
  return consolidated.flatMap(({ date, hours }) =>
    hours.map((hour) => ({
      date,
      hour: hour.hour,
      touPeriod: hour.touPeriod,
      consumed: hour.total,
      injected: hour.consumptioninjectedPower.phaseA,
    })),
  );
};

test('each day and hour at the grid has the imported and injected energy on one phase', async () => {
  for (const date of DAYS) {
    const day = await api.succeed(readDay, `/consolidated/daily/${grid.mac}?date=${date}`, asOwner());
    const quartersOfDay = QUARTERS.filter((quarter) => quarter.day === date);
    expect(day.total).toBeCloseTo(kwhOf(imported, quartersOfDay), 9);
    expect(day.injected).toBeCloseTo(kwhOf(injected, quartersOfDay), 9);
    expect([day.totalPhaseA, day.totalPhaseB, day.totalPhaseC]).toEqual([day.total, 0, 0]);
  }
  for (const { date, hour, consumed, injected: out } of await hoursOf(grid)) {
    const quartersOfHour = QUARTERS.filter((quarter) => quarter.day === date && quarter.hour === hour);
    expect(consumed).toBeCloseTo(kwhOf(imported, quartersOfHour), 9);
    expect(out).toBeCloseTo(kwhOf(injected, quartersOfHour), 9);
  }
});

test('self-consumption is the generation minus the injected energy', async () => {
  const [atGrid, atPanels] = [await hoursOf(grid), await hoursOf(inverter)];
  const generated = generationOf(atPanels);
  const { generation, ...balance } = solarBalance(
    atGrid.map(({ touPeriod, consumed, injected: went }, index) => ({
      imported: consumed,
      injected: went,
      injectedByTouPeriod: { inPoint: 0, interPoint: 0, outPoint: 0, [touPeriod]: went },
      generated: generated[index] ?? null,
    })),
  );
  const [generatedKwh, out, drawn] = [
    kwhOf((quarter) => quarter.generated),
    kwhOf(injected),
    kwhOf(imported),
  ];
  expect(out).toBeGreaterThan(1);
  expect(balance).toMatchObject({ imported: expect.closeTo(drawn, 6), injected: expect.closeTo(out, 6) });
  expect(generation?.hours).toBe(96);
  expect(generation?.generated).toBeCloseTo(generatedKwh, 6);
  expect(generation?.selfConsumed).toBeCloseTo(generatedKwh - out, 6);
  expect(generation?.exportedShare).toBeCloseTo(out / generatedKwh, 9);
  expect(generation?.suppliedShare).toBeCloseTo((generatedKwh - out) / (generatedKwh - out + drawn), 9);
});

test('the bill credits all injected energy in the same cycle because more was imported', async () => {
  const tax = await seedRules(api.seed, [{ validFrom: '2017-01-01', rules: CONVENCIONAL }]);
  const taxes = { icms: false, pisCofins: false };
  const terms = aContract({
    taxes: [],
    supply: null,
    generation: { class: 'I', credits: [], ownTaxes: taxes, otherTaxes: taxes },
  });
  const payload = { validFrom: DAYS[0], tax, terms };
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, { ...asOwner(), payload });
  const url = `/establishment/${establishment}/bill?start=${DAYS[0]}&end=${DAYS[3]}`;
  const { bill } = await api.succeed(readBill, url, asOwner());
  const [drawn, out] = [kwhOf(imported), kwhOf(injected)];
  expect(bill.consumed.total).toBeCloseTo(drawn, 9);
  expect(bill.injected.total).toBeCloseTo(out, 9);
  expect(drawn).toBeGreaterThan(out);
  expect(bill.credits).toEqual({
    before: 0,
    injected: expect.closeTo(out, 6),
    used: expect.closeTo(out, 6),
    expired: 0,
    after: 0,
  });
  // R$ 0.70 a kWh either way, each line cut, and R$ 12.34 of public lighting.
  const cents = Math.floor(drawn * 70 + 1e-6) + 1234;
  expect(Math.abs(Math.round(bill.total * 100) - (cents - out * 70))).toBeLessThan(bill.lines.length);
});

test('the history shows the frames of a single-phase meter as sent', async () => {
  const body = { ...asOwner(), payload: { id: grid.mac } };
  const { value: newest } = await api.succeed(readLastFrame, '/board/values/last', body);
  const last = QUARTERS.at(-1)?.net ?? 0;
  expect(newest).toMatchObject({ kwha: last, wa: last * 4, vb: null, kwhb: null, wc: null });
  const payload = { id: grid.mac, dateIn: DAYS[1], dateOut: DAYS[1], limit: 100, skip: 0 };
  const { value } = await api.succeed(readFramePage, '/board/values/last/pagination', {
    ...asOwner(),
    payload,
  });
  const dayQuarters = QUARTERS.slice(96, 192).toReversed();
  expect(value.map(({ kwha }) => kwha)).toEqual(dayQuarters.map(({ net }) => net));
  expect(value.map(({ va }) => va)).toEqual(dayQuarters.map((_, index) => 220 + ((191 - index) % 5)));
});
