import { readAlwaysOn, readComparison, readDemand, readHeatMap } from '@nascente/contract/energy/analysis';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { beforeAll, describe, expect, it } from 'vitest';
import { aContract } from '../../../testing/seeds/a-contract.ts';
import { BRANCA, seedRules } from '../../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';

/** Friday, 11:20 in São Paulo, which is UTC-3 all the year. */
const NOW = '2026-11-13T14:20:00Z';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const local = (text: string): number => Date.parse(`${text}-03:00`);

let api: TestApi;
let owner: SeededPerson;
let establishment: string;
let general: SeededMeter;
let oven: SeededMeter;
let fridge: SeededMeter;

interface Frame {
  readonly at: Date;
  readonly energy_a_mwh: number;
  readonly energy_b_mwh: number;
}

/** Every five minutes; a pattern that no two hours share. */
const framesOf = (from: string, to: string, factor: number): Frame[] => {
  const frames: Frame[] = [];
  for (let at = local(from); at < Math.min(local(to), Date.parse(NOW)); at += 5 * MINUTE) {
    const n = Math.floor(at / (5 * MINUTE));
    frames.push({
      at: new Date(at),
      energy_a_mwh: factor * (50_000 + ((n * 7919) % 40_009)),
      energy_b_mwh: factor * ((n * 104_729) % 9973),
    });
  }
  return frames;
};

let frames: Frame[];
let ovenFrames: Frame[];

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner);
  const tariff_id = await api.seed.tariff([
    { valid_from: '2020-01-01', in_point: '2', inter_point: '1', out_point: '0.5' },
  ]);
  general = await api.seed.meter(establishment, { name: 'Geral', is_general: true, tariff_id });
  oven = await api.seed.meter(establishment, { name: 'Forno' });
  fridge = await api.seed.meter(establishment, { name: 'Câmara fria' });
  await api.seed.meter(establishment, { name: 'Água' }, { type: 'water' });
  frames = [
    ...framesOf('2025-11-01T00:00', '2025-11-14T00:00', 3),
    // October is measured until the 12th, with a gap of six hours on the 3rd.
    ...framesOf('2026-10-01T00:00', '2026-10-03T06:00', 2),
    ...framesOf('2026-10-03T12:00', '2026-10-14T00:00', 2),
    ...framesOf('2026-11-01T00:00', '2026-11-14T00:00', 4),
  ];
  await api.seed.readings(general, frames);
  ovenFrames = framesOf('2026-11-01T00:00', '2026-11-14T00:00', 1);
  await api.seed.readings(oven, ovenFrames);
  await api.seed.readings(fridge, framesOf('2026-11-01T00:00', '2026-11-14T00:00', 2));
});

const consumed = (rows: readonly Frame[]): number =>
  rows.reduce((sum, row) => sum + row.energy_a_mwh + row.energy_b_mwh, 0);
const between = (rows: readonly Frame[], from: number, to: number): Frame[] =>
  rows.filter(({ at }) => at.getTime() >= from && at.getTime() < to);
const quartersOf = (rows: readonly Frame[], from: number, to: number): Map<number, number> => {
  const sums = new Map<number, number>();
  for (const row of between(rows, from, to)) {
    const start = row.at.getTime() - (row.at.getTime() % (15 * MINUTE));
    sums.set(start, (sums.get(start) ?? 0) + row.energy_a_mwh + row.energy_b_mwh);
  }
  return sums;
};

const NOVEMBER = { from: local('2026-11-01T00:00'), to: local('2026-11-13T11:15') };
const demandOf = (query = '', meter = general) =>
  api.succeed(readDemand, `/consolidated/demand/${meter.mac}?start=2026-11-01&end=2026-11-30${query}`, {
    token: owner.token,
  });

