import { DAY_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import {
  type CredentialKind,
  credentialKinds,
  DENIAL_DAYS,
  removableKinds,
  secondStepKinds,
} from '@nascente/domain/people/credential-kinds';
import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { CLOCK_SKEW_MS } from '../../platform/limits/clock-skew.ts';
import type { AuditTrail, NewAuditEvent } from '../audit/index.ts';
import { createCredentialsRepository, type StoredCredential } from './credentials.repository.ts';

/** A second step, and whether a recovery may remove it. */
interface RemainingStep extends StoredCredential {
  readonly isRemovable: boolean;
}

/** Removed credentials: the answer, the letter and the audit trail name them. */
export type RemovedCredentials = readonly StoredCredential[];

/** The actor of a removal, for the audit trail. */
interface Removal extends Pick<NewAuditEvent, 'actorId' | 'device'> {
  /** SHA-256 of the token of the session that goes on. */
  readonly rememberedSession?: Buffer;
}

/**
 * Removes credentials and outgoing addresses within a transaction, with all other sessions: a request that waits for the
 * transaction makes no more of them. The caller closes connections after the commit.
 */
export type RemoveCredentials = ReturnType<typeof createRemoveCredentials>;

/** How many of each kind, for the audit trail. */
export const countsOf = (removed: RemovedCredentials): Record<string, string> => {
  const counts = new Map<CredentialKind, number>();
  for (const { kind } of removed) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Object.fromEntries([...counts].map(([kind, count]) => [kind, String(count)]));
};

/** Since when a second step must have been added for a recovery to remove it. */
const removableSince = (now: Instant): Instant => instant(now - DENIAL_DAYS * DAY_MS);

export const createRemoveCredentials = (audit: Pick<AuditTrail, 'record'>) => {
  const remove = async (
    accountId: string,
    { kinds, since }: { kinds: readonly CredentialKind[]; since?: Instant },
    { actorId, device, rememberedSession }: Removal,
    within: Connection,
  ): Promise<RemovedCredentials> => {
    // Each insert of a credential holds the account too, so none is added between the removal and the commit.
    await holdAccount(within, accountId);
    const wanted = since === undefined ? {} : { since };
    const credentials = createCredentialsRepository(within);
    await credentials.endSessions(accountId, rememberedSession);
    const removed = await credentials.remove(accountId, kinds, wanted);
    if (removed.length > 0)
      await audit.record(
        { action: 'credentials-removed', actorId, subjectId: accountId, device, detail: countsOf(removed) },
        within,
      );
    return removed;
  };
  return {
    /** Of every kind, made since an instant: an intruder's. */
    madeSince: (
      accountId: string,
      since: Instant,
      removal: Removal,
      within: Connection,
    ): Promise<RemovedCredentials> =>
      remove(accountId, { kinds: credentialKinds, since: instant(since - CLOCK_SKEW_MS) }, removal, within),
    /** Of every kind: a stranger may have made the account. */
    all: (accountId: string, removal: Removal, within: Connection): Promise<RemovedCredentials> =>
      remove(accountId, { kinds: credentialKinds }, removal, within),
    /** Credentials that a password change may remove: all but second step and client users. */
    removable: (accountId: string, removal: Removal, within: Connection): Promise<RemovedCredentials> =>
      remove(accountId, { kinds: [...removableKinds, 'invitation'] }, removal, within),
    /** Authenticator and passkeys that signing in takes, newest first. */
    async secondSteps(
      accountId: string,
      now: Instant,
      within: Connection,
    ): Promise<readonly RemainingStep[]> {
      const steps = await createCredentialsRepository(within).list(accountId, ['authenticator', 'passkey']);
      const since = removableSince(now);
      return steps.map((step) => ({ ...step, isRemovable: step.createdAt.getTime() >= since }));
    },
    /** Second steps that were added lately: a letter about each let its owner remove it as long. */
    recentSecondSteps: (
      accountId: string,
      now: Instant,
      removal: Removal,
      within: Connection,
    ): Promise<RemovedCredentials> =>
      remove(accountId, { kinds: secondStepKinds, since: removableSince(now) }, removal, within),
    /** How many of those that go on may be removed by their owner. */
    async countLeft(accountId: string, within: Connection): Promise<number> {
      return (await createCredentialsRepository(within).list(accountId, removableKinds)).length;
    },
  };
};
