import { readForecast, readMonth } from '@nascente/contract/energy/consumption';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';

/** Friday, 11:20 in São Paulo. */
const NOW = '2026-11-13T14:20:00Z';
/** Of the day, 11 h 20 min. */
const PASSED_TODAY = 680 / 1440;
const QUARTER = 900_000;
const PRICE = 0.7941717;

let api: TestApi;
let owner: SeededPerson;

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
});
beforeEach(() => api.setClock(NOW));

/** One frame a quarter-hour: 250 Wh, so 1 kW and 24 kWh a whole day; 500 Wh where `double` says so. */
const steady = (from: string, to: string, isDouble: (at: Date) => boolean = () => false) =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / QUARTER }, (_, n) => {
    const at = new Date(Date.parse(from) + n * QUARTER);
    return { at, energy_a_mwh: isDouble(at) ? 500_000 : 250_000 };
  });

const standardTariff = async (): Promise<string> =>
  (await api.database.db.selectFrom('tariff').select('id').orderBy('id').executeTakeFirstOrThrow()).id;
const monthOf = async (meter: SeededMeter) =>
  (await api.succeed(readMonth, `/consolidated/monthly/${meter.mac}`, { token: owner.token })).consolidated;

describe('the current cycle', () => {
  it('the cycle is the civil month without a read day, with a forecast by daily average', async () => {
    const meter = await api.seed.meter(await api.seed.establishment(owner), {
      tariff_id: await standardTariff(),
    });
    await api.seed.readings(
      meter,
      steady('2026-10-01T03:00:00Z', '2026-11-13T14:15:00Z', (at) => at < new Date('2026-11-01T03:00Z')),
    );
    const month = await monthOf(meter);
    const consumed = 12 * 24 + 11.25;
    expect(month).toMatchObject({
      date: '11/2026',
      start: '2026-11-01',
      end: '2026-11-30',
      daysElapsed: 13,
      daysInPeriod: 30,
    });
    expect(month.total).toBe(consumed);
    expect(month.cost).toBeCloseTo(consumed * PRICE, 2);
    const average = consumed / (12 + PASSED_TODAY);
    expect(month.dailyAverage).toBe(Math.round(average * 1000) / 1000);
    expect(month.forecast.total).toBeCloseTo(average * 30, 5);
    expect(month.forecast.cost).toBeCloseTo((month.dailyAverageCost ?? 0) * 30, 9);
    expect(month.forecast.low).toBeGreaterThanOrEqual(consumed);
    expect(month.forecast.low).toBeLessThanOrEqual(month.forecast.total);
    expect(month.forecast.high).toBeGreaterThanOrEqual(month.forecast.total);
    expect(month.completeness).toBe(1);
    expect(month.highestDemand).toEqual({ value: 1, at: '2026-11-01T03:00:00.000Z' });
    expect(month.highestDay).toMatchObject({ date: '2026-11-01', total: 24 });
  });

  it('the days of the cycle add up to the forecast in energy and in money', async () => {
    const meter = await api.seed.meter(await api.seed.establishment(owner), {
      tariff_id: await standardTariff(),
    });
    await api.seed.readings(
      meter,
      steady('2026-10-01T03:00:00Z', '2026-11-13T14:15:00Z', (at) => at.getUTCHours() === 22),
    );
    const { days, ...month } = await monthOf(meter);
    expect(days.map(({ date }) => date)).toEqual(
      Array.from({ length: 30 }, (_, n) => `2026-11-${String(n + 1).padStart(2, '0')}`),
    );
    expect(days.map(({ isForecast }) => isForecast)).toEqual(Array.from({ length: 30 }, (_, n) => n >= 13));
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const { restOfToday } = month;
    expect(sum([restOfToday, ...days].map(({ total }) => Math.round(total * 1e6)))).toBe(
      Math.round(month.forecast.total * 1e6),
    );
    expect(sum([restOfToday, ...days].map(({ cost }) => Math.round((cost ?? 0) * 100)))).toBe(
      Math.round((month.forecast.cost ?? 0) * 100),
    );
    expect(sum(days.slice(0, 13).map(({ cost }) => Math.round((cost ?? 0) * 100)))).toBe(
      Math.round((month.cost ?? 0) * 100),
    );
    for (const day of days) expect(day.inPoint + day.interPoint + day.outPoint).toBeCloseTo(day.total, 6);
    expect(days.find(({ date }) => date === '2026-11-15')).toMatchObject({ inPoint: 0, isForecast: true });
    expect(days.find(({ date }) => date === '2026-11-16')?.inPoint).toBeGreaterThan(0);
  });

  it('compares the cycle with the previous one until the same hour, and the economy with all of it', async () => {
    const meter = await api.seed.meter(await api.seed.establishment(owner), {
      tariff_id: await standardTariff(),
    });
    await api.seed.readings(
      meter,
      steady('2026-10-01T03:00:00Z', '2026-11-13T14:15:00Z', (at) => at < new Date('2026-11-01T03:00Z')),
    );
    const month = await monthOf(meter);
    const hours = 12 * 24 + 11;
    expect(month.previous).toMatchObject({
      start: '2026-10-01',
      end: '2026-10-13',
      until: '2026-10-13T14:00:00.000Z',
      hours,
      total: hours * 2,
      current: { until: '2026-11-13T14:00:00.000Z', total: hours },
    });
    expect(month.previous?.cost).toBeCloseTo(hours * 2 * PRICE, 2);
    expect(month.previous?.current.cost).toBeCloseTo(hours * PRICE, 2);
    expect(month.economy).toBeCloseTo(((31 * 48) / month.forecast.total) * 100, 6);
    expect(month.saving).toMatchObject({ days: 31, completeness: 1 });
    expect(month.saving?.total).toBeCloseTo(31 * 48 - month.forecast.total, 6);
  });

  it('a cycle above the previous one has no economy, and shows the difference', async () => {
    const meter = await api.seed.meter(await api.seed.establishment(owner));
    await api.seed.readings(
      meter,
      steady('2026-10-01T03:00:00Z', '2026-11-13T14:15:00Z', (at) => at >= new Date('2026-11-01T03:00Z')),
    );
    const month = await monthOf(meter);
    expect(month.economy).toBeNull();
    expect(month.saving?.total).toBeCloseTo(31 * 24 - month.forecast.total, 6);
    expect(month.saving?.total).toBeLessThan(0);
  });

  it.each([
    [10, '2026-11-10', '2026-12-09', '11/2026', 4, 30],
    [20, '2026-10-20', '2026-11-19', '10/2026', 25, 31],
    [31, '2026-10-31', '2026-11-29', '10/2026', 14, 30],
  ])('starts the cycle on the read day %i', async (readDay, start, end, date, daysElapsed, daysInPeriod) => {
    const meter = await api.seed.meter(await api.seed.establishment(owner, { bill_read_day: readDay }));
    await api.seed.readings(meter, steady('2026-09-01T03:00:00Z', '2026-11-13T14:15:00Z'));
    const month = await monthOf(meter);
    expect(month).toMatchObject({
      start,
      end,
      date,
      daysElapsed,
      daysInPeriod,
      cost: null,
      dailyAverageCost: null,
    });
    expect(month.total).toBe((daysElapsed - 1) * 24 + 11.25);
    expect(month.days).toHaveLength(daysInPeriod);
    expect(month.forecast).toMatchObject({ cost: null, lowCost: null, highCost: null });
  });

  it('a meter installed within the cycle counts from its day, with completeness over the complete cycle', async () => {
    const meter = await api.seed.meter(await api.seed.establishment(owner), {
      installed_at: new Date('2026-11-11T03:00:00Z'),
    });
    await api.seed.readings(meter, steady('2026-11-11T03:00:00Z', '2026-11-13T14:15:00Z'));
    const month = await monthOf(meter);
    expect(month).toMatchObject({
      daysElapsed: 3,
      daysInPeriod: 20,
      previous: null,
      economy: null,
    });
    // Ten days before the installation, and the quarter-hours since: 2 × 96 + 45.
    expect(month.completeness).toBeCloseTo((2 * 96 + 45) / (12 * 96 + 45), 9);
    expect(month.forecast.total).toBeCloseTo(((48 + 11.25) / (2 + PASSED_TODAY)) * 20, 5);
    expect(month.days).toHaveLength(30);
  });

  it('compares with no previous cycle that has less than half of its hours', async () => {
    const meter = await api.seed.meter(await api.seed.establishment(owner), {
      tariff_id: await standardTariff(),
    });
    await api.seed.readings(meter, steady('2026-10-08T03:00:00Z', '2026-11-13T14:15:00Z'));
    expect((await monthOf(meter)).previous).toBeNull();
  });

  it('a cycle without a reading returns zeros', async () => {
    const meter = await api.seed.meter(await api.seed.establishment(owner), {
      tariff_id: await standardTariff(),
    });
    expect(await monthOf(meter)).toMatchObject({
      total: 0,
      cost: 0,
      highestDay: null,
      highestDemand: null,
      previous: null,
      completeness: 0,
    });
  });

  it('on the last day of the cycle the forecast equals the consumption at its end', async () => {
    api.setClock('2026-12-01T02:59:00Z');
    const late = await api.seed.person();
    const meter = await api.seed.meter(await api.seed.establishment(late));
    await api.seed.readings(meter, steady('2026-11-01T03:00:00Z', '2026-12-01T02:45:00Z'));
    const { consolidated } = await api.succeed(readMonth, `/consolidated/monthly/${meter.mac}`, {
      token: late.token,
    });
    expect(consolidated).toMatchObject({ daysElapsed: 30, daysInPeriod: 30, end: '2026-11-30' });
    // A minute is left.
    expect(consolidated.forecast.total / consolidated.total).toBeCloseTo(30 / (30 - 1 / 1440), 6);
    expect(consolidated.days.every(({ isForecast }) => !isForecast)).toBe(true);
  });
});

