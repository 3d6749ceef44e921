import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { Kysely, PostgresDialect } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { poolForKysely } from './platform/database/planned-statement.ts';
import type { Schema } from './platform/database/schema.ts';
import { createEstablishmentFactsRepository } from './sites/establishments/index.ts';
import { createGroupsRepository } from './sites/groups/groups.repository.ts';
import { createVisibleMetersRepository } from './sites/meters/visible-meters.repository.ts';
import { createTariffsRepository } from './sites/tariffs/tariffs.repository.ts';
import { createTestApi, type TestApi } from './testing/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
});

/** Every statement that reads a value cached until the structure changes. */
const rememberedStatements = async (): Promise<ReadonlySet<string>> => {
  const { pool, changes } = api.database;
  const texts = new Set<string>();
  const recording = new Proxy(pool, {
    get(target, property) {
      if (property !== 'query') return Reflect.get(target, property);
      return (requested: { text: string; values: unknown[] }) => {
        texts.add(requested.text);
        return target.query(requested);
      };
    },
  });
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: poolForKysely(pool) }),
    log: ({ query }) => void texts.add(query.sql),
  });
  const database = { pool: recording, changes };
  const owner = await api.seed.person({ profile: 'Manager' });
  const establishment = await api.seed.establishment(owner);
  await api.seed.meter(establishment);
  const groups = createGroupsRepository(database);
  for (const scope of ['all', 'own', 'own-and-clients', 'granted'] as const) {
    const viewer = { accountId: owner.id, scope };
    await groups.list(viewer);
    await groups.listAt(viewer, establishment);
    await groups.find(viewer, establishment);
    await createVisibleMetersRepository(database).listAt(viewer, establishment);
  }
  await createVisibleMetersRepository(database).watchable(owner.id);
  await createEstablishmentFactsRepository(database).read(establishment);
  const tariffs = createTariffsRepository(db);
  await tariffs.list('2026-11-20' as CivilDate);
  await tariffs.find(establishment);
  return texts;
};

/** The tables that a plan reads, however deep. */
const tablesOf = (plan: unknown): string[] => {
  if (typeof plan !== 'object' || plan === null) return [];
  const relation = (plan as { 'Relation Name'?: string })['Relation Name'];
  return [...(relation === undefined ? [] : [relation]), ...Object.values(plan).flatMap(tablesOf)];
};

test('every table of a cached value records its changes', async () => {
  const tables = new Set<string>();
  for (const text of await rememberedStatements()) {
    const { rows } = await api.database.pool.query<{ 'QUERY PLAN': unknown }>(
      `explain (format json, generic_plan) ${text}`,
    );
    for (const table of tablesOf(rows[0]?.['QUERY PLAN'])) tables.add(table);
  }
  const { rows } = await api.database.pool.query<{ table: string }>(
    `select t.tgrelid::regclass::text as table from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     where p.prosrc like '%insert into change_log%'`,
  );
  // A tariff changes only through a new version.
  const noting = new Set([...rows.map(({ table }) => table), 'tariff']);
  expect(tables.size).toBeGreaterThan(7);
  expect([...tables].filter((table) => !noting.has(table))).toEqual([]);
});
