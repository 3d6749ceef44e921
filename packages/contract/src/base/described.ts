import { z } from 'zod/mini';

/** Adds a description for OpenAPI. Fields that mean the same in all calls are described in `openapi/field-descriptions.ts`. */
export const described = <S extends z.ZodMiniType>(description: string, schema: S): S => {
  // A clone, because the same schema may be used elsewhere with another description.
  const own = schema.clone(schema.def as never) as S;
  z.globalRegistry.add(own, { description });
  return own;
};
