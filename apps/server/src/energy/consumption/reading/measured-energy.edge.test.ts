import { readFileSync } from 'node:fs';
import { readAlwaysOn, readDemand, readHeatMap } from '@nascente/contract/energy/analysis';
import { readDay, readMonths, readPeriod } from '@nascente/contract/energy/consumption';
import { readConsumption, readDailyConsumption } from '@nascente/contract/energy/period-consumption';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { instant } from '@nascente/domain/base/time/zone';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { beforeAll, expect, test } from 'vitest';
import { startSender } from '../../../testing/boards/send-lines.ts';
import { triLine } from '../../../testing/boards/test-telemetry.ts';
import { aContract } from '../../../testing/seeds/a-contract.ts';
import { seedRules, VERDE } from '../../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';

/**
 * Four days of a steel works as they were published (UCI Steel Industry Energy Consumption, CC BY 4.0), sent by a
 * three-phase board over MQTT. The answers must equal sums of the published rows, computed in floats.
 */
const PUBLISHED = readFileSync(
  new URL('../../past-imports/fixtures/steel-works-four-days.csv', import.meta.url),
  'utf8',
);
const QUARTER = 900_000;
/** 0 h of 1 January 2018 in Seoul. The simple tariff has a peak on each of these weekdays, also on the holiday in Brazil. */
const START = Date.UTC(2017, 11, 31, 15);
const DAYS = ['2018-01-01', '2018-01-02', '2018-01-03', '2018-01-04'];
const NOW = '2018-01-05T03:00:00Z';

/** kWh and kvarh of the quarters; rows come in order, each labelled by its end. */
const QUARTERS = PUBLISHED.trim()
  .split(/\r?\n/)
  .slice(1)
  .map((row, index) => {
    const cells = row.split(',').map(Number);
    const [inductive = 0, capacitive = 0, kwh = 0] = [cells[1], cells[2], cells[7]];
    return {
      day: DAYS[Math.floor(index / 96)] ?? '',
      hour: Math.floor(index / 4) % 24,
      kwh,
      inductive,
      capacitive,
    };
  });
type Quarter = (typeof QUARTERS)[number];
const sum = (quarters: readonly Quarter[], of: (quarter: Quarter) => number = ({ kwh }) => kwh) =>
  quarters.reduce((total, quarter) => total + of(quarter), 0);
const where = (is: (quarter: Quarter) => boolean) => QUARTERS.filter(is);
const isPeak = ({ hour }: Quarter) => hour >= 18 && hour < 21;

const PRICES = { in: 1.25, out: 0.5 };
const moneyOf = (quarters: readonly Quarter[]) =>
  sum(quarters, (quarter) => quarter.kwh * (isPeak(quarter) ? PRICES.in : PRICES.out));

/** kvarh beyond 0.92, hour by hour: capacitive from 0 to 6 h, inductive in the others. */
const excessOf = (quarters: readonly Quarter[]): number =>
  Array.from({ length: quarters.length / 4 }, (_, index) => {
    const hour = quarters.slice(index * 4, index * 4 + 4);
    const isNight = index % 24 < 6;
    const active = sum(hour);
    const reactive = sum(hour, ({ inductive, capacitive }) =>
      Math.max(0, isNight ? capacitive - inductive : inductive - capacitive),
    );
    const factor = active / Math.hypot(active, reactive);
    return factor < 0.92 ? active * (0.92 / factor - 1) : 0;
  }).reduce((one, other) => one + other);

let api: TestApi;
let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;
const asOwner = () => ({ token: owner.token });

