import { readComparison } from '@nascente/contract/energy/analysis';
import { readForecast, readMonth } from '@nascente/contract/energy/consumption';
import { readBill } from '@nascente/contract/money/bills';
import {
  readEstablishmentCycle,
  readEstablishmentTouPeriods,
  readEstablishmentYearBefore,
} from '@nascente/contract/money/establishment-consumption';
import { readEmissions } from '@nascente/contract/sites/establishments';
import { listGroups } from '@nascente/contract/sites/groups';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPriceApi } from '../../testing/price-api.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';

/** Friday, 11:20 in São Paulo. */
const NOW = '2026-11-13T14:20:00Z';
/** Of the day, 11 h 20 min. */
const PASSED_TODAY = 680 / 1440;
const QUARTER = 900_000;
const PRICE = 0.8;

const { api, meterAt } = await createPriceApi(NOW, PRICE);
let owner: SeededPerson;

beforeEach(async () => {
  api.setClock(NOW);
  owner = await api.seed.person({ profile: 'Manager' });
});

/** As many kW in each quarter-hour. */
const steady = (from: string, to: string, kw: number) =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / QUARTER }, (_, quarter) => ({
    at: new Date(Date.parse(from) + quarter * QUARTER),
    energy_a_mwh: kw * 250_000,
    reactive_a_mvarh: kw * 250_000,
  }));
const readOn = async (establishment: string, days: readonly string[]) => {
  for (const day of days) {
    await api.database.pool.query('insert into reading_date values ($1, $2, $3)', [
      establishment,
      'eletric',
      day,
    ]);
  }
};

const cycleOf = async (establishment: string, { token } = owner) => {
  const url = `/establishment/${establishment}/consumption`;
  const { consolidated } = await api.succeed(readEstablishmentCycle, url, { token });
  if (consolidated === null) throw new Error('nothing measured the place');
  return consolidated;
};
const monthOfMeter = async ({ mac }: SeededMeter) =>
  (await api.succeed(readMonth, `/consolidated/monthly/${mac}`, { token: owner.token })).consolidated;

/** What frames add up to on civil days of a zone, both included, as PostgreSQL cuts them; in kWh. */
const rawKwh = async (meters: readonly SeededMeter[], zone: string, first: string, last: string) => {
  const { rows } = await api.database.pool.query<{ kwh: number }>(
    `select coalesce(sum(energy_a_mwh), 0)::float8 / 1e6 as kwh from reading
     where installation_id = any($1) and (at at time zone $2)::date between $3::date and $4::date`,
    [meters.map(({ installationId }) => installationId), zone, first, last],
  );
  return rows[0]?.kwh ?? 0;
};

