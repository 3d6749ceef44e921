import { z } from 'zod/mini';

/**
 * A schema with the sentence that the OpenAPI document says of it. Names that mean the same in every call have theirs in
 * `openapi/field-glossary.ts`; this is for what a name alone does not tell: a unit, when it is null, what it is counted from.
 */
export const described = <S extends z.ZodMiniType>(description: string, schema: S): S => {
  // A schema that stands in several places keeps its own words: only this place of it is described.
  const own = schema.clone(schema.def as never) as S;
  z.globalRegistry.add(own, { description });
  return own;
};
