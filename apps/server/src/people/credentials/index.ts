import type { BodyOf } from '@nascente/contract/base/call';
import {
  listCredentials,
  proveAgain,
  type RemovableCredential,
  removeCredentials,
} from '@nascente/contract/people/credentials';
import { DAY_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import {
  type CredentialKind,
  credentialKinds,
  DENIAL_DAYS,
  type RemovableKind,
  removableKinds,
  secondStepKinds,
} from '@nascente/domain/people/credential-kinds';
import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { invalidField, NotFound, WrongCredentials } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { CLOCK_SKEW_MS } from '../../platform/limits/clock-skew.ts';
import type { AuditActor, AuditTrail } from '../audit/index.ts';
import type { ProveByPasskey } from '../second-step/index.ts';
import type { SessionFeature } from '../session/index.ts';
import { createCredentialsRepository, type StoredCredential } from './credentials.repository.ts';

/** A second step, and whether a recovery may remove it. */
interface RemainingStep extends StoredCredential {
  readonly isRemovable: boolean;
}

/** Removed credentials, for the answer, the e-mail and the audit trail. */
export type RemovedCredentials = readonly StoredCredential[];

/** The actor of a removal, for the audit trail. */
type Removal = AuditActor & {
  /** SHA-256 of the token of the session that stays signed in. */
  readonly rememberedSession?: Buffer;
};

/**
 * Removes credentials, outgoing addresses and all other sessions within a transaction. A request that waits for the transaction
 * cannot add more of them. The caller closes connections after the commit.
 */
export type RemoveCredentials = ReturnType<typeof createRemoveCredentials>;

/** Number of removed credentials by kind, for the audit trail. */
const countsOf = (removed: RemovedCredentials): Record<string, string> => {
  const counts = new Map<CredentialKind, number>();
  for (const { kind } of removed) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Object.fromEntries([...counts].map(([kind, count]) => [kind, String(count)]));
};

/** A recovery may remove second steps added at or after this instant. */
const removableSince = (now: Instant): Instant => instant(now - DENIAL_DAYS * DAY_MS);

export const createRemoveCredentials = (audit: Pick<AuditTrail, 'record'>) => {
  const remove = async (
    accountId: string,
    { kinds, since }: { kinds: readonly CredentialKind[]; since?: Instant },
    { rememberedSession, ...actor }: Removal,
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
        { ...actor, action: 'credentials-removed', subjectId: accountId, detail: countsOf(removed) },
        within,
      );
    return removed;
  };
  return {
    /** Removes credentials of every kind created since an instant, when an intruder may have created them. */
    madeSince: (
      accountId: string,
      since: Instant,
      removal: Removal,
      within: Connection,
    ): Promise<RemovedCredentials> =>
      remove(accountId, { kinds: credentialKinds, since: instant(since - CLOCK_SKEW_MS) }, removal, within),
    /** Removes credentials of every kind, if another person may have created the account. */
    all: (accountId: string, removal: Removal, within: Connection): Promise<RemovedCredentials> =>
      remove(accountId, { kinds: credentialKinds }, removal, within),
    /** Removes the credentials that a password change may remove: all except second steps and client users. */
    removable: (accountId: string, removal: Removal, within: Connection): Promise<RemovedCredentials> =>
      remove(accountId, { kinds: [...removableKinds, 'invitation'] }, removal, within),
    /** Authenticator and passkeys accepted as a second step, newest first. */
    async secondSteps(
      accountId: string,
      now: Instant,
      within: Connection,
    ): Promise<readonly RemainingStep[]> {
      const steps = await createCredentialsRepository(within).list(accountId, ['authenticator', 'passkey']);
      const since = removableSince(now);
      return steps.map((step) => ({ ...step, isRemovable: step.createdAt.getTime() >= since }));
    },
    /** Removes second steps added recently, while the e-mail about them still allows its reader to remove them. */
    recentSecondSteps: (
      accountId: string,
      now: Instant,
      removal: Removal,
      within: Connection,
    ): Promise<RemovedCredentials> =>
      remove(accountId, { kinds: secondStepKinds, since: removableSince(now) }, removal, within),
    /** Number of remaining credentials that the owner may remove. */
    async countLeft(accountId: string, within: Connection): Promise<number> {
      return (await createCredentialsRepository(within).list(accountId, removableKinds)).length;
    },
  };
};

const WRONG_KEY = 'Esta chave de acesso não é desta conta. Tente de novo.';
const EMPTY = 'Nada disso existe mais nesta conta.';
const MISSING = 'Informe a senha, ou use uma chave de acesso.';

const toCredential = (stored: StoredCredential): RemovableCredential => ({
  kind: stored.kind as RemovableKind,
  id: stored.id,
  name: stored.name,
  createdAt: stored.createdAt.toISOString(),
  lastUsedAt: stored.lastUsedAt?.toISOString() ?? null,
});

export const createCredentialsFeature = (needs: {
  db: Connection;
  audit: Pick<AuditTrail, 'record'>;
  session: Pick<SessionFeature, 'session' | 'confirmPassword'>;
  proveByPasskey: ProveByPasskey;
}) => {
  const { audit, proveByPasskey, db } = needs;
  const { session, confirmPassword } = needs.session;

  const service = {
    async list(caller: Caller): Promise<RemovableCredential[]> {
      requirePermission(caller, 'hold-session');
      const found = await createCredentialsRepository(db).list(caller.accountId, removableKinds);
      return found.map(toCredential);
    },
    /** @returns the number of removed credentials. Throws NotFound if none of them exists. */
    async remove(caller: Actor, wanted: BodyOf<typeof removeCredentials>['credentials']): Promise<number> {
      requirePermission(caller, 'hold-session');
      const { accountId } = caller;
      const removed = await db.transaction().execute(async (within) => {
        const found: StoredCredential[] = [];
        for (const kind of removableKinds) {
          const ids = wanted.filter((one) => one.kind === kind).map(({ id }) => id.toLowerCase());
          if (ids.length > 0)
            found.push(...(await createCredentialsRepository(within).remove(accountId, [kind], { ids })));
        }
        const event = { action: 'credentials-removed', by: caller, subjectId: accountId } as const;
        if (found.length === 0) throw new NotFound(EMPTY);
        await audit.record({ ...event, detail: countsOf(found) }, within);
        return found.length;
      });
      await session.refresh(accountId);
      return removed;
    },
    /** Confirms the caller's identity by a passkey or the password. Throws WrongCredentials, InvalidInput or LimitReached. */
    async prove(caller: Actor, { password, passkey }: BodyOf<typeof proveAgain>): Promise<void> {
      requirePermission(caller, 'hold-session');
      if (passkey !== undefined) {
        if (!(await proveByPasskey(caller, passkey, caller.device))) throw new WrongCredentials(WRONG_KEY);
      } else if (password === undefined) throw invalidField('password', MISSING);
      else await confirmPassword(caller, password);
      await session.prove(caller);
    },
  };

  return {
    register(app: CallBinder): void {
      bindField(app, listCredentials, ({ caller }) => service.list(caller));
      bindField(app, removeCredentials, ({ caller, body }) => service.remove(caller, body.credentials));
      bindCall(app, proveAgain, ({ caller, body }) => service.prove(caller, body));
    },
  };
};
