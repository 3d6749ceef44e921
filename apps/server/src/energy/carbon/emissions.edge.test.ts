import { readEmissions } from '@nascente/contract/sites/establishments';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;

beforeAll(async () => {
  api = await createTestApi('2026-11-13T14:20:00Z');
  owner = await api.seed.person();
});

const kwh = (amount: number, at = '2026-11-10T12:00:00Z') => [{ at, energy_a_mwh: amount * 1e6 }];
const emissionsOf = async (establishment: string, query = '', token = owner.token) =>
  (await api.succeed(readEmissions, `/establishment/${establishment}/emissions${query}`, { token })).data;

describe('emissions of an establishment', () => {
  it('adds the emissions of all electric meters of the cycle without a general meter', async () => {
    const establishment = await api.seed.establishment(owner);
    await api.seed.readings(await api.seed.meter(establishment), kwh(100));
    await api.seed.readings(await api.seed.meter(establishment), [
      ...kwh(50),
      ...kwh(900, '2026-10-10T12:00:00Z'),
    ]);
    const water = await api.seed.meter(establishment, {}, { type: 'water' });
    await api.seed.readings(water, [{ at: '2026-11-10T12:00:00Z', volume_ml: 5_000_000 }]);
    expect(await emissionsOf(establishment)).toMatchObject({
      kgCO2: 6.39,
      factor: 0.0426,
      year: 2022,
      start: '2026-11-01',
      end: '2026-11-13',
    });
  });

  it('uses only the general meter for emissions where one exists', async () => {
    const establishment = await api.seed.establishment(owner);
    await api.seed.readings(await api.seed.meter(establishment, { is_general: true }), kwh(1000));
    await api.seed.readings(await api.seed.meter(establishment), kwh(400));
    expect((await emissionsOf(establishment)).kgCO2).toBe(42.6);
  });

  it('includes the emissions of a removed meter', async () => {
    const establishment = await api.seed.establishment(owner);
    const gone = await api.seed.meter(establishment, { removed_at: new Date('2026-11-11T00:00:00Z') });
    await api.seed.readings(gone, kwh(10));
    expect((await emissionsOf(establishment)).kgCO2).toBe(0.426);
  });

  it('returns the emissions between two days', async () => {
    const establishment = await api.seed.establishment(owner);
    await api.seed.readings(await api.seed.meter(establishment), [
      ...kwh(10),
      ...kwh(20, '2026-10-01T02:59:59Z'),
      ...kwh(5, '2026-10-01T03:00:00Z'),
    ]);
    expect((await emissionsOf(establishment, '?start=2026-10-01&end=2026-10-31')).kgCO2).toBe(0.213);
    expect((await emissionsOf(establishment, '?start=2026-09-30&end=2026-09-30')).kgCO2).toBe(0.852);
  });

  it('counts each month with its own factor when requested, and names the factor', async () => {
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment, { installed_at: new Date('2025-01-01T00:00:00Z') });
    await api.seed.readings(meter, [
      ...kwh(100, '2025-10-31T12:00:00Z'),
      ...kwh(200, '2025-11-01T12:00:00Z'),
      ...kwh(10, '2026-01-05T12:00:00Z'),
    ]);
    const data = await emissionsOf(establishment, '?start=2025-10-01&end=2026-01-31&factors=monthly');
    expect(data.months).toEqual([
      { date: '10/2025', kgCO2: 6.8, factor: 0.068, factorYear: 2025, factorMonth: 10 },
      { date: '11/2025', kgCO2: 15.56, factor: 0.0778, factorYear: 2025, factorMonth: 11 },
      { date: '12/2025', kgCO2: 0, factor: 0.0545, factorYear: 2024, factorMonth: null },
      { date: '01/2026', kgCO2: 0.545, factor: 0.0545, factorYear: 2024, factorMonth: null },
    ]);
    expect(data).toMatchObject({ kgCO2: 22.905, factor: 0.073887, year: 2024 });
    const fixed = await emissionsOf(establishment, '?start=2025-10-01&end=2026-01-31');
    expect(fixed).toMatchObject({ kgCO2: 13.206, factor: 0.0426, year: 2022 });
    expect(fixed.months.map(({ factorYear }) => factorYear)).toEqual([2022, 2022, 2022, 2022]);
  });

  it('returns zero emissions with zero completeness without a meter', async () => {
    expect(await emissionsOf(await api.seed.establishment(owner))).toMatchObject({
      kgCO2: 0,
      completeness: 0,
    });
  });

  it.each(['?start=2026-11-02&end=2026-11-01', '?start=2026-13-01', '?from=2026-11-01', '?factors=mine'])(
    'refuses emissions with %s',
    async (query) => {
      const establishment = await api.seed.establishment(owner);
      expect(
        await api.fail('GET', `/establishment/${establishment}/emissions${query}`, { token: owner.token }),
      ).toMatchObject({
        status: 400,
        type: 'validation',
      });
    },
  );

  it('answers 404 for the emissions of another account, exactly as for an unknown establishment', async () => {
    const establishment = await api.seed.establishment(await api.seed.person());
    const answers = await Promise.all(
      [establishment, '019e0000-0000-7000-8000-000000000000', 'x'].map((id) =>
        api.inject('GET', `/establishment/${id}/emissions`, { token: owner.token }),
      ),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toEqual({ ok: false, type: 'not-found', msg: 'Estabelecimento não encontrado.' });
    }
  });
});
