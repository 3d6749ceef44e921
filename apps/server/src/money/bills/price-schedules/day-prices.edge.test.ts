import { readDay, readDays, readMonth, readMonths, readPeriod } from '@nascente/contract/energy/consumption';
import { readConsumption } from '@nascente/contract/energy/period-consumption';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import {
  readEstablishmentCycle,
  readEstablishmentMonths,
} from '@nascente/contract/money/establishment-consumption';
import type { TariffRules, TouWindows } from '@nascente/domain/sites/tariffs/tariff-rules';
import { beforeAll, expect, it } from 'vitest';
import { aContract } from '../../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules, VERDE } from '../../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';

/** Wednesday, 12:07 in São Paulo. */
const NOW = '2026-10-14T15:07:00Z';
const TUESDAY = '2026-10-13';
const QUARTER = 900_000;
/** The peak of Light begins half an hour before that of the simple tariff. */
const WINDOWS: TouWindows = {
  peak: { start: 1050, end: 1230 },
  intermediate: [],
  blackAwarenessFrom: 2024,
};
const SIMPLE = { peak: { start: 1080, end: 1260 }, intermediate: [], blackAwarenessFrom: 2024 };

const atHalfPast = <R extends TariffRules>(rules: R): R => ({ ...rules, windows: WINDOWS });

let api: TestApi;
let owner: SeededPerson;
let establishment: string;
let general: SeededMeter;
let part: SeededMeter;

/** kWh of a quarter-hour, different from every other one of its day. */
const energyOf = (quarter: number): number => 1 + ((quarter * 7919) % 401) / 1000;
/** In the two quarter-hours next to 17:30, and those next to 20:30. */
const INJECTED_KWH: ReadonlyMap<number, number> = new Map([
  [69, 0.4],
  [70, 0.7],
  [82, 0.2],
]);
const sumOf = (from: number, to: number): number =>
  Array.from({ length: to - from }, (_, index) => energyOf(from + index)).reduce((sum, one) => sum + one, 0);

const measure = (meter: SeededMeter) => {
  const first = Date.parse('2026-09-01T00:00-03:00');
  const count = Math.ceil((Date.parse(NOW) - first) / QUARTER);
  return api.seed.readings(
    meter,
    Array.from({ length: count }, (_, index) => ({
      at: new Date(first + index * QUARTER),
      energy_a_mwh: Math.round(energyOf(index % 96) * 1_000_000),
      energy_b_mwh: -(INJECTED_KWH.get(index % 96) ?? 0) * 1_000_000,
    })),
  );
};

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  const simple = await api.seed.tariff([
    { valid_from: '2026-01-01', in_point: '2', inter_point: '1', out_point: '0.5' },
  ]);
  establishment = await api.seed.establishment(owner, { tariff_group: 'A' });
  general = await api.seed.meter(establishment, { is_general: true, tariff_id: simple });
  part = await api.seed.meter(establishment, { tariff_id: simple });
  await measure(general);
  await measure(part);
  const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: atHalfPast(VERDE) }]);
  const terms = aContract({
    group: 'A',
    subgroup: 'A4',
    supply: null,
    modality: 'verde',
    demand: { mode: 'single', demand: 6 },
  });
  const payload = { type: 'eletric', validFrom: '2026-01-01', tax, terms } as const;
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload,
  });
});

const dayOf = (token: string, { mac }: SeededMeter) =>
  api.succeed(readDay, `/consolidated/daily/${mac}?date=${TUESDAY}`, { token });

it('a day uses the exact time-of-use periods of its contract, and returns their hours', async () => {
  const day = await dayOf(owner.token, general);
  expect(day).toMatchObject({ basis: 'contract', windows: WINDOWS });
  expect(day.inPoint).toBeCloseTo(sumOf(70, 82), 9);
  expect(day.outPoint).toBeCloseTo(sumOf(0, 70) + sumOf(82, 96), 9);
  const hour = day.hours[17];
  expect(hour?.touPeriods?.inPoint).toBeCloseTo(sumOf(70, 72), 9);
  expect(hour?.touPeriods?.outPoint).toBeCloseTo(sumOf(68, 70), 9);
  expect(hour).toMatchObject({
    touPeriod: 'outPoint',
    injectedTouPeriods: { inPoint: 0.7, interPoint: 0, outPoint: 0.4 },
  });
  expect(day.hours[20]).toMatchObject({
    touPeriod: 'inPoint',
    injectedTouPeriods: { inPoint: 0, interPoint: 0, outPoint: 0.2 },
  });
  expect(day.hours.filter(({ touPeriods }) => touPeriods !== undefined).map(({ hour: one }) => one)).toEqual([
    17, 20,
  ]);
  const { inPoint = 0, outPoint = 0 } = day.prices ?? {};
  // Cents are cut over the days of the cycle.
  expect(Math.abs((day.cost ?? 0) - (day.inPoint * inPoint + day.outPoint * outPoint))).toBeLessThanOrEqual(
    0.011,
  );
});

