import { saveContract } from '@nascente/contract/money/billing-terms';
import { readEstablishmentCycle } from '@nascente/contract/money/establishment-consumption';
import { expect, it } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { BRANCA, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import { createTestApi } from '../../testing/test-api.ts';

/** Wednesday, 18:07 in São Paulo: peak hours have just begun. */
const NOW = '2026-10-14T21:07:00Z';
const PEAK = '2026-10-14T21:00:00Z';
const QUARTER = 900_000;

const api = await createTestApi(NOW);

/** 1 kWh an hour, and nothing from 17 to 22 h. */
const offPeak = () => {
  const first = Date.parse('2026-09-01T03:00:00Z');
  const count = (Date.parse(PEAK) - first) / QUARTER;
  return Array.from({ length: count }, (_, quarter) => {
    const at = new Date(first + quarter * QUARTER);
    const clock = (at.getUTCHours() + 21) % 24;
    return { at, energy_a_mwh: clock >= 17 && clock < 22 ? 0 : 250_000 };
  });
};

it('prices compared hours without the quarter-hour that begins after them', async () => {
  const owner = await api.seed.person();
  const establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(establishment);
  const branca = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: BRANCA }]);
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { validFrom: '2026-01-01', tax: branca, terms: aContract({ modality: 'branca' }) },
  });
  await api.seed.readings(meter, [...offPeak(), { at: PEAK, energy_a_mwh: 50_000_000 }]);
  const { consolidated } = await api.succeed(
    readEstablishmentCycle,
    `/establishment/${establishment}/consumption`,
    { token: owner.token },
  );
  const { total, cost } = consolidated?.previous?.current ?? { total: 0, cost: null };
  const [price = 0, complete = 0] = [consolidated?.prices?.outPoint, consolidated?.total];
  expect(complete - total).toBeCloseTo(50, 6);
  expect(total).toBeGreaterThan(200);
  expect(cost).toBeCloseTo(total * price, 2);
});
