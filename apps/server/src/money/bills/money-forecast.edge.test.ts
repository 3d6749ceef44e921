import { saveContract } from '@nascente/contract/money/billing-terms';
import { readEstablishmentCycle } from '@nascente/contract/money/establishment-consumption';
import { beforeAll, describe, expect, it } from 'vitest';
import { steadyReadings } from '../../testing/boards/steady-readings.ts';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { seedRules, VERDE } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;
let verde: string;

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  owner = await api.seed.person();
  verde = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: VERDE }], { tariff_group: 'A4' });
});

const cycleOf = async (establishment: string) => {
  const { consolidated } = await api.succeed(
    readEstablishmentCycle,
    `/establishment/${establishment}/consumption?type=eletric`,
    { token: owner.token },
  );
  if (consolidated === null) throw new Error('a cycle');
  return consolidated;
};

/** Uses the energy of a day within its first quarter-hours: equal kWh at a higher demand. */
const inBursts = (readings: ReturnType<typeof steadyReadings>, times: number): typeof readings =>
  readings.map((reading, index) => {
    const isBurst = index % times === 0;
    const energy = readings.slice(index, index + times).reduce((sum, one) => sum + one.energy_a_mwh, 0);
    return { ...reading, energy_a_mwh: isBurst ? energy : 0 };
  });

/** A factory on day 12 of a cycle; only the demand of the previous cycle varies, its kWh do not. */
const forecastAfter = async (times: number, overrides: { bill_read_day?: number } = {}) => {
  const establishment = await api.seed.establishment(owner, overrides);
  const meter = await api.seed.meter(establishment, { is_general: true });
  await api.seed.readings(meter, inBursts(steadyReadings('2026-09-01', '2026-09-30', { kwh: 2_727 }), times));
  await api.seed.readings(meter, steadyReadings('2026-10-01', '2026-10-11', { kwh: 1_000 }));
  const terms = aContract({
    group: 'A',
    subgroup: 'A4',
    modality: 'verde',
    demand: { mode: 'single', demand: 1 },
  });
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { validFrom: '2026-01-01', tax: verde, terms },
  });
  return { establishment, ...(await cycleOf(establishment)) };
};

it('forecasts the demand reached in the cycle before', async () => {
  const [steady, higher] = [await forecastAfter(1), await forecastAfter(8)];
  // This cycle has the same measurements, so its amount until now is equal.
  expect(higher.cost).toBe(steady.cost);
  const perKwh = (cycle: typeof steady) => (cycle.forecast.cost ?? 0) - (cycle.cost ?? 0);
  const expectedKwh = (cycle: typeof steady) => cycle.forecast.byDailyAverage.total;
  expect(expectedKwh(higher)).toBe(expectedKwh(steady));
  expect(perKwh(higher)).toBeGreaterThan(perKwh(steady) + 300);
});

it('returns the forecast by daily average with the fixed lines once', async () => {
  const { dailyAverage, dailyAverageCost, fixedCost, forecast } = await forecastAfter(8);
  const { total, cost, days } = forecast.byDailyAverage;
  expect(days).toBe(31);
  expect(total).toBeCloseTo(dailyAverage * days, 9);
  expect(fixedCost).toBeGreaterThan(0);
  expect(cost).toBeCloseTo((dailyAverageCost ?? 0) * days + (fixedCost ?? 0), 9);
});

describe('the unknown flag of a coming month', () => {
  const setFlag = (month: string, flag: string, price: string) =>
    api.database.pool.query(
      `insert into flag_month (month, flag, price) values ($1, $2, $3)
       on conflict (month) do update set flag = $2, price = $3`,
      [month, flag, price],
    );

  it('assumes the last known flag in the forecast, and names it', async () => {
    await setFlag('2026-10-01', 'amarela', '0.01885');
    const assuming = await forecastAfter(1, { bill_read_day: 8 });
    expect([assuming.start.slice(0, 7), assuming.end.slice(0, 7)]).toEqual(['2026-10', '2026-11']);
    expect(assuming.forecast.assumedFlag).toEqual({ name: 'amarela', months: ['11/2026'] });
    await setFlag('2026-11-01', 'amarela', '0.01885');
    const withFlags = await cycleOf(assuming.establishment);
    expect(withFlags.forecast.assumedFlag).toBeNull();
    expect(withFlags.forecast.cost).toBe(assuming.forecast.cost);
    await setFlag('2026-11-01', 'vermelha-2', '0.07877');
    expect((await cycleOf(assuming.establishment)).forecast.cost).toBeGreaterThan(
      withFlags.forecast.cost ?? 0,
    );
  });

  it('assumes no flag where the cycle ends in a month with a known one', async () => {
    expect((await forecastAfter(1)).forecast.assumedFlag).toBeNull();
  });
});
