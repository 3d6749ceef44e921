import { saveContract } from '@nascente/contract/billing-terms';
import { readPlaceCycle } from '@nascente/contract/place-consumption';
import { beforeAll, expect, it } from 'vitest';
import { aContract } from '../../testing/a-contract.ts';
import { seedRules, VERDE } from '../../testing/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seed.ts';
import { steadyReadings } from '../../testing/steady-readings.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;
let verde: string;

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  owner = await api.seed.person();
  verde = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: VERDE }], { tariff_group: 'A4' });
});

/** A factory on its twelfth day, by what it consumed in the cycle before. */
const forecastAfter = async (kwh: number) => {
  const place = await api.seed.place(owner);
  const meter = await api.seed.meter(place, { is_general: true });
  await api.seed.readings(meter, steadyReadings('2026-09-01', '2026-09-30', { kwh }));
  await api.seed.readings(meter, steadyReadings('2026-10-01', '2026-10-11', { kwh: 1_000 }));
  const terms = aContract({
    group: 'A',
    subgroup: 'A4',
    modality: 'verde',
    demand: { mode: 'single', demand: 1 },
  });
  await api.succeed(saveContract, `/establishment/${place}/contract`, {
    token: owner.token,
    payload: { validFrom: '2026-01-01', tax: verde, terms },
  });
  const { consolidated } = await api.succeed(
    readPlaceCycle,
    `/establishment/${place}/consumption?type=eletric`,
    { token: owner.token },
  );
  if (consolidated === null) throw new Error('a cycle');
  return consolidated;
};

it('expects the demand that days to come mostly reach, as the cycle before has shown', async () => {
  const [steady, higher] = [await forecastAfter(2_727), await forecastAfter(27_270)];
  // What was measured of this cycle is the same: the amount so far is.
  expect(higher.cost).toBe(steady.cost);
  const perKwh = (cycle: typeof steady) => (cycle.forecast.cost ?? 0) - (cycle.cost ?? 0);
  const expectedKwh = (cycle: typeof steady) => cycle.forecast.byDailyAverage.total;
  expect(expectedKwh(higher)).toBe(expectedKwh(steady));
  expect(
    (higher.forecast.byDailyAverage.cost ?? 0) - (steady.forecast.byDailyAverage.cost ?? 0),
  ).toBeGreaterThan(300);
  expect(perKwh(higher)).toBeGreaterThan(perKwh(steady));
});
