import { type Instant, SECOND_MS } from '@nascente/domain/time/zone';
import { LimitReached } from '../errors.ts';
import { waitWords } from './wait-words.ts';

const MOST_KEYS = 50_000;

/** How often something may be done by one person, or from one address, in this process. */
export interface Quota {
  /** Counts one use. Throws LimitReached, with the seconds to wait, when all are used up. */
  use(key: string): void;
}

interface Window {
  readonly endsAt: number;
  used: number;
}

/** At most `most` uses of a key from the first one until `windowMs` later. */
export const createQuota = (needs: { clock: () => Instant; most: number; windowMs: number }): Quota => {
  const { clock, most, windowMs } = needs;
  const windows = new Map<string, Window>();

  const windowOf = (key: string, now: number): Window => {
    const known = windows.get(key);
    if (known && now < known.endsAt) return known;
    const opened = { endsAt: now + windowMs, used: 0 };
    windows.delete(key);
    windows.set(key, opened);
    const oldest = windows.size > MOST_KEYS ? windows.keys().next().value : undefined;
    if (oldest !== undefined) windows.delete(oldest);
    return opened;
  };

  return {
    use(key) {
      const now = clock();
      const window = windowOf(key, now);
      if (window.used >= most) {
        const seconds = Math.ceil((window.endsAt - now) / SECOND_MS);
        throw new LimitReached(`Muitos pedidos. Tente novamente em ${waitWords(seconds)}.`, seconds);
      }
      window.used += 1;
    },
  };
};
