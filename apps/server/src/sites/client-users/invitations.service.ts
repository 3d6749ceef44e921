import { isId } from '@nascente/contract/base/conventions';
import type { Invitation, NewInvitation } from '@nascente/contract/people/invitations';
import { DAY_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import { MAX_CLIENT_USERS } from '@nascente/domain/people/profiles';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { Device } from '../../people/session/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, LimitReached, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Quota } from '../../platform/limits/quota.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { DUPLICATE, installationsOf, LIMIT } from './client-users.service.ts';
import { type InvitationMail, newLinkToken } from './invitation-post.ts';
import { createInvitationsRepository, type StoredInvitation } from './invitations.repository.ts';

const LIFETIME_MS = 7 * DAY_MS;

/** An invitation, and its link if no e-mail sends it. */
interface Invited {
  readonly invitation: Invitation;
  readonly link: string | null;
}

export type InvitationsService = ReturnType<typeof createInvitationsService>;

const toInvitation = ({ macs, invitedAt, expiresAt, ...rest }: StoredInvitation): Invitation => ({
  ...rest,
  boards: [...macs],
  invitedAt: invitedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

const absent = (): never => {
  throw new NotFound('Convite não encontrado.');
};

export const createInvitationsService = (needs: {
  db: Connection;
  post: InvitationMail;
  linkOf: (token: string) => string;
  directory: Pick<MeterDirectory, 'visibleMeters'>;
  audit: AuditTrail;
  /** E-mails that a Manager tries: a refusal reveals an account. */
  quota: Quota;
  clock: () => Instant;
}) => {
  const { db, post, linkOf, directory, audit, quota, clock } = needs;
  const invitations = createInvitationsRepository(db);

  const find = async ({ accountId }: Caller, id: string): Promise<StoredInvitation> =>
    (isId(id) ? await invitations.find(accountId, id) : null) ?? absent();

  const requireRoom = async (within: Connection, managerId: string): Promise<void> => {
    const { open, clients } = await createInvitationsRepository(within).lockEstablishments(
      managerId,
      clock(),
    );
    if (open + clients > MAX_CLIENT_USERS) throw new LimitReached(LIMIT);
  };

  /** The link of an invitation with an e-mail is made when the e-mail is written. */
  const freshToken = (email: string | null) =>
    email === null ? newLinkToken() : { token: null, tokenHash: null };

  const send = async (id: string, email: string | null, within: Connection): Promise<void> => {
    if (email !== null) await post.post({ id }, { within });
  };

  const record = (
    { accountId }: Caller,
    device: Device,
    invited: { action: NewAuditEvent['action']; email: string | null },
    within: Connection,
  ): Promise<void> => {
    const { action, email } = invited;
    const detail = { to: email ?? 'link' };
    return audit.record({ action, actorId: accountId, subjectId: accountId, device, detail }, within);
  };

  const answer = async (caller: Caller, id: string, token: string | null): Promise<Invited> => ({
    invitation: toInvitation(await find(caller, id)),
    link: token === null ? null : linkOf(token),
  });

  return {
    async list(caller: Caller): Promise<Invitation[]> {
      requirePermission(caller, 'manage-client-users');
      return (await invitations.list(caller.accountId)).map(toInvitation);
    },
    /** Throws LimitReached, Conflict for an e-mail in use, or InvalidInput for a meter that the caller cannot see. */
    async invite(
      caller: Caller,
      { name, boards, email = null }: NewInvitation,
      device: Device,
    ): Promise<Invited> {
      requirePermission(caller, 'manage-client-users');
      if (email !== null) {
        await quota.use(caller.accountId);
        if (await invitations.isTaken(email)) throw new Conflict(DUPLICATE);
      }
      const installationIds = await installationsOf(directory, caller, boards);
      const { token, tokenHash } = freshToken(email);
      const at = clock();
      const id = await db.transaction().execute(async (within) => {
        const managerId = caller.accountId;
        const invitation = { managerId, name, email, tokenHash, installationIds, at };
        const expiresAt = instant(at + LIFETIME_MS);
        const inserted = await createInvitationsRepository(within).insert({ ...invitation, expiresAt });
        await requireRoom(within, managerId);
        await record(caller, device, { action: 'client-invited', email }, within);
        await send(inserted, email, within);
        return inserted;
      });
      return answer(caller, id, token);
    },
    /** Throws NotFound, or LimitReached. */
    async renew(caller: Caller, id: string, device: Device): Promise<Invited> {
      requirePermission(caller, 'manage-client-users');
      const { email } = await find(caller, id);
      if (email !== null) await quota.use(caller.accountId);
      const { token, tokenHash } = freshToken(email);
      const at = clock();
      await db.transaction().execute(async (within) => {
        const expiresAt = instant(at + LIFETIME_MS);
        await createInvitationsRepository(within).renew(id, { tokenHash, at, expiresAt });
        await requireRoom(within, caller.accountId);
        await record(caller, device, { action: 'client-invited', email }, within);
        await send(id, email, within);
      });
      return answer(caller, id, token);
    },
    async withdraw(caller: Caller, id: string, device: Device): Promise<void> {
      requirePermission(caller, 'manage-client-users');
      const { email } = await find(caller, id);
      await db.transaction().execute(async (within) => {
        if (!(await createInvitationsRepository(within).remove(caller.accountId, id))) absent();
        await record(caller, device, { action: 'invitation-withdrawn', email }, within);
      });
    },
  };
};
