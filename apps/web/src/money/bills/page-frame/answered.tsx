import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { Card, type Span } from '../../../shared/ui/marks/card.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';

interface AnsweredProps<T> {
  readonly query: UseQueryResult<T>;
  /** The title of the card that loads, or says what failed. */
  readonly title: string;
  readonly span?: Span;
  /** The resting shape of what will stand below the number. */
  readonly rest: ReactNode;
  /** The way out where there is nothing, or nothing for this person. */
  readonly action?: ReactNode;
  readonly children: (answer: T) => ReactNode;
}

const mayNotSee = (failure: Error): boolean =>
  failure instanceof ApiFailure && (failure.type === 'forbidden' || failure.type === 'not-found');

/** What an answer shows once it is there: until then its resting shape, or why it is not. */
export function Answered<T>({ query, title, span = 12, rest, action, children }: AnsweredProps<T>) {
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined && (error === null || !mayNotSee(error))) return children(data);
  return (
    <Card title={title} span={span}>
      {error === null ? (
        <Loading>
          <SkeletonLine width={14} />
          <SkeletonLine width={10} size="page" />
          {rest}
        </Loading>
      ) : mayNotSee(error) ? (
        <EmptyState action={action}>{error.message}</EmptyState>
      ) : (
        <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
      )}
    </Card>
  );
}
