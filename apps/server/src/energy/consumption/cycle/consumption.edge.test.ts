import { readDay, readDays, readMonth, readMonths, readPeriod } from '@nascente/contract/energy/consumption';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';

/** Friday; 11:20 in São Paulo, which is UTC-3. */
const NOW = '2026-11-13T14:20:00Z';
const MINUTE = 60_000;

let api: TestApi;
let owner: SeededPerson;
let establishment: string;
let tariff: string;

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner);
  tariff = await api.seed.tariff([
    { valid_from: '2026-01-01', in_point: '1.5', inter_point: '1', out_point: '0.5' },
    { valid_from: '2026-11-11', in_point: '2.25', inter_point: '1', out_point: '0.75' },
  ]);
});

interface Frame {
  at: Date;
  energy_a_mwh: number;
  energy_b_mwh: number;
  energy_c_mwh: number;
  reactive_a_mvarh: number;
  reactive_b_mvarh: number;
}

/** Every ten minutes, each different from the next, some injecting and some capacitive. */
const framesBetween = (from: string, to: string): Frame[] => {
  const frames: Frame[] = [];
  for (let at = Date.parse(from); at < Date.parse(to); at += 10 * MINUTE) {
    const n = Math.floor(at / (10 * MINUTE));
    frames.push({
      at: new Date(at),
      energy_a_mwh: 1000 + ((n * 7919) % 100_003),
      energy_b_mwh: n % 6 === 0 ? -(n % 977) : 2000 + (n % 977),
      energy_c_mwh: 3,
      reactive_a_mvarh: n % 5 === 0 ? -(n % 83) : n % 83,
      reactive_b_mvarh: 1,
    });
  }
  return frames;
};

const plus = (value: number): number => Math.max(value, 0);
const sum = <T>(rows: readonly T[], pick: (row: T) => number): number =>
  rows.reduce((total, row) => total + pick(row), 0);
const consumed = (frames: readonly Frame[]): number =>
  sum(frames, (f) => plus(f.energy_a_mwh) + plus(f.energy_b_mwh) + plus(f.energy_c_mwh));
const within = (frames: readonly Frame[], from: string, to: string): Frame[] =>
  frames.filter(({ at }) => at >= new Date(from) && at < new Date(to));
const kwh = (mwh: number): number => mwh / 1e6;

const dayOf = (meter: SeededMeter, date?: string, person = owner) =>
  api.succeed(readDay, `/consolidated/daily/${meter.mac}${date ? `?date=${date}` : ''}`, {
    token: person.token,
  });

