/** A column as its file has it. */
export interface OpenColumn {
  readonly name: string;
  /** As PostgreSQL names it. */
  readonly type: string;
  readonly isNullable: boolean;
  /** 'table.column' of what it names; null: nothing. */
  readonly refersTo: string | null;
  /** Where its name and type do not tell it. */
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

/** Unit, zone and what it refers to, in one line. */
export const wordsOf = ({ name, type, refersTo, meaning }: OpenColumn): string => {
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
      const description = wordsOf(column);
      return [column.name, { ...schemaOfType(column.type), ...(description === '' ? {} : { description }) }];
    }),
  ),
  required: columns.filter(({ isNullable }) => !isNullable).map(({ name }) => name),
  additionalProperties: false,
});
