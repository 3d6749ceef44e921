import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createBinaryColumn, type ElementType } from './binary-column.ts';

const { pool } = await createTestDatabase();

const readBack = async (type: ElementType, values: readonly (number | null)[]): Promise<unknown> => {
  const column = createBinaryColumn(type, 2);
  column.push(12);
  column.clear();
  for (const value of values) column.push(value);
  const { rows } = await pool.query<{ value: unknown }>(`select unnest($1::${type}[]) as value`, [
    column.encoded(),
  ]);
  return rows.map(({ value }) => value);
};

test.for([
  ['int4', [1, -1, null, 2_147_483_647, -2_147_483_648]],
  ['int8', [0, -1, 1, null, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 4_294_967_296, -4_294_967_297]],
  ['float4', [0.5, -1.25, null, 16_777_216]],
] as const)('%s elements arrive unchanged', async ([type, values]) => {
  expect(await readBack(type, values)).toEqual(values);
});

test('instants arrive with milliseconds, also before 2000', async () => {
  const instants = [Date.UTC(2026, 10, 20, 14, 5, 9, 123), Date.UTC(1999, 0, 1), null];
  expect(await readBack('timestamptz', instants)).toEqual(
    instants.map((at) => (at === null ? null : new Date(at))),
  );
});

test('an empty column returns an empty array', async () => {
  expect(await readBack('int4', [])).toEqual([]);
});