describe('the cycle of an establishment', () => {
  it('every call uses the reading dates of the meter for the cycle', async () => {
    const establishment = await api.seed.establishment(owner, { bill_read_day: 5 });
    await readOn(establishment, ['2026-09-08', '2026-10-07', '2026-11-06']);
    const meter = await meterAt(establishment, { is_general: true });
    await api.seed.readings(meter, steady('2026-10-01T03:00:00Z', '2026-11-13T14:15:00Z', 2));
    const { token } = owner;
    const days = { start: '2026-11-06', end: '2026-12-04' };
    const consumed = await rawKwh([meter], 'America/Sao_Paulo', '2026-11-06', '2026-11-13');
    const cycle = await cycleOf(establishment);
    expect(cycle).toMatchObject({ ...days, daysElapsed: 8, daysInPeriod: 29, total: consumed });
    expect(cycle.previous).toMatchObject({
      start: '2026-10-07',
      end: '2026-10-14',
      until: '2026-10-14T14:00:00.000Z',
      total: 2 * (7 * 24 + 11),
    });
    expect(await monthOfMeter(meter)).toEqual(cycle);
    const { bill } = await api.succeed(readBill, `/establishment/${establishment}/bill`, { token });
    expect(bill).toMatchObject({ start: days.start, end: '2026-11-13', cycle: days });
    expect(bill.consumed.total).toBe(consumed);
    const { forecast } = await api.succeed(readForecast, `/consolidated/monthly-forecast/${meter.mac}`, {
      token,
    });
    expect(forecast).toMatchObject({ daysElapsed: 8, daysInPeriod: 29, total: cycle.forecast.total });
    const { data } = await api.succeed(readEmissions, `/establishment/${establishment}/emissions`, { token });
    expect(data).toMatchObject({ start: days.start, kgCO2: Number((consumed * 0.0426).toFixed(3)) });
    const { comparison } = await api.succeed(
      readComparison,
      `/consolidated/comparison/${meter.mac}?start=2026-11-06&end=2026-11-13`,
      { token },
    );
    expect(comparison.previous).toMatchObject({ start: '2026-10-07', end: '2026-10-14' });
    await api.inject('POST', '/group/new', {
      token,
      payload: { groupName: 'Todos', boardsMAC: [meter.mac], groupType: 'eletric', dueDate: null },
    });
    const { groups } = await api.succeed(listGroups, '/groups', { token });
    expect(groups[0]).toMatchObject({ start: days.start, total: consumed });
    const { energy } = await api.succeed(
      readEstablishmentTouPeriods,
      `/establishment/${establishment}/consumption/tou-periods`,
      {
        token,
      },
    );
    expect(energy.peak.active + energy.offPeak.active).toBeCloseTo(consumed, 9);
    // Inductive energy equals active energy, and does not count from 0 to 6 h: 12 kWh on each of 8 days.
    const counted = energy.offPeak.active - 8 * 12;
    expect(energy.offPeak.excessReactive).toBeCloseTo(counted * (0.92 * Math.SQRT2 - 1), 4);
    const { yearBefore } = await api.succeed(
      readEstablishmentYearBefore,
      `/establishment/${establishment}/consumption/year-before`,
      { token },
    );
    expect(yearBefore).toMatchObject({ start: '2025-11-06', hours: 0 });
  });

  it.each([
    ['the end of a short month', '2026-03-15T12:00:00Z', 'America/Sao_Paulo', 31, '2026-02-28', '2026-03-30'],
    ['a leap day', '2024-03-15T12:00:00Z', 'America/Sao_Paulo', 30, '2024-02-29', '2024-03-29'],
    ['a clock set back', '2026-11-05T12:00:00Z', 'America/New_York', 20, '2026-10-20', '2026-11-19'],
    ['a clock set forward', '2026-03-20T12:00:00Z', 'Europe/Lisbon', 1, '2026-03-01', '2026-03-31'],
    ['half an hour of offset', '2026-11-05T12:00:00Z', 'Asia/Kolkata', 28, '2026-10-28', '2026-11-27'],
    ['the evening before it begins', '2026-11-05T01:00:00Z', 'America/Manaus', 5, '2026-10-05', '2026-11-04'],
  ])(
    'splits the cycle in its zone at %s, to the last frame',
    async (_, now, zone, bill_read_day, start, end) => {
      api.setClock(now);
      const person = await api.seed.person();
      const establishment = await api.seed.establishment(person, { zone, bill_read_day });
      const gone = {
        installed_at: new Date(`${start}T00:00:00Z`),
        removed_at: new Date(`${start}T23:07:00Z`),
      };
      const complete = { installed_at: new Date('2020-01-01T00:00:00Z') };
      const meters = [await meterAt(establishment, complete), await meterAt(establishment, gone)];
      const from = new Date(Date.parse(start) - 2 * 86_400_000).toISOString();
      await api.seed.readings(meters[0] as SeededMeter, steady(from, now, 3));
      await api.seed.readings(
        meters[1] as SeededMeter,
        steady(`${start}T00:00:00Z`, `${start}T23:15:00Z`, 5),
      );
      const cycle = await cycleOf(establishment, person);
      const consumed = await rawKwh(meters, zone, start, end);
      expect(cycle).toMatchObject({ start, end });
      expect(cycle.total).toBeCloseTo(consumed, 9);
      expect(cycle.cost).toBeCloseTo(consumed * PRICE, 2);
      const { bill } = await api.succeed(readBill, `/establishment/${establishment}/bill`, {
        token: person.token,
      });
      expect(bill.cycle).toEqual({ start, end });
      expect(bill.consumed.total).toBeCloseTo(consumed, 9);
      expect(bill.total).toBeCloseTo(cycle.cost ?? 0, 2);
    },
  );

  it('the cycle of one meter equals that of the meter, with forecast and maximum demand', async () => {
    const establishment = await api.seed.establishment(owner);
    const meter = await meterAt(establishment);
    await api.seed.readings(meter, [
      ...steady('2026-10-01T03:00:00Z', '2026-11-06T20:00:00Z', 2),
      ...steady('2026-11-06T20:00:00Z', '2026-11-06T20:15:00Z', 9),
      ...steady('2026-11-07T08:00:00Z', '2026-11-13T14:15:00Z', 2),
    ]);
    const cycle = await cycleOf(establishment);
    expect(cycle).toEqual(await monthOfMeter(meter));
    expect(cycle.highestDemand).toEqual({ value: 9, at: '2026-11-06T20:00:00.000Z' });
  });

  it('counts each meter while installed, and forecasts the present ones', async () => {
    const establishment = await api.seed.establishment(owner);
    const noon = new Date('2026-11-10T15:00:00Z');
    const old = await meterAt(establishment);
    const gone = await meterAt(establishment, { removed_at: noon });
    const come = await meterAt(establishment, { installed_at: noon, tariff_id: null });
    await api.seed.readings(old, steady('2026-10-01T03:00:00Z', '2026-11-13T14:15:00Z', 1));
    await api.seed.readings(gone, steady('2026-10-01T03:00:00Z', '2026-11-10T15:00:00Z', 10));
    await api.seed.readings(come, steady('2026-11-10T15:00:00Z', '2026-11-13T14:15:00Z', 4));
    const cycle = await cycleOf(establishment);
    const elapsed = 12 * 24 + 11.25;
    const [ofGone, ofCome] = [9.5 * 24 * 10, (elapsed - 9.5 * 24) * 4];
    expect(cycle.total).toBeCloseTo(elapsed + ofGone + ofCome, 9);
    expect(cycle).toMatchObject({ completeness: 1, cost: null, daysElapsed: 13, daysInPeriod: 30 });
    // The new meter was installed at noon, so its mean excludes the half day before.
    expect(cycle.dailyAverage).toBeCloseTo(cycle.total / (12 + PASSED_TODAY), 2);
    const expected = (elapsed / (12 + PASSED_TODAY)) * 30 + ofGone + (ofCome / (2.5 + PASSED_TODAY)) * 20.5;
    expect(cycle.forecast.total).toBeCloseTo(expected, 5);
    const { restOfToday, days } = cycle;
    expect([restOfToday, ...days].reduce((sum, { total }) => sum + total, 0)).toBeCloseTo(expected, 5);
    expect(cycle).toMatchObject({ previous: null, economy: null, highestDemand: null });
  });

  it('compares with the cycle before when the same meters measured both, each at its price', async () => {
    const establishment = await api.seed.establishment(owner);
    const dear = await api.seed.tariff([
      { valid_from: '2020-01-01', in_point: '2', inter_point: '2', out_point: '2' },
    ]);
    const meters = [await meterAt(establishment), await meterAt(establishment, { tariff_id: dear })];
    for (const meter of meters) {
      await api.seed.readings(meter, steady('2026-10-01T03:00:00Z', '2026-11-01T03:00:00Z', 3));
      await api.seed.readings(meter, steady('2026-11-01T03:00:00Z', '2026-11-13T14:15:00Z', 1));
    }
    const cycle = await cycleOf(establishment);
    expect(cycle.cost).toBeCloseTo(299.25 * (PRICE + 2), 2);
    const hours = 12 * 24 + 11;
    const costOf = (power: number) => expect.closeTo(hours * power * (PRICE + 2), 2);
    expect(cycle.previous).toEqual({
      start: '2026-10-01',
      end: '2026-10-13',
      until: '2026-10-13T14:00:00.000Z',
      hours,
      ofHours: hours,
      total: 2 * hours * 3,
      cost: costOf(3),
      current: { until: '2026-11-13T14:00:00.000Z', total: 2 * hours, cost: costOf(1) },
    });
    expect(cycle.economy).toBeCloseTo((2 * 31 * 72 * 100) / cycle.forecast.total, 6);
    const [first] = cycle.days;
    expect(first).toMatchObject({ date: '2026-11-01', total: 48, cost: Number((24 * 2.8).toFixed(2)) });
  });
});
