import type { Instant } from '@nascente/domain/base/time/zone';

/** Keeps questions away from a service that does not answer, so that nobody waits for it in vain. */
interface CircuitBreaker {
  /** Whether to ask now. While it is open, one question is let through whenever a pause is over. */
  mayAsk(): boolean;
  succeeded(): void;
  /** @param pauseMs asked for by the service itself: then it is left alone at once, that long. */
  failed(pauseMs?: number): void;
}

const MAX_PAUSE_MS = 600_000;

export const createCircuitBreaker = (needs: {
  clock: () => Instant;
  /** In a row. */
  failures: number;
  pauseMs: number;
}): CircuitBreaker => {
  const { clock, failures, pauseMs } = needs;
  let inARow = 0;
  let openUntil = 0;
  return {
    mayAsk() {
      const now = clock();
      if (now < openUntil) return false;
      if (inARow >= failures) openUntil = now + pauseMs;
      return true;
    },
    succeeded() {
      inARow = 0;
      openUntil = 0;
    },
    failed(asked) {
      inARow += 1;
      if (asked !== undefined) openUntil = clock() + Math.min(asked, MAX_PAUSE_MS);
      else if (inARow >= failures) openUntil = clock() + pauseMs;
    },
  };
};
