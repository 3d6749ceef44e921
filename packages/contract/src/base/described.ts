import { z } from 'zod/mini';

/**
 * Returns a copy of a schema with a description for OpenAPI. A field without one has the description of its name in
 * `FIELD_DESCRIPTIONS`.
 */
export const described = <S extends z.ZodMiniType>(description: string, schema: S): S => {
  // A clone, because the same schema may be used elsewhere with another description.
  const own = schema.clone(schema.def as never) as S;
  z.globalRegistry.add(own, { description });
  return own;
};
