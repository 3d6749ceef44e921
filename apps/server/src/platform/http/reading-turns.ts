import { createTurnsByKey } from '../limits/turns.ts';
import type { Caller } from './caller.ts';

/** Concurrent calls of one account; the limit leaves time for boards. */
const CONCURRENT = 6;
const WAITING = 100;
const WAITS_MS = 5_000;
const REFUSAL = 'Muitos pedidos ao mesmo tempo. Aguarde alguns segundos e tente novamente.';

export type ReadingTurns = <T>(
  caller: Caller | null,
  read: () => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

/**
 * Runs as many concurrent calls of one account as a browser opens connections, and queues the rest, so that boards and other
 * accounts are served meanwhile. Calls without an account are not limited.
 */
export const createReadingTurns = (): ReadingTurns => {
  const ofAccount = createTurnsByKey({
    concurrent: CONCURRENT,
    waiting: WAITING,
    waitsMs: WAITS_MS,
    refusal: REFUSAL,
  });
  return (caller, read, signal) => (caller === null ? read() : ofAccount(caller.accountId, read, signal));
};
