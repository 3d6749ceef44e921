import { isId } from '@nascente/contract/base/conventions';
import type { Instant } from '@nascente/domain/base/time/zone';
import { NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AccessChanges } from './access-changes.ts';
import type { ListedSession, SessionRepository } from './session.repository.ts';

/** Where a person is signed in. */
export type OwnSessions = ReturnType<typeof createOwnSessions>;

export const createOwnSessions = (needs: {
  sessions: SessionRepository;
  access: AccessChanges;
  clock: () => Instant;
}) => {
  const { sessions, access, clock } = needs;

  return {
    async list({
      accountId,
      sessionHash,
    }: Caller): Promise<readonly (ListedSession & { readonly isCurrent: boolean })[]> {
      const listed = await sessions.listOf(accountId, clock());
      return listed.map((session) => ({ ...session, isCurrent: session.tokenHash.equals(sessionHash) }));
    },
    /** Throws NotFound for an absent session and for another person's. */
    async end({ accountId }: Caller, id: string): Promise<void> {
      const wasThere = isId(id) && (await sessions.removeOne(accountId, id));
      if (!wasThere) throw new NotFound('Sessão não encontrada.');
      await access.announce(accountId);
    },
    /** @returns how many there were beside the caller's. */
    async endOthers({ accountId, sessionHash }: Caller): Promise<number> {
      const ended = await sessions.removeOthers(accountId, sessionHash);
      await access.announce(accountId);
      return ended;
    },
  };
};
