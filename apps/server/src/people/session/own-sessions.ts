import { isId } from '@nascente/contract/base/conventions';
import type { Instant } from '@nascente/domain/base/time/zone';
import { NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AccessChanges } from './access-changes.ts';
import type { ListedSession, SessionRepository } from './session.repository.ts';

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
  access: AccessChanges;
  clock: () => Instant;
}): OwnSessions => {
  const { sessions, access, clock } = needs;

  return {
    async list({ accountId, sessionHash }) {
      const listed = await sessions.listOf(accountId, clock());
      return listed.map((session) => ({ ...session, isCurrent: session.tokenHash.equals(sessionHash) }));
    },
    async end({ accountId }, id) {
      const wasThere = isId(id) && (await sessions.removeOne(accountId, id));
      if (!wasThere) throw new NotFound('Sessão não encontrada.');
      await access.announce(accountId);
    },
    async endOthers({ accountId, sessionHash }) {
      const ended = await sessions.removeOthers(accountId, sessionHash);
      await access.announce(accountId);
      return ended;
    },
  };
};
