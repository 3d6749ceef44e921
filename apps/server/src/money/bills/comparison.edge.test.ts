import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { readMarketComparison } from '@nascente/contract/money/market-comparison';
import { readDemandOptimum, readTariffComparison } from '@nascente/contract/money/tariff-comparison';
import { beforeAll, describe, expect, it } from 'vitest';
import { steadyReadings } from '../../testing/boards/steady-readings.ts';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { AZUL, BRANCA, CONVENCIONAL, seedRules, VERDE } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;
let convencional: string;
let verde: string;

const FROM = '2025-01-01';
const AURORA = { distributor: 'Aurora', comment: 'Comercial' };

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  owner = await api.seed.person();
  const store = (rules: typeof VERDE, overrides: object) =>
    seedRules(api.seed, [{ validFrom: FROM, rules }], { ...AURORA, ...overrides });
  convencional = await store(CONVENCIONAL, {});
  await store(BRANCA, {});
  await store(BRANCA, { comment: 'Residencial' });
  verde = await store(VERDE, { tariff_group: 'A4' });
  await store(AZUL, { tariff_group: 'A4' });
});

const kwh = (at: string, amount: number) => ({ at, energy_a_mwh: amount * 1e6 });
const agree = (establishment: string, tax: string, terms: Partial<BillingContractJson> = {}) =>
  api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { validFrom: FROM, tax, terms: aContract({ taxes: [], cosip: null, supply: null, ...terms }) },
  });
const compare = async (establishment: string, query = '') =>
  (
    await api.succeed(readTariffComparison, `/establishment/${establishment}/tariff-comparison${query}`, {
      token: owner.token,
    })
  ).comparison;
const optimum = async (establishment: string) =>
  (
    await api.succeed(readDemandOptimum, `/establishment/${establishment}/demand-optimum`, {
      token: owner.token,
    })
  ).optimum;

describe('the comparison of tariffs', () => {
  it('prices the same finished cycles under each open modality, with the saving of the cheapest', async () => {
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment, { installed_at: new Date('2026-08-01T03:00:00Z') });
    await api.seed.readings(meter, [
      kwh('2026-08-05T13:00:00Z', 1000),
      kwh('2026-09-02T21:30:00Z', 100),
      // It lies in the open cycle, which is not compared.
      kwh('2026-10-05T13:00:00Z', 9999),
    ]);
    await agree(establishment, convencional);
    const found = await compare(establishment);
    expect(found.cycles.map(({ start, end }) => [start, end])).toEqual([
      ['2026-08-01', '2026-08-31'],
      ['2026-09-01', '2026-09-30'],
    ]);
    // Flags cost the same under both: 1100 × 0.01885. Branca: 1000 × 0.50 + 100 × 1.40; Convencional 1100 × 0.70.
    expect(found.modalities.map(({ modality, total }) => [modality, total])).toEqual([
      ['branca', 660.73],
      ['convencional', 790.73],
    ]);
    expect(found.modalities.map(({ months }) => months.map(({ total }) => total))).toEqual([
      [518.85, 141.88],
      [718.85, 71.88],
    ]);
    expect(found).toMatchObject({ current: 'convencional', saving: 130, unavailable: [] });
    expect(found.modalities[0]?.tariff).toMatchObject({ ...AURORA, modality: 'branca' });
    expect(found.missing.some((text) => text.includes('COSIP'))).toBe(true);
  });

  it('each compared month equals the bill of that month', async () => {
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment, { installed_at: new Date('2026-08-01T03:00:00Z') });
    await api.seed.readings(meter, [kwh('2026-08-05T13:00:00Z', 321), kwh('2026-09-02T21:30:00Z', 123)]);
    await agree(establishment, convencional);
    const own = (await compare(establishment)).modalities.find(({ modality }) => modality === 'convencional');
    for (const { start, end, total } of own?.months ?? []) {
      const url = `/establishment/${establishment}/bill?start=${start}&end=${end}`;
      expect((await api.succeed(readBill, url, { token: owner.token })).bill.total).toBe(total);
    }
    expect(own?.months).toHaveLength(2);
  });

  it('ends at the requested day, with at most 12 cycles', async () => {
    const establishment = await api.seed.establishment(owner, { bill_read_day: 10 });
    await api.seed.meter(establishment);
    await agree(establishment, convencional);
    const { cycles } = await compare(establishment, '?end=2026-05-15');
    expect(cycles).toHaveLength(12);
    expect([cycles[0]?.start, cycles.at(-1)?.end]).toEqual(['2025-05-10', '2026-05-09']);
    expect(cycles.every(({ completeness }) => completeness === 0)).toBe(true);
  });

  it('names the missing tariff, and starts with the first complete cycle', async () => {
    const lonely = await seedRules(api.seed, [{ validFrom: FROM, rules: CONVENCIONAL }], {
      distributor: 'Sozinha',
    });
    const establishment = await api.seed.establishment(owner);
    await api.seed.meter(establishment, { installed_at: new Date('2026-10-03T00:00:00Z') });
    await agree(establishment, lonely);
    const measured = await api.seed.establishment(owner);
    const older = await api.seed.meter(measured, { installed_at: new Date('2026-08-20T00:00:00Z') });
    await api.seed.readings(older, steadyReadings('2026-09-01', '2026-09-15', { kwh: 10 }));
    await api.seed.readings(older, [kwh('2026-08-25T13:00:00Z', 1)]);
    expect((await compare(measured)).cycles).toEqual([
      { start: '2026-09-01', end: '2026-09-30', completeness: 0.5 },
    ]);
    expect(await compare(establishment)).toMatchObject({
      modalities: [],
      saving: null,
      unavailable: [{ modality: 'branca', reason: 'Falta a tarifa Branca de B3 da distribuidora Sozinha.' }],
      missing: ['Falta um ciclo inteiro medido: a comparação começa com a primeira fatura completa.'],
    });
  });
});

