import { decideOpportunity } from '@nascente/contract/insight/opportunities';
import type { Opportunity } from '@nascente/contract/insight/opportunity-kinds';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { enterUtilityBill } from '@nascente/contract/money/utility-bills';
import { beforeEach, describe, expect, it } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { BRANCA, CONVENCIONAL, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import { everyOpportunity, isOfKind } from '../../testing/seeds/every-opportunity.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const QUARTER = 900_000;
const QUARTERS_A_DAY = 96;
/** Midnight in São Paulo. */
const FIRST = Date.parse('2026-08-01T03:00:00Z');
const LATER = '2026-11-02T15:00:00Z';
const day = (date: string): number => Date.parse(`${date}T03:00:00Z`);

let api: TestApi;
let manager: SeededPerson;
let establishment: string;

beforeEach(async () => {
  api = await createTestApi('2026-10-12T12:30:00Z');
  manager = await api.seed.person({ profile: 'Manager' });
  establishment = await api.seed.establishment(manager);
});

const opportunitiesOf = async (person = manager): Promise<readonly Opportunity[]> =>
  (await everyOpportunity(api, person)).opportunities;
const states = (opportunities: readonly Opportunity[]) =>
  opportunities.map(({ kind, state }) => [kind, state]);
const decide = (payload: object) =>
  api.succeed(decideOpportunity, `/establishment/${establishment}/opportunity`, {
    token: manager.token,
    payload,
  });
const agree = (tax: string, modality: 'convencional' | 'branca') =>
  api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: manager.token,
    payload: {
      validFrom: '2026-01-01',
      tax,
      terms: aContract({ modality, taxes: [], cosip: null, supply: null }),
    },
  });

describe('a second leak after the first was mended', () => {
  let meter: SeededMeter;
  const flowed = async (from: string, to: string, leaks: boolean) => {
    const quarters = (day(to) - day(from)) / QUARTER;
    await api.seed.readings(
      meter,
      Array.from({ length: quarters }, (_, index) => {
        const hour = Math.floor((index % QUARTERS_A_DAY) / 4);
        return {
          at: new Date(day(from) + index * QUARTER),
          volume_ml: (hour >= 6 && hour < 20 ? 25_000 : 0) + (leaks ? 4_500 : 0),
        };
      }),
    );
  };
  const mended = async (said: object) => {
    await flowed('2026-08-01', '2026-10-08', false);
    await flowed('2026-10-08', '2026-10-13', true);
    api.setClock('2026-10-13T15:00:00Z');
    await decide({ kind: 'leak', mac: meter.mac, ...said });
    await flowed('2026-10-13', '2026-10-27', false);
    await flowed('2026-10-27', '2026-11-02', true);
    await api.travelTo(LATER);
  };
  beforeEach(async () => {
    // A session that lasts until then.
    api.setClock(LATER);
    manager = await api.seed.person();
    establishment = await api.seed.establishment(manager);
    const tariff_id = await api.seed.tariff([
      { valid_from: '2026-01-01', in_point: '20', inter_point: '20', out_point: '20' },
    ]);
    meter = await api.seed.meter(
      establishment,
      { installed_at: new Date(FIRST), tariff_id, name: 'Hidrômetro' },
      { type: 'water' },
    );
  });

  it('reports a new leak as open beside the mended one', async () => {
    await mended({ state: 'done', doneOn: '2026-10-13' });
    const answer = await everyOpportunity(api, manager);
    expect(states(answer.opportunities)).toEqual([
      ['leak', 'open'],
      ['leak', 'done'],
    ]);
    const [fresh, mendedOne] = answer.opportunities;
    expect(fresh).toMatchObject({ kind: 'leak', leak: { since: '2026-10-27' } });
    expect(mendedOne).toMatchObject({ doneOn: '2026-10-13', leak: { since: '2026-10-08' } });
    expect(answer.perYear).toBe(fresh?.perYear);
  });

  it('reports a new leak after the previous one was dismissed', async () => {
    await mended({ state: 'dismissed', reason: 'Era a piscina' });
    expect(states(await opportunitiesOf())).toEqual([['leak', 'open']]);
  });
});

