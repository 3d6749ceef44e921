import { instant } from '@nascente/domain/base/time/zone';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { OFFICE, PERSON } from './company.ts';
import { createDemonstrationRepository } from './demonstration.repository.ts';
import { MENDED } from './mended-leak.ts';
import { completeCompany, METERS } from './seed-demonstration.ts';

const NOW = instant(Date.parse('2026-11-20T17:23:45Z'));
const { pool, db } = await createTestDatabase();

const installed = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select e.name || '/' || i.name as name from installation i join establishment e on e.id = i.establishment_id
     where i.removed_at is null order by 1`,
  );
  return rows.map(({ name }) => name);
};

test('an older demonstration gains the new meters in their establishments, and no duplicates', async () => {
  const key = Buffer.alloc(32);
  const owner = await db.transaction().execute(async (within) => {
    const company = createDemonstrationRepository(within);
    const id = await company.addPerson(PERSON, 'a hash', new Date(NOW));
    const office = await company.addEstablishment(id, { ...OFFICE, name: 'Nome novo' });
    for (const meter of OFFICE.meters.slice(0, 2)) await company.install(office, meter, new Date(NOW), key);
    return id;
  });
  // A shop's board that was known, and that somebody has taken out.
  await pool.query(
    `insert into board (mac, type, model, equipment, key_hash) values ($1, 'eletric', 'mono', 'emd', $2)`,
    ['02:4E:41:00:00:0C', key],
  );
  const complete = () =>
    db.transaction().execute((within) => completeCompany(within, { owner, partner: owner }, NOW));
  await complete();
  const names = await installed();
  expect(names).toContain('Nome novo/Inversor');
  expect(names).toContain('Padaria Aurora/Fornos');
  expect(names.filter((name) => name.startsWith('Galeria'))).toEqual([]);
  expect(names).toHaveLength(METERS.length - 5);
  const { rows: groups } = await pool.query('select name from meter_group');
  expect(groups).toEqual([{ name: 'Produção' }]);
  await complete();
  expect(await installed()).toEqual(names);
});

test('creates the budgets of the company once, and does not restore deleted ones', async () => {
  const planned = async () => {
    const { rows } = await pool.query<{ name: string; measure: string; cycles: number }>(
      `select coalesce(e.name, g.name) as name, measure, count(*)::int as cycles from budget b
       left join establishment e on e.id = b.establishment_id left join meter_group g on g.id = b.group_id
       group by 1, 2 order by 1, 2`,
    );
    return rows.map(({ name, measure, cycles }) => [name, measure, cycles]);
  };
  expect(await planned()).toEqual([
    ['Fábrica de Massas', 'money', 24],
    ['Padaria Aurora', 'money', 24],
    ['Padaria Aurora', 'water', 24],
    ['Produção', 'energy', 24],
  ]);
  const { rows } = await pool.query<{ id: string }>('select id from account');
  const owner = rows[0]?.id ?? '';
  await pool.query('delete from budget');
  await pool.query(
    `insert into audit_event (at, action, actor_id, subject_id, address, device, detail)
     values (now(), 'budget-saved', $1, $1, '203.0.113.7', 'x', '{}')`,
    [owner],
  );
  await db.transaction().execute((within) => completeCompany(within, { owner, partner: owner }, NOW));
  expect(await planned()).toEqual([]);
});

test('creates the mended leak once, and does not restore it after another decision', async () => {
  const { pool, db } = await createTestDatabase();
  const start = () =>
    db.transaction().execute(async (within) => {
      const company = createDemonstrationRepository(within);
      const existing = await company.personId(PERSON.email);
      const owner = existing ?? (await company.addPerson(PERSON, 'a hash', new Date(NOW)));
      await completeCompany(within, { owner, partner: owner }, NOW);
      return owner;
    });
  const done = async () =>
    (await pool.query('select kind, mac, done_on::text from opportunity_decision')).rows;
  const owner = await start();
  const mended = [{ kind: 'leak', mac: MENDED.mac, done_on: '2026-09-05' }];
  expect(await done()).toEqual(mended);
  await start();
  expect(await done()).toEqual(mended);
  await pool.query('delete from opportunity_decision');
  await pool.query(
    `insert into audit_event (at, action, actor_id, subject_id, address, device, detail)
     values (now(), 'opportunity-decided', $1, $1, '203.0.113.7', 'x', '{}')`,
    [owner],
  );
  await start();
  expect(await done()).toEqual([]);
});

test('adds the flags of the months up to the present one, and leaves an entered flag unchanged', async () => {
  const flags = async () => {
    const { rows } = await pool.query<{ month: string; flag: string; price: number }>(
      `select to_char(month, 'YYYY-MM') as month, flag, price::float8 as price from flag_month
       where month >= '2026-10-01' order by 1`,
    );
    return rows.map(({ month, flag, price }) => [month, flag, price]);
  };
  const { rows } = await pool.query<{ id: string }>('select id from account');
  const owner = rows[0]?.id ?? '';
  const startAt = (text: string) =>
    db
      .transaction()
      .execute((within) => completeCompany(within, { owner, partner: owner }, instant(Date.parse(text))));
  const october = ['2026-10', 'verde', 0];
  expect(await flags()).toEqual([october, ['2026-11', 'verde', 0]]);
  await pool.query(`update flag_month set flag = 'amarela', price = 0.01885 where month = '2026-11-01'`);
  // Still the last of November in Recife.
  await startAt('2026-12-01T02:59:00Z');
  expect(await flags()).toEqual([october, ['2026-11', 'amarela', 0.01885]]);
  await startAt('2027-01-31T15:00:00Z');
  expect(await flags()).toEqual([
    october,
    ...['2026-11', '2026-12', '2027-01'].map((month) => [month, 'amarela', 0.01885]),
  ]);
});

describe('systems of equipment', () => {
  const systems = async (): Promise<Record<string, string | null>> => {
    const { rows } = await pool.query<{ name: string; system: string | null }>(
      `select name, system from installation where mac = any($1)`,
      [['02:4E:41:00:00:03', '02:4E:41:00:00:06', '02:4E:41:00:00:05']],
    );
    return Object.fromEntries(rows.map(({ name, system }) => [name, system]));
  };
  const seeded = { 'Câmara fria': 'Refrigeração', 'Ar-condicionado': 'Refrigeração', Geral: null };
  const company = () => pool.query<{ id: string }>('select id from account');
  const startAgain = async () => {
    const { rows } = await company();
    const owner = rows[0]?.id ?? '';
    await db.transaction().execute((within) => completeCompany(within, { owner, partner: owner }, NOW));
  };

  test('assigns systems to the meters, also in an older demonstration', async () => {
    expect(await systems()).toEqual(seeded);
    await pool.query('update installation set system = null');
    await startAgain();
    expect(await systems()).toEqual(seeded);
  });

  test('leaves systems changed by an account unchanged', async () => {
    await pool.query(`update installation set system = null where name <> 'Fornos'`);
    await startAgain();
    expect(await systems()).toEqual({ 'Câmara fria': null, 'Ar-condicionado': null, Geral: null });
    await pool.query('update installation set system = null');
    await pool.query(
      `insert into audit_event (at, action, actor_id, subject_id, address, device, detail)
       select now(), 'meter-changed', id, id, '', '', '{"system": "none"}' from account`,
    );
    await startAgain();
    expect(await systems()).toEqual({ 'Câmara fria': null, 'Ar-condicionado': null, Geral: null });
  });
});