describe('the consumption of one day', () => {
  let meter: SeededMeter;
  const frames = framesBetween('2026-11-09T00:00:00Z', NOW);

  beforeAll(async () => {
    meter = await api.seed.meter(establishment, { tariff_id: tariff });
    await api.seed.readings(meter, frames);
  });

  it('a day is the sum of its readings, hour by hour and phase by phase', async () => {
    const day = await dayOf(meter, '2026-11-12');
    const dayFrames = within(frames, '2026-11-12T03:00:00Z', '2026-11-13T03:00:00Z');
    expect(day.total).toBe(kwh(consumed(dayFrames)));
    expect(day.totalPhaseA).toBe(kwh(sum(dayFrames, (f) => plus(f.energy_a_mwh))));
    expect(day.totalPhaseB).toBe(kwh(sum(dayFrames, (f) => plus(f.energy_b_mwh))));
    expect(day.injected).toBe(kwh(sum(dayFrames, (f) => plus(-f.energy_b_mwh))));
    expect(day.completeness).toBe(1);
    expect(day.hours.map(({ hour }) => hour)).toEqual([...Array(24).keys()]);
    for (const { hour, ...row } of day.hours) {
      const start = new Date(Date.parse('2026-11-12T03:00:00Z') + hour * 60 * MINUTE).toISOString();
      const ofHour = dayFrames.filter(({ at }) => at.toISOString().slice(0, 13) === start.slice(0, 13));
      expect(row.total).toBe(kwh(consumed(ofHour)));
      expect(row.consumptionActivePower.phaseC).toBe(kwh(sum(ofHour, (f) => f.energy_c_mwh)));
      expect(row.consumptioninjectedPower.phaseB).toBe(kwh(sum(ofHour, (f) => plus(-f.energy_b_mwh))));
      expect(row.consumptionReactivePower.phaseA).toBe(kwh(sum(ofHour, (f) => f.reactive_a_mvarh)));
    }
    expect(Math.round(sum(day.hours, (hour) => hour.total * 1e6))).toBe(consumed(dayFrames));
  });

  it('shows the demand of the highest quarter-hour of each hour', async () => {
    const { hours } = await dayOf(meter, '2026-11-12');
    const hour = within(frames, '2026-11-12T13:00:00Z', '2026-11-12T14:00:00Z');
    const quarters = Object.values(
      Object.groupBy(hour, ({ at }) => String(Math.floor(at.getTime() / (15 * MINUTE)))),
    );
    const highest = Math.max(...quarters.map((quarter) => consumed(quarter ?? [])));
    const demand = hours[10]?.demand;
    expect(demand?.avgValue).toBeCloseTo((highest * 4) / 1e6, 9);
    const start = Date.parse(demand?.period.startDate ?? '');
    expect(
      consumed(within(hour, new Date(start).toISOString(), new Date(start + 15 * MINUTE).toISOString())),
    ).toBe(highest);
    expect(Date.parse(demand?.period.endDate ?? '') - start).toBe(15 * MINUTE);
  });

  it('returns today by default, with the current hour as the last', async () => {
    const day = await dayOf(meter);
    expect(day.date).toBe('2026-11-13');
    expect(day.hours).toHaveLength(12);
    expect(day.total).toBe(kwh(consumed(within(frames, '2026-11-13T03:00:00Z', NOW))));
  });

  it('prices each day by time-of-use period at the prices of that day', async () => {
    const framesOf = (date: string) =>
      within(frames, `${date}T03:00:00Z`, `2026-11-${Number(date.slice(8)) + 1}T03:00:00Z`);
    const peak = (date: string) =>
      within(frames, `${date}T21:00:00Z`, `2026-11-${Number(date.slice(8)) + 1}T00:00:00Z`);
    for (const [date, inPrice, outPrice] of [
      ['2026-11-10', 1.5, 0.5],
      ['2026-11-12', 2.25, 0.75],
    ] as const) {
      const day = await dayOf(meter, date);
      const inside = consumed(peak(date));
      const outside = consumed(framesOf(date)) - inside;
      expect(day.inPoint).toBe(kwh(inside));
      expect(day.outPoint).toBe(kwh(outside));
      expect(day.cost).toBeCloseTo(kwh(inside) * inPrice + kwh(outside) * outPrice, 2);
    }
  });

  it('has no peak on a weekend, and the usual weekday peak on a national holiday', async () => {
    await api.seed.readings(meter, framesBetween('2026-11-01T00:00:00Z', '2026-11-03T12:00:00Z'));
    const sunday = await dayOf(meter, '2026-11-01');
    expect(sunday.total).toBeGreaterThan(0);
    expect([sunday.inPoint, sunday.outPoint]).toEqual([0, sunday.total]);
    const allSouls = await dayOf(meter, '2026-11-02');
    expect(allSouls.inPoint).toBeGreaterThan(0);
    expect(allSouls.inPoint + allSouls.outPoint).toBeCloseTo(allSouls.total, 9);
  });

  it('a day without a tariff has no cost', async () => {
    const without = await api.seed.meter(establishment);
    await api.seed.readings(without, framesBetween('2026-11-12T10:00:00Z', '2026-11-12T12:00:00Z'));
    const day = await dayOf(without, '2026-11-12');
    expect(day.cost).toBeNull();
    expect(day.total).toBeGreaterThan(0);
  });

  it('shows the completeness of a day with gaps', async () => {
    const gappy = await api.seed.meter(establishment);
    await api.seed.readings(gappy, framesBetween('2026-11-12T03:00:00Z', '2026-11-12T09:00:00Z'));
    expect((await dayOf(gappy, '2026-11-12')).completeness).toBe(0.25);
    expect((await dayOf(gappy, '2026-11-12')).hours[6]?.completeness).toBe(0);
  });

  it('returns an empty future day with the reason that it is still to come', async () => {
    const empty = { total: 0, completeness: 0, emptyReason: 'future' };
    expect(await dayOf(meter, '2026-11-20')).toMatchObject({ ...empty, hours: [], cost: 0 });
    const { days } = await api.succeed(
      readDays,
      `/consolidated/days/${meter.mac}?start=2026-11-12&end=2026-11-14`,
      { token: owner.token },
    );
    expect(days.map(({ emptyReason }) => emptyReason)).toEqual([undefined, undefined, 'future']);
    expect(days[2]).toMatchObject(empty);
  });

  it('returns zero completeness for a day before the installation or without data', async () => {
    const since = new Date('2026-11-11T12:00:00Z');
    const silent = await api.seed.meter(establishment, { installed_at: since });
    const before = await dayOf(silent, '2026-11-10');
    expect(before).toMatchObject({ completeness: 0, emptyReason: 'notInstalled' });
    expect(before.hours.map(({ completeness }) => completeness)).toEqual(Array(24).fill(0));
    expect(await dayOf(silent, '2026-11-11')).toMatchObject({ completeness: 0, emptyReason: 'noData' });
    const { consolidated } = await api.succeed(readMonth, `/consolidated/monthly/${silent.mac}`, {
      token: owner.token,
    });
    const reasons = consolidated.days.map(({ date, emptyReason }) => [date, emptyReason] as const);
    expect(new Map(reasons).get('2026-11-10')).toBe('notInstalled');
  });

  it.each(['2026-02-30', '13/11/2026', 'ontem', '0001-01-01', '9999-12-31'])(
    'refuses %s as a day',
    async (date) => {
      const refused = await api.fail('GET', `/consolidated/daily/${meter.mac}?date=${date}`, {
        token: owner.token,
      });
      expect(refused).toMatchObject({ status: 400, type: 'validation' });
    },
  );

  it('counts water in cubic metres', async () => {
    const water = await api.seed.meter(establishment, {}, { type: 'water', equipment: 'emd' });
    await api.seed.readings(water, [
      { at: '2026-11-12T10:00:00Z', volume_ml: 1_234_567 },
      { at: '2026-11-12T22:00:00Z', volume_ml: 1 },
    ]);
    const day = await dayOf(water, '2026-11-12');
    expect(day).toMatchObject({ total: 1.234568, inPoint: 0, outPoint: 1.234568, totalPhaseA: 0 });
    expect(day.hours[7]?.total).toBe(1.234567);
  });
});

