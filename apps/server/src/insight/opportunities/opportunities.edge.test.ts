import { decideOpportunity, listOpportunities } from '@nascente/contract/insight/opportunities';
import type { Opportunity } from '@nascente/contract/insight/opportunity-kinds';
import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { beforeAll, describe, expect, it } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { BRANCA, CONVENCIONAL, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let convencional: string;
let branca: string;

const FROM = '2025-01-01';
/** Prices of this year's adjustment. */
const PRICED_FROM = '2026-01-01';
const OFFER = { distributor: 'Aurora', comment: 'Comercial' };

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  convencional = await seedRules(api.seed, [{ validFrom: PRICED_FROM, rules: CONVENCIONAL }], OFFER);
  branca = await seedRules(api.seed, [{ validFrom: PRICED_FROM, rules: BRANCA }], OFFER);
});

const kwh = (at: string, amount: number) => ({ at, energy_a_mwh: amount * 1e6 });
/** Two cycles off the peak: Branca would be cheaper. */
const aShop = async (owner: SeededPerson) => {
  const establishment = await api.seed.establishment(owner, { name: 'Loja' });
  const meter = await api.seed.meter(establishment, { installed_at: new Date('2026-08-01T03:00:00Z') });
  await api.seed.readings(meter, [kwh('2026-08-05T13:00:00Z', 1000), kwh('2026-09-02T13:30:00Z', 800)]);
  await agree(owner, establishment, convencional);
  return { establishment, meter };
};
const agree = (
  owner: SeededPerson,
  establishment: string,
  tax: string,
  terms: Partial<BillingContractJson> = {},
) =>
  api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { validFrom: FROM, tax, terms: aContract({ taxes: [], cosip: null, supply: null, ...terms }) },
  });
const list = (person: SeededPerson) =>
  api.succeed(listOpportunities, '/opportunities', { token: person.token });
const decide = (person: SeededPerson, establishment: string, payload: object) =>
  api.succeed(decideOpportunity, `/establishment/${establishment}/opportunity`, {
    token: person.token,
    payload,
  });
const refusal = async (person: SeededPerson, establishment: string, payload: object) => {
  const url = `/establishment/${establishment}/opportunity`;
  const { status, msg } = await api.fail('POST', url, { token: person.token, payload });
  return { status, msg };
};
const totalUnder = async (owner: SeededPerson, establishment: string, start: string, end: string) =>
  (
    await api.succeed(readBill, `/establishment/${establishment}/bill?start=${start}&end=${end}`, {
      token: owner.token,
    })
  ).bill.total;

describe('opportunities of an establishment', () => {
  it('reports the yearly saving of another modality from the bills under each contract', async () => {
    const owner = await api.seed.person();
    const { establishment } = await aShop(owner);
    const found = await list(owner);
    const cycles = [
      ['2026-08-01', '2026-08-31'],
      ['2026-09-01', '2026-09-30'],
    ] as const;
    const under = async () =>
      Promise.all(cycles.map(([start, end]) => totalUnder(owner, establishment, start, end)));
    const now = await under();
    await agree(owner, establishment, branca, { modality: 'branca' });
    const instead = await under();
    const saved = now.reduce((sum, total, index) => sum + total - (instead[index] ?? 0), 0);
    const perYear = Math.round((saved / 61) * 365 * 100) / 100;
    expect(found.looked).toEqual({ done: 1, of: 1 });
    expect(found.perYear).toBeCloseTo(perYear, 2);
    expect(found.opportunities).toEqual([
      {
        kind: 'modality',
        establishment: { _id: establishment, name: 'Loja', zone: 'America/Sao_Paulo' },
        perYear,
        low: 0,
        high: Math.round(perYear * 2 * 100) / 100,
        sureness: 'low',
        modality: { from: 'convencional', to: 'branca' },
        demands: [],
        lowering: null,
        evidence: cycles.map(([date], index) => ({ date, now: now[index], instead: instead[index] })),
        state: 'open',
        reason: null,
        doneOn: null,
        decided: null,
      },
    ]);
    // No saving remains after the contract changes to the cheaper tariff.
    expect(await list(owner)).toMatchObject({ opportunities: [], perYear: 0 });
  });

  it('accepts, dismisses or completes an opportunity for every account that sees the establishment', async () => {
    const owner = await api.seed.person({ first_name: 'Marina', last_name: 'Luz' });
    const { establishment } = await aShop(owner);
    const only = async (): Promise<Opportunity | undefined> => (await list(owner)).opportunities[0];
    const which = { kind: 'modality' };
    await decide(owner, establishment, { ...which, state: 'accepted' });
    expect(await only()).toMatchObject({ state: 'accepted', decided: { by: 'Marina Luz' } });
    expect((await list(owner)).perYear).toBeGreaterThan(0);
    expect(await refusal(owner, establishment, { ...which, state: 'dismissed', reason: '  ' })).toEqual({
      status: 400,
      msg: 'Diga por que esta oportunidade não serve.',
    });
    await decide(owner, establishment, { ...which, state: 'dismissed', reason: 'Contrato até março' });
    expect(await only()).toMatchObject({ state: 'dismissed', reason: 'Contrato até março' });
    expect((await list(owner)).perYear).toBe(0);
    expect(
      (await refusal(owner, establishment, { ...which, state: 'done', doneOn: '2026-10-13' })).status,
    ).toBe(400);
    await decide(owner, establishment, { ...which, state: 'done', doneOn: '2026-10-01' });
    await agree(owner, establishment, branca, { modality: 'branca' });
    // The saving is no longer found, so the answer keeps its last figures.
    expect(await only()).toMatchObject({
      state: 'done',
      doneOn: '2026-10-01',
      reason: null,
      kind: 'modality',
    });
    await decide(owner, establishment, { ...which, state: 'open' });
    expect(await list(owner)).toMatchObject({ opportunities: [] });
    expect(await refusal(owner, establishment, { ...which, state: 'accepted' })).toEqual({
      status: 409,
      msg: 'Esta oportunidade já não existe: os dados mudaram. Atualize a página.',
    });
  });

  it('shows no opportunities to a client with part of the meters or to an unrelated account', async () => {
    const manager = await api.seed.person({ profile: 'Manager' });
    const { establishment, meter } = await aShop(manager);
    await api.seed.meter(establishment, { installed_at: new Date('2026-08-01T03:00:00Z') });
    const client = await api.seed.person({ profile: 'client', manager_id: manager.id });
    await api.seed.give(client, meter);
    expect((await list(manager)).opportunities.map(({ kind }) => kind)).toEqual([
      'modality',
      'no-general-meter',
    ]);
    expect(await list(client)).toMatchObject({ opportunities: [], perYear: 0 });
    expect(await list(await api.seed.person())).toMatchObject({
      opportunities: [],
      looked: { done: 0, of: 0 },
    });
    expect((await refusal(client, establishment, { kind: 'modality', state: 'accepted' })).status).toBe(403);
    const otherAccount = await api.seed.person();
    expect((await refusal(otherAccount, establishment, { kind: 'modality', state: 'accepted' })).status).toBe(
      404,
    );
  });
});
