import { MAX_FIGURES, readPortfolio } from '@nascente/contract/insight/portfolio';
import { saveBudgetYear } from '@nascente/contract/money/budgets';
import { readEstablishmentAmounts } from '@nascente/contract/money/establishment-consumption';
import { beforeEach, expect, it } from 'vitest';
import { createPriceApi } from '../../testing/price-api.ts';
import { filesOfWorkbook, rowsOfSheet } from '../../testing/read-workbook.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { seedAlert } from '../../testing/seeds/seed-alert.ts';

/** Friday, 11:20 in São Paulo. */
const NOW = '2026-11-13T14:20:00Z';
const HOUR = 3_600_000;
const { api, meterAt } = await createPriceApi(NOW, 0.8);
let owner: SeededPerson;

beforeEach(async () => {
  api.setClock(NOW);
  owner = await api.seed.person({ profile: 'Manager' });
});

const hoursFrom = (from: string, kwh: number, count: number) =>
  Array.from({ length: count }, (_, hour) => ({
    at: new Date(Date.parse(from) + hour * HOUR),
    energy_a_mwh: kwh * 1e6,
  }));

const aShop = async (kwh: number, overrides: object = {}, whose = owner) => {
  const id = await api.seed.establishment(whose, overrides);
  const meter = await meterAt(id, { is_general: true, installed_at: new Date('2025-10-01T03:00:00Z') });
  await api.seed.readings(meter, hoursFrom('2026-11-01T03:00:00Z', kwh, 300));
  return { id, meter };
};

const read = async (ids: readonly string[], { token } = owner) =>
  (await api.succeed(readPortfolio, '/portfolio', { token, payload: { ids } })).establishments;

it('returns the amounts shown on Home in the requested order, and null without measurements', async () => {
  const [small, large] = [await aShop(2), await aShop(5)];
  const empty = await api.seed.establishment(owner);
  const ids = [large.id, empty, small.id];
  const { amounts } = await api.succeed(readEstablishmentAmounts, '/consolidated/establishments', {
    token: owner.token,
    payload: { establishments: ids.map((id) => ({ id })) },
  });
  const entries = await read(ids);
  const figures = entries.map(
    ({ figures }) =>
      figures && {
        total: figures.total,
        cost: figures.cost,
        forecast: figures.forecast,
        completeness: figures.completeness,
      },
  );
  expect(figures).toEqual(amounts);
  expect(entries[0]?.figures).toMatchObject({ start: '2026-11-01', end: '2026-11-30', yearBefore: null });
  expect(entries[1]).toEqual({ figures: null, alerts: 0 });
});

it('compares with the completely measured hours of last year', async () => {
  const id = await api.seed.establishment(owner);
  const { installationId } = await meterAt(id, { installed_at: new Date('2025-10-01T03:00:00Z') });
  for (const [from, kwh] of [
    ['2025-11-01T03:00:00Z', 2],
    ['2026-11-01T03:00:00Z', 3],
  ] as const)
    await api.database.pool.query(
      `insert into quarter (installation_id, start, consumed_a_mwh, frames) select $1, start, $3, 90
        from generate_series($2::timestamptz, $2::timestamptz + interval '12 days', interval '15 minutes') start`,
      [installationId, from, kwh * 1e6],
    );
  const [entry] = await read([id]);
  const { current = 0, other = 1 } = entry?.figures?.yearBefore ?? {};
  expect(current / other).toBeCloseTo(1.5, 6);
});

it('returns the budget of the cycle to an account that can plan', async () => {
  const { id, meter } = await aShop(3);
  const amounts = Array<number>(12).fill(700);
  const payload = { target: { kind: 'establishment', id }, measure: 'energy', year: '2026', amounts };
  await api.succeed(saveBudgetYear, '/budgets', { token: owner.token, payload });
  expect((await read([id]))[0]?.figures?.budget).toEqual({ measure: 'energy', amount: 700 });
  await api.succeed(saveBudgetYear, '/budgets', {
    token: owner.token,
    payload: { ...payload, measure: 'money' },
  });
  expect((await read([id]))[0]?.figures?.budget).toEqual({ measure: 'money', amount: 700 });
  const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
  await api.seed.give(client, meter);
  expect((await read([id], client))[0]?.figures?.budget).toBeNull();
});

