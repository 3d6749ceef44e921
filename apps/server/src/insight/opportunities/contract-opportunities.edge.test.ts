import { decideOpportunity } from '@nascente/contract/insight/opportunities';
import type { OpportunityKind } from '@nascente/contract/insight/opportunity-kinds';
import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { parsePrice } from '@nascente/domain/base/units/price';
import { beforeAll, expect, it } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules, VERDE } from '../../testing/seeds/bill-tariffs.ts';
import { everyOpportunity, isOfKind } from '../../testing/seeds/every-opportunity.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const FROM = '2024-01-01';
const DAY_MS = 86_400_000;
/** A year of cycles, civil months: from midnight in São Paulo. */
const FIRST = Date.parse('2025-10-01T03:00:00Z');
const DAYS = 365;
const MONTHS = Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2025, 9 + index, 1)));
const dayText = (at: Date): string => at.toISOString().slice(0, 10);
const lastOf = (month: Date): string =>
  dayText(new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)));

let api: TestApi;
let verde: string;

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  verde = await seedRules(api.seed, [{ validFrom: '2025-10-01', rules: VERDE }], { tariff_group: 'A4' });
});

const list = (owner: SeededPerson) => everyOpportunity(api, owner);
const found = async <K extends OpportunityKind>(owner: SeededPerson, establishment: string, kind: K) =>
  (await list(owner)).opportunities.find(isOfKind(kind, establishment));
const billOf = async (owner: SeededPerson, establishment: string, start: string, end: string) => {
  const url = `/establishment/${establishment}/bill?start=${start}&end=${end}`;
  return (await api.succeed(readBill, url, { token: owner.token })).bill.total;
};
const agree = (
  owner: SeededPerson,
  establishment: string,
  tax: string,
  terms: Partial<BillingContractJson>,
  validFrom = FROM,
) =>
  api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { validFrom, tax, terms: aContract({ taxes: [], cosip: null, supply: null, ...terms }) },
  });

const IN_A = { group: 'A', subgroup: 'A4', modality: 'verde' } as const;
const single = (demand: number) => ({ ...IN_A, demand: { mode: 'single' as const, demand } });

it('two demands a year save the difference between the bills of a fixed and a seasonal contract', async () => {
  const owner = await api.seed.person();
  /** From December to March a quarter-hour of each noon takes 96 kW, otherwise 60. */
  const isSummer = (at: Date) => at.getUTCMonth() === 11 || at.getUTCMonth() < 3;
  const establishment = async () => {
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment, { installed_at: new Date(FIRST) });
    await api.seed.readings(
      meter,
      Array.from({ length: DAYS }, (_, day) => {
        const at = new Date(FIRST + day * DAY_MS + DAY_MS / 2);
        return { at, energy_a_mwh: (isSummer(at) ? 24 : 15) * 1e6 };
      }),
    );
    return establishment;
  };
  const one = await establishment();
  await agree(owner, one, verde, single(120));
  await agree(owner, one, verde, single(100), '2025-06-01');
  const saving = await found(owner, one, 'demand');
  const [season] = saving?.seasons ?? [];
  const [high, low] = [season?.demands[0]?.contracted ?? 0, saving?.demands[0]?.contracted ?? 0];
  expect([season?.from, season?.to]).toEqual([12, 3]);
  // 5 % beyond what is contracted is not charged as an overrun.
  expect([high, low]).toEqual([92, 58]);
  // Lowered last on 1 June 2025: 90 days from the 12th of October come later than twelve months from then.
  expect(saving?.lowering).toEqual({ noticeDays: 90, earliest: '2027-01-10', lastLowered: '2025-06-01' });
  const advised = await establishment();
  await agree(owner, advised, verde, single(low));
  await agree(owner, advised, verde, single(high), '2025-12-01');
  await agree(owner, advised, verde, single(low), '2026-04-01');
  const bills = await Promise.all(
    MONTHS.map(async (month) => {
      const [start, end] = [dayText(month), lastOf(month)];
      return [await billOf(owner, one, start, end), await billOf(owner, advised, start, end)] as const;
    }),
  );
  const saved = bills.reduce((sum, [now, then]) => sum + now - then, 0);
  expect(saving?.perYear).toBeCloseTo((saved / DAYS) * 365, 1);
  expect(saving?.evidence.map(({ now, instead }) => [now, instead])).toEqual(bills);
});

