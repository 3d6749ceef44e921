import { readDays, readPeriod } from '@nascente/contract/energy/consumption';
import { beforeAll, describe, expect, it } from 'vitest';
import { rawQuarters, sum } from '../../../testing/boards/raw-quarters.ts';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';

const NOW = '2026-11-13T14:20:00Z';
const QUARTER = 900_000;

let api: TestApi;
let owner: SeededPerson;
let tariff_id: string;

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  tariff_id = await api.seed.tariff([
    { valid_from: '2020-01-01', in_point: '2', inter_point: '0.5', out_point: '0.5' },
  ]);
});

const irregular = (from: number, to: number) =>
  Array.from({ length: Math.ceil((to - from) / QUARTER) }, (_, index) => ({
    at: new Date(from + index * QUARTER),
    energy_a_mwh: 50_000 + ((index * 7919) % 400_009),
    energy_c_mwh: index % 3 === 0 ? -70_000 : 9_000,
  }));
const daysOf = async ({ mac }: SeededMeter, start: string, end: string) =>
  (await api.succeed(readDays, `/consolidated/days/${mac}?start=${start}&end=${end}`, { token: owner.token }))
    .days;
const periodOf = async ({ mac }: SeededMeter, dateStart: string, dateEnd: string) => {
  const payload = { meter: mac, dateStart, dateEnd };
  const answer = await api.succeed(readPeriod, '/consolidated/period', { token: owner.token, payload });
  return answer.consolidated;
};

describe('daily totals', () => {
  it.each([
    ['America/Sao_Paulo', '2026-10-10', '2026-11-13'],
    ['America/New_York', '2026-10-20', '2026-11-12'],
    ['Asia/Kolkata', '2026-10-25', '2026-11-13'],
    ['America/Sao_Paulo', '2026-11-05', '2026-11-20'],
  ])('daily totals in %s from %s to %s match the period, without hours', async (zone, start, end) => {
    const establishment = await api.seed.establishment(owner, { zone });
    const installed_at = new Date('2026-10-15T10:00:00Z');
    const meter = await api.seed.meter(establishment, { tariff_id, installed_at });
    await api.seed.readings(meter, irregular(installed_at.getTime(), Date.parse(NOW)));
    const days = await daysOf(meter, start, end);
    const period = await periodOf(meter, start, end);
    expect(days).toEqual(
      period.map(({ date, total, inPoint, interPoint, outPoint, cost, completeness, emptyReason }) => ({
        date,
        total,
        inPoint,
        interPoint,
        outPoint,
        cost,
        completeness,
        emptyReason,
      })),
    );
    await api.closeDays();
    expect(await daysOf(meter, start, end)).toEqual(days);
  });

  it('daily totals are the sums of the readings, at most 366 rows a year', async () => {
    const zone = 'America/Sao_Paulo';
    const meter = await api.seed.meter(await api.seed.establishment(owner), { tariff_id });
    await api.seed.readings(
      meter,
      irregular(Date.parse('2026-11-01T03:00Z'), Date.parse(NOW)).map(({ at, energy_a_mwh }) => ({
        at,
        energy_a_mwh,
      })),
    );
    const days = await daysOf(meter, '2025-11-13', '2026-11-13');
    expect(days).toHaveLength(366);
    const quarters = await rawQuarters(api, [meter], zone, ['2026-11-01', '2026-11-13']);
    for (const { date, total } of days) {
      const dayQuarters = quarters.filter((quarter) => quarter.date === date);
      expect(total).toBeCloseTo(sum(dayQuarters.map(({ mwh }) => mwh)) / 1e6, 9);
    }
    const url = `/consolidated/days/${meter.mac}?start=2025-11-13&end=2026-11-13`;
    expect((await api.raw('GET', url, { token: owner.token })).body.length).toBeLessThan(366 * 140);
  });

  it.each([
    ['start=2026-11-02&end=2026-11-01', 'A data final deve ser posterior à inicial.'],
    ['start=2025-01-01&end=2026-11-01', 'O período deve ser de no máximo um ano.'],
  ])('refuses daily totals with %s', async (query, msg) => {
    const meter = await api.seed.meter(await api.seed.establishment(owner));
    const refusal = await api.fail('GET', `/consolidated/days/${meter.mac}?${query}`, { token: owner.token });
    expect(refusal).toMatchObject({ status: 400, type: 'validation', msg });
    const otherAccount = await api.seed.person();
    const absent = await api.fail('GET', `/consolidated/days/${meter.mac}?start=2026-11-01&end=2026-11-02`, {
      token: otherAccount.token,
    });
    expect(absent.status).toBe(404);
  });
});