describe('the optimal contracted demand', () => {
  const factory = async (kilowatts: readonly number[], demand: BillingContractJson['demand']) => {
    const establishment = await api.seed.establishment(owner);
    const since = new Date('2026-07-01T03:00:00Z');
    const meter = await api.seed.meter(establishment, { installed_at: since });
    const months = ['07', '08', '09'];
    await api.seed.readings(
      meter,
      kilowatts.map((kw, month) => kwh(`2026-${months[month]}-15T13:00:00Z`, kw / 4)),
    );
    await agree(establishment, verde, { group: 'A', subgroup: 'A4', modality: 'verde', demand });
    return establishment;
  };

  it('returns the exact optimal demand beside the cost of the contract', async () => {
    const establishment = await factory([105, 105, 105], { mode: 'single', demand: 150 });
    const { demands, modality, cycles, missing } = await optimum(establishment);
    expect([modality, cycles.length, missing]).toEqual(['verde', 3, []]);
    // 150 kW × R$ 20 × 3 months; 100 kW is not overrun by 105, of which 105 are billed.
    expect(demands).toMatchObject([
      {
        touPeriod: null,
        current: { contracted: 150, cost: 9000 },
        best: { contracted: 100, cost: 6300 },
        saving: 2700,
        measured: [105, 105, 105],
      },
    ]);
    const [{ curve } = { curve: [] }] = demands;
    expect(Math.min(...curve.map(({ cost }) => cost))).toBe(6300);
    expect(curve.map(({ contracted }) => contracted)).toEqual(
      curve.map(({ contracted }) => contracted).toSorted((a, b) => a - b),
    );
  });

  it('ignores cycles without readings in the optimal demand', async () => {
    const establishment = await factory([105], { mode: 'single', demand: 150 });
    const { demands, cycles } = await optimum(establishment);
    expect(cycles).toHaveLength(1);
    expect(demands).toMatchObject([
      { current: { contracted: 150, cost: 3000 }, best: { contracted: 100, cost: 2100 }, measured: [105] },
    ]);
    const compared = await compare(establishment);
    expect(compared.cycles).toEqual(cycles);
    expect(compared.modalities.find(({ modality }) => modality === 'verde')?.optimal).toMatchObject([
      { touPeriod: null, contracted: 100, cost: 2100 },
    ]);
  });

  it('the comparison uses the optimal demand, with one per time-of-use period under Azul', async () => {
    const establishment = await factory([105, 105, 105], { mode: 'single', demand: 150 });
    const { modalities, saving } = await compare(establishment);
    const costs = modalities.map(({ modality, optimal }) => [
      modality,
      optimal.map(({ touPeriod, cost }) => [touPeriod, cost]),
    ]);
    expect(new Map(costs as [string, unknown][]).get('verde')).toEqual([[null, 6300]]);
    // No peak demand was measured, so the least contract of 30 kW applies: 3 × 30 × 50.
    expect(new Map(costs as [string, unknown][]).get('azul')).toEqual([
      ['inPoint', 4500],
      ['outPoint', 6300],
    ]);
    expect(saving).toBe(2700);
  });

  it('reports a missing contracted demand, and returns no demands for Group B', async () => {
    const { demands, missing } = await optimum(await factory([80], null));
    expect(demands[0]).toMatchObject({ current: null, saving: null });
    expect(missing).toEqual(['Falta a demanda contratada: não há com o que comparar.']);
    const shop = await api.seed.establishment(owner);
    await api.seed.meter(shop);
    await agree(shop, convencional);
    expect(await optimum(shop)).toMatchObject({ demands: [], missing: ['Esta tarifa não cobra demanda.'] });
  });
});

