import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** What was saved is what the form begins from; what was typed while it was sent stays, as not saved. */
export const beginFrom = <Values extends FieldValues>(
  { getValues, reset }: Pick<UseFormReturn<Values>, 'getValues' | 'reset'>,
  saved: Values,
): void => {
  const typed = structuredClone(getValues());
  reset(saved);
  reset(typed, { keepDefaultValues: true });
};
