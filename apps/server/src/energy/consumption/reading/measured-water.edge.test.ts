import { readFileSync } from 'node:fs';
import { readDay, readMonth, readMonths } from '@nascente/contract/energy/consumption';
import {
  readConsumption,
  readDailyConsumption,
  readRunningTotal,
} from '@nascente/contract/energy/period-consumption';
import { readBill } from '@nascente/contract/money/bills';
import { instant } from '@nascente/domain/base/time/zone';
import { parsePrice } from '@nascente/domain/base/units/price';
import { blankFrame, type Frame, formatFrame } from '@nascente/domain/telemetry/frames/frame';
import { beforeAll, expect, test } from 'vitest';
import { startSender } from '../../../testing/boards/send-lines.ts';
import { seedRules } from '../../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';

/**
 * Ten days of a household's water (DAIAD, CC BY-SA 4.0), sent by a water board over MQTT: what flowed since the hour
 * before, in litres. The answers must equal sums of the published rows by their printed dates.
 */
const PUBLISHED = readFileSync(
  new URL('../../past-imports/fixtures/household-water-two-meters.csv', import.meta.url),
  'utf8',
);
const ROWS = PUBLISHED.split(/\r?\n/)
  .filter((row) => row.startsWith('w09,'))
  .map((row) => {
    const [, clock = '', total = ''] = row.split(',');
    return { clock, total: Number(total) };
  })
  .map(({ clock, total }, index, all) => ({ clock, litres: total - (all[index - 1]?.total ?? total) }));
const DAYS = [...new Set(ROWS.map(({ clock }) => clock.slice(0, 10)))];
const [FIRST = '', LAST = ''] = [DAYS[0], DAYS.at(-1)];
const litresOf = (clock: string): number =>
  ROWS.filter((row) => row.clock.startsWith(clock)).reduce((sum, { litres }) => sum + litres, 0);
/** Of Spain in winter. */
const at = (clock: string): number => Date.parse(`${clock}+01:00`);

const NOW = '2016-03-20T12:00:00+01:00';
const PRICE = 6.5;

let api: TestApi;
let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;
const asOwner = () => ({ token: owner.token });

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner, { zone: 'Europe/Madrid' });
  const price = String(PRICE);
  const tariff_id = await api.seed.tariff(
    [{ valid_from: '2016-01-01', in_point: price, inter_point: price, out_point: price }],
    { type: 'water' },
  );
  const installed_at = new Date(at(`${FIRST}T00:00:00`));
  meter = await api.seed.meter(establishment, { tariff_id, installed_at }, { type: 'water', model: 'mono' });
});

test('accepts water rows over MQTT, the last first and half of them twice', async () => {
  const sender = await startSender(api, () => instant(Date.parse(NOW)));
  const lines = ROWS.map(({ clock, litres }) => {
    const frame = { ...blankFrame('water', instant(at(clock))), rssi: -70, volume: litres * 1000 };
    return formatFrame(frame as Frame, meter.mac);
  });
  await sender.send(meter, [...lines.toReversed(), ...lines.slice(0, 120)]);
});

test('each day and hour has the volume of its rows in cubic metres', async () => {
  for (const date of DAYS) {
    const day = await api.succeed(readDay, `/consolidated/daily/${meter.mac}?date=${date}`, asOwner());
    expect(day.total).toBeCloseTo(litresOf(date) / 1000, 9);
    // Cents are rounded so that the days add up to the cycle.
    expect(Math.abs((day.cost ?? 0) - (litresOf(date) / 1000) * PRICE)).toBeLessThan(0.011);
    expect(day.hours.map(({ total }) => total)).toEqual(
      day.hours.map(({ hour }) =>
        expect.closeTo(litresOf(`${date}T${String(hour).padStart(2, '0')}`) / 1000, 9),
      ),
    );
  }
});

test('the period, its days, the running total and the cycle equal the volume of the counter', async () => {
  const span = ROWS.reduce((sum, { litres }) => sum + litres, 0) / 1000;
  const payload = { id: meter.mac, dateIn: FIRST, dateOut: LAST };
  const { value } = await api.succeed(readConsumption, '/board/consumption', { ...asOwner(), payload });
  expect(value).toMatchObject({ total: expect.closeTo(span, 9), cost: expect.closeTo(span * PRICE, 2) });
  const rows = await api.succeed(readDailyConsumption, '/board/accumulator/consumption', {
    ...asOwner(),
    payload,
  });
  expect(rows.value.map(({ total }) => total)).toEqual(
    DAYS.map((day) => expect.closeTo(litresOf(day) / 1000, 9)),
  );
  const running = await api.succeed(readRunningTotal, '/board/accumulator/values', {
    ...asOwner(),
    payload: { ...payload, every: '1d' },
  });
  expect(running.value.at(-1)?.total).toBeCloseTo(span, 9);
  const { consolidated } = await api.succeed(readMonth, `/consolidated/monthly/${meter.mac}`, asOwner());
  expect(consolidated.total).toBeCloseTo(span, 9);
  const highest = DAYS.toSorted((one, other) => litresOf(other) - litresOf(one))[0] ?? '';
  expect(consolidated.highestDay).toMatchObject({
    date: highest,
    total: expect.closeTo(litresOf(highest) / 1000, 9),
  });
  const { hist } = await api.succeed(readMonths, `/consolidated/monthly/${meter.mac}`, {
    ...asOwner(),
    payload: { months: ['03/2016'] },
  });
  expect(hist[0]?.value.total).toBeCloseTo(span, 9);
});

test('the water bill applies the tiers by full cubic metres, with sewage', async () => {
  const tier = (upTo: number | null, price: string) => ({ upTo, price: parsePrice(price), flat: false });
  const tax = await seedRules(api.seed, [
    {
      validFrom: '2016-01-01',
      rules: {
        modality: 'water',
        category: 'residencial',
        water: { fixedFee: 1050 as never, minimum: 0, tiers: [tier(2, '3'), tier(4, '5'), tier(null, '9')] },
        sewage: { mode: 'percent', share: 8_000_000_000n as never },
        otherFees: [],
        rounding: 'half-up',
        integerM3: true,
      },
    },
  ]);
  await api.database.pool.query('update installation set tariff_id = $1 where id = $2', [
    tax,
    meter.installationId,
  ]);
  const url = `/establishment/${establishment}/bill?start=${FIRST}&end=${LAST}&type=water`;
  const { bill } = await api.succeed(readBill, url, asOwner());
  const litres = ROWS.reduce((sum, row) => sum + row.litres, 0);
  const complete = Math.floor(litres / 1000);
  expect(bill.consumed.total).toBeCloseTo(litres / 1000, 9);
  // Of 4,853 litres whole m³ are billed: a fee of R$ 10.50, two at R$ 3, two at R$ 5, and for sewage 80 % of them all.
  expect([litres, complete]).toEqual([4853, 4]);
  expect(bill.total).toBe(47.7);
});
