import { writeBillingContract } from '@nascente/contract/billing-contract';
import { saveContract } from '@nascente/contract/billing-terms';
import { readBill, readPriceTariff } from '@nascente/contract/bills';
import { GROUP_B_BILLS } from '@nascente/domain/tariff/testing/golden-group-b';
import { beforeAll, expect, test } from 'vitest';
import { seedRules } from '../../testing/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seed.ts';
import { steadyReadings } from '../../testing/steady-readings.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

/** A real bill of Copel with generation of two classes, from readings that were stored, to the cent. */
const [COPEL] = GROUP_B_BILLS;

let api: TestApi;
let owner: SeededPerson;
let place: string;

beforeAll(async () => {
  if (COPEL === undefined) throw new Error('no golden bill');
  api = await createTestApi('2026-06-01T12:00:00Z');
  owner = await api.seed.person();
  place = await api.seed.place(owner);
  const meter = await api.seed.meter(place, { is_general: true, solar_panel: true });
  await api.seed.readings(meter, steadyReadings('2026-04-11', '2026-05-11', { kwh: 2716, injected: 682 }));
  const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: COPEL.facts.rules }]);
  const terms = writeBillingContract(COPEL.terms.contract);
  const payload = { validFrom: '2026-04-11', tax, terms };
  await api.succeed(saveContract, `/establishment/${place}/contract`, { token: owner.token, payload });
});

test('every line and the total are those that were printed', async () => {
  const url = `/establishment/${place}/bill?start=2026-04-11&end=2026-05-11`;
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

test('the older call gives the same price, with its lines', async () => {
  const url = `/price-tariff/establishment/B3/commercial-industrial/${place}/2026-04-11/2026-05-11`;
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
