import { Notice } from '../ui/notice.tsx';
import { labelOf } from './use-sending.ts';

interface FailureNoticeProps {
  failure: Error | null | undefined;
  /** The message of a failure; the server's by default. */
  describe?: (failure: Error) => string;
}

export const FailureNotice = ({ failure, describe = labelOf }: FailureNoticeProps) =>
  failure && (
    <Notice tone="bad" live>
      {describe(failure)}
    </Notice>
  );
