import { type Instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/time/zone';
import { LimitReached } from '../../platform/errors.ts';
import { subscriberOf } from '../../platform/limits/subscriber.ts';
import { waitWords } from '../../platform/limits/wait-words.ts';

const WINDOW_MS = 15 * MINUTE_MS;
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const MOST_KEYS = 100_000;
/** Of one account from one address: who mistypes from elsewhere is never held up by it. */
const PER_ACCOUNT = 5;
/** Of one address over all accounts: an office behind one address has many people. */
const PER_ADDRESS = 50;

interface Failures {
  count: number;
  lastAt: number;
  pausedUntil: number;
}

export interface Attempt {
  /** The attempt was right: it counts no longer, nor do the account's earlier failures from this address. */
  succeeded(): void;
}

export interface Throttle {
  /** Counts an attempt before its outcome is known, so that many at once are counted too. */
  begin(email: string, address: string): Attempt;
}

/** Failed sign-ins in memory: from the allowed number on, each makes the next wait twice as long. */
export const createThrottle = (clock: () => Instant): Throttle => {
  const failures = new Map<string, Failures>();

  const entryOf = (key: string, now: number): Failures => {
    const known = failures.get(key);
    failures.delete(key);
    const entry =
      known && now - known.lastAt <= WINDOW_MS ? known : { count: 0, lastAt: now, pausedUntil: 0 };
    failures.set(key, entry);
    const oldest = failures.size > MOST_KEYS ? failures.keys().next().value : undefined;
    if (oldest !== undefined) failures.delete(oldest);
    return entry;
  };

  const refuseIfPaused = (entry: Failures, now: number): void => {
    if (entry.pausedUntil <= now) return;
    const seconds = Math.ceil((entry.pausedUntil - now) / SECOND_MS);
    throw new LimitReached(`Muitas tentativas. Tente novamente em ${waitWords(seconds)}.`, seconds);
  };

  const count = (entry: Failures, allowed: number, now: number): void => {
    entry.count += 1;
    entry.lastAt = now;
    const over = entry.count - allowed;
    if (over >= 0) entry.pausedUntil = now + Math.min(FIRST_PAUSE_MS * 2 ** Math.min(over, 10), WINDOW_MS);
  };

  return {
    begin(email, address) {
      const now = clock();
      const place = subscriberOf(address);
      const accountKey = `${email}\n${place}`;
      const ofAccount = entryOf(accountKey, now);
      const ofAddress = entryOf(place, now);
      refuseIfPaused(ofAccount, now);
      refuseIfPaused(ofAddress, now);
      count(ofAccount, PER_ACCOUNT, now);
      count(ofAddress, PER_ADDRESS, now);
      return {
        succeeded() {
          failures.delete(accountKey);
          ofAddress.count -= 1;
          if (ofAddress.count < PER_ADDRESS) ofAddress.pausedUntil = 0;
        },
      };
    },
  };
};
