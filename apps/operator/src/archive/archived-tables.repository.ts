import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UNFINISHED_RESTORE_TABLE } from '@nascente/server/platform/database/open-database';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { RetainedPartition, StoredTable } from './contents.ts';

/**
 * Tables left out: migrations write their own rows, the change log names transactions of this database, and the mark of an
 * unfinished restore belongs to one database.
 */
const LEFT_OUT = ['schema_migration', 'change_log', UNFINISHED_RESTORE_TABLE];

const TABLES = `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all ($1)
group by c.relname order by c.relname`;

const REFERENCES = `select distinct r.relname as table, f.relname as "refersTo"
from pg_constraint k join pg_class r on r.oid = k.conrelid join pg_class f on f.oid = k.confrelid
where k.contype = 'f' and k.conrelid <> k.confrelid and r.relnamespace = 'public'::regnamespace`;

const PARTITIONS = `select c.relname as name, p.relname as of, pg_get_expr(c.relpartbound, c.oid) as bounds
from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relispartition
order by p.relname, c.relname`;

const SEQUENCES = `select format('%I', c.relname) as table, format('%I', a.attname) as column,
  pg_get_serial_sequence(c.relname, a.attname) as sequence
from pg_attribute a join pg_class c on c.oid = a.attrelid
where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' and not c.relispartition`;

interface Reference {
  readonly table: string;
  readonly refersTo: string;
}

/** Each table after those it refers to. */
const inOrderOfReferences = (
  tables: readonly StoredTable[],
  references: readonly Reference[],
): StoredTable[] => {
  const ordered: StoredTable[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waits = ({ name }: StoredTable) =>
      references.some(({ table, refersTo }) => table === name && left.some((one) => one.name === refersTo));
    const next = left.filter((table) => !waits(table));
    if (next.length === 0) throw new Error(`Tables refer to each other in a circle: ${left[0]?.name}`);
    ordered.push(...next);
    left = left.filter(waits);
  }
  return ordered;
};

const listOf = ({ columns }: StoredTable): string => columns.map((column) => `"${column}"`).join(', ');

export const createArchivedTablesRepository = (client: ClientBase) => ({
  /** Begins a snapshot: later statements read the state of this moment. */
  async beginSnapshot(): Promise<void> {
    await client.query('begin isolation level repeatable read, read only');
    // Locked before the snapshot, because rows of a day that is closed and dropped after it would be in neither table.
    await client.query('lock table reading, quarter in access share mode');
    await client.query("set local timezone = 'UTC'");
    await client.query("set local datestyle = 'ISO, YMD'");
    await client.query('set local extra_float_digits = 1');
    await client.query("set local bytea_output = 'hex'");
  },
  async endSnapshot(): Promise<void> {
    await client.query('commit');
  },
  async version(): Promise<string> {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version ?? '';
  },
  async migrations(): Promise<{ name: string; sha256: string }[]> {
    return (await client.query('select name, sha256 from schema_migration order by name')).rows;
  },
  async tables(): Promise<StoredTable[]> {
    const { rows: tables } = await client.query<StoredTable>(TABLES, [LEFT_OUT]);
    const { rows: references } = await client.query<Reference>(REFERENCES);
    return inOrderOfReferences(tables, references);
  },
  async partitions(): Promise<RetainedPartition[]> {
    return (await client.query<RetainedPartition>(PARTITIONS)).rows;
  },
  /** The rows of a table as lines of PostgreSQL's text. */
  linesOf: (table: StoredTable): AsyncIterable<Uint8Array> =>
    client.query(copyTo(`copy (select ${listOf(table)} from "${table.name}") to stdout`)),

  async hasSchema(): Promise<boolean> {
    const { rows } = await client.query("select where to_regclass('public.schema_migration') is not null");
    return rows.length > 0;
  },
  /** Whether the database has no rows of customers yet. */
  async isUnused(): Promise<boolean> {
    const { rows: tables } = await client.query("select where to_regclass('public.account') is not null");
    if (tables.length === 0) return true;
    const { rows: used } = await client.query('select from account union all select from board limit 1');
    return used.length === 0;
  },
  /** Marks the database and commits at once, so that no server starts on it until the rows are committed. */
  async mark(): Promise<void> {
    await client.query(`create table if not exists ${UNFINISHED_RESTORE_TABLE} ()`);
  },
  async unmark(): Promise<void> {
    await client.query(`drop table ${UNFINISHED_RESTORE_TABLE}`);
  },
  async beginFilling(): Promise<void> {
    await client.query('begin');
    await client.query("set local timezone = 'UTC'");
    await client.query("set local datestyle = 'ISO, YMD'");
  },
  async empty(tables: readonly StoredTable[]): Promise<void> {
    await client.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`);
  },
  async addPartition({ name, of, bounds }: RetainedPartition): Promise<void> {
    await client.query(`create table if not exists "${name}" partition of "${of}" ${bounds}`);
  },
  async fill(table: StoredTable, lines: AsyncIterable<Uint8Array>): Promise<void> {
    const copy = client.query(copyFrom(`copy "${table.name}" (${listOf(table)}) from stdin`));
    await pipeline(Readable.from(lines, { objectMode: false }), copy);
  },
  /** Sets sequences to continue after the highest restored numbers. */
  async continueNumbers(): Promise<void> {
    const { rows } = await client.query<{ table: string; column: string; sequence: string }>(SEQUENCES);
    for (const { table, column, sequence } of rows)
      await client.query(
        `select setval('${sequence}', greatest(coalesce(max(${column}), 0), 1), max(${column}) is not null) from ${table}`,
      );
  },
  /** Commits the rows and removes the mark. */
  async commit(): Promise<void> {
    await client.query(`drop table ${UNFINISHED_RESTORE_TABLE}`);
    await client.query('commit');
  },
});
