import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiFailure, isOfType } from '../api/api-failure.ts';

/**
 * Shows the server's field errors at their fields and focuses the first.
 * @param unique - the field whose value may exist already
 * @returns whether these errors explain the whole failure
 */
export const showRefusals = <Values extends FieldValues>(
  failure: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
  unique?: FieldPath<Values>,
): boolean => {
  if (unique !== undefined && isOfType(failure, 'duplicate')) {
    setError(unique, { message: failure.msg }, { shouldFocus: true });
    return true;
  }
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