/** Three lines of each quarter-hour; the energy in shares of the phases, reactive energy of either sign apart. */
const linesOf = ({ kwh, inductive, capacitive }: Quarter, index: number): string[] => {
  const wh = Math.round(kwh * 1000);
  const [a, b] = [Math.floor(wh / 2), Math.floor(wh / 3)];
  return [
    { energyA: a, reactiveB: Math.round(inductive * 1000) },
    { energyB: b, reactiveC: -Math.round(capacitive * 1000) },
    { energyC: wh - a - b },
  ].map((energies, part) => {
    const none = { energyA: 0, energyB: 0, energyC: 0, reactiveA: 0, reactiveB: 0, reactiveC: 0 };
    const thousandths = Object.entries({ ...none, ...energies }).map(([name, value]) => [name, value * 1000]);
    const at = START + index * QUARTER + part * 299_999;
    return triLine(meter.mac, at, Object.fromEntries(thousandths) as Partial<Frame>);
  });
};

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner, { zone: 'Asia/Seoul' });
  const [in_point, out_point] = [String(PRICES.in), String(PRICES.out)];
  const tariff_id = await api.seed.tariff([
    { valid_from: '2017-01-01', in_point, inter_point: out_point, out_point },
  ]);
  meter = await api.seed.meter(establishment, {
    is_general: true,
    tariff_id,
    installed_at: new Date(START),
  });
});

test('accepts the backlog of each day over MQTT, in any order and one of them twice', async () => {
  const sender = await startSender(api, () => instant(Date.parse(NOW)));
  const lines = QUARTERS.flatMap(linesOf);
  const backlogs = [2, 0, 3, 1, 0].map((day) => lines.slice(day * 288, (day + 1) * 288).join('\n'));
  await sender.send(meter, backlogs);
});

test('each day and each of its hours are the sums of the published energy', async () => {
  for (const date of DAYS) {
    const day = await api.succeed(readDay, `/consolidated/daily/${meter.mac}?date=${date}`, asOwner());
    const quartersOfDay = where((quarter) => quarter.day === date);
    expect(day.total).toBeCloseTo(sum(quartersOfDay), 9);
    expect(day.inPoint).toBeCloseTo(sum(quartersOfDay.filter(isPeak)), 9);
    expect(day.totalPhaseA + day.totalPhaseB + day.totalPhaseC).toBeCloseTo(sum(quartersOfDay), 9);
    expect(day.cost).toBeCloseTo(moneyOf(quartersOfDay), 2);
    expect(day.completeness).toBe(1);
    for (const hour of day.hours) {
      const quarters = quartersOfDay.filter((quarter) => quarter.hour === hour.hour);
      expect(hour.total).toBeCloseTo(sum(quarters), 9);
      expect(hour.demand.avgValue).toBeCloseTo(Math.max(...quarters.map(({ kwh }) => kwh * 4)), 6);
    }
  }
});

test('the period, its consumption and its months equal the published sums', async () => {
  const payload = { meter: meter.mac, dateStart: DAYS[0], dateEnd: DAYS[3] };
  const { consolidated } = await api.succeed(readPeriod, '/consolidated/period', { ...asOwner(), payload });
  expect(consolidated.reduce((total, day) => total + day.total, 0)).toBeCloseTo(sum(QUARTERS), 9);
  const range = { payload: { id: meter.mac, dateIn: DAYS[0], dateOut: DAYS[3] }, ...asOwner() };
  const { value } = await api.succeed(readConsumption, '/board/consumption', range);
  expect(value.total).toBeCloseTo(sum(QUARTERS), 9);
  expect(value.inPoint).toBeCloseTo(sum(where(isPeak)), 9);
  expect(value.outPoint).toBeCloseTo(sum(where((quarter) => !isPeak(quarter))), 9);
  expect(value.reactive).toBeCloseTo(
    sum(QUARTERS, (each) => each.inductive - each.capacitive),
    9,
  );
  expect(value.cost).toBeCloseTo(moneyOf(QUARTERS), 2);
  const rows = await api.succeed(readDailyConsumption, '/board/accumulator/consumption', range);
  expect(rows.value.map(({ label }) => label)).toEqual(['01/01', '02/01', '03/01', '04/01']);
  const months = { ...asOwner(), payload: { months: ['12/2017', '01/2018'] } };
  const { hist } = await api.succeed(readMonths, `/consolidated/monthly/${meter.mac}`, months);
  expect(hist.map(({ value: { total } }) => total)).toEqual([0, expect.closeTo(sum(QUARTERS), 9)]);
});

