import { writeBillingContract } from '@nascente/contract/money/billing-contract';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill, readPriceTariff } from '@nascente/contract/money/bills';
import { GROUP_B_BILLS } from '@nascente/domain/money/testing/golden-group-b';
import { beforeAll, expect, test } from 'vitest';
import { steadyReadings } from '../../testing/boards/steady-readings.ts';
import { seedRules, VERDE } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

/** A real bill of Copel with generation of two classes, from readings that were stored, to the cent. */
const [COPEL] = GROUP_B_BILLS;

let api: TestApi;
let owner: SeededPerson;
let establishment: string;

beforeAll(async () => {
  if (COPEL === undefined) throw new Error('no golden bill');
  api = await createTestApi('2026-06-01T12:00:00Z');
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(establishment, { is_general: true, solar_panel: true });
  await api.seed.readings(meter, steadyReadings('2026-04-11', '2026-05-11', { kwh: 2716, injected: 682 }));
  const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: COPEL.facts.rules }]);
  const terms = writeBillingContract(COPEL.terms.contract);
  const payload = { validFrom: '2026-04-11', tax, terms };
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload,
  });
});

test('every line and the total equal the printed bill', async () => {
  const url = `/establishment/${establishment}/bill?start=2026-04-11&end=2026-05-11`;
  const { bill } = await api.succeed(readBill, url, { token: owner.token });
  expect(bill.missing).toEqual([]);
  expect(bill.completeness).toBe(1);
  expect(bill.total).toBe(796.17);
  for (const { label, kind, amount, remainder } of COPEL?.printed ?? []) {
    const found = bill.lines.find(
      (line) => line.kind === kind && (label === undefined || line.label === label),
    );
    expect([label, found?.amount]).toEqual([
      label,
      Number((amount - (remainder?.[0] ?? 0) / 100).toFixed(2)),
    ]);
  }
  expect(bill.lines).toHaveLength(COPEL?.printed.length ?? 0);
  expect(bill.consumed.total).toBe(2716);
  expect(bill.injected.total).toBe(682);
  expect(bill.credits).toMatchObject({ used: 2716, after: 0, expired: 0 });
  expect(bill.flags).toEqual([
    { month: '04/2026', days: 20, flag: 'verde', price: 0 },
    { month: '05/2026', days: 11, flag: 'amarela', price: 0.01885 },
  ]);
});

test('the older call returns the same price with its lines', async () => {
  const url = `/price-tariff/establishment/B3/commercial-industrial/${establishment}/2026-04-11/2026-05-11`;
  const { data } = await api.succeed(readPriceTariff, url, { token: owner.token });
  expect(data).toMatchObject({ price: 796.17, kwh: 2716, inPoint: 0, interPoint: 0, outPoint: 2716 });
  expect(data.lines.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(796.17, 8);
  expect(Object.keys(data.lines[0] ?? {}).toSorted()).toEqual([
    'amount',
    'label',
    'price',
    'quantity',
    'unit',
  ]);
});

test.each([
  ['C9/eletric', 'Grupo inválido: use A, B ou um subgrupo como B3'],
  ['B3/gas', 'Tipo inválido: use eletric, commercial-industrial ou water'],
])('the older call refuses %s', async (kind, msg) => {
  const url = `/price-tariff/establishment/${kind}/${establishment}/2026-04-11/2026-05-11`;
  expect(await api.fail('GET', url, { token: owner.token })).toMatchObject({
    status: 400,
    errors: [{ msg }],
  });
});

test('the older call uses its group when the establishment has none', async () => {
  const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: VERDE }], {
    tariff_group: 'industrial',
  });
  const factory = await api.seed.establishment(owner, { tariff_id: tax, contracted_demand_kw: '60' });
  const meter = await api.seed.meter(factory);
  await api.seed.readings(meter, [{ at: '2026-05-05T13:00:00Z', energy_a_mwh: 10e6 }]);
  const linesFor = async (group: string) => {
    const url = `/price-tariff/establishment/${group}/eletric/${factory}/2026-05-01/2026-05-31`;
    const { data } = await api.succeed(readPriceTariff, url, { token: owner.token });
    return data.lines.map(({ label, amount }) => [label, amount]);
  };
  // 40 kW were measured and 60 kW contracted; Group B has no contracted demand.
  expect(await linesFor('A4')).toContainEqual(['Demanda não utilizada (sem ICMS)', 400]);
  expect((await linesFor('B3')).map(([label]) => label)).not.toContain('Demanda não utilizada (sem ICMS)');
});