it('names the share of the bills that a company takes as tax credit', async () => {
  const owner = await api.seed.person();
  const establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(establishment, { installed_at: new Date(FIRST) });
  await api.seed.readings(
    meter,
    Array.from({ length: DAYS }, (_, day) => ({
      at: new Date(FIRST + day * DAY_MS + DAY_MS / 2),
      energy_a_mwh: 15e6,
    })),
  );
  const taxes: BillingContractJson['taxes'] = [
    { validFrom: FROM, icms: '0', icmsBands: [], pis: '0.01', cofins: '0.04', method: 'por-dentro' },
  ];
  await agree(owner, establishment, verde, { ...single(120), taxes });
  expect(await found(owner, establishment, 'demand')).not.toHaveProperty('recoveredShare');
  const taxCredits = { pisCofins: true, vat: true };
  await agree(owner, establishment, verde, { ...single(120), taxes, taxCredits });
  // PIS and COFINS are 5 % of every line.
  expect((await found(owner, establishment, 'demand'))?.recoveredShare).toBeCloseTo(0.05, 4);
});

/** A shop of two cycles, 10 kWh a day. */
const shop = async (owner: SeededPerson, meters: readonly object[] = [{}]) => {
  const establishment = await api.seed.establishment(owner);
  const from = Date.parse('2026-08-01T03:00:00Z');
  for (const [index, overrides] of meters.entries()) {
    const meter = await api.seed.meter(establishment, { installed_at: new Date(from), ...overrides });
    const readings = Array.from({ length: 61 }, (_, day) => ({
      at: new Date(from + day * DAY_MS + DAY_MS / 2),
      energy_a_mwh: 10e6 * (index + 1),
    }));
    await api.seed.readings(meter, readings);
  }
  return establishment;
};
const CYCLES = [
  ['2026-08-01', '2026-08-31'],
  ['2026-09-01', '2026-09-30'],
] as const;

it('reports the bill difference between old and new prices, and leaves it out of every sum', async () => {
  const owner = await api.seed.person();
  const names = { distributor: 'Serra', comment: 'Comercial' };
  const old = await seedRules(api.seed, [{ validFrom: '2025-01-01', rules: CONVENCIONAL }], names);
  const one = await shop(owner);
  await agree(owner, one, old, {});
  const unknown = await found(owner, one, 'old-prices');
  expect(unknown).toMatchObject({ perYear: null, low: null, high: null });
  expect(unknown?.prices).toMatchObject({ validFrom: '2025-01-01', newer: null, change: null });
  const dearer = {
    ...CONVENCIONAL,
    energy: { outPoint: { tusd: parsePrice('0.6'), te: parsePrice('0.3') } },
  };
  const rules = { ...dearer, modality: 'convencional' } as typeof CONVENCIONAL;
  const fresh = await seedRules(api.seed, [{ validFrom: '2026-02-01', rules }], { ...names, color: 'Nova' });
  const priced = await found(owner, one, 'old-prices');
  const other = await shop(owner);
  await agree(owner, other, fresh, {});
  let more = 0;
  for (const [start, end] of CYCLES)
    more += (await billOf(owner, other, start, end)) - (await billOf(owner, one, start, end));
  expect(more).toBeGreaterThan(0);
  expect(priced?.prices).toMatchObject({ newer: { _id: fresh, validFrom: '2026-02-01' } });
  expect(priced?.prices?.change).toBeCloseTo((more / 61) * 365, 1);
  expect(priced?.perYear).toBe(priced?.prices?.change);
  expect(await list(owner)).toMatchObject({ perYear: 0 });
  expect(await found(owner, other, 'old-prices')).toBeUndefined();
});

it('suggests a general meter for an establishment without one, without an amount, and allows dismissal', async () => {
  const owner = await api.seed.person();
  const fresh = await seedRules(api.seed, [{ validFrom: '2026-02-01', rules: CONVENCIONAL }]);
  const one = await shop(owner, [{ name: 'Forno' }, { name: 'Loja' }]);
  await agree(owner, one, fresh, {});
  const withoutGeneral = await found(owner, one, 'no-general-meter');
  expect(withoutGeneral).toMatchObject({ perYear: null, low: null, high: null });
  // 35 days back from the last quarter-hour, which is not among them itself.
  expect(withoutGeneral?.parts?.map(({ name, energy }) => [name, energy])).toEqual([
    ['Loja', 35 * 20],
    ['Forno', 35 * 10],
  ]);
  expect(await list(owner)).toMatchObject({ perYear: 0 });
  await api.succeed(decideOpportunity, `/establishment/${one}/opportunity`, {
    token: owner.token,
    payload: { kind: 'no-general-meter', state: 'dismissed', reason: 'Sem espaço no quadro' },
  });
  expect(await found(owner, one, 'no-general-meter')).toMatchObject({ state: 'dismissed' });
  for (const meters of [[{}], [{ is_general: true }, {}], [{}, { solar_panel: true }]]) {
    const complete = await shop(owner, meters);
    await agree(owner, complete, fresh, {});
    expect(await found(owner, complete, 'no-general-meter')).toBeUndefined();
  }
});
