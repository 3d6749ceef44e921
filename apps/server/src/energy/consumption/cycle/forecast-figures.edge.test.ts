import { readForecast, readMonth } from '@nascente/contract/energy/consumption';
import { instant } from '@nascente/domain/base/time/zone';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDays, startSender } from '../../../testing/boards/send-lines.ts';
import { triLine } from '../../../testing/boards/test-telemetry.ts';
import { dateOf, forecastByHand, type HandDay } from '../../../testing/forecast-by-hand.ts';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';

/** Checks every figure of a forecast against raw readings that PostgreSQL divides into civil days. */
const QUARTER = 900_000;
const DAY = 86_400_000;
const PRICE = 0.8;
const HOLIDAYS = ['2023-10-12', '2023-11-02', '2023-11-15', '2023-12-25', '2024-01-01', '2024-02-13'].concat(
  ['2025-10-12', '2025-11-02', '2025-11-15', '2025-11-20', '2025-12-25', '2026-01-01', '2026-02-17'],
  ['2026-04-03', '2026-04-21', '2026-05-01', '2026-06-04', '2026-09-07', '2026-10-12', '2026-11-02'],
  ['2026-11-15', '2026-11-20'],
);

let api: TestApi;
let tariff: string;

beforeAll(async () => {
  api = await createTestApi('2026-11-13T14:20:00Z');
  await openDays(api, ['2026-11-10']);
  const each = String(PRICE);
  tariff = await api.seed.tariff([
    { valid_from: '2020-01-01', in_point: each, inter_point: each, out_point: each },
  ]);
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
/** Weekends use a third, days vary by up to half, and daytime uses more than night; hours are in UTC. */
const business = (from: number, to: number, growth = 0) =>
  Array.from({ length: Math.ceil((to - from) / QUARTER) }, (_, index) => {
    const at = new Date(from + index * QUARTER);
    const day = Math.floor(at.getTime() / DAY);
    const weekly = at.getUTCDay() % 6 === 0 ? 100_000 : 300_000;
    const daily = 1 + ((day * 7919) % 101) / 200 + growth * ((day * DAY - from) / DAY);
    const hourly = at.getUTCHours() >= 11 && at.getUTCHours() < 21 ? 1.6 : 0.5;
    return { at, energy_a_mwh: Math.round(weekly * daily * hourly) };
  });

const daysOf = async (meter: SeededMeter, zone: string): Promise<HandDay[]> => {
  const { rows } = await api.database.pool.query<{
    date: string;
    hour: number;
    total: number;
    quarters: number;
  }>(
    `select to_char(local, 'YYYY-MM-DD') as date, extract(hour from local)::int as hour,
       sum(energy_a_mwh)::float8 as total, count(distinct date_bin('15 minutes', at, 'epoch'))::int as quarters
     from (select at, at at time zone $2 as local, energy_a_mwh from reading where installation_id = $1) frame
     group by 1, 2 order by 1, 2`,
    [meter.installationId, zone],
  );
  return [...new Set(rows.map(({ date }) => date))].map((date) => {
    const hoursOfDate = rows.filter((row) => row.date === date);
    return {
      date,
      total: sum(hoursOfDate.map(({ total }) => total)),
      isComplete: sum(hoursOfDate.map(({ quarters }) => quarters)) >= 0.9 * 96,
      hours: Array.from(
        { length: 24 },
        (_, hour) => hoursOfDate.find((row) => row.hour === hour)?.total ?? 0,
      ),
    };
  });
};

interface Case {
  readonly name: string;
  readonly zone: string;
  readonly readDay?: number;
  readonly now: string;
  /** By the clock of the place. */
  readonly today: string;
  readonly clock: number;
  readonly cycle: readonly [first: string, last: string];
  readonly growth?: number;
  /** Days measured before today; 125 by default. */
  readonly past?: number;
  /** A day of which half is missing. */
  readonly gap?: string;
}
const CASES: readonly Case[] = [
  {
    name: 'the middle of a month',
    zone: 'America/Sao_Paulo',
    now: '2026-11-13T14:30:00Z',
    today: '2026-11-13',
    clock: 11.5,
    cycle: ['2026-11-01', '2026-11-30'],
    gap: '2026-10-07',
  },
  {
    name: 'consumption that grows',
    zone: 'America/Sao_Paulo',
    now: '2026-11-26T14:30:00Z',
    today: '2026-11-26',
    clock: 11.5,
    cycle: ['2026-11-01', '2026-11-30'],
    growth: 0.02,
  },
  {
    name: 'a meter that was measured last year too',
    zone: 'America/Sao_Paulo',
    now: '2026-11-13T14:30:00Z',
    today: '2026-11-13',
    clock: 11.5,
    cycle: ['2026-11-01', '2026-11-30'],
    past: 480,
  },
  {
    name: 'the first minutes after midnight',
    zone: 'America/Sao_Paulo',
    now: '2026-11-13T03:03:00Z',
    today: '2026-11-13',
    clock: 0.05,
    cycle: ['2026-11-01', '2026-11-30'],
  },
  {
    name: '31 January, read on the 31st',
    zone: 'America/Manaus',
    readDay: 31,
    now: '2026-01-31T16:00:00Z',
    today: '2026-01-31',
    clock: 12,
    cycle: ['2026-01-31', '2026-02-27'],
  },
  {
    name: 'a leap day, the last of its month',
    zone: 'America/Sao_Paulo',
    now: '2024-02-29T21:00:00Z',
    today: '2024-02-29',
    clock: 18,
    cycle: ['2024-02-01', '2024-02-29'],
  },
  {
    name: 'a February that has a leap day ahead',
    zone: 'America/Sao_Paulo',
    now: '2024-02-10T15:00:00Z',
    today: '2024-02-10',
    clock: 12,
    cycle: ['2024-02-01', '2024-02-29'],
  },
  {
    name: 'clocks that were set back within the cycle',
    zone: 'America/New_York',
    readDay: 20,
    now: '2026-11-05T17:00:00Z',
    today: '2026-11-05',
    clock: 12,
    cycle: ['2026-10-20', '2026-11-19'],
  },
  {
    name: 'half an hour of offset',
    zone: 'Asia/Kolkata',
    now: '2026-11-05T05:10:00Z',
    today: '2026-11-05',
    clock: 10 + 2 / 3,
    cycle: ['2026-11-01', '2026-11-30'],
  },
];

const monthOf = async ({ mac }: SeededMeter, { token }: SeededPerson) =>
  (await api.succeed(readMonth, `/consolidated/monthly/${mac}`, { token })).consolidated;
const seedMeter = async (owner: SeededPerson, overrides: Partial<Case> = {}, installed_at?: Date) => {
  const { zone = 'America/Sao_Paulo', readDay = null } = overrides;
  const establishment = await api.seed.establishment(owner, { zone, bill_read_day: readDay });
  return api.seed.meter(establishment, { tariff_id: tariff, ...(installed_at && { installed_at }) });
};

/** Compares the answer with the computed values, in kWh and R$. */
const expectByHand = async (meter: SeededMeter, owner: SeededPerson, testCase: Omit<Case, 'name'>) => {
  const days = await daysOf(meter, testCase.zone);
  const [first, last] = testCase.cycle;
  const consumed = sum(days.filter(({ date }) => date >= first).map(({ total }) => total));
  const { today, clock } = testCase;
  const daysElapsed = (Date.parse(today) - Date.parse(first)) / DAY + clock / 24;
  const byHand = forecastByHand(days, { today, last, daysElapsed, consumed, clock, holidays: HOLIDAYS });
  if (byHand === null) throw new Error('nothing to go by');
  const month = await monthOf(meter, owner);
  const kwh = (thousandths: number) => expect.closeTo(thousandths / 1e6, 5);
  const money = (thousandths: number) => {
    const cost = Math.round((consumed / 1e6) * PRICE * 100) / 100;
    return expect.closeTo((cost * thousandths) / consumed, 2);
  };
  expect(month).toMatchObject({
    start: first,
    end: last,
    daysElapsed: Math.ceil(daysElapsed),
    total: kwh(consumed),
  });
  // The formula, with the averages as they are shown.
  const dailyAverage = Math.round(consumed / daysElapsed / 1e3) / 1e3;
  const costSoFar = Math.round((consumed / 1e6) * PRICE * 100) / 100;
  const dailyAverageCost = Math.round((costSoFar * 100) / daysElapsed) / 100;
  const { daysInPeriod } = month;
  const averageCost = expect.closeTo(dailyAverageCost * daysInPeriod, 6);
  expect(month.forecast).toEqual({
    total: kwh(byHand.total),
    low: kwh(byHand.low),
    high: kwh(byHand.high),
    cost: byHand.method === 'média diária' ? averageCost : money(byHand.total),
    lowCost: money(byHand.low),
    highCost: money(byHand.high),
    method: byHand.method,
    pastError: expect.closeTo(byHand.pastError, 9),
    pastForecasts: byHand.pastForecasts,
    byDailyAverage: {
      total: expect.closeTo(dailyAverage * daysInPeriod, 6),
      cost: averageCost,
      days: daysInPeriod,
    },
    byTypicalWeek: { total: kwh(byHand.byTypicalWeek), cost: money(byHand.byTypicalWeek) },
    // The prices of a tariff alone have no flags.
    assumedFlag: null,
  });
  expect(month.dailyAverage).toBe(dailyAverage);
  expect(month.dailyAverageCost).toBe(dailyAverageCost);
  return { month, days, byHand };
};

describe('the calculation of a forecast', () => {
  it.each(CASES)('forecasts as calculated by hand on $name', async (testCase) => {
    api.setClock(testCase.now);
    const owner = await api.seed.person();
    const meter = await seedMeter(owner, testCase);
    const until = Date.parse(testCase.now) - (Date.parse(testCase.now) % QUARTER);
    const start = Date.parse(testCase.today) - (testCase.past ?? 125) * DAY;
    const rows = business(start, until, testCase.growth).filter(
      ({ at }) => !(at.toISOString().startsWith(testCase.gap ?? '-') && at.getUTCHours() < 12),
    );
    await api.seed.readings(meter, rows);
    const { month, byHand } = await expectByHand(meter, owner, testCase);
    expect(byHand.pastForecasts).toBeGreaterThan(20);
    await api.closeDays();
    expect(await monthOf(meter, owner)).toEqual(month);
  });

  it('updates the forecast with days that came late by MQTT', async () => {
    const firstCase = CASES[0] as Case;
    api.setClock(firstCase.now);
    const owner = await api.seed.person();
    const meter = await seedMeter(owner);
    const isLate = (at: Date): boolean => at.toISOString().startsWith('2026-11-10');
    const rows = business(Date.parse('2026-07-10'), Date.parse(firstCase.now));
    await api.seed.readings(
      meter,
      rows.filter(({ at }) => !isLate(at)),
    );
    await api.closeDays();
    const before = (await monthOf(meter, owner)).forecast;
    const sender = await startSender(api, () => instant(Date.parse(firstCase.now)));
    const none = { energyB: 0, energyC: 0, reactiveA: 0, reactiveB: 0 };
    const late = rows.filter(({ at }) => isLate(at));
    const lines = late.map(({ at, energy_a_mwh }) =>
      triLine(meter.mac, at.getTime(), { energyA: energy_a_mwh, ...none } as Partial<Frame>),
    );
    await sender.send(meter, [lines.toReversed().join('\n')]);
    const { month } = await expectByHand(meter, owner, firstCase);
    expect(month.forecast).not.toEqual(before);
    const url = `/consolidated/monthly-forecast/${meter.mac}`;
    const { forecast } = await api.succeed(readForecast, url, { token: owner.token });
    expect(forecast).toMatchObject(month.forecast);
  });

  it('the forecast of a board with a new owner uses only the days of that owner', async () => {
    api.setClock('2026-11-13T15:00:00Z');
    const at = new Date('2026-11-05T03:00:00Z');
    const [former, owner] = [await api.seed.person(), await api.seed.person()];
    const gone = await api.seed.meter(await api.seed.establishment(former), { removed_at: at });
    await api.seed.readings(gone, business(Date.parse('2026-07-10T03:00:00Z'), at.getTime()));
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment, { mac: gone.mac, installed_at: at, tariff_id: tariff });
    await api.seed.readings(meter, business(at.getTime(), Date.parse('2026-11-13T15:00:00Z')));
    const days = await daysOf(meter, 'America/Sao_Paulo');
    const complete = days.filter(({ date }) => date < '2026-11-13').map(({ total }) => total);
    expect(complete).toHaveLength(8);
    const consumed = sum(days.map(({ total }) => total));
    const mean = sum(complete) / 8;
    const variance = sum(complete.map((total) => (total - mean) ** 2)) / 7;
    // Half of today and 17 days are left; 1.415 is the 90 % quantile of seven degrees of freedom.
    const [left, total] = [17.5, (consumed / 8.5) * 26];
    const margin = 1.415 * Math.sqrt(variance * (left + left ** 2 / 8));
    const { forecast, ...month } = await monthOf(meter, owner);
    expect(month).toMatchObject({ daysElapsed: 9, daysInPeriod: 26, previous: null });
    expect(forecast).toMatchObject({ method: 'média diária', pastError: null, pastForecasts: 0 });
    expect(forecast.total).toBeCloseTo(total / 1e6, 5);
    expect(forecast.low).toBeCloseTo(Math.min(total, consumed + mean * left - margin) / 1e6, 5);
    expect(forecast.high).toBeCloseTo(Math.max(total, consumed + mean * left + margin) / 1e6, 5);
  });

  it('returns an empty forecast for a meter without readings', async () => {
    api.setClock('2026-11-13T15:00:00Z');
    const owner = await api.seed.person();
    const empty = { total: 0, low: 0, high: 0, cost: 0, lowCost: null, highCost: null, pastForecasts: 0 };
    expect((await monthOf(await seedMeter(owner), owner)).forecast).toMatchObject(empty);
  });

  it('spreads the forecast over the coming days like the weekdays of the last four weeks', async () => {
    const firstCase = CASES[0] as Case;
    api.setClock(firstCase.now);
    const owner = await api.seed.person();
    const meter = await seedMeter(owner);
    await api.seed.readings(meter, business(Date.parse('2026-07-10'), Date.parse(firstCase.now)));
    const { month, days } = await expectByHand(meter, owner, firstCase);
    const recent = days.filter(({ date }) => date < firstCase.today).slice(-28);
    const weekday = (date: string): number => new Date(date).getUTCDay();
    const usual = (date: string): number => {
      const alike = recent.filter((day) => weekday(day.date) === weekday(date));
      return sum(alike.map(({ total }) => total)) / alike.length;
    };
    const dates = Array.from({ length: 17 }, (_, day) => dateOf(Date.parse('2026-11-14') / DAY + day));
    const { restOfToday } = month;
    const left = month.forecast.total - month.total - restOfToday.total;
    const cost = (month.forecast.cost ?? 0) - (month.cost ?? 0) - (restOfToday.cost ?? 0);
    const complete = sum(dates.map(usual));
    const shown = month.days.slice(13).map((day) => [day.date, day.total, day.cost]);
    expect(shown).toEqual(
      dates.map((date) => [
        date,
        expect.closeTo((left * usual(date)) / complete, 5),
        expect.closeTo((cost * usual(date)) / complete, 1),
      ]),
    );
    // The rest of today has the usual share after 11:30 of this weekday.
    const alike = recent.filter(({ date }) => weekday(date) === weekday(firstCase.today));
    const later = sum(alike.map(({ hours }) => sum(hours.slice(12)) + (hours[11] ?? 0) / 2));
    const share = later / sum(alike.map(({ total }) => total));
    const usualLeft = (left * usual(firstCase.today)) / complete;
    expect(restOfToday.total / usualLeft / share).toBeGreaterThan(0.95);
    expect(restOfToday.total / usualLeft / share).toBeLessThan(1.05);
  });
});
