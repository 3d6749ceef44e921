import type { Call } from '@nascente/contract/base/call';
import type { JsonSchema } from '@nascente/contract/openapi/example';
import { FIELD_DESCRIPTIONS } from '@nascente/contract/openapi/field-descriptions';
import { toJSONSchema } from 'zod';

/** Adds descriptions by field name where a schema has none. */
const withDescriptions = (schema: JsonSchema): JsonSchema => {
  const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: describeEach(properties) }),
    ...(items && { items: withDescriptions(items) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: withDescriptions(additionalProperties),
    }),
    ...(anyOf && { anyOf: anyOf.map(withDescriptions) }),
    ...(oneOf && { oneOf: oneOf.map(withDescriptions) }),
    ...(allOf && { allOf: allOf.map(withDescriptions) }),
  };
};

const describeEach = (properties: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const description = property.description ?? FIELD_DESCRIPTIONS[name];
      return [name, withDescriptions(description === undefined ? property : { ...property, description })];
    }),
  );

/** JSON schema of a part of a call, with descriptions of its fields. */
export const openApiSchema = (schema: Call['answer'], io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = toJSONSchema(schema, { io, unrepresentable: 'any' });
  return withDescriptions(rest as JsonSchema);
};