describe('demand', () => {
  it('returns the highest finished quarter-hours, an hour apart, with the loads of each', async () => {
    const { demand } = await demandOf('&top=3');
    const quarters = [...quartersOf(frames, NOVEMBER.from, NOVEMBER.to)].sort((a, b) => b[1] - a[1]);
    const expected: [number, number][] = [];
    for (const one of quarters) {
      if (expected.length < 3 && expected.every(([start]) => Math.abs(start - one[0]) >= HOUR))
        expected.push(one);
    }
    expect(demand.peaks.map(({ start, power }) => [Date.parse(start), power])).toEqual(
      expected.map(([start, energy]) => [start, (energy * 4) / 1e6]),
    );
    for (const peak of demand.peaks) {
      const [from, to] = [Date.parse(peak.start), Date.parse(peak.end)];
      expect(to - from).toBe(15 * MINUTE);
      const inOven = (consumed(between(ovenFrames, from, to)) * 4) / 1e6;
      expect(peak.loads).toEqual([
        { mac: fridge.mac, name: 'Câmara fria', power: inOven * 2 },
        { mac: oven.mac, name: 'Forno', power: inOven },
      ]);
      expect(peak.remainder).toBeCloseTo(peak.power - 3 * inOven, 9);
      expect(peak.phases.phaseA + peak.phases.phaseB).toBeCloseTo(peak.power, 9);
      const weekday = new Date(from - 3 * HOUR).getUTCDay();
      const hour = new Date(from - 3 * HOUR).getUTCHours();
      const isPeak =
        weekday > 0 && weekday < 6 && hour >= 18 && hour <= 20 && !peak.start.startsWith('2026-11-02');
      expect(peak.touPeriod).toBe(isPeak ? 'inPoint' : 'outPoint');
    }
    expect(demand.completeness).toBe(1);
  });

  it('thins the demand curve to the screen, and preserves its maximum and minimum', async () => {
    const complete = await demandOf('&points=3000');
    const quarters = quartersOf(frames, NOVEMBER.from, NOVEMBER.to);
    expect(complete.demand.curve.map(({ date, power }) => [Date.parse(date), power])).toEqual(
      [...quarters].map(([start, energy]) => [start, (energy * 4) / 1e6]),
    );
    const { demand } = await demandOf('&points=100');
    expect(demand.curve.length).toBeLessThanOrEqual(100);
    const powers = demand.curve.map(({ power }) => power);
    const all = [...quarters.values()].map((energy) => (energy * 4) / 1e6);
    expect([Math.max(...powers), Math.min(...powers)]).toEqual([Math.max(...all), Math.min(...all)]);
    for (const point of demand.curve) expect(complete.demand.curve).toContainEqual(point);
  });

  it('shows the loads of other meters only to an account that sees them', async () => {
    const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
    await api.seed.give(client, general);
    const { demand } = await api.succeed(
      readDemand,
      `/consolidated/demand/${general.mac}?start=2026-11-01&end=2026-11-10`,
      { token: client.token },
    );
    expect(demand.peaks.map(({ loads, remainder }) => [loads, remainder])).toEqual(
      Array.from({ length: 5 }, () => [[], null]),
    );
  });

  it('a submeter has no loads in its peaks, and a water meter has no demand', async () => {
    const { demand } = await demandOf('', oven);
    expect(demand.peaks[0]?.loads).toEqual([]);
    const water = await api.seed.meter(establishment, {}, { type: 'water' });
    const url = `/consolidated/demand/${water.mac}?start=2026-11-01&end=2026-11-02`;
    expect((await api.fail('GET', url, { token: owner.token })).status).toBe(400);
  });

  it.each(['&top=0', '&top=21', '&points=5', '&points=abc'])(
    'refuses a demand request with %s',
    async (query) => {
      const url = `/consolidated/demand/${general.mac}?start=2026-11-01&end=2026-11-02${query}`;
      const { status, type } = await api.fail('GET', url, { token: owner.token });
      expect([status, type]).toEqual([400, 'validation']);
    },
  );
});

const heatMapOf = (days: string) =>
  api.succeed(readHeatMap, `/consolidated/heatmap/${general.mac}?${days}`, { token: owner.token });

it('a heat map has every hour of every day, and null where no data exists', async () => {
  const { heatmap } = await heatMapOf('start=2026-10-02&end=2026-10-04');
  expect(heatmap.days.map(({ date }) => date)).toEqual(['2026-10-02', '2026-10-03', '2026-10-04']);
  for (const { date, hours, total } of heatmap.days) {
    const midnight = local(`${date}T00:00`);
    const expected = Array.from({ length: 24 }, (_, hour) => {
      const hourFrames = between(frames, midnight + hour * HOUR, midnight + (hour + 1) * HOUR);
      return hourFrames.length === 0 ? null : consumed(hourFrames) / 1e6;
    });
    expect(hours).toEqual(expected);
    expect(total).toBe(consumed(between(frames, midnight, midnight + DAY)) / 1e6);
  }
  expect(heatmap.days[1]?.hours.slice(6, 12)).toEqual([null, null, null, null, null, null]);
  const cells = heatmap.days.flatMap(({ date, hours }) =>
    hours.map((total, hour) => ({ date, hour, total })),
  );
  const highest = cells.reduce((best, cell) => ((cell.total ?? 0) > (best.total ?? 0) ? cell : best));
  expect(heatmap.highest).toEqual(highest);
  expect(heatmap.completeness).toBeCloseTo((72 - 6) / 72, 9);
});

