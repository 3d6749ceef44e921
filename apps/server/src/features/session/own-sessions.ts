import { isId } from '@nascente/contract/conventions';
import type { Instant } from '@nascente/domain/time/zone';
import { NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AccessChanges } from './access-changes.ts';
import type { ListedSession, SessionRepository } from './session.repository.ts';
import type { SessionCache } from './session-cache.ts';

/** Where a person is signed in. */
export interface OwnSessions {
  list(caller: Caller): Promise<readonly (ListedSession & { readonly isCurrent: boolean })[]>;
  /** Throws NotFound for an absent session and for another person's. */
  end(caller: Caller, id: string): Promise<void>;
  /** @returns how many there were beside the caller's. */
  endOthers(caller: Caller): Promise<number>;
}

export const createOwnSessions = (needs: {
  sessions: SessionRepository;
  cache: SessionCache;
  access: AccessChanges;
  clock: () => Instant;
}): OwnSessions => {
  const { sessions, cache, access, clock } = needs;

  const forget = async (accountId: string, ended: readonly Buffer[]): Promise<void> => {
    for (const tokenHash of ended) cache.end(tokenHash.toString('hex'));
    await access.announce(accountId);
  };

  return {
    async list({ accountId, sessionHash }) {
      const listed = await sessions.listOf(accountId, clock());
      return listed.map((session) => ({ ...session, isCurrent: session.tokenHash.equals(sessionHash) }));
    },
    async end({ accountId }, id) {
      const ended = isId(id) ? await sessions.removeOne(accountId, id) : null;
      if (ended === null) throw new NotFound('Sessão não encontrada.');
      await forget(accountId, [ended]);
    },
    async endOthers({ accountId, sessionHash }) {
      const ended = await sessions.removeOthers(accountId, sessionHash);
      await forget(accountId, ended);
      return ended.length;
    },
  };
};
