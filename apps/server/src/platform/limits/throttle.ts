import { type Instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/time/zone';
import { LimitReached } from '../errors.ts';
import { waitWords } from './wait-words.ts';

const LONGEST_PAUSE_MS = 15 * MINUTE_MS;
const REMEMBERED_MS = 15 * MINUTE_MS;
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const MOST_KEYS = 100_000;

interface Failures {
  count: number;
  lastAt: number;
  pausedUntil: number;
}

/** Something by which attempts are counted: an address, an account, a device. */
export interface Counted {
  readonly key: string;
  /** So many failures make nobody wait. */
  readonly allowed: number;
  /** A right attempt also forgives what failed before it; else it only takes back itself. */
  readonly isForgiven?: boolean;
  /** So long after the last failure all of them are forgotten; a quarter of an hour unless given. */
  readonly rememberedMs?: number;
}

export interface Attempt {
  /** The attempt was right: it counts no longer. */
  succeeded(): void;
  /** Whether whatever is counted by this key has to wait from this attempt on, and did not before. */
  beganPause(key: string): boolean;
}

export interface Throttle {
  /**
   * Counts an attempt before its outcome is known, so that many at once are counted too. Throws LimitReached where one
   * of these has to wait: then nothing is counted.
   */
  begin(counted: readonly Counted[]): Attempt;
}

const pauseAfter = (over: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(over, 10), LONGEST_PAUSE_MS);

/** Failed attempts in memory: from the allowed number on, each makes the next wait twice as long. */
export const createThrottle = (clock: () => Instant): Throttle => {
  const failures = new Map<string, Failures>();

  const entryOf = ({ key, rememberedMs = REMEMBERED_MS }: Counted, now: number): Failures => {
    const known = failures.get(key);
    failures.delete(key);
    const entry =
      known && now - known.lastAt <= rememberedMs ? known : { count: 0, lastAt: now, pausedUntil: 0 };
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

  return {
    begin(counted) {
      const now = clock();
      const entries = counted.map((by) => ({ ...by, entry: entryOf(by, now) }));
      for (const { entry } of entries) refuseIfPaused(entry, now);
      for (const { entry, allowed } of entries) {
        entry.count += 1;
        entry.lastAt = now;
        if (entry.count >= allowed) entry.pausedUntil = now + pauseAfter(entry.count - allowed);
      }
      const beginning = new Set(
        entries.filter(({ entry, allowed }) => entry.count === allowed).map(({ key }) => key),
      );
      return {
        beganPause: (key) => beginning.has(key),
        succeeded() {
          for (const { key, allowed, isForgiven = false, entry } of entries) {
            if (isForgiven) failures.delete(key);
            entry.count -= 1;
            if (entry.count < allowed) entry.pausedUntil = 0;
          }
        },
      };
    },
  };
};
