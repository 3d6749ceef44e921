import type { OpportunityKind } from '@nascente/contract/insight/opportunity-kinds';
import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { beforeAll, expect, it } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import { everyOpportunity, isOfKind } from '../../testing/seeds/every-opportunity.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const HOUR = 3_600_000;
const DAY_MS = 24 * HOUR;
const GENERATION: BillingContractJson['generation'] = {
  class: 'I',
  credits: [],
  ownTaxes: { icms: true, pisCofins: true },
  otherTaxes: { icms: true, pisCofins: true },
};

let api: TestApi;
let tariff: string;

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  tariff = await seedRules(api.seed, [{ validFrom: '2025-10-01', rules: CONVENCIONAL }]);
});

interface Flow {
  /** kWh from the grid in a quarter of each hour, below 0 to it. */
  readonly grid: readonly number[];
  /** kWh that the panels give. */
  readonly made?: readonly number[];
}

/** An establishment of a general meter, with one at the inverter, by the hours of any of so many days. */
const placeOf = async (
  owner: SeededPerson,
  first: string,
  days: number,
  { grid, made }: Flow,
  generation: BillingContractJson['generation'] = GENERATION,
) => {
  const from = Date.parse(`${first}T03:00:00Z`);
  const establishment = await api.seed.establishment(owner);
  const read = async (overrides: object, kwhOf: readonly number[]) => {
    const meter = await api.seed.meter(establishment, { installed_at: new Date(from), ...overrides });
    const rows = Array.from({ length: days }, (_, day) =>
      kwhOf.map((kwh, hour) => ({
        at: new Date(from + day * DAY_MS + hour * HOUR + 300_000),
        energy_a_mwh: Math.round(kwh * 1e6),
      })),
    );
    await api.seed.readings(meter, rows.flat());
  };
  await read({ name: 'Geral', is_general: true }, grid);
  if (made !== undefined) await read({ name: 'Inversor', solar_panel: true }, made);
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: {
      validFrom: '2025-01-01',
      tax: tariff,
      terms: aContract({ taxes: [], cosip: null, supply: null, generation }),
    },
  });
  return establishment;
};
const found = async <K extends OpportunityKind>(owner: SeededPerson, establishment: string, kind: K) =>
  (await everyOpportunity(api, owner)).opportunities.find(isOfKind(kind, establishment));
const billOf = async (owner: SeededPerson, establishment: string, start: string, end: string) => {
  const url = `/establishment/${establishment}/bill?start=${start}&end=${end}`;
  return (await api.succeed(readBill, url, { token: owner.token })).bill.total;
};

it('a larger generation saves the difference between the bills of two establishments', async () => {
  const owner = await api.seed.person();
  const used = [1, 1, 6, 6, 6, 2];
  const made = [0, 0, 4, 8, 4, 0];
  const gridWith = (factor: number) => used.map((kwh, hour) => kwh - (made[hour] ?? 0) * factor);
  const one = await placeOf(owner, '2026-08-01', 61, { grid: gridWith(1), made });
  const saving = await found(owner, one, 'larger-generation');
  // 22 kWh a day are used and 16 are made.
  expect(saving?.generation?.factor).toBeCloseTo(22 / 16, 9);
  expect(saving?.generation?.used).toBeCloseTo(22 * 365, 6);
  expect(saving?.generation?.generated).toBeCloseTo(16 * 365, 6);
  expect(saving?.generation?.power).toBe(32);
  // Of each hour one quarter was measured: its mean power is four times its energy.
  for (const [hour, kwh] of used.entries())
    expect(saving?.generation?.hours[hour]).toEqual({
      used: expect.closeTo(kwh * 4, 6),
      generated: expect.closeTo((made[hour] ?? 0) * 4, 6),
    });
  expect(saving?.measured).toMatchObject({ name: 'Geral', hours: 'all' });
  const advised = await placeOf(owner, '2026-08-01', 61, { grid: gridWith(22 / 16) });
  let saved = 0;
  for (const [start, end] of [
    ['2026-08-01', '2026-08-31'],
    ['2026-09-01', '2026-09-30'],
  ] as const)
    saved += (await billOf(owner, one, start, end)) - (await billOf(owner, advised, start, end));
  expect(saved).toBeGreaterThan(0);
  expect(saving?.perYear).toBeCloseTo((saved / 61) * 365, 1);
  expect(await found(owner, advised, 'larger-generation')).toBeUndefined();
});

it('reports unused credits that expire after five years at the credited price', async () => {
  const owner = await api.seed.person();
  // 10 kWh a day from the grid and 15 to it, for a year.
  const flow = { grid: [10, -15] };
  const one = await placeOf(owner, '2025-10-01', 365 + 11, flow);
  const without = await placeOf(owner, '2025-10-01', 365 + 11, flow, null);
  const saving = await found(owner, one, 'expiring-credits');
  // What October 2025 left lasts until October 2030; a year's surplus is lost in the twelve months from November on.
  expect(saving?.credits?.first).toBe('2030-11');
  expect(saving?.credits?.energy).toBeCloseTo(365 * 5, 6);
  expect(saving?.credits?.left).toBeCloseTo(365 * 5, 6);
  // What a kWh gives back: the bills without generation less those with it, by the kWh that were compensated.
  const amounts = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
      const [start, end] = [day(Date.UTC(2025, 9 + index, 1)), day(Date.UTC(2025, 10 + index, 0))] as const;
      return (await billOf(owner, without, start, end)) - (await billOf(owner, one, start, end));
    }),
  );
  const worth = amounts.reduce((sum, amount) => sum + amount, 0) / (365 * 10);
  expect(worth).toBeGreaterThan(0.7);
  expect(saving?.perYear).toBeCloseTo(365 * 5 * worth, 1);
  // While more goes to the grid than comes from it nothing that is left is used, with a tenth more consumption neither.
  expect([saving?.low, saving?.high]).toEqual([saving?.perYear, saving?.perYear]);
  expect(saving?.credits?.cycles[0]).toEqual({ date: '2025-10-01', consumed: 310, injected: 465 });
  const even = await placeOf(owner, '2025-10-01', 365 + 11, { grid: [10, -10] });
  expect(await found(owner, even, 'expiring-credits')).toBeUndefined();
});