it('every call returns the same time-of-use periods for the same days', async () => {
  const { token } = owner;
  const of = ({ inPoint, outPoint }: { inPoint: number; outPoint: number }) => [
    Math.round(inPoint * 1e6),
    Math.round(outPoint * 1e6),
  ];
  const day = of(await dayOf(token, general));
  const dates = { dateStart: TUESDAY, dateEnd: '2026-10-14' };
  const [period, days, consumption, month, cycle] = await Promise.all([
    api.succeed(readPeriod, '/consolidated/period', { token, payload: { meter: general.mac, ...dates } }),
    api.succeed(readDays, `/consolidated/days/${general.mac}?start=${TUESDAY}&end=${TUESDAY}`, { token }),
    api.succeed(readConsumption, '/board/consumption', {
      token,
      payload: { id: general.mac, dateIn: TUESDAY, dateOut: TUESDAY },
    }),
    api.succeed(readMonth, `/consolidated/monthly/${general.mac}`, { token }),
    api.succeed(readEstablishmentCycle, `/establishment/${establishment}/consumption?type=eletric`, {
      token,
    }),
  ]);
  const onDay = <D extends { date: string }>(all: readonly D[]) =>
    all.find(({ date }) => date === TUESDAY) as D;
  expect(of(onDay(period.consolidated))).toEqual(day);
  expect(of(onDay(days.days))).toEqual(day);
  expect(of(consumption.value)).toEqual(day);
  expect(of(onDay(month.consolidated.days))).toEqual(day);
  expect(of(onDay(cycle.consolidated?.days ?? []))).toEqual(day);
  const { bill } = await api.succeed(readBill, `/establishment/${establishment}/bill`, { token });
  const billed = of({ inPoint: bill.consumed.inPoint, outPoint: bill.consumed.outPoint });
  expect(of(month.consolidated)).toEqual(billed);
  expect(cycle.consolidated && of(cycle.consolidated)).toEqual(billed);
  const payload = { months: ['09/2026', '10/2026'] };
  const [ofMeter, ofEstablishment] = await Promise.all([
    api.succeed(readMonths, `/consolidated/monthly/${general.mac}`, { token, payload }),
    api.succeed(readEstablishmentMonths, `/establishment/${establishment}/consumption/months`, {
      token,
      payload: { type: 'eletric', ...payload },
    }),
  ]);
  expect(ofMeter.hist.map(({ value }) => of(value))).toEqual(
    ofEstablishment.hist.map(({ value }) => of(value)),
  );
  expect(ofMeter.hist.map(({ value }) => of(value))[1]).toEqual(billed);
});

it('a client with part of the meters gets the periods of the simple tariff', async () => {
  const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
  await api.seed.give(client, part);
  const day = await dayOf(client.token, part);
  expect(day).toMatchObject({ basis: 'tariff', windows: SIMPLE });
  expect(day.inPoint).toBeCloseTo(sumOf(72, 84), 9);
  expect(day.cost).toBeCloseTo(sumOf(72, 84) * 2 + (sumOf(0, 72) + sumOf(84, 96)) * 0.5, 1);
  expect(day.hours.every(({ touPeriods }) => touPeriods === undefined)).toBe(true);
});

it('a contract with one price applies it at the peak too', async () => {
  const shop = await api.seed.establishment(owner, { tariff_group: 'B' });
  const meter = await api.seed.meter(shop, { is_general: true });
  await measure(meter);
  const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
  const payload = { type: 'eletric', validFrom: '2026-01-01', tax, terms: aContract() } as const;
  await api.succeed(saveContract, `/establishment/${shop}/contract`, { token: owner.token, payload });
  const { inPoint, prices, cost, total } = await dayOf(owner.token, meter);
  expect(inPoint).toBeGreaterThan(0);
  expect(prices?.outPoint).toBeGreaterThan(0);
  expect(prices?.inPoint).toBe(prices?.outPoint);
  expect(Math.abs((cost ?? 0) - total * (prices?.inPoint ?? 0))).toBeLessThanOrEqual(0.011);
});
