import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card, type Span } from '../../../shared/ui/marks/card.tsx';
import { Answer, isAbsent } from '../../../shared/ui/page/answer.tsx';
import { SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';

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

/** What an answer shows once it is there: until then its resting shape, or why it is not. */
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
