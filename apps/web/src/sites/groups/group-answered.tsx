import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading } from '../../shared/ui/page/skeleton.tsx';

interface GroupAnsweredProps<T> {
  readonly query: UseQueryResult<T>;
  /** The resting shape of what will stand there. */
  readonly rest: ReactNode;
  readonly children: (answer: T) => ReactNode;
}

/** It is not there, or of others. */
export const cannotBeSeen = (failure: Error): boolean =>
  failure instanceof ApiFailure && (failure.type === 'not-found' || failure.type === 'forbidden');

/** What an answer shows once it is there: until then its resting shape, or why it is not. */
export function GroupAnswered<T>({ query, rest, children }: GroupAnsweredProps<T>) {
  const { data, error, refetch, isFetching } = query;
  // First of all: it may have been removed since it was read.
  if (error !== null && cannotBeSeen(error))
    return (
      <EmptyState icon="grid" action={<TextLink to="/groups">Ver grupos</TextLink>}>
        {error.message}
      </EmptyState>
    );
  if (data !== undefined) return children(data);
  if (error === null) return <Loading>{rest}</Loading>;
  return <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />;
}
