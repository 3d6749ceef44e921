import { saveIndependentVariable } from '@nascente/contract/insight/independent-variables';
import { readBillChanges } from '@nascente/contract/money/bill-changes';
import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { civilDate, daysFrom } from '@nascente/domain/base/time/civil-day';
import { beforeAll, expect, it } from 'vitest';
import { steadyReadings } from '../../testing/boards/steady-readings.ts';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { BRANCA, CONVENCIONAL, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;
let convencional: string;
let branca: string;

const FROM = '2026-01-01';

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  owner = await api.seed.person();
  convencional = await seedRules(api.seed, [{ validFrom: FROM, rules: CONVENCIONAL }]);
  branca = await seedRules(api.seed, [{ validFrom: FROM, rules: BRANCA }]);
});

const changesOf = async (establishment: string, query = '', token = owner.token) =>
  (await api.succeed(readBillChanges, `/establishment/${establishment}/bill/changes${query}`, { token }))
    .changes;
const totalOf = async (establishment: string, start: string, end: string) =>
  (
    await api.succeed(readBill, `/establishment/${establishment}/bill?start=${start}&end=${end}`, {
      token: owner.token,
    })
  ).bill.total;
const agree = (establishment: string, tax: string, terms: Partial<BillingContractJson> = {}) =>
  api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { type: 'eletric', validFrom: FROM, tax, terms: aContract(terms) },
  });
const cents = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
const measure = async (
  establishment: string,
  monthly: readonly (readonly [string, string, number])[],
  facts: Parameters<TestApi['seed']['meter']>[1] = {},
) => {
  const meter = await api.seed.meter(establishment, facts);
  for (const [first, last, kwh] of monthly)
    await api.seed.readings(meter, steadyReadings(first, last, { kwh }));
};

