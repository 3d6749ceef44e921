import type { Call } from '@nascente/contract/base/call';
import type { JsonSchema } from '@nascente/contract/openapi/example';
import { FIELD_GLOSSARY } from '@nascente/contract/openapi/field-glossary';
import { toJSONSchema } from 'zod';

/** What a schema leaves unsaid of its fields, the glossary says by their names. */
const withWords = (schema: JsonSchema): JsonSchema => {
  const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: wordsOfEach(properties) }),
    ...(items && { items: withWords(items) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: withWords(additionalProperties),
    }),
    ...(anyOf && { anyOf: anyOf.map(withWords) }),
    ...(oneOf && { oneOf: oneOf.map(withWords) }),
    ...(allOf && { allOf: allOf.map(withWords) }),
  };
};

const wordsOfEach = (properties: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const description = property.description ?? FIELD_GLOSSARY[name];
      return [name, withWords(description === undefined ? property : { ...property, description })];
    }),
  );

/** The JSON schema of a part of a call, with what each of its fields means. */
export const openApiSchema = (schema: Call['answer'], io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = toJSONSchema(schema, { io, unrepresentable: 'any' });
  return withWords(rest as JsonSchema);
};
