import type { PasskeyAnswer } from '@nascente/contract/people/passkey-answer';
import { useEffect, useState } from 'react';

/**
 * Has the browser offer keys in the field of the e-mail as long as that is wanted.
 * @returns what has it offer them again: after some minutes it offers none any more
 */
export const useKeyInField = (isWanted: boolean, onKey: (passkey: PasskeyAnswer) => void): (() => void) => {
  const [isOver, setIsOver] = useState(false);
  const isLooking = isWanted && !isOver;
  useEffect(() => {
    if (!isLooking) return undefined;
    const looking = new AbortController();
    void import('../../shared/session-state/passkeys.ts')
      .then(({ keyFromField }) => keyFromField(looking.signal))
      .catch(() => null)
      .then((passkey) => {
        if (looking.signal.aborted) return;
        setIsOver(true);
        if (passkey !== null) onKey(passkey);
      });
    return () => looking.abort();
  }, [isLooking, onKey]);
  return () => setIsOver(false);
};