describe('the consumption of a period of days', () => {
  it('a period includes both end days, and equals its single days', async () => {
    const meter = await api.seed.meter(establishment, { tariff_id: tariff });
    const frames = framesBetween('2026-10-10T00:00:00Z', NOW);
    await api.seed.readings(meter, frames);
    const { consolidated } = await api.succeed(readPeriod, '/consolidated/period', {
      token: owner.token,
      payload: {
        meter: meter.mac.toLowerCase().replaceAll(':', '-'),
        dateStart: '2026-10-12',
        dateEnd: '2026-11-11',
      },
    });
    expect(consolidated).toHaveLength(31);
    const mwh = sum(consolidated, (day) => Math.round(day.total * 1e6));
    expect(mwh).toBe(consumed(within(frames, '2026-10-12T03:00:00Z', '2026-11-12T03:00:00Z')));
    for (const day of [consolidated[0], consolidated[30]]) {
      const { ok: _ok, basis, prices: _prices, windows: _windows, ...alone } = await dayOf(meter, day?.date);
      expect(basis).toBe('tariff');
      expect({ ...day, cost: null }).toEqual({ ...alone, cost: null });
    }
  });

  it.each([
    ['its end before its start', '2026-11-02', '2026-11-01', 'A data final deve ser posterior à inicial.'],
    ['more than a year', '2025-01-01', '2026-11-01', 'O período deve ser de no máximo um ano.'],
  ])('refuses a period with %s', async (_, dateStart, dateEnd, msg) => {
    const meter = await api.seed.meter(establishment);
    const payload = { meter: meter.mac, dateStart, dateEnd };
    expect(await api.fail('POST', '/consolidated/period', { token: owner.token, payload })).toMatchObject({
      status: 400,
      type: 'validation',
      msg,
    });
  });
});

