import { instant } from '@nascente/domain/base/time/zone';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { PERSON } from './company.ts';
import { createDemonstrationRepository } from './demonstration.repository.ts';
import { MENDED } from './mended-leak.ts';
import { createCompany, goOnWithFlags, METERS } from './seed-demonstration.ts';

const NOW = instant(Date.parse('2026-11-20T17:23:45Z'));
const { pool, db } = await createTestDatabase();
await db.transaction().execute(async (within) => {
  const owner =
    (await createDemonstrationRepository(within).addPerson(PERSON, 'a hash', new Date(NOW))) ?? '';
  await createCompany(within, { owner, partner: owner }, NOW);
});

test('installs each meter of the company', async () => {
  const { rows } = await pool.query<{ mac: string }>('select mac from installation where removed_at is null');
  expect(rows.map(({ mac }) => mac).sort()).toEqual(METERS.map(({ mac }) => mac).sort());
});

test('plans the budgets of the company for two years', async () => {
  const { rows } = await pool.query<{ name: string; measure: string; cycles: number }>(
    `select coalesce(e.name, g.name) as name, measure, count(*)::int as cycles from budget b
     left join establishment e on e.id = b.establishment_id left join meter_group g on g.id = b.group_id
     group by 1, 2 order by 1, 2`,
  );
  expect(rows.map(({ name, measure, cycles }) => [name, measure, cycles])).toEqual([
    ['Fábrica de Massas', 'money', 24],
    ['Padaria Aurora', 'money', 24],
    ['Padaria Aurora', 'water', 24],
    ['Produção', 'energy', 24],
  ]);
});

test('records the mended leak', async () => {
  const { rows } = await pool.query('select kind, mac, done_on::text from opportunity_decision');
  expect(rows).toEqual([{ kind: 'leak', mac: MENDED.mac, done_on: '2026-09-05' }]);
});

test('assigns systems to the meters that have one', async () => {
  const { rows } = await pool.query<{ name: string; system: string | null }>(
    'select name, system from installation where mac = any($1)',
    [['02:4E:41:00:00:03', '02:4E:41:00:00:06', '02:4E:41:00:00:05']],
  );
  expect(Object.fromEntries(rows.map(({ name, system }) => [name, system]))).toEqual({
    'Câmara fria': 'Refrigeração',
    'Ar-condicionado': 'Refrigeração',
    Geral: null,
  });
});

test('adds the flags of the months up to the present one, and leaves an entered flag unchanged', async () => {
  const flags = async () => {
    const { rows } = await pool.query<{ month: string; flag: string; price: number }>(
      `select to_char(month, 'YYYY-MM') as month, flag, price::float8 as price from flag_month
       where month >= '2026-10-01' order by 1`,
    );
    return rows.map(({ month, flag, price }) => [month, flag, price]);
  };
  const goOnAt = (text: string) => goOnWithFlags(db, instant(Date.parse(text)));
  const october = ['2026-10', 'verde', 0];
  expect(await flags()).toEqual([october, ['2026-11', 'verde', 0]]);
  await pool.query(`update flag_month set flag = 'amarela', price = 0.01885 where month = '2026-11-01'`);
  // Still the last of November in Recife.
  await goOnAt('2026-12-01T02:59:00Z');
  expect(await flags()).toEqual([october, ['2026-11', 'amarela', 0.01885]]);
  await goOnAt('2027-01-31T15:00:00Z');
  expect(await flags()).toEqual([
    october,
    ...['2026-11', '2026-12', '2027-01'].map((month) => [month, 'amarela', 0.01885]),
  ]);
});
