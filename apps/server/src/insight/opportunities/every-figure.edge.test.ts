import { decideOpportunity } from '@nascente/contract/insight/opportunities';
import type { OpportunityKind } from '@nascente/contract/insight/opportunity-kinds';
import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { enterUtilityBill } from '@nascente/contract/money/utility-bills';
import { beforeAll, expect, it } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules, VERDE } from '../../testing/seeds/bill-tariffs.ts';
import { everyOpportunity, isOfKind } from '../../testing/seeds/every-opportunity.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const QUARTER = 900_000;
const QUARTERS_A_DAY = 96;
/** Midnight in São Paulo: two cycles of August and September. */
const FIRST = Date.parse('2026-08-01T03:00:00Z');
const CYCLES = [
  ['2026-08-01', '2026-08-31'],
  ['2026-09-01', '2026-09-30'],
] as const;
const DAYS = 61;
const LEAKS_FROM = Date.parse('2026-10-08T03:00:00Z');
const NOW = '2026-10-12T12:30:00Z';

let api: TestApi;
let owner: SeededPerson;
let convencional: string;
let verde: string;

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  convencional = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
  verde = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: VERDE }], { tariff_group: 'A4' });
});

/** An establishment whose every quarter-hour was measured, under a contract. */
const measured = async (
  kwhOf: (quarter: number) => number,
  tax: string,
  terms: Partial<BillingContractJson> = {},
): Promise<string> => {
  const establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(establishment, { installed_at: new Date(FIRST) });
  await api.seed.readings(
    meter,
    Array.from({ length: DAYS * QUARTERS_A_DAY }, (_, index) => ({
      at: new Date(FIRST + index * QUARTER + 300_000),
      energy_a_mwh: kwhOf(index % QUARTERS_A_DAY) * 1e6,
    })),
  );
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: {
      validFrom: '2026-01-01',
      tax,
      terms: aContract({ taxes: [], cosip: null, supply: null, ...terms }),
    },
  });
  return establishment;
};
const list = () => everyOpportunity(api, owner);
const found = async <K extends OpportunityKind>(establishment: string, kind: K) =>
  (await list()).opportunities.find(isOfKind(kind, establishment));
const billsOf = (establishment: string): Promise<number[]> =>
  Promise.all(
    CYCLES.map(async ([start, end]) => {
      const url = `/establishment/${establishment}/bill?start=${start}&end=${end}`;
      return (await api.succeed(readBill, url, { token: owner.token })).bill.total;
    }),
  );

it('the demand saving equals the difference between the bills of two contracts', async () => {
  const inGroupA = (demand: number): Partial<BillingContractJson> => ({
    group: 'A',
    subgroup: 'A4',
    modality: 'verde',
    demand: { mode: 'single', demand },
  });
  const kwhOf = (quarter: number) => (quarter === 48 ? 15 : 5);
  const one = await measured(kwhOf, verde, inGroupA(100));
  const saving = await found(one, 'demand');
  // 60 kW at noon; 5 % more than what is contracted is no overrun.
  expect(saving?.demands).toEqual([{ touPeriod: null, contracted: 58 }]);
  expect(saving?.seasons).toEqual([]);
  // 15 kWh in a quarter-hour of each noon.
  const cycles = CYCLES.map(([date]) => ({ date, highest: expect.closeTo(60, 6) }));
  expect(saving?.demanded).toEqual([{ touPeriod: null, contracted: 100, cycles }]);
  expect(saving?.lowering).toEqual({ noticeDays: 90, earliest: '2027-01-10', lastLowered: null });
  const advised = await measured(kwhOf, verde, inGroupA(58));
  const [now, then] = [await billsOf(one), await billsOf(advised)];
  const saved = now.reduce((sum, total, index) => sum + total - (then[index] ?? 0), 0);
  expect(saving?.perYear).toBeCloseTo((saved / DAYS) * 365, 1);
  expect(saving?.evidence.map(({ instead }) => instead)).toEqual(then);
  expect(await found(advised, 'demand')).toBeUndefined();
});

it('the claim of a bill that is too high equals its complete excess, where everything was measured', async () => {
  const one = await measured(() => 1, convencional);
  const [, september = 0] = await billsOf(one);
  await api.succeed(enterUtilityBill, `/establishment/${one}/utility-bills`, {
    token: owner.token,
    payload: {
      type: 'eletric',
      start: '2026-09-01',
      end: '2026-09-30',
      total: september + 150,
      consumed: {},
    },
  });
  const wrong = await found(one, 'bill-wrong');
  expect(wrong).toMatchObject({ perYear: 150, low: 150, high: 150, bills: { count: 1 } });
  expect(wrong?.evidence).toEqual([
    { date: '2026-09-01', now: expect.closeTo(september + 150, 2), instead: expect.closeTo(september, 2) },
  ]);
});

it('a leak costs its hourly flow over a year, and the sum covers open opportunities only', async () => {
  const water = await api.seed.tariff([
    { valid_from: '2026-01-01', in_point: '20', inter_point: '20', out_point: '20' },
  ]);
  const establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(
    establishment,
    { installed_at: new Date(FIRST), tariff_id: water, name: 'Hidrômetro' },
    { type: 'water' },
  );
  const quarters = Math.floor((Date.parse(NOW) - FIRST) / QUARTER);
  await api.seed.readings(
    meter,
    Array.from({ length: quarters }, (_, index) => {
      const at = FIRST + index * QUARTER;
      const hour = Math.floor((index % QUARTERS_A_DAY) / 4);
      return {
        at: new Date(at),
        volume_ml: (hour >= 6 && hour < 20 ? 25_000 : 0) + (at >= LEAKS_FROM ? 4_500 : 0),
      };
    }),
  );
  const leak = await found(establishment, 'leak');
  // 18 L an hour at R$ 20 a m³, all year long; all of its nights flow the same.
  const perYear = 0.018 * 24 * 365 * 20;
  expect(leak?.perYear).toBeCloseTo(perYear, 2);
  expect([leak?.low, leak?.high]).toEqual([expect.closeTo(perYear, 2), expect.closeTo(perYear, 2)]);
  expect(leak?.leak).toMatchObject({ since: '2026-10-08', flow: 18, perDay: 0.432 });
  expect(leak?.measured).toEqual({ mac: meter.mac, name: 'Hidrômetro', hours: 'all' });
  const before = await list();
  const toDo = before.opportunities.filter(({ kind }) => kind !== 'bill-wrong' && kind !== 'old-prices');
  expect(toDo.length).toBeGreaterThan(1);
  expect(before.perYear).toBeCloseTo(
    toDo.reduce((sum, one) => sum + (one.perYear ?? 0), 0),
    2,
  );
  await api.succeed(decideOpportunity, `/establishment/${establishment}/opportunity`, {
    token: owner.token,
    payload: { kind: 'leak', mac: meter.mac, state: 'done' },
  });
  expect((await list()).perYear).toBeCloseTo(before.perYear - perYear, 2);
});