it('a heat map of today ends with the current hour', async () => {
  const { heatmap } = await heatMapOf('start=2026-11-13&end=2026-11-20');
  expect(heatmap.days).toHaveLength(1);
  expect(heatmap.days[0]?.hours.indexOf(null)).toBe(12);
});

describe('comparison', () => {
  const comparisonOf = async (start: string, end: string) =>
    (
      await api.succeed(readComparison, `/consolidated/comparison/${general.mac}?start=${start}&end=${end}`, {
        token: owner.token,
      })
    ).comparison;

  it('compares a running month with the same part of the month before and of last year', async () => {
    const { until, current, previous, lastYear } = await comparisonOf('2026-11-01', '2026-11-30');
    expect(until).toBe('2026-11-13T14:00:00.000Z');
    const span = (from: string, to: string) => consumed(between(frames, local(from), local(to))) / 1e6;
    expect([current.start, current.end, current.total]).toEqual([
      '2026-11-01',
      '2026-11-13',
      span('2026-11-01T00:00', '2026-11-13T11:00'),
    ]);
    expect([previous.start, previous.end, previous.total]).toEqual([
      '2026-10-01',
      '2026-10-13',
      span('2026-10-01T00:00', '2026-10-13T11:00'),
    ]);
    expect([lastYear.start, lastYear.end, lastYear.total]).toEqual([
      '2025-11-01',
      '2025-11-13',
      span('2025-11-01T00:00', '2025-11-13T11:00'),
    ]);
    expect([current.workingDays, previous.workingDays, lastYear.workingDays]).toEqual([9, 8, 9]);
    expect(current.completeness).toBe(1);
    expect(previous.completeness).toBeCloseTo(1 - 6 / (12 * 24 + 11), 9);
  });

  it('leaves out of both periods the hours missing in either', async () => {
    const { previous } = await comparisonOf('2026-11-01', '2026-11-13');
    const gap = (month: string) =>
      consumed(between(frames, local(`2026-${month}-03T06:00`), local(`2026-${month}-03T12:00`)));
    const upTo = (month: string) =>
      consumed(between(frames, local(`2026-${month}-01T00:00`), local(`2026-${month}-13T11:00`)));
    const [ours, external] = [upTo('11') - gap('11'), upTo('10')];
    expect(previous.alike).toMatchObject({
      hours: 12 * 24 + 11 - 6,
      ofHours: 12 * 24 + 11,
      current: ours / 1e6,
      other: external / 1e6,
    });
    expect(previous.change).toBeCloseTo((ours - external) / external, 12);
  });

  it('compares days within a month with as many days before', async () => {
    const { current, previous } = await comparisonOf('2026-11-09', '2026-11-11');
    expect([previous.start, previous.end]).toEqual(['2026-11-06', '2026-11-08']);
    expect(current.total).toBe(
      consumed(between(frames, local('2026-11-09T00:00'), local('2026-11-12T00:00'))) / 1e6,
    );
    expect(current.cost).toBeGreaterThan(0);
  });

  it('reports zero completeness for a comparison with days without data', async () => {
    const { previous, lastYear } = await comparisonOf('2026-10-01', '2026-10-05');
    expect(previous).toMatchObject({ total: 0, cost: null, completeness: 0, change: null });
    expect(lastYear.alike.hours).toBe(0);
  });

  it.each([
    ['2026-11-10', '2026-11-09'],
    ['2026-11-14', '2026-11-20'],
    ['2025-01-01', '2026-11-20'],
  ])('refuses to compare the days %s to %s', async (start, end) => {
    const url = `/consolidated/comparison/${general.mac}?start=${start}&end=${end}`;
    const { status, type } = await api.fail('GET', url, { token: owner.token });
    expect([status, type]).toEqual([400, 'validation']);
  });
});