it('the changes add up to the difference of both bills', async () => {
  const establishment = await api.seed.establishment(owner);
  await measure(establishment, [
    ['2026-08-01', '2026-08-31', 310],
    ['2026-09-01', '2026-09-30', 330],
  ]);
  await agree(establishment, convencional);
  const changes = await changesOf(establishment, '?start=2026-09-01');
  const [august, september] = [
    await totalOf(establishment, '2026-08-01', '2026-08-31'),
    await totalOf(establishment, '2026-09-01', '2026-09-30'),
  ];
  expect([changes.before.total, changes.after.total]).toEqual([august, september]);
  expect(cents(changes.parts.map(({ amount }) => amount))).toBe(cents([september]) - cents([august]));
  expect(changes.parts.map(({ kind }) => kind)).toEqual(['days', 'consumption']);
  expect(changes.sentence).toMatch(/^R\$\s\d+ mais que agosto: consumo por dia \+10,0% \(\+R\$\s/);
  expect(changes.meters).toEqual([]);
});

it('names the changed meters and the remainder', async () => {
  const establishment = await api.seed.establishment(owner);
  const months = (august: number, september: number) =>
    [
      ['2026-08-01', '2026-08-31', august],
      ['2026-09-01', '2026-09-30', september],
    ] as const;
  await measure(establishment, months(310, 360), { is_general: true, name: 'Geral' });
  await measure(establishment, months(62, 90), { name: 'Forno' });
  await measure(establishment, months(31, 15), { name: 'Câmara fria' });
  await agree(establishment, convencional, { cosip: null });
  const { meters, parts } = await changesOf(establishment, '?start=2026-09-01');
  expect(meters.map(({ name, change }) => [name, Math.round(change)])).toEqual([
    ['Sem medidor próprio', 45],
    ['Forno', 30],
    ['Câmara fria', -15],
  ]);
  const consumption = parts.filter(({ kind }) => kind === 'consumption');
  expect(cents(meters.map(({ amount }) => amount))).toBe(cents(consumption.map(({ amount }) => amount)));
});

it('compares an open cycle up to yesterday with as many days of the one before', async () => {
  const establishment = await api.seed.establishment(owner);
  await measure(establishment, [['2026-09-01', '2026-10-12', 420]]);
  await agree(establishment, convencional);
  const changes = await changesOf(establishment);
  expect([changes.before.start, changes.before.end]).toEqual(['2026-09-01', '2026-09-11']);
  expect([changes.after.start, changes.after.end]).toEqual(['2026-10-01', '2026-10-11']);
  expect(changes.comparedWith).toBe('nos mesmos dias de setembro');
});

it('compares a day with the same day of the week before, by time-of-use period', async () => {
  const establishment = await api.seed.establishment(owner);
  await measure(establishment, [
    ['2026-09-16', '2026-09-16', 24],
    ['2026-09-23', '2026-09-23', 48],
  ]);
  await agree(establishment, branca, { modality: 'branca', taxes: [], cosip: null });
  const { parts, before } = await changesOf(establishment, '?start=2026-09-23&end=2026-09-23');
  expect(before.start).toBe('2026-09-16');
  expect(parts.filter(({ kind }) => kind === 'consumption').map(({ label }) => label)).toEqual([
    'consumo na ponta',
    'consumo no intermediário',
    'consumo fora ponta',
  ]);
});

it('returns no sentence for days without measurements', async () => {
  const establishment = await api.seed.establishment(owner);
  await measure(establishment, [['2026-09-01', '2026-09-30', 300]]);
  await agree(establishment, convencional);
  const { sentence, missing } = await changesOf(establishment, '?start=2026-09-01');
  expect(sentence).toBeNull();
  expect(missing.length).toBeGreaterThan(0);
});

it('prices each meter by its own tariff where they differ', async () => {
  const establishment = await api.seed.establishment(owner);
  const days = [
    ['2026-08-01', '2026-08-31', 310],
    ['2026-09-01', '2026-09-30', 330],
  ] as const;
  const ofPrice = (price: string) =>
    api.seed.tariff([{ valid_from: FROM, in_point: price, inter_point: price, out_point: price }]);
  await measure(establishment, days, { tariff_id: await ofPrice('0.5') });
  await measure(establishment, days, { tariff_id: await ofPrice('1') });
  const changes = await changesOf(establishment, '?start=2026-09-01');
  expect(cents(changes.parts.map(({ amount }) => amount))).toBe(
    cents([changes.after.total]) - cents([changes.before.total]),
  );
  expect(new Set(changes.parts.map(({ kind }) => kind))).toEqual(new Set(['days', 'consumption']));
});

it('answers 404 for bill changes to an unrelated account', async () => {
  const establishment = await api.seed.establishment(owner);
  const otherAccount = await api.seed.person();
  const url = `/establishment/${establishment}/bill/changes`;
  expect((await api.fail('GET', url, { token: otherAccount.token })).status).toBe(404);
});

it('names a higher production as a cause where its values explain the year', async () => {
  const establishment = await api.seed.establishment(owner);
  const dates = daysFrom(civilDate('2025-09-01'), civilDate('2026-09-30'));
  const trays = (date: string) => (date < '2026-09-01' ? 10 : 20) + (Number(date.slice(8)) % 5);
  const meter = await api.seed.meter(establishment, { installed_at: new Date('2025-09-01T03:00:00Z') });
  // One reading at noon of each day.
  await api.seed.readings(
    meter,
    dates.map((date) => ({
      at: new Date(`${date}T15:00:00Z`),
      energy_a_mwh: (5 + 0.5 * trays(date)) * 1e6,
    })),
  );
  await agree(establishment, convencional, { cosip: null });
  const values = dates.map((date) => ({ date, value: trays(date) }));
  await api.succeed(saveIndependentVariable, `/establishment/${establishment}/variables/production`, {
    token: owner.token,
    payload: { unit: 'bandejas', values },
  });
  const { parts, sentence, before, after } = await changesOf(establishment, '?start=2026-09-01');
  expect(parts.map(({ kind }) => kind)).toEqual(['days', 'production']);
  expect(parts[1]).toMatchObject({ label: 'produção maior' });
  expect(cents(parts.map(({ amount }) => amount))).toBe(cents([after.total]) - cents([before.total]));
  expect(sentence).toMatch(/mais que agosto: produção maior \(\+R\$/);
});
