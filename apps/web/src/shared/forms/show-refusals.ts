import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiFailure } from '../api/api-failure.ts';

/**
 * Shows the server's field errors at their fields and focuses the first.
 * @returns whether they explain the whole failure
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
