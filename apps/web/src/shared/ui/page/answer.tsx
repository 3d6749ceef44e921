import type { ReactNode } from 'react';
import { ApiFailure } from '../../api/api-failure.ts';
import type { IconName } from '../marks/icon.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Loading } from './skeleton.tsx';

/** A TanStack query, also an infinite one. */
export interface Query<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(): unknown;
}

interface AnswerProps<T> {
  query: Query<T>;
  /** Placeholder rows, if no other shape is provided. */
  rows?: number;
  /** The placeholder. */
  rest?: ReactNode;
  label?: string;
  /** A way out if the object is missing or inaccessible, so that a retry cannot help. */
  absent?: { readonly icon?: IconName; readonly action: ReactNode };
  /** Renders the answer; absent if the answer is shown elsewhere. */
  children?: (answer: T) => ReactNode;
}

/** Whether the object is missing or inaccessible. */
export const isAbsent = (failure: Error | null): failure is ApiFailure =>
  failure instanceof ApiFailure && (failure.type === 'not-found' || failure.type === 'forbidden');

/** A query's placeholder, its failure with a retry, or its answer. */
export function Answer<T>(props: AnswerProps<T>) {
  const { query, rest, absent, children, ...resting } = props;
  const { data, error, isFetching, refetch } = query;
  // Checked before the data, because the object may have been removed since.
  if (absent && isAbsent(error)) return <EmptyState {...absent}>{error.message}</EmptyState>;
  return (
    <>
      {error !== null && <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />}
      {error === null && data === undefined && <Loading {...resting}>{rest}</Loading>}
      {data !== undefined && children?.(data)}
    </>
  );
}
