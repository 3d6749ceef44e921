import type { Call } from '@nascente/contract/call';
import fastJsonStringify from 'fast-json-stringify';
import { toJSONSchema } from 'zod';

type JsonSchema = Record<string, unknown>;

/** `anyOf` of constants of one type is that type: the serializer would try each constant in turn. */
const simplify = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(simplify);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as JsonSchema;
  if (Array.isArray(anyOf)) {
    const types = new Set(anyOf.map((option: JsonSchema) => ('const' in option ? option.type : undefined)));
    const [type] = types;
    if (types.size === 1 && type !== undefined) return { ...rest, type };
    return { ...rest, anyOf: anyOf.map(simplify) };
  }
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, simplify(value)]));
};

/** The JSON schema by which an answer is written: a field that it does not name is never sent. */
const answerSchema = (call: Call): object => {
  const { $schema: _, ...schema } = toJSONSchema(call.answer, { io: 'output', unrepresentable: 'any' });
  return simplify(schema) as object;
};

/**
 * Writes answers of a call by their schema. It is compiled with the first answer: for all calls that takes longer than the
 * rest of a start.
 */
export const createAnswerWriter = (call: Call) => {
  let write: ((answer: unknown) => string) | undefined;
  return (answer: unknown): string => {
    write ??= fastJsonStringify(answerSchema(call));
    return write(answer);
  };
};
