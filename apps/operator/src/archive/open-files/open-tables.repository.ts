import { instant } from '@nascente/domain/base/time/zone';
import { type InstallationSpan, measuredAt } from '@nascente/server/telemetry/series/index';
import type { ClientBase, Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

export interface OpenColumn {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** 'table.column' of the referenced column; `null`: none. */
  readonly refersTo: string | null;
  /** Meaning of the column, if name and type are not enough. */
  readonly meaning?: string;
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/_mwh$/, 'mWh (thousandths of Wh)'],
  [/_mvarh$/, 'mvarh (thousandths of varh)'],
  [/_ml$/, 'ml (thousandths of a litre)'],
  [/_kwh$/, 'kWh'],
  [/_kw$/, 'kW'],
  [/_m3$/, 'm³'],
  [/_seconds$/, 's'],
  [/_ms$/, 'ms'],
  [/_bytes$/, 'bytes'],
  [/_percent$/, '%'],
  [/_cents$/, 'cents of R$'],
];

const SCHEMAS: Readonly<Record<string, object>> = {
  smallint: { type: 'integer' },
  integer: { type: 'integer' },
  bigint: { type: 'integer' },
  real: { type: 'number' },
  'double precision': { type: 'number' },
  boolean: { type: 'boolean' },
  'timestamp with time zone': { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  uuid: { type: 'string', format: 'uuid' },
  bytea: { type: 'string', contentEncoding: 'base64' },
  json: { type: 'string', contentMediaType: 'application/json' },
  jsonb: { type: 'string', contentMediaType: 'application/json' },
};

const schemaOfType = (type: string): object => {
  if (type.endsWith('[]')) return { type: 'string', contentMediaType: 'application/json' };
  if (type.startsWith('numeric')) return { type: 'number' };
  return SCHEMAS[type] ?? { type: 'string' };
};

export const labelOf = ({ name, type, refersTo, meaning }: OpenColumn): string => {
  const unit = UNITS.find(([pattern]) => pattern.test(name))?.[1];
  return [
    meaning,
    unit,
    type === 'timestamp with time zone' ? 'an instant, UTC' : undefined,
    type === 'bytea' ? 'bytes, base64' : undefined,
    type.endsWith('[]') ? 'a JSON array' : undefined,
    refersTo === null ? undefined : `names ${refersTo}`,
  ]
    .filter((part) => part !== undefined)
    .join('; ');
};

/** JSON Schema of a row of a file; an empty field is null. */
export const rowSchema = (file: string, columns: readonly OpenColumn[]) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: file,
  type: 'object',
  properties: Object.fromEntries(
    columns.map((column) => {
      const description = labelOf(column);
      return [column.name, { ...schemaOfType(column.type), ...(description === '' ? {} : { description }) }];
    }),
  ),
  required: columns.filter(({ isNullable }) => !isNullable).map(({ name }) => name),
  additionalProperties: false,
});

const COLUMNS = `select a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
  (select f.relname || '.' || fa.attname from pg_constraint k join pg_class f on f.oid = k.confrelid
    join pg_attribute fa on fa.attrelid = k.confrelid and fa.attnum = k.confkey[1]
    where k.contype = 'f' and k.conrelid = a.attrelid and k.conkey = array[a.attnum] limit 1) as "refersTo"
from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
order by a.attnum`;

const MEASURED = `select id, ${measuredAt('first', 'installation.id')} as first, ${measuredAt('last', 'installation.id')} as last
from installation order by id`;

/** Length of a quarter-hour, added to the start of the last one. */
const QUARTER_MS = 900_000;

const textOf = ({ name, type }: OpenColumn): string => {
  const column = `"${name}"`;
  if (type === 'timestamp with time zone')
    return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${column}`;
  if (type === 'bytea') return `replace(encode(${column}, 'base64'), e'\\n', '') as ${column}`;
  if (type === 'boolean') return `${column}::text as ${column}`;
  return type.endsWith('[]') ? `to_json(${column})::text as ${column}` : column;
};

interface MeasuredRow {
  readonly id: number;
  readonly first: Date | null;
  readonly last: Date | null;
}

export const createOpenTablesRepository = (client: ClientBase) => ({
  async columns(table: string): Promise<OpenColumn[]> {
    return (await client.query<OpenColumn>(COLUMNS, [table])).rows;
  },
  csvOf(table: string, columns: readonly OpenColumn[]): AsyncIterable<Uint8Array> {
    const rows = `select ${columns.map(textOf).join(', ')} from "${table}"`;
    return client.query(copyTo(`copy (${rows}) to stdout (format csv, header)`));
  },
  /** The interval in which each installation has measurements. */
  async measured(): Promise<InstallationSpan[]> {
    const { rows } = await client.query<MeasuredRow>(MEASURED);
    return rows.flatMap(({ id, first, last }) =>
      first === null || last === null
        ? []
        : [
            {
              installationId: id,
              from: instant(first.getTime()),
              to: instant(last.getTime() + QUARTER_MS),
            },
          ],
    );
  },
});

/** A pool of one connection, for concurrent readers in one transaction: queries run one after the other. */
export const poolOf = (client: ClientBase): Pool => {
  let last: Promise<unknown> = Promise.resolve();
  const query = (...requested: Parameters<ClientBase['query']>): Promise<unknown> => {
    const next = last.then(() => client.query(...requested) as unknown as Promise<unknown>);
    last = next.catch(() => undefined);
    return next;
  };
  return { query } as unknown as Pool;
};
