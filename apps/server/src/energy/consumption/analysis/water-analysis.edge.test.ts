import { readAlwaysOn, readComparison, readHeatMap } from '@nascente/contract/energy/analysis';
import { readMonth } from '@nascente/contract/energy/consumption';
import { readEstablishmentCycle } from '@nascente/contract/money/establishment-consumption';
import { beforeAll, expect, test } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';

/** Checks the figures of water against sums of readings, at 11:20 in Manaus, where days begin at 4 h UTC. */
const NOW = '2026-11-13T15:20:00Z';
const QUARTER = 900_000;
const DAY = 86_400_000;
const PRICE = 6.5;
const local = (date: string, hour = 0): number => Date.parse(`${date}T00:00-04:00`) + hour * 4 * QUARTER;

let api: TestApi;
let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;
const asOwner = () => ({ token: owner.token });

/** Water flows in every hour, each hour with another volume; October has half of it. */
const ROWS = Array.from(
  { length: (Date.parse('2026-11-13T15:15:00Z') - local('2026-10-01')) / QUARTER },
  (_, index) => {
    const at = local('2026-10-01') + index * QUARTER;
    const litres = 6 + ((index * 7919) % 101) / 4;
    return { at, ml: Math.round(litres * (at < local('2026-11-01') ? 500 : 1000)) };
  },
);
const rowsIn = (from: number, to: number) => ROWS.filter(({ at }) => at >= from && at < to);
const cubicMetres = (rows: typeof ROWS): number => rows.reduce((sum, { ml }) => sum + ml, 0) / 1e6;

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner, { zone: 'America/Manaus' });
  const each = String(PRICE);
  const tariff_id = await api.seed.tariff(
    [{ valid_from: '2026-01-01', in_point: each, inter_point: each, out_point: each }],
    { type: 'water' },
  );
  const installed_at = new Date(local('2026-10-01'));
  meter = await api.seed.meter(establishment, { tariff_id, installed_at }, { type: 'water', model: 'mono' });
  await api.seed.readings(
    meter,
    ROWS.map(({ at, ml }) => ({ at: new Date(at), volume_ml: ml })),
  );
});

test('the constant water flow is in L/min, with its volume in m³ and its tariff cost', async () => {
  const url = `/always-on/retrieve-interval/${meter.mac}/2026-11-02/2026-11-11`;
  const { alwaysOn } = await api.succeed(readAlwaysOn, url, asOwner());
  const rows = rowsIn(local('2026-11-02'), local('2026-11-12'));
  expect(rows).toHaveLength(960);
  // Of 960 quarter-hours the 48th from below, of 15 minutes each.
  const base = rows.map(({ ml }) => ml).toSorted((one, other) => one - other)[47] ?? 0;
  const volume = cubicMetres(rows.map(({ at, ml }) => ({ at, ml: Math.min(ml, base) })));
  expect(base).toBeGreaterThan(0);
  expect(alwaysOn?.power).toBeCloseTo(base / 1000 / 15, 9);
  expect(alwaysOn?.energy).toBeCloseTo(volume, 9);
  expect(alwaysOn?.share).toBeCloseTo(volume / cubicMetres(rows), 9);
  expect(alwaysOn?.cost).toBeCloseTo(volume * PRICE, 2);
});

test('the heat map has the cubic metres of each hour', async () => {
  const url = `/consolidated/heatmap/${meter.mac}?start=2026-11-05&end=2026-11-07`;
  const { heatmap } = await api.succeed(readHeatMap, url, asOwner());
  for (const { date, hours, total } of heatmap.days) {
    expect(hours).toEqual(
      Array.from({ length: 24 }, (_, hour) =>
        expect.closeTo(cubicMetres(rowsIn(local(date, hour), local(date, hour + 1))), 9),
      ),
    );
    expect(total).toBeCloseTo(cubicMetres(rowsIn(local(date), local(date) + DAY)), 9);
  }
});

test('compares water in m³ and R$, over the same hours of both periods', async () => {
  const url = `/consolidated/comparison/${meter.mac}?start=2026-11-01&end=2026-11-30`;
  const { comparison } = await api.succeed(readComparison, url, asOwner());
  const [now, before] = [
    cubicMetres(rowsIn(local('2026-11-01'), local('2026-11-13', 11))),
    cubicMetres(rowsIn(local('2026-10-01'), local('2026-10-13', 11))),
  ];
  expect(comparison.current.total).toBeCloseTo(now, 9);
  expect(comparison.current.cost).toBeCloseTo(now * PRICE, 2);
  expect(comparison.previous).toMatchObject({
    total: expect.closeTo(before, 9),
    cost: expect.closeTo(before * PRICE, 2),
    alike: { hours: 12 * 24 + 11, current: expect.closeTo(now, 9), other: expect.closeTo(before, 9) },
    change: expect.closeTo((now - before) / before, 9),
  });
});

test('the water cycle of an establishment equals that of its meter', async () => {
  const { consolidated: month } = await api.succeed(
    readMonth,
    `/consolidated/monthly/${meter.mac}`,
    asOwner(),
  );
  const url = `/establishment/${establishment}/consumption?type=water`;
  expect((await api.succeed(readEstablishmentCycle, url, asOwner())).consolidated).toEqual(month);
  const rows = rowsIn(local('2026-11-01'), Date.parse(NOW));
  const days = Array.from({ length: 13 }, (_, day) => {
    const first = local('2026-11-01') + day * DAY;
    return {
      date: new Date(first).toISOString().slice(0, 10),
      total: cubicMetres(rowsIn(first, first + DAY)),
    };
  });
  const passedDays = (Date.parse(NOW) - local('2026-11-01')) / DAY;
  const highest = days.toSorted((one, other) => other.total - one.total)[0];
  expect(month.total).toBeCloseTo(cubicMetres(rows), 9);
  expect(month.cost).toBeCloseTo(cubicMetres(rows) * PRICE, 2);
  expect(month.dailyAverage).toBe(Math.round((cubicMetres(rows) / passedDays) * 1000) / 1000);
  expect(month.dailyAverageCost).toBeCloseTo((cubicMetres(rows) * PRICE) / passedDays, 1);
  expect(month.highestDay).toMatchObject({
    date: highest?.date,
    total: expect.closeTo(highest?.total ?? 0, 9),
  });
  expect(month.days.slice(0, 13).map(({ total }) => total)).toEqual(
    days.map(({ total }) => expect.closeTo(total, 9)),
  );
});