describe('the forecast of a cycle', () => {
  it('the forecast follows the weekly pattern, shows its past error, and preserves the average', async () => {
    const meter = await api.seed.meter(await api.seed.establishment(owner), {
      tariff_id: await standardTariff(),
    });
    const isOpen = (at: Date) => {
      const local = new Date(at.getTime() - 3 * 3_600_000);
      return local.getUTCDay() % 6 !== 0;
    };
    await api.seed.readings(meter, steady('2026-07-01T03:00:00Z', '2026-11-13T14:15:00Z', isOpen));
    const { total, dailyAverage, daysInPeriod, forecast } = await monthOf(meter);
    expect(forecast.method).toBe('semana típica');
    expect(forecast.pastForecasts).toBeGreaterThan(30);
    expect(forecast.pastError).toBeLessThan(0.1);
    expect(forecast.byDailyAverage.total).toBeCloseTo(dailyAverage * daysInPeriod, 9);
    expect(forecast.low).toBeGreaterThanOrEqual(total);
    expect(forecast.high).toBeGreaterThan(forecast.total);
  });

  it('the forecast call returns the forecast of the cycle', async () => {
    const meter = await api.seed.meter(await api.seed.establishment(owner), {
      tariff_id: await standardTariff(),
    });
    await api.seed.readings(
      meter,
      steady('2026-08-01T03:00:00Z', '2026-11-13T14:15:00Z', (at) => at.getUTCDay() === 3),
    );
    const month = await monthOf(meter);
    const { forecast } = await api.succeed(readForecast, `/consolidated/monthly-forecast/${meter.mac}`, {
      token: owner.token,
    });
    expect(forecast).toMatchObject({
      total: month.forecast.total,
      cost: month.forecast.cost,
      method: month.forecast.method,
    });
    expect(forecast).toMatchObject({ dailyAverage: month.dailyAverage, daysElapsed: 13, daysInPeriod: 30 });
  });
});
