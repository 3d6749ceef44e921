import { Notice } from '../ui/notice.tsx';
import { wordsOf } from './use-sending.ts';

interface FailureNoticeProps {
  failure: Error | null | undefined;
  /** The words for a failure; the server's message by default. */
  describe?: (failure: Error) => string;
}

/** Why something that was sent failed, where it did. */
export const FailureNotice = ({ failure, describe = wordsOf }: FailureNoticeProps) =>
  failure && (
    <Notice tone="bad" live>
      {describe(failure)}
    </Notice>
  );
