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
/** Maximum stored rows, enough for an attack from a hundred thousand addresses; less than 50 MB. */
const MAX_STORED = 200_000;

/** Something by which attempts are counted: an address, an account, a device. */
export interface Counted {
  readonly key: string;
  /** Failures before the first pause. */
  readonly allowed: number;
  /** True: a successful attempt also removes earlier failures; otherwise it only does not count itself. */
  readonly isForgiven?: boolean;
  /** Time after the last failure until all failures expire; a quarter of an hour by default. */
  readonly rememberedMs?: number;
}

export interface Attempt {
  /** Reports that the attempt succeeded, so it does not count. */
  succeeded(): Promise<void>;
  /** Reports that the attempt neither succeeded nor failed. It does not count, and earlier failures stay. */
  cameToNothing(): Promise<void>;
  /** Whether this attempt, if it fails, starts the first pause of the key. Later failures start longer pauses. */
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

/** Throws LimitReached if one of the keys is paused. */
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

  /** Each of several concurrent attempts is judged by those counted before it. A refused attempt is not counted. */
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
     * Counts an attempt before its outcome is known, so that concurrent attempts count too. Throws LimitReached, and counts
     * nothing, if one of the keys is paused.
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

/** Removes expired failures, and those beyond `MAX_STORED`; a job calls it. */
export const forgetOldAttempts = (needs: Pick<Platform, 'clock' | 'db'>): Promise<void> =>
  createFailedAttemptsRepository(needs.db).removeOld(needs.clock(), MAX_STORED);
