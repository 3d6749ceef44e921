import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tableTypes } from '../../testing/table-types.ts';
import { createTestDatabase } from '../../testing/test-database.ts';

const database = await createTestDatabase();
const types = await tableTypes(database.db);

const fileOf = (area: string): string => fileURLToPath(new URL(`../../${area}/tables.ts`, import.meta.url));

/** `KEEP_TABLES=1` writes them anew after a change of the schema. */
if (process.env['KEEP_TABLES']) for (const [area, text] of types) writeFileSync(fileOf(area), text);

test.each([...types])('the table types of %s match the migrated database', (area, text) => {
  expect(readFileSync(fileOf(area), 'utf8')).toBe(text);
});
