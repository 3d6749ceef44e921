import type { AnswerOf } from '@nascente/contract/base/call';
import type { readLoginWays } from '@nascente/contract/people/session';
import { useEffect, useState } from 'react';
import { onceAtRest } from './once-at-rest.ts';

type LoginWays = AnswerOf<typeof readLoginWays>;

/**
 * By what else one signs in here; null until it is known, and where nobody answers. The form waits for neither, and is
 * painted before the scripts of this are asked for.
 */
export const useLoginWays = (): LoginWays | null => {
  const [ways, setWays] = useState<LoginWays | null>(null);
  useEffect(() => {
    let isWanted = true;
    onceAtRest(() => {
      if (!isWanted) return;
      import('./sign-in.ts')
        .then(({ readWays }) => readWays())
        .then(
          (read) => isWanted && setWays(read),
          () => undefined,
        );
    });
    return () => {
      isWanted = false;
    };
  }, []);
  return ways;
};
