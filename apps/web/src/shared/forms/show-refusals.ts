import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiFailure } from '../api/api-failure.ts';

/**
 * Puts what the server says of single fields at those fields, with the focus on the first.
 * @returns whether that says everything, so that nothing more need be told
 */
export const showRefusals = <Values extends FieldValues>(
  failure: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): boolean => {
  if (!(failure instanceof ApiFailure) || failure.errors.length === 0) return false;
  const placed = failure.errors.flatMap(({ path, msg }) => {
    const field = fields.find((name) => name === path);
    return field === undefined ? [] : [{ field, msg }];
  });
  placed.forEach(({ field, msg }, index) => {
    setError(field, { type: 'server', message: msg }, { shouldFocus: index === 0 });
  });
  return placed.length === failure.errors.length;
};
