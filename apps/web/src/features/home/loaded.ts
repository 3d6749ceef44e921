import type { UseQueryResult } from '@tanstack/react-query';

/** What one card needs to know of the answers behind it. */
export interface Loaded<T> {
  readonly data: T | null;
  readonly failure: Error | null;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

/** Several answers as one: nothing is shown as a whole before every part of it has answered. */
export const loadedTogether = <Answer, T>(
  answers: readonly UseQueryResult<Answer>[],
  merge: (parts: readonly Answer[]) => T | null,
): Loaded<T> => {
  const parts = answers.map(({ data }) => data).filter((part) => part !== undefined);
  const isComplete = parts.length === answers.length && parts.length > 0;
  return {
    data: isComplete ? merge(parts) : null,
    failure: isComplete ? null : (answers.find(({ error }) => error !== null)?.error ?? null),
    isLoading: !isComplete && answers.some(({ isPending }) => isPending),
    retry: () => {
      for (const answer of answers) void answer.refetch();
    },
  };
};