test('demand, heat map and always-on load match the published quarter-hours', async () => {
  const days = `start=${DAYS[0]}&end=${DAYS[3]}`;
  const { demand } = await api.succeed(readDemand, `/consolidated/demand/${meter.mac}?${days}`, asOwner());
  const highest = Math.max(...QUARTERS.map(({ kwh }) => kwh));
  const at = START + QUARTERS.findIndex(({ kwh }) => kwh === highest) * QUARTER;
  expect(demand.peaks[0]).toMatchObject({ start: new Date(at).toISOString() });
  expect(demand.peaks[0]?.power).toBeCloseTo(highest * 4, 6);
  expect(demand.curve).toHaveLength(QUARTERS.length);
  const { heatmap } = await api.succeed(readHeatMap, `/consolidated/heatmap/${meter.mac}?${days}`, asOwner());
  expect(heatmap.days.flatMap(({ hours }) => hours)).toEqual(
    DAYS.flatMap((day) =>
      Array.from({ length: 24 }, (_, hour) =>
        expect.closeTo(sum(where((quarter) => quarter.day === day && quarter.hour === hour)), 9),
      ),
    ),
  );
  const url = `/always-on/retrieve-interval/${meter.mac}/${DAYS[0]}/${DAYS[3]}`;
  const { alwaysOn } = await api.succeed(readAlwaysOn, url, asOwner());
  // Of 384 quarter-hours the 20th from below.
  const base = QUARTERS.map(({ kwh }) => kwh).sort((one, other) => one - other)[19] ?? 0;
  expect(alwaysOn?.power).toBeCloseTo(base * 4, 6);
  expect(alwaysOn?.energy).toBeCloseTo(
    sum(QUARTERS, ({ kwh }) => Math.min(kwh, base)),
    6,
  );
});

test('the bill of Group A follows from the published quarter-hours: energy, demand, overrun and reactive excess', async () => {
  const tax = await seedRules(api.seed, [{ validFrom: '2017-01-01', rules: VERDE }]);
  const terms = aContract({
    group: 'A',
    subgroup: 'A4',
    modality: 'verde',
    demand: { mode: 'single', demand: 500 },
    cosip: { mode: 'flat', amount: '12.34' },
    taxes: [],
  });
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    ...asOwner(),
    payload: { validFrom: '2017-01-01', tax, terms },
  });
  const url = `/establishment/${establishment}/bill?start=${DAYS[0]}&end=${DAYS[3]}`;
  const { bill } = await api.succeed(readBill, url, asOwner());
  await api.closeDays();
  expect((await api.succeed(readBill, url, asOwner())).bill).toEqual(bill);
  const measured = Math.max(...QUARTERS.map(({ kwh }) => kwh * 4));
  expect(measured).toBeGreaterThan(500 * 1.05);
  expect(bill.demand).toEqual([
    expect.objectContaining({ measured: expect.closeTo(measured, 6), contracted: 500 }),
  ]);
  const excess = excessOf(QUARTERS);
  expect(bill.reactive.total).toBeCloseTo(excess, 3);
  // Under Verde the national holiday of the first day has no peak.
  const peak = sum(where((quarter) => isPeak(quarter) && quarter.day !== DAYS[0]));
  // R$ 1,70 and 0,40 a kWh, R$ 0,30 a kvarh beyond 0.92, R$ 20 a kW, twice that on what is beyond the contract.
  const amounts = [
    peak * 1.7,
    (sum(QUARTERS) - peak) * 0.4,
    excess * 0.3,
    measured * 20,
    (measured - 500) * 20 * 2,
    12.34,
  ];
  const total = amounts.reduce((one, other) => one + other);
  expect(bill.total).toBeLessThanOrEqual(total + 0.01);
  expect(bill.total).toBeGreaterThan(total - 0.01 * bill.lines.length - 0.01);
  const lines = bill.lines.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0);
  expect(lines).toBe(Math.round(bill.total * 100));
});
