import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure } from '../../shared/api-failure.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Loading, SkeletonBlock } from '../../shared/ui/skeleton.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';

interface GroupAnsweredProps<T> {
  readonly query: UseQueryResult<T>;
  /** Of what will stand there, px. */
  readonly height: number;
  readonly children: (answer: T) => ReactNode;
}

const cannotBeSeen = (failure: Error): boolean =>
  failure instanceof ApiFailure && (failure.type === 'not-found' || failure.type === 'forbidden');

/** What an answer shows once it is there: until then its resting shape, or why it is not. */
export function GroupAnswered<T>({ query, height, children }: GroupAnsweredProps<T>) {
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined) return children(data);
  if (error === null)
    return (
      <Loading>
        <SkeletonBlock height={height} />
      </Loading>
    );
  if (cannotBeSeen(error))
    return (
      <EmptyState icon="grid" action={<TextLink to="/groups">Ver grupos</TextLink>}>
        {error.message}
      </EmptyState>
    );
  return <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />;
}
