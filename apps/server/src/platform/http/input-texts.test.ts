import type { Call } from '@nascente/contract/base/call';
import { everyCall } from '@nascente/contract/every-call';
import { expect, test } from 'vitest';
import { foreignWords } from '../../testing/fuzz/foreign-texts.ts';
import { InvalidInput } from '../errors.ts';
import { readInput } from './calls/input.ts';

type Schema = NonNullable<Call['body']>;

/** What a schema of the contract is made of, as zod keeps it. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
}
const definitionOf = (schema: Schema): Definition => schema._zod.def as unknown as Definition;

/** Values of every JSON type and beyond each limit: at least one of them is invalid for any field. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0.5,
  1e15,
  '',
  'zz',
  'x'.repeat(20_000),
  [],
  [null],
  Array.from({ length: 5_001 }, () => 'zz'),
  {},
  { zz: 'zz' },
];

/** A value with the wrong one somewhere within, and what tells apart the forms that lead there. */
type Place = (wrong: unknown) => unknown;

const literalOf = (schema: Schema): unknown => definitionOf(schema).values?.[0];
const literalsOf = (shape: Readonly<Record<string, Schema>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, part]) => {
      const literal = literalOf(part);
      return literal === undefined ? [] : [[name, literal]];
    }),
  );

const placesOf = (schema: Schema, around: Place = (wrong) => wrong): readonly Place[] => {
  const { shape, element, valueType, options, innerType, in: piped } = definitionOf(schema);
  const inside = (part: Schema, within: Place) => placesOf(part, (wrong) => around(within(wrong)));
  if (shape) {
    const literals = literalsOf(shape);
    const fields = Object.entries(shape);
    return [
      around,
      (wrong) => around({ ...literals, zz: wrong }),
      ...fields.flatMap(([name, part]) => inside(part, (wrong) => ({ ...literals, [name]: wrong }))),
    ];
  }
  if (element) return [around, ...inside(element, (wrong) => [wrong])];
  if (valueType) return [around, ...inside(valueType, (wrong) => ({ a: wrong }))];
  if (options) return [around, ...options.flatMap((option) => inside(option, (wrong) => wrong))];
  const within = innerType ?? piped;
  return within ? inside(within, (wrong) => wrong) : [around];
};

/** Values that programs send, which a message may name. */
const namesIn = (schema: Schema): readonly string[] => {
  const { shape, element, valueType, options, innerType, in: piped, values, entries } = definitionOf(schema);
  const parts = [...Object.values(shape ?? {}), ...(options ?? []), element, valueType, innerType, piped];
  return [
    ...[...(values ?? []), ...Object.values(entries ?? {}), ...Object.keys(shape ?? {})].map(String),
    ...parts.flatMap((part) => (part === undefined ? [] : namesIn(part))),
  ];
};

/** Names of kinds and of parts, as the library calls them in English. */
const KINDS = new Set(
  `string strings number numbers boolean object array record map set date null unknown value values option options input
   key keys int integer union literal format pattern nan bigint tuple regex type field items characters
   and or the of with be is to at least most than not`.split(/\s+/),
);

const textOf = (message: string, names: ReadonlySet<string>): readonly string[] => {
  const text = message.match(/[\p{L}\p{N}_-]+/gu) ?? [];
  return [
    ...foreignWords(text.filter((word) => !names.has(word)).join(' ')),
    ...text.filter((word) => KINDS.has(word.toLowerCase()) && !names.has(word)),
  ];
};

const refusalsOf = (call: Call, part: 'params' | 'query' | 'body'): ReadonlySet<string> => {
  const schema = call[part];
  const messages = new Set<string>();
  if (schema === undefined) return messages;
  for (const place of placesOf(schema)) {
    for (const wrong of WRONG) {
      try {
        readInput(
          { ...call, params: undefined, query: undefined, body: undefined, [part]: schema } as never,
          {
            params: {},
            query: {},
            body: {},
            [part]: place(wrong),
          },
        );
      } catch (refusal) {
        if (!(refusal instanceof InvalidInput)) throw refusal;
        messages.add(refusal.message);
        for (const { msg } of refusal.errors) messages.add(msg);
      }
    }
  }
  return messages;
};

test.each(everyCall.map((call) => [call.name, call] as const))(
  '%s refuses every wrong field in Portuguese',
  (_, call) => {
    const foreign = (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = call[part];
      if (schema === undefined || (part === 'body' && (call.method === 'GET' || call.upload))) return [];
      const names = new Set(namesIn(schema));
      return [...refusalsOf(call, part)].filter((message) => textOf(message, names).length > 0);
    });
    expect(foreign).toEqual([]);
  },
);

test('detects library text in a refusal, and ignores names that programs send', () => {
  expect(textOf('Invalid input: expected string', new Set())).toContain('string');
  expect(textOf('O valor "unknown"', new Set())).toEqual(['unknown']);
  expect(textOf('Valor inválido: use day, key ou month', new Set(['day', 'key', 'month']))).toEqual([]);
});
