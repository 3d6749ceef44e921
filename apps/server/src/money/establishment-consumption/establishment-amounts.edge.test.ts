import {
  MAX_AMOUNTS,
  readEstablishmentAmounts,
  readEstablishmentCycle,
} from '@nascente/contract/money/establishment-consumption';
import { beforeEach, expect, it, vi } from 'vitest';
import { createPriceApi } from '../../testing/price-api.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';

/** Friday, 11:20 in São Paulo. */
const NOW = '2026-11-13T14:20:00Z';
const HOUR = 3_600_000;
const URL = '/consolidated/establishments';

const { api, meterAt } = await createPriceApi(NOW, 0.8);
let owner: SeededPerson;

beforeEach(async () => {
  api.setClock(NOW);
  owner = await api.seed.person({ profile: 'Manager' });
});

const measuredEstablishment = async (kwh: number): Promise<string> => {
  const establishment = await api.seed.establishment(owner);
  const meter = await meterAt(establishment, { is_general: true });
  const from = Date.parse('2026-11-01T03:00:00Z');
  const hours = Array.from({ length: 200 }, (_, hour) => ({
    at: new Date(from + hour * HOUR),
    energy_a_mwh: kwh * 1e6,
  }));
  await api.seed.readings(meter, hours);
  return establishment;
};

const cycleOf = async (id: string) => {
  const { consolidated } = await api.succeed(readEstablishmentCycle, `/establishment/${id}/consumption`, {
    token: owner.token,
  });
  if (consolidated === null) throw new Error('nothing measured the place');
  return consolidated;
};

const amountsOf = async (establishments: object[], { token } = owner) =>
  (await api.succeed(readEstablishmentAmounts, URL, { token, payload: { establishments } })).amounts;

it('returns the amounts of each card in the requested order, and null without readings', async () => {
  const [small, empty, large] = [
    await measuredEstablishment(2),
    await api.seed.establishment(owner),
    await measuredEstablishment(5),
  ];
  const [ofSmall, ofLarge] = [await cycleOf(small), await cycleOf(large)];
  const shown = ({ total, cost, completeness, forecast }: typeof ofSmall) => ({
    total,
    cost,
    completeness,
    forecast: {
      total: forecast.total,
      cost: forecast.cost,
      byDailyAverage: {
        total: forecast.byDailyAverage.total,
        cost: forecast.byDailyAverage.cost,
      },
    },
  });
  const establishments = [{ id: large }, { id: empty }, { id: small }, { id: small, type: 'water' }];
  expect(await amountsOf(establishments)).toEqual([shown(ofLarge), null, shown(ofSmall), null]);
  expect([ofSmall.total, ofLarge.total]).toEqual([400, 1000]);
  expect(ofSmall.cost).toBe(320);
});

it('reads ten establishments with less than twice the statements of one', async () => {
  const ids: string[] = [];
  while (ids.length < 10) ids.push(await measuredEstablishment(2));
  const statementsOf = async (requested: readonly string[]): Promise<number> => {
    await amountsOf(requested.map((id) => ({ id })));
    const query = vi.spyOn(api.database.pool, 'query');
    await amountsOf(requested.map((id) => ({ id })));
    const { length } = query.mock.calls;
    query.mockRestore();
    return length;
  };
  const ofOne = await statementsOf(ids.slice(0, 1));
  expect(ofOne).toBeGreaterThan(0);
  // The queries that one turn combines differ between runs.
  expect(await statementsOf(ids)).toBeLessThan(2 * ofOne);
});

it('answers 404 when one of the establishments belongs to another customer', async () => {
  const mine = await measuredEstablishment(2);
  const other = await api.seed.person({ profile: 'Manager' });
  const external = await api.seed.establishment(other);
  const payload = { establishments: [{ id: mine }, { id: external }] };
  const refused = await api.fail('POST', URL, { token: owner.token, payload });
  expect(refused).toMatchObject({ status: 404, msg: 'Estabelecimento não encontrado.' });
});

it('accepts as many establishments as a list has, and refuses more and none', async () => {
  const id = await api.seed.establishment(owner);
  const many = (count: number) => Array.from({ length: count }, () => ({ id }));
  expect(await amountsOf(many(MAX_AMOUNTS))).toHaveLength(MAX_AMOUNTS);
  for (const [count, text] of [
    [MAX_AMOUNTS + 1, `No máximo ${MAX_AMOUNTS} estabelecimentos por pedido.`],
    [0, 'Informe ao menos um estabelecimento.'],
  ] as const) {
    const payload = { establishments: many(count) };
    const refused = await api.fail('POST', URL, { token: owner.token, payload });
    expect([refused.status, JSON.stringify(refused)]).toEqual([400, expect.stringContaining(text)]);
  }
});
