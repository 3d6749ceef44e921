import type { ReactNode } from 'react';
import { ApiFailure } from '../../api/api-failure.ts';
import type { IconName } from '../marks/icon.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Loading } from './skeleton.tsx';

/** A query of TanStack, one of many pages too. */
interface Query<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(): unknown;
}

interface AnswerProps<T> {
  query: Query<T>;
  /** Resting rows of a list, where no other shape is given. */
  rows?: number;
  /** The resting shape of what will stand there. */
  rest?: ReactNode;
  /** What is read out while it is awaited. */
  label?: string;
  /** The way out where the thing is not there, or not for this person: trying again would say the same. */
  absent?: { readonly icon?: IconName; readonly action: ReactNode };
  /** What the answer shows; missing where the screen shows it elsewhere. */
  children?: (answer: T) => ReactNode;
}

/** Whether a thing is not there, or of others. */
export const isAbsent = (failure: Error | null): failure is ApiFailure =>
  failure instanceof ApiFailure && (failure.type === 'not-found' || failure.type === 'forbidden');

/** An answer of the server: its resting shape until it is there, why it failed with a way to try again, or what it shows. */
export function Answer<T>(props: AnswerProps<T>) {
  const { query, rest, absent, children, ...resting } = props;
  const { data, error, isFetching, refetch } = query;
  // First of all: it may have been removed since it was read.
  if (absent && isAbsent(error)) return <EmptyState {...absent}>{error.message}</EmptyState>;
  return (
    <>
      {error !== null && <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />}
      {error === null && data === undefined && <Loading {...resting}>{rest}</Loading>}
      {data !== undefined && children?.(data)}
    </>
  );
}