it('returns each establishment its own budget, by the month in which its cycle begins', async () => {
  const [first, second, without] = [await aShop(3), await aShop(3, { bill_read_day: 20 }), await aShop(3)];
  const plan = async ({ id }: { readonly id: string }, from: number) => {
    const amounts = Array.from({ length: 12 }, (_, month) => from + month);
    const payload = { target: { kind: 'establishment', id }, measure: 'money', year: '2026', amounts };
    await api.succeed(saveBudgetYear, '/budgets', { token: owner.token, payload });
  };
  await plan(first, 100);
  await plan(second, 200);
  const entries = await read([second.id, without.id, first.id]);
  expect(
    entries.map(({ figures }) => figures && [figures.start.slice(0, 7), figures.budget?.amount]),
  ).toEqual([
    ['2026-10', 209],
    ['2026-11', undefined],
    ['2026-11', 110],
  ]);
});

it('counts the open alerts of each establishment for the selected utility', async () => {
  const [one, other] = [await aShop(2), await aShop(2)];
  await seedAlert(api.database, {
    establishment: one.id,
    meter: one.meter,
    accountId: owner.id,
    name: 'Forno',
  });
  expect((await read([one.id, other.id])).map(({ alerts }) => alerts)).toEqual([1, 0]);
  const payload = { ids: [one.id, other.id], type: 'water' };
  const { establishments } = await api.succeed(readPortfolio, '/portfolio', { token: owner.token, payload });
  expect(establishments.map(({ alerts }) => alerts)).toEqual([0, 0]);
});

it('answers 404 when one establishment belongs to another customer, and refuses too many ids', async () => {
  const mine = await aShop(2);
  const otherAccount = await api.seed.person({ profile: 'Manager' });
  const external = await aShop(2, {}, otherAccount);
  const { token } = owner;
  const ask = (ids: string[]) => api.fail('POST', '/portfolio', { token, payload: { ids } });
  expect(await ask([mine.id, external.id])).toMatchObject({ status: 404 });
  expect((await ask(Array<string>(MAX_FIGURES + 1).fill(mine.id))).status).toBe(400);
});

it('writes all establishments as a workbook, the most expensive first, and marks the outlier', async () => {
  const size = { activity: 'Industria', number_of_employees: '20 a 99', area_m2: '100', headcount: 10 };
  for (const [index, kwh] of [1, 1.02, 1.05, 0.98, 1.1, 6].entries())
    await aShop(kwh, { ...size, name: `Loja ${index + 1}`, city: 'Recife', state: 'PE' });
  const answer = await api.raw('GET', '/portfolio/file', { token: owner.token });
  expect(answer.headers['content-disposition']).toBe('attachment; filename="portfolio.xlsx"');
  const sheet = filesOfWorkbook(answer.rawPayload).get('xl/worksheets/sheet1.xml');
  const [head, first, ...rest] = rowsOfSheet(sheet);
  const at = (label: string) => head?.indexOf(label) ?? -1;
  expect([first?.[at('Estabelecimento')], first?.[at('Cidade')]]).toEqual(['Loja 6', 'Recife']);
  // 1 and 30 November 2026, as spreadsheets count days.
  expect([first?.[at('Início do ciclo')], first?.[at('Fim do ciclo')]]).toEqual(['46327', '46356']);
  expect(sheet).toContain('<c s="4"><v>46327</v></c>');
  expect(Number(first?.[at('kWh por m²')]) * 10).toBeCloseTo(Number(first?.[at('kWh por pessoa')]), 6);
  expect(first?.[at('Entre os parecidos')]).toMatch(/^Usa \d,\d vezes o normal por m², comparado a 5/);
  expect(rest.map((row) => row[at('Entre os parecidos')])).toEqual(['', '', '', '', '']);
});
