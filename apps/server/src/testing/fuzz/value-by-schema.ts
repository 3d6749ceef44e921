import type { Call } from '@nascente/contract/base/call';
import fc from 'fast-check';
import { HOSTILE_TEXTS, hostileValue } from './hostile-values.ts';

type Schema = NonNullable<Call['body']>;

/** What a schema of the contract is made of, as zod keeps it. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
}
const definitionOf = (schema: Schema): Definition => schema._zod.def as unknown as Definition;

/** Texts that fields of this contract take: of days, months, amounts, people and places. */
const USUAL_TEXTS: readonly string[] = [
  '2026-11-01',
  '2026-11-20',
  '2026-10-01',
  '2026-10-31',
  '2025-11-20',
  '2026-03-01',
  '2000-01-01',
  '2099-12-31',
  '2028-02-29',
  '2026-11-20T12:00:00Z',
  '2026-11-20T00:00:00-03:00',
  '2026-11-19T23:59:59.999Z',
  '11/2026',
  '10/2026',
  '2026-10',
  '01/2026',
  '0',
  '1',
  '2',
  '3',
  '10',
  '20',
  '50',
  '100',
  '0.5413',
  '12.34',
  'a',
  'Padaria do Zé',
  'Rua da Aurora, 10',
  'ana@padaria.test',
  'VHJpZ28jN05vdmU=',
  'Trigo#7Nove',
  '50050-000',
  '50050000',
  '11.222.333/0001-81',
  '11222333000181',
  '08:00',
  '18:30',
  'America/Sao_Paulo',
  'America/Noronha',
  'Europe/London',
  'https://exemplo.invalid/aviso',
  '01a00000-0000-7000-8000-000000000001',
  '00:00:00:00:00:01',
  'ABCDE-FGHJK',
  'xlsx',
  'csv',
  'hour',
  'day',
  'V',
  'x'.repeat(64),
  'A'.repeat(43),
];
const USUAL_NUMBERS: readonly number[] = [
  0, 1, 2, 3, 5, 10, 12, 18, 20, 25, 50, 75, 100, 127, 220, 250, 380, 720, 1000, 0.5, 0.92, 12.34, 1e6,
  1_795_000_000_000, 1_795_086_400_000, -1,
];

/** Which of the texts that exist may stand in a field of this name. */
export type Hint = (field: string) => readonly string[];

interface Ways {
  readonly hint: Hint;
  /** One value in so many is anything but what the schema says; 0: none. */
  readonly hostileOneIn: number;
  /** Lists as long as they may be, and every optional field. */
  readonly isLargest?: boolean;
}

const MAX_ITEMS = 1_000;
const maxItemsOf = ({ _zod }: Schema): number =>
  Math.min((_zod.bag as { readonly maximum?: number }).maximum ?? MAX_ITEMS, MAX_ITEMS);

const passing = <T>(schema: Schema, values: readonly T[]): readonly T[] =>
  values.filter((value) => schema.safeParse(value).success);

/** Nearly half are of what is there; the others pass the schema, and may name nothing. */
const textFor = (schema: Schema, field: string, { hint }: Ways): fc.Arbitrary<unknown> => {
  const existing = passing(schema, hint(field));
  const usual = passing(schema, [...USUAL_TEXTS, ...HOSTILE_TEXTS]);
  const free = fc.string({ unit: 'binary', maxLength: 40 });
  const any: fc.Arbitrary<string> = usual.length > 0 ? fc.constantFrom(...usual) : free;
  if (existing.length === 0) return any;
  return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...existing) }, { weight: 1, arbitrary: any });
};

/** Draws the usual values that pass a schema as a whole, where its parts tell less: it is neither text nor object. */
const asInteger = (schema: Schema, field: string, { hint }: Ways): fc.Arbitrary<unknown> | null => {
  const fitting = passing<unknown>(schema, [...hint(field), ...USUAL_TEXTS, ...USUAL_NUMBERS]);
  return fitting.length === 0 ? null : fc.constantFrom(...fitting);
};

const numberFor = (schema: Schema): fc.Arbitrary<unknown> => {
  const usual = passing(schema, USUAL_NUMBERS);
  return usual.length > 0 ? fc.constantFrom(...usual) : fc.integer();
};

const objectFor = (shape: Readonly<Record<string, Schema>>, ways: Ways): fc.Arbitrary<unknown> => {
  const fields = Object.entries(shape);
  const optional = fields.filter(([, schema]) => schema.safeParse(undefined).success).map(([name]) => name);
  const values = Object.fromEntries(fields.map(([name, schema]) => [name, valueFor(schema, ways, name)]));
  const requiredKeys = fields.map(([name]) => name).filter((name) => !optional.includes(name));
  return ways.isLargest ? fc.record(values) : fc.record(values, { requiredKeys });
};

const unlessHostile = (usual: fc.Arbitrary<unknown>, { hostileOneIn }: Ways): fc.Arbitrary<unknown> =>
  hostileOneIn === 0
    ? usual
    : fc.oneof({ weight: hostileOneIn - 1, arbitrary: usual }, { weight: 1, arbitrary: hostileValue });

/** Draws values that hold no other value. */
const leafFor = (schema: Schema, ways: Ways, field: string): fc.Arbitrary<unknown> => {
  const { type, values, entries } = definitionOf(schema);
  if (values) return fc.constantFrom(...values);
  if (entries) return fc.constantFrom(...Object.values(entries));
  if (type === 'string') return textFor(schema, field, ways);
  if (type === 'number') return numberFor(schema);
  return type === 'boolean' ? fc.boolean() : hostileValue;
};

const pipeFor = (schema: Schema, input: Schema, ways: Ways, field: string): fc.Arbitrary<unknown> =>
  definitionOf(input).type === 'string'
    ? textFor(schema, field, ways)
    : (asInteger(schema, field, ways) ?? valueFor(input, ways, field));

const ofType = (schema: Schema, ways: Ways, field: string): fc.Arbitrary<unknown> => {
  const { type, shape, element, options, innerType, in: piped } = definitionOf(schema);
  const inside = (part: Schema) => valueFor(part, ways, field);
  if (shape) return objectFor(shape, ways);
  if (element && ways.isLargest) {
    const items = maxItemsOf(schema);
    return fc.array(inside(element), { minLength: items, maxLength: items, size: 'max' });
  }
  if (element) return fc.array(inside(element), { maxLength: 4 });
  if (options) return asInteger(schema, field, ways) ?? fc.oneof(...options.map(inside));
  if (innerType)
    return type === 'nullable' ? fc.oneof(inside(innerType), fc.constant(null)) : inside(innerType);
  return piped ? pipeFor(schema, piped, ways, field) : leafFor(schema, ways, field);
};

/**
 * What a call may be given, by its schema in the contract: fields of the right kind that name what is there, and here and
 * there something hostile in the place of one.
 */
export const valueFor = (schema: Schema, ways: Ways, field = ''): fc.Arbitrary<unknown> =>
  unlessHostile(ofType(schema, ways, field), ways);
