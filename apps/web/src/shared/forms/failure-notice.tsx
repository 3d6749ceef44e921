import { Notice } from '../ui/notice.tsx';
import { type useSending, wordsOf } from './use-sending.ts';

type Failure = ReturnType<typeof useSending>['failure'];

/** Why sending a form failed. */
export const FailureNotice = ({ failure }: { failure: Failure }) =>
  failure && (
    <Notice tone="bad" live>
      {wordsOf(failure)}
    </Notice>
  );
