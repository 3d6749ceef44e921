import { decideOpportunity } from '@nascente/contract/insight/opportunities';
import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { savedAt, totalAt } from '@nascente/domain/insight/opportunities/supplier-price';
import { yearlySaving } from '@nascente/domain/insight/opportunities/yearly-saving';
import { beforeAll, expect, it } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules, VERDE } from '../../testing/seeds/bill-tariffs.ts';
import { everyOpportunity, isOfKind } from '../../testing/seeds/every-opportunity.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const HOUR_MS = 3_600_000;
const FIRST = Date.parse('2026-08-01T03:00:00Z');
const CYCLES = [
  ['2026-08-01', '2026-08-31'],
  ['2026-09-01', '2026-09-30'],
] as const;
const DAYS = 61;
const GREEN = {
  group: 'A',
  subgroup: 'A4',
  modality: 'verde',
  supply: null,
  demand: { mode: 'single', demand: 20 },
} as const satisfies Partial<BillingContractJson>;

let api: TestApi;
let owner: SeededPerson;
let verde: string;
let convencional: string;

beforeAll(async () => {
  api = await createTestApi('2026-10-12T12:30:00Z');
  owner = await api.seed.person();
  verde = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: VERDE }], { tariff_group: 'A4' });
  convencional = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
});

/** Two cycles of 3 kWh an hour, and 5 in the peak of August. */
const establishmentWith = async (
  tax: string,
  terms: Partial<BillingContractJson> | null,
): Promise<string> => {
  const establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(establishment, { installed_at: new Date(FIRST) });
  await api.seed.readings(
    meter,
    Array.from({ length: DAYS * 24 }, (_, hour) => ({
      at: new Date(FIRST + hour * HOUR_MS + HOUR_MS / 2),
      energy_a_mwh: (hour < 31 * 24 && hour % 24 >= 18 && hour % 24 < 21 ? 5 : 3) * 1e6,
    })),
  );
  if (terms !== null)
    await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
      token: owner.token,
      payload: { validFrom: '2026-01-01', tax, terms: aContract(terms) },
    });
  return establishment;
};
const list = () => everyOpportunity(api, owner);
const found = async (establishment: string) =>
  (await list()).opportunities.find(isOfKind('free-market', establishment));
const billsOf = (establishment: string): Promise<number[]> =>
  Promise.all(
    CYCLES.map(async ([start, end]) => {
      const url = `/establishment/${establishment}/bill?start=${start}&end=${end}`;
      return (await api.succeed(readBill, url, { token: owner.token })).bill.total;
    }),
  );
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const inFreeMarket = (supplierPrice: string) =>
  establishmentWith(verde, { ...GREEN, market: { mode: 'livre', demandDiscount: '0', supplierPrice } });

it('the free market cost equals the bills of a free contract at any supplier price', async () => {
  const one = await establishmentWith(verde, GREEN);
  const saving = await found(one);
  expect(saving).toMatchObject({ perYear: null, low: null, high: null, evidence: [] });
  const { cycles = [], breakEven = 0, isRetail } = saving?.market ?? {};
  expect(isRetail).toBe(true);
  const now = await billsOf(one);
  expect(cycles.map((cycle) => cycle.now)).toEqual(now);
  expect(cycles.map(({ date, days }) => [date, days])).toEqual([
    ['2026-08-01', 31],
    ['2026-09-01', 30],
  ]);
  const then = await billsOf(await inFreeMarket('0.2'));
  for (const [index, cycle] of cycles.entries()) expect(totalAt(cycle, 0.2)).toBeCloseTo(then[index] ?? 0, 1);
  const perYear = yearlySaving(savedAt(cycles, 0.2))?.perYear ?? 0;
  expect(perYear).toBeGreaterThan(0);
  expect(perYear).toBeCloseTo(((sum(now) - sum(then)) / DAYS) * 365, 0);
  const equal = await billsOf(await inFreeMarket(breakEven.toFixed(6)));
  expect(sum(equal)).toBeCloseTo(sum(now), 1);
});

it('an opportunity without a price is in no sum, and can be accepted', async () => {
  const one = await establishmentWith(verde, GREEN);
  const { opportunities, perYear } = await list();
  const priced = opportunities.filter(({ kind }) => kind !== 'old-prices' && kind !== 'free-market');
  expect(perYear).toBeCloseTo(sum(priced.map((saving) => saving.perYear ?? 0)), 2);
  await api.succeed(decideOpportunity, `/establishment/${one}/opportunity`, {
    token: owner.token,
    payload: { kind: 'free-market', state: 'accepted' },
  });
  expect(await found(one)).toMatchObject({ state: 'accepted', perYear: null });
});

it('finds no free market opportunity for Group B, free contracts, generation, or a missing contract', async () => {
  const taxes = { icms: false, pisCofins: false };
  const generation: BillingContractJson['generation'] = {
    class: 'I',
    credits: [],
    ownTaxes: taxes,
    otherTaxes: taxes,
  };
  const without = [
    await establishmentWith(convencional, {}),
    await establishmentWith(convencional, { group: 'A', subgroup: 'A4', optanteB: true, supply: null }),
    await inFreeMarket('0.2'),
    await establishmentWith(verde, { ...GREEN, generation }),
    await establishmentWith(verde, null),
  ];
  for (const establishment of without) expect(await found(establishment)).toBeUndefined();
  const large = await establishmentWith(verde, { ...GREEN, demand: { mode: 'single', demand: 500 } });
  expect((await found(large))?.market?.isRetail).toBe(false);
});