describe('comparing captive and free contracts', () => {
  const markets = async (establishment: string, query = '') =>
    (
      await api.succeed(readMarketComparison, `/establishment/${establishment}/market-comparison${query}`, {
        token: owner.token,
      })
    ).comparison;

  it('compares an offer or the contract with the charges of the distributor', async () => {
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment, { installed_at: new Date('2026-09-01T03:00:00Z') });
    await api.seed.readings(meter, [kwh('2026-09-05T13:00:00Z', 100)]);
    const ofA = { group: 'A', subgroup: 'A4', modality: 'verde' } as const;
    await agree(establishment, verde, { ...ofA, demand: { mode: 'single', demand: 400 } });
    const today = await markets(establishment);
    expect(today).toMatchObject({ isOpen: true, current: 'cativo', free: null, saving: null });
    const offered = await markets(establishment, '?supplierPrice=0.2&discount=0.5');
    expect(offered.captive).toEqual(today.captive);
    expect(offered.free?.months).toHaveLength(1);
    expect(offered.saving).toBeCloseTo((offered.captive?.total ?? 0) - (offered.free?.total ?? 0), 2);
    const market = { mode: 'livre', demandDiscount: '0.5', supplierPrice: '0.2' } as const;
    await agree(establishment, verde, { ...ofA, market, demand: { mode: 'single', demand: 400 } });
    const agreed = await markets(establishment);
    expect(agreed).toMatchObject({ current: 'livre', free: offered.free, captive: offered.captive });
    const { bill } = await api.succeed(
      readBill,
      `/establishment/${establishment}/bill?type=eletric&start=2026-09-01&end=2026-09-30`,
      { token: owner.token },
    );
    expect(agreed.free?.total).toBe(bill.total);
  });

  it('compares Group B by its TUSD and TE, although its market is not open', async () => {
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment, { installed_at: new Date('2026-09-01T03:00:00Z') });
    await api.seed.readings(meter, [kwh('2026-09-05T13:00:00Z', 1500)]);
    await agree(establishment, convencional);
    const offered = await markets(establishment, '?supplierPrice=0.2');
    expect(offered).toMatchObject({ isOpen: false, subgroup: 'B3', current: 'cativo' });
    const market = { mode: 'livre', demandDiscount: '0', supplierPrice: '0.2' } as const;
    await agree(establishment, convencional, { market });
    const { bill } = await api.succeed(
      readBill,
      `/establishment/${establishment}/bill?type=eletric&start=2026-09-01&end=2026-09-30`,
      { token: owner.token },
    );
    expect(offered.free?.total).toBe(bill.total);
    expect(offered.captive?.total).toBeGreaterThan(bill.total);
    const { comparison } = await api.succeed(
      readTariffComparison,
      `/establishment/${establishment}/tariff-comparison`,
      { token: owner.token },
    );
    expect(comparison).toMatchObject({ subgroup: 'B3', meanKwh: 1500 });
  });

  it('states no cost without taxes where a simple tariff contains unknown ones', async () => {
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment, { installed_at: new Date('2026-09-01T03:00:00Z') });
    await api.seed.readings(meter, [kwh('2026-09-05T13:00:00Z', 100)]);
    const day = { valid_from: FROM, in_point: '1', inter_point: '1', out_point: '1', source: 'Fatura' };
    await agree(establishment, await api.seed.tariff([day]), { taxCredits: { pisCofins: true, vat: true } });
    const { bill } = await api.succeed(readBill, `/establishment/${establishment}/bill?start=2026-09-01`, {
      token: owner.token,
    });
    expect(bill.total).toBe(100);
    expect(bill).not.toHaveProperty('withoutTaxCredits');
  });

  it('compares nothing without a tariff of TUSD and TE, and explains an invalid offer', async () => {
    const establishment = await api.seed.establishment(owner);
    expect(await markets(establishment)).toMatchObject({ isOpen: false, captive: null, free: null });
    const ofSimple = await api.seed.establishment(owner);
    await api.seed.meter(ofSimple, { installed_at: new Date('2026-09-01T03:00:00Z') });
    const day = { valid_from: FROM, in_point: '1', inter_point: '1', out_point: '1', source: 'Fatura' };
    await agree(ofSimple, await api.seed.tariff([day]));
    expect(await markets(ofSimple)).toMatchObject({ isOpen: false, captive: null, free: null });
    const refusal = await api.fail(
      'GET',
      `/establishment/${establishment}/market-comparison?supplierPrice=abc`,
      {
        token: owner.token,
      },
    );
    expect(refusal).toMatchObject({ errors: [{ msg: 'Informe o preço em R$/kWh, como 0.28.' }] });
  });
});