describe('completed opportunities', () => {
  beforeEach(async () => {
    const offer = { distributor: 'Aurora', comment: 'Comercial' };
    const prices = (rules: typeof CONVENCIONAL) =>
      seedRules(api.seed, [{ validFrom: '2026-01-01', rules }], offer);
    const [convencional, branca] = [await prices(CONVENCIONAL), await prices(BRANCA)];
    const meter = await api.seed.meter(establishment, {
      installed_at: new Date(FIRST),
      is_general: true,
    });
    await api.seed.readings(meter, [
      { at: '2026-08-05T13:00:00Z', energy_a_mwh: 1000e6 },
      { at: '2026-09-02T13:30:00Z', energy_a_mwh: 800e6 },
    ]);
    await agree(convencional, 'convencional');
    await decide({ kind: 'modality', state: 'done', doneOn: '2026-10-01' });
    await agree(branca, 'branca');
  });

  it('returns a completed opportunity as stored when the saving is no longer detected', async () => {
    expect(await opportunitiesOf()).toMatchObject([
      { kind: 'modality', state: 'done', modality: { from: 'convencional', to: 'branca' } },
    ]);
  });

  it('hides an opportunity of the complete establishment from a client with part of its meters', async () => {
    const part = await api.seed.meter(establishment, { installed_at: new Date(FIRST) });
    const client = await api.seed.person({ profile: 'client', manager_id: manager.id });
    await api.seed.give(client, part);
    expect(states(await opportunitiesOf())).toEqual([['modality', 'done']]);
    expect(await opportunitiesOf(client)).toEqual([]);
  });
});

it('reports only the later bill that is too high, once earlier bills are claimed', async () => {
  const convencional = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
  const meter = await api.seed.meter(establishment, { installed_at: new Date(FIRST) });
  await api.seed.readings(
    meter,
    Array.from({ length: 61 * QUARTERS_A_DAY }, (_, index) => ({
      at: new Date(FIRST + index * QUARTER + 300_000),
      energy_a_mwh: 1e6,
    })),
  );
  await agree(convencional, 'convencional');
  const enter = (start: string, end: string, total: number) =>
    api.succeed(enterUtilityBill, `/establishment/${establishment}/utility-bills`, {
      token: manager.token,
      payload: { type: 'eletric', start, end, total, consumed: {} },
    });
  await enter('2026-08-01', '2026-08-31', 5_000);
  const [august] = (await opportunitiesOf()).filter(isOfKind('bill-wrong'));
  await decide({ kind: 'bill-wrong', state: 'done', doneOn: '2026-10-01' });
  await enter('2026-09-01', '2026-09-30', 6_000);
  const wrong = (await opportunitiesOf()).filter(isOfKind('bill-wrong'));
  expect(new Set(states(wrong).map(([, state]) => state))).toEqual(new Set(['done', 'open']));
  const fresh = wrong.find(({ state }) => state === 'open');
  const [of, september] = fresh?.evidence ?? [];
  expect(fresh?.bills).toEqual({ count: 1 });
  expect(of).toMatchObject({ now: 5_000, instead: 5_000 });
  expect(fresh?.perYear).toBeCloseTo((september?.now ?? 0) - (september?.instead ?? 0), 2);
  expect(wrong.find(({ state }) => state === 'done')?.perYear).toBe(august?.perYear);
  await decide({ kind: 'bill-wrong', state: 'done', doneOn: '2026-10-12' });
  const both = (await opportunitiesOf()).filter(isOfKind('bill-wrong'));
  expect(states(both)).toEqual([['bill-wrong', 'done']]);
  expect(both[0]?.bills).toEqual({ count: 2 });
});