describe('the always-on load', () => {
  const alwaysOnOf = async (start: string, end: string, meter = general) =>
    (
      await api.succeed(readAlwaysOn, `/always-on/retrieve-interval/${meter.mac}/${start}/${end}`, {
        token: owner.token,
      })
    ).alwaysOn;

  it('the always-on load is the 5th percentile of the quarter-hours, priced by time-of-use period', async () => {
    const base = await alwaysOnOf('2026-11-10', '2026-11-12');
    const quarters = quartersOf(frames, local('2026-11-10T00:00'), local('2026-11-13T00:00'));
    const sorted = [...quarters.values()].sort((a, b) => a - b);
    const fifth = sorted[Math.ceil(sorted.length / 20) - 1] ?? 0;
    expect(base?.power).toBe((fifth * 4) / 1e6);
    let [energy, cents] = [0, 0];
    for (const [start, all] of quarters) {
      const hour = new Date(start - 3 * HOUR).getUTCHours();
      const part = Math.min(all, fifth);
      energy += part;
      cents += (part / 1e6) * (hour >= 18 && hour <= 20 ? 200 : 50);
    }
    expect(base?.energy).toBe(energy / 1e6);
    expect(base?.cost).toBeCloseTo(cents / 100, 2);
    expect(base?.share).toBeCloseTo(energy / sorted.reduce((sum, value) => sum + value, 0), 12);
    expect(base?.completeness).toBe(1);
  });

  it('the always-on load is null without data, and has no cost without a tariff', async () => {
    expect(await alwaysOnOf('2026-09-01', '2026-09-02')).toBeNull();
    expect((await alwaysOnOf('2026-11-10', '2026-11-12', oven))?.cost).toBeNull();
  });

  it('has the periods and prices of the simple tariff for a caller who does not see the bill', async () => {
    const shop = await api.seed.establishment(owner);
    const tariff_id = await api.seed.tariff([
      { valid_from: '2020-01-01', in_point: '2', inter_point: '1', out_point: '0.5' },
    ]);
    await api.seed.meter(shop, { name: 'Geral', is_general: true });
    const pump = await api.seed.meter(shop, { name: 'Bomba', tariff_id });
    const times = Array.from(
      { length: 96 },
      (_, quarter) => local('2026-11-11T00:00') + quarter * 15 * MINUTE,
    );
    await api.seed.readings(
      pump,
      times.map((at) => ({ at: new Date(at), energy_a_mwh: 250_000, energy_b_mwh: 0 })),
    );
    const windows = { peak: { start: 0, end: 600 }, intermediate: [], blackAwarenessFrom: 2024 };
    const rules = BRANCA.modality === 'branca' ? { ...BRANCA, windows } : BRANCA;
    const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules }]);
    const terms = aContract({ modality: 'branca' });
    const payload = { type: 'eletric', validFrom: '2026-01-01', tax, terms } as const;
    await api.succeed(saveContract, `/establishment/${shop}/contract`, { token: owner.token, payload });
    const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
    await api.seed.give(client, pump);
    const { alwaysOn } = await api.succeed(
      readAlwaysOn,
      `/always-on/retrieve-interval/${pump.mac}/2026-11-11/2026-11-11`,
      { token: client.token },
    );
    // 24 kWh, of which 3 kWh from 18 to 21 h, whatever the contract says.
    expect(alwaysOn).toMatchObject({ energy: 24, cost: 3 * 2 + 21 * 0.5, touPeriods: [] });
  });
});

it('returns the same analysis from closed days as from quarter-hours', async () => {
  const readAnswers = async () => [
    await demandOf('&points=500'),
    await heatMapOf('start=2026-10-01&end=2026-11-13'),
    await api.succeed(readAlwaysOn, `/always-on/retrieve-interval/${general.mac}/2026-10-02/2026-11-13`, {
      token: owner.token,
    }),
  ];
  const before = await readAnswers();
  expect(await api.closeDays()).toBeGreaterThan(30);
  expect(await readAnswers()).toEqual(before);
  const { rows } = await api.database.pool.query(
    'select sum(frames) as frames from meter_day where installation_id = $1 and day between $2 and $3',
    [general.installationId, '2026-11-02', '2026-11-11'],
  );
  expect(Number((rows[0] as { frames: number }).frames)).toBe(10 * 288);
});
