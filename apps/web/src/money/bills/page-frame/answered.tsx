import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card, type Span } from '../../../shared/ui/marks/card.tsx';
import { Answer, isAbsent } from '../../../shared/ui/page/answer.tsx';
import { SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';

interface AnsweredProps<T> {
  readonly query: UseQueryResult<T>;
  readonly title: string;
  readonly span?: Span;
  readonly rest: ReactNode;
  /** A way out where there is no answer or no access. */
  readonly action?: ReactNode;
  readonly children: (answer: T) => ReactNode;
}

export function Answered<T>({ query, title, span = 12, rest, action, children }: AnsweredProps<T>) {
  if (query.data !== undefined && !isAbsent(query.error)) return children(query.data);
  const resting = (
    <>
      <SkeletonLine width={14} />
      <SkeletonLine width={10} size="page" />
      {rest}
    </>
  );
  return (
    <Card title={title} span={span}>
      <Answer query={query} rest={resting} absent={{ action }} />
    </Card>
  );
}
