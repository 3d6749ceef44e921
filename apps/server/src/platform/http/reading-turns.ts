import { createTurnsByKey } from '../limits/turns.ts';
import type { Caller } from './caller.ts';

/** Concurrent queries of one account, so that boards have their turn in between. */
const AT_ONCE = 6;
const WAITING = 100;
const WAITS_MS = 5_000;
const REFUSAL = 'Muitos pedidos ao mesmo tempo. Aguarde alguns segundos e tente novamente.';

export type ReadingTurns = <T>(
  caller: Caller | null,
  read: () => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

/**
 * Of what one account asks at once, as many are worked on together as a browser asks of a server, and the rest in turn:
 * however much one person asks, boards and other people are answered meanwhile.
 */
export const createReadingTurns = (): ReadingTurns => {
  const ofAccount = createTurnsByKey({
    atOnce: AT_ONCE,
    waiting: WAITING,
    waitsMs: WAITS_MS,
    refusal: REFUSAL,
  });
  return (caller, read, signal) => (caller === null ? read() : ofAccount(caller.accountId, read, signal));
};
