import { createHash } from 'node:crypto';
import { type Instant, instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import { LimitReached } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { CLOCK_SKEW_MS } from './clock-skew.ts';
import { createFailedAttemptsRepository, type FailedAttempts } from './limits.repository.ts';

/** A waiting time in Portuguese. */
export const waitText = (seconds: number): string => {
  if (seconds < 60) return `${seconds} segundo${seconds === 1 ? '' : 's'}`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} minuto${minutes === 1 ? '' : 's'}`;
};

const MAX_PAUSE_MS = 15 * MINUTE_MS;
const REMEMBERED_MS = 15 * MINUTE_MS;
const FIRST_PAUSE_MS = 30 * SECOND_MS;
/** For an attack from a hundred thousand addresses; less than 50 MB. */
const MAX_STORED = 200_000;

/** Something by which attempts are counted: an address, an account, a device. */
export interface Counted {
  readonly key: string;
  /** Failures without a pause. */
  readonly allowed: number;
  /** A right attempt also forgives what failed before it; else it only takes back itself. */
  readonly isForgiven?: boolean;
  /** So long after the last failure all of them are forgotten; a quarter of an hour unless given. */
  readonly rememberedMs?: number;
}

export interface Attempt {
  /** The attempt was right: it counts no longer. */
  succeeded(): Promise<void>;
  /** The attempt was neither right nor wrong: it takes back itself, and forgives nothing. */
  cameToNothing(): Promise<void>;
  /** Whether this attempt begins a pause of the key. */
  beganPause(key: string): boolean;
}

export type Throttle = ReturnType<typeof createThrottle>;

interface Entry extends Counted {
  readonly hash: Buffer;
}

const pauseAfter = (over: number): number => Math.min(FIRST_PAUSE_MS * 2 ** Math.min(over, 10), MAX_PAUSE_MS);

const pausedUntil = ({ attempts, lastAt }: FailedAttempts, allowed: number, now: Instant): Instant =>
  attempts < allowed || lastAt > now + CLOCK_SKEW_MS
    ? instant(0)
    : instant(lastAt + pauseAfter(attempts - allowed));

/** Throws where one of these has to wait. */
const refuseIfPaused = (
  attempts: readonly FailedAttempts[],
  entries: readonly Entry[],
  now: Instant,
): void => {
  for (const found of attempts) {
    const entry = entries.find(({ hash }) => hash.equals(found.key));
    const until = entry === undefined ? now : pausedUntil(found, entry.allowed, now);
    if (until <= now) continue;
    const seconds = Math.ceil((until - now) / SECOND_MS);
    throw new LimitReached(`Muitas tentativas. Tente novamente em ${waitText(seconds)}.`, seconds);
  }
};

/**
 * Counts attempts in the database, so that neither a restart nor another server grants more: beyond the allowed number each
 * failure doubles the pause. @param needs.purpose - separates counts of the same key
 */
export const createThrottle = (needs: Pick<Platform, 'clock' | 'db'> & { purpose: 'sign-in' | 'claim' }) => {
  const { db, clock, purpose } = needs;
  const hashOf = (key: string): Buffer => createHash('sha256').update(`${purpose} ${key}`).digest();

  /** Of many at once each is judged by those that were counted before it; who has to wait leaves no count. */
  const count = (entries: readonly Entry[], now: Instant): Promise<readonly FailedAttempts[]> =>
    db.transaction().execute(async (within) => {
      const before = await createFailedAttemptsRepository(within).count(
        entries.map(({ hash: key, rememberedMs = REMEMBERED_MS }) => ({
          key,
          forgottenAt: instant(now + rememberedMs),
        })),
        now,
      );
      refuseIfPaused(before, entries, now);
      return before;
    });

  return {
    /**
     * Counts an attempt before its outcome is known, so that many at once are counted too. Throws LimitReached where one
     * of these has to wait: then nothing is counted.
     */
    async begin(counted: readonly Counted[]): Promise<Attempt> {
      const now = clock();
      const entries = counted.map((by) => ({ ...by, hash: hashOf(by.key) }));
      const repository = createFailedAttemptsRepository(db);
      const hashes = entries.map(({ hash }) => hash);
      // An attempt during a pause costs no write.
      refuseIfPaused(await repository.find(hashes, now), entries, now);
      const before = await count(entries, now);
      return {
        beganPause(key) {
          const hash = hashOf(key);
          const allowed = counted.find((by) => by.key === key)?.allowed;
          return before.some((attempt) => attempt.key.equals(hash) && attempt.attempts + 1 === allowed);
        },
        cameToNothing: () => repository.takeBack(hashes),
        async succeeded() {
          const hashesWhere = (isForgiven: boolean) =>
            entries.filter((by) => (by.isForgiven ?? false) === isForgiven).map(({ hash }) => hash);
          await repository.forgive(hashesWhere(true));
          await repository.takeBack(hashesWhere(false));
        },
      };
    },
  };
};

/** Removes expired failures; a job calls it. */
export const forgetOldAttempts = (needs: Pick<Platform, 'clock' | 'db'>): Promise<void> =>
  createFailedAttemptsRepository(needs.db).removeOld(needs.clock(), MAX_STORED);
