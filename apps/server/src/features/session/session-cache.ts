import { type Instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/time/zone';
import type { Caller } from '../../platform/http/caller.ts';

/** How long another process may take to notice that a session ended here. */
const TRUSTED_MS = 5 * SECOND_MS;
const MOST_SESSIONS = 50_000;

export interface VerifiedSession {
  readonly caller: Caller;
  readonly expiresAt: number;
  readonly lastUsedAt: number;
}

interface Entry extends VerifiedSession {
  readonly checkedAt: number;
}

export interface SessionCache {
  get(hash: string): VerifiedSession | null;
  /** A mark to take before reading a session, and to give back with what was read. */
  mark(): number;
  /** Remembers what was read, unless sessions ended since the mark: it may be one of them. */
  keep(hash: string, session: VerifiedSession, mark: number): void;
  end(hash: string): void;
  endAllOf(accountId: string): void;
}

/** Sessions verified a moment ago, so that a call need not ask the database again. */
export const createSessionCache = (clock: () => Instant): SessionCache => {
  const entries = new Map<string, Entry>();
  let endings = 0;
  return {
    get(hash) {
      const entry = entries.get(hash);
      if (entry === undefined) return null;
      const now = clock();
      const isTrusted =
        now - entry.checkedAt < TRUSTED_MS && now < entry.expiresAt && now - entry.lastUsedAt < MINUTE_MS;
      if (!isTrusted) entries.delete(hash);
      return isTrusted ? entry : null;
    },
    mark: () => endings,
    keep(hash, session, mark) {
      if (mark !== endings) return;
      if (entries.size >= MOST_SESSIONS) entries.clear();
      entries.set(hash, { ...session, checkedAt: clock() });
    },
    end(hash) {
      endings += 1;
      entries.delete(hash);
    },
    endAllOf(accountId) {
      endings += 1;
      for (const [hash, { caller }] of entries) if (caller.accountId === accountId) entries.delete(hash);
    },
  };
};
