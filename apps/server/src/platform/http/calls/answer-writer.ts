import type { Call } from '@nascente/contract/base/call';
import fastJsonStringify from 'fast-json-stringify';
import { toJSONSchema } from 'zod';

type JsonSchema = Record<string, unknown>;

const isNull = ({ type }: JsonSchema): boolean => type === 'null';

/** The one type of all options; undefined where there is none. */
const sharedType = (options: readonly JsonSchema[]): unknown => {
  const types = new Set(options.map((option) => ('const' in option ? option.type : undefined)));
  const [type] = types;
  return types.size === 1 ? type : undefined;
};

/**
 * What may be null is said beside its type, and `anyOf` of constants of one type is that type: the serializer would check
 * each value against each option in turn, by a validator that it has to make first.
 */
const simplify = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(simplify);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as JsonSchema;
  if (!Array.isArray(anyOf))
    return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, simplify(value)]));
  const options = anyOf.filter((option: JsonSchema) => !isNull(option));
  const nullable = options.length < anyOf.length ? { nullable: true } : {};
  const type = sharedType(options);
  if (type !== undefined) return { ...rest, type, ...nullable };
  const [only, ...others] = options.map(simplify) as JsonSchema[];
  if (only !== undefined && others.length === 0 && 'type' in only) {
    // Where an option of a union is looked for, `enum` would refuse the null that `nullable` admits.
    const { enum: _, ...open } = only;
    return { ...rest, ...('nullable' in nullable ? open : only), ...nullable };
  }
  return { ...rest, anyOf: anyOf.map(simplify) };
};

/** Makes what writes answers of a call by their schema: a field that it does not name is never sent. */
export const makeAnswerWriter = ({ answer }: Pick<Call, 'answer'>): ((answer: unknown) => string) => {
  const { $schema: _, ...schema } = toJSONSchema(answer, { io: 'output', unrepresentable: 'any' });
  return fastJsonStringify(simplify(schema) as object);
};

/** The same, made with the first answer: for all calls it takes longer than the rest of a start. */
export const createAnswerWriter = (call: Pick<Call, 'answer'>) => {
  let write: ((answer: unknown) => string) | undefined;
  return (answer: unknown): string => {
    write ??= makeAnswerWriter(call);
    return write(answer);
  };
};
