import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';

const database = await createTestDatabase();

test('returns the types of the schema in any machine zone', async () => {
  const { rows } = await database.pool.query(
    `select 9007199254740991::int8 as big, timestamptz '2026-11-20 12:34:56.123456-03' as at,
            timestamptz '1969-12-31 23:59:59.5Z' as before_epoch, date '2026-02-28' as day, 0.7941717::numeric as price`,
  );
  expect(rows).toEqual([
    {
      big: Number.MAX_SAFE_INTEGER,
      at: new Date('2026-11-20T15:34:56.123Z'),
      before_epoch: new Date('1969-12-31T23:59:59.500Z'),
      day: '2026-02-28',
      price: '0.7941717',
    },
  ]);
});

test('refuses an int8 beyond the number range instead of rounding it', async () => {
  await expect(database.pool.query('select 9007199254740993::int8 as big')).rejects.toThrow(RangeError);
});

test('Kysely reads the migrated tables', async () => {
  const tariffs = await database.db.selectFrom('tariff').select(['tariff_group', 'distributor']).execute();
  expect(tariffs).toEqual([{ tariff_group: 'B3', distributor: 'neoenergia' }]);
  expect(await database.ready()).toBe(true);
});

test('plans a named statement once per connection, for any values', async () => {
  const taken = await database.pool.connect();
  try {
    for (const id of [1, 2, 3]) {
      const text = 'select from quarter where installation_id = $1';
      await taken.query({ name: 'planned-once', text, values: [id] });
    }
    const { rows } = await taken.query<{ generic: number; custom: number }>(
      `select generic_plans as generic, custom_plans as custom from pg_prepared_statements where name = 'planned-once'`,
    );
    expect(rows).toEqual([{ generic: 3, custom: 0 }]);
  } finally {
    taken.release();
  }
});

test('a broken connection fails its next query and ends no process', async () => {
  const taken = await database.pool.connect();
  const { rows } = await taken.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise<void>((resolve) => taken.once('end', resolve));
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  await expect(taken.query('select 1')).rejects.toThrow();
  taken.release(true);
  expect(await database.ready()).toBe(true);
});