describe('the consumption of months', () => {
  it('returns months in the requested order, and zeros for months without data', async () => {
    const meter = await api.seed.meter(establishment, {
      tariff_id: tariff,
      installed_at: new Date('2026-09-15T12:00:00Z'),
    });
    const frames = framesBetween('2026-09-15T12:00:00Z', NOW);
    await api.seed.readings(meter, frames);
    const months = ['11/2026', '01/2020', '09/2026', '10/2026', '12/2026'];
    const { hist } = await api.succeed(readMonths, `/consolidated/monthly/${meter.mac}`, {
      token: owner.token,
      payload: { months },
    });
    expect(hist.map(({ date }) => date)).toEqual(months);
    const [november, empty, september, october, future] = hist.map(({ value }) => value);
    expect(november?.total).toBe(kwh(consumed(within(frames, '2026-11-01T03:00:00Z', NOW))));
    expect(october?.total).toBe(
      kwh(consumed(within(frames, '2026-10-01T03:00:00Z', '2026-11-01T03:00:00Z'))),
    );
    expect(september?.total).toBe(
      kwh(consumed(within(frames, '2026-09-15T00:00:00Z', '2026-10-01T03:00:00Z'))),
    );
    expect(october?.total).toBeCloseTo((october?.inPoint ?? 0) + (october?.outPoint ?? 0), 9);
    expect(empty).toMatchObject({ total: 0, inPoint: 0, outPoint: 0, completeness: 0 });
    expect(future).toMatchObject({ total: 0, completeness: 0 });
  });

  it.each([[[]], [['13/2026']], [['01/0000']], [['01/9999']], [['2026-11']], [Array(61).fill('01/2026')]])(
    'refuses the months %j',
    async (months) => {
      const meter = await api.seed.meter(establishment);
      const refused = await api.fail('POST', `/consolidated/monthly/${meter.mac}`, {
        token: owner.token,
        payload: { months },
      });
      expect(refused).toMatchObject({ status: 400, type: 'validation' });
    },
  );
});

describe('days with clock changes', () => {
  it('a day in New York has 23 or 25 hours of readings in 24 rows', async () => {
    const newYork = await api.seed.establishment(owner, { zone: 'America/New_York' });
    const meter = await api.seed.meter(newYork);
    const frames = [
      ...framesBetween('2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'),
      ...framesBetween('2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'),
    ];
    await api.seed.readings(meter, frames);
    const [spring, autumn] = [await dayOf(meter, '2026-03-08'), await dayOf(meter, '2026-11-01')];
    expect(spring.total).toBe(kwh(consumed(frames.slice(0, 23 * 6))));
    expect(autumn.total).toBe(kwh(consumed(frames.slice(23 * 6))));
    expect([spring.completeness, autumn.completeness]).toEqual([1, 1]);
    expect(spring.hours).toHaveLength(24);
    expect(spring.hours[2]?.total).toBe(0);
    expect(autumn.hours[1]?.total).toBe(
      kwh(consumed(within(frames, '2026-11-01T05:00:00Z', '2026-11-01T07:00:00Z'))),
    );
  });

  it('splits hours by quarter-hours in a zone not on a full hour from UTC', async () => {
    const kathmandu = await api.seed.establishment(owner, { zone: 'Asia/Kathmandu' });
    const meter = await api.seed.meter(kathmandu);
    const frames = framesBetween('2026-11-11T18:15:00Z', '2026-11-12T18:15:00Z');
    await api.seed.readings(meter, frames);
    const day = await dayOf(meter, '2026-11-12');
    expect(day.total).toBe(kwh(consumed(frames)));
    expect(day.hours[3]?.total).toBe(
      kwh(consumed(within(frames, '2026-11-11T21:15:00Z', '2026-11-11T22:15:00Z'))),
    );
  });
});
