import type { UseQueryResult } from '@tanstack/react-query';

/** What one card needs to know of the answer behind it. */
export interface Loaded<T> {
  /** Null while it is not known, and where there is none. */
  readonly data: T | null;
  readonly failure: Error | null;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

/** An answer that is known stays, whatever becomes of the next one. */
export const loadedFrom = <Answer, T>(
  { data, error, isPending, refetch }: UseQueryResult<Answer>,
  from: (answer: Answer) => T | null,
): Loaded<T> => ({
  data: data === undefined ? null : from(data),
  failure: data === undefined ? error : null,
  isLoading: isPending,
  retry: () => void refetch(),
});
