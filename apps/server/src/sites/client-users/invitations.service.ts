import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import type {
  acceptInvitation,
  Invitation,
  NewInvitation,
  ReadInvitation,
} from '@nascente/contract/people/invitations';
import { DAY_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import { MAX_CLIENT_USERS } from '@nascente/domain/people/profiles';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { AcceptAllConsents } from '../../people/consents/index.ts';
import { hashToken, type Passwords, type SessionService, type SignedIn } from '../../people/session/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, Expired, invalidField, LimitReached, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import type { Device } from '../../platform/http/device.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Quota } from '../../platform/limits/quota.ts';
import { subscriberOf } from '../../platform/limits/subscriber.ts';
import type { MeterDirectory } from '../meters/index.ts';
import type { ClientUsersRepository } from './client-users.repository.ts';
import { DUPLICATE, installationsOf, LIMIT } from './client-users.service.ts';
import { type InvitationMail, newLinkToken } from './invitation-mail.ts';
import {
  createInvitationsRepository,
  type InvitationsRepository,
  type StoredInvitation,
} from './invitations.repository.ts';

const EXPIRED = 'Este convite não vale mais. Peça um novo a quem convidou você.';
const NO_ROOM =
  'Quem convidou você já tem o número máximo de clientes. Fale com essa pessoa antes de aceitar.';
const NO_EMAIL = 'Informe o seu e-mail.';

export const createInvitationAcceptance = (needs: {
  invitations: InvitationsRepository;
  clients: ClientUsersRepository;
  directory: Pick<MeterDirectory, 'visibleMeters'>;
  passwords: Pick<Passwords, 'hash' | 'refuseGuessable'>;
  session: Pick<SessionService, 'open'>;
  audit: AuditTrail;
  acceptAllConsents: AcceptAllConsents;
  /** Limits attempts of one address, because a rejection reveals that an account exists. */
  quota: Quota;
  clock: () => Instant;
}) => {
  const { invitations, clients, directory, passwords, session, audit, acceptAllConsents, quota, clock } =
    needs;

  const open = async (token: string) => {
    const tokenHash = hashToken(token);
    const invitation = tokenHash && (await invitations.findOpen({ tokenHash }, clock()));
    if (!tokenHash || !invitation || !may(invitation.managerProfile, 'manage-client-users'))
      throw new Expired(EXPIRED);
    const giver = { accountId: invitation.managerId, profile: invitation.managerProfile };
    // Meters that the inviter lost since are not granted.
    const seen = new Set((await directory.visibleMeters(giver)).map(({ installationId }) => installationId));
    const installationIds = invitation.installationIds.filter((id) => seen.has(id));
    return { ...invitation, tokenHash, installationIds };
  };

  return {
    /** The content of an invitation link. Throws Expired. */
    async read(token: string): Promise<Omit<ReadInvitation, 'ok' | 'type'>> {
      const { name, email, from, installationIds } = await open(token);
      return { name, email, from, meters: installationIds.length };
    },
    /** Throws Expired, Conflict, LimitReached or InvalidInput; the link then stays valid. */
    async accept(input: BodyOf<typeof acceptInvitation>, device: Device): Promise<SignedIn> {
      await quota.use(subscriberOf(device.address));
      const { id, tokenHash, managerId, installationIds, ...invited } = await open(input.token);
      const email = invited.email ?? input.email;
      if (email === undefined) throw invalidField('email', NO_EMAIL);
      await passwords.refuseGuessable(input.password, email);
      const client = {
        managerId,
        name: input.name,
        email,
        passwordHash: await passwords.hash(input.password),
        // Opening a link that was sent by e-mail proves access to the address.
        emailConfirmedAt: invited.email === null ? null : new Date(clock()),
        birth: null,
        picture: null,
        installationIds,
      };
      const inserted = await clients.insert(client, MAX_CLIENT_USERS, async (accountId, within) => {
        if (!(await createInvitationsRepository(within).use(id, tokenHash))) throw new Expired(EXPIRED);
        const event = { action: 'client-user-created', actorId: accountId, subjectId: accountId } as const;
        await acceptAllConsents(accountId, device, within);
        await audit.record({ ...event, device, detail: { boards: String(installationIds.length) } }, within);
      });
      if (inserted === 'limit') throw new LimitReached(NO_ROOM);
      if (inserted === 'duplicate') throw new Conflict(DUPLICATE);
      return session.open(inserted.id, false, device);
    },
  };
};

const LIFETIME_MS = 7 * DAY_MS;

/** An invitation, and its link if no e-mail sends it. */
interface Invited {
  readonly invitation: Invitation;
  readonly link: string | null;
}

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
  mailer: InvitationMail;
  linkOf: (token: string) => string;
  directory: Pick<MeterDirectory, 'visibleMeters'>;
  audit: AuditTrail;
  /** Limits the e-mails that a Manager enters, because a rejection reveals that an account exists. */
  quota: Quota;
  clock: () => Instant;
}) => {
  const { db, mailer, linkOf, directory, audit, quota, clock } = needs;
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
    if (email !== null) await mailer.send({ id }, { within });
  };

  const record = (
    caller: Actor,
    invited: { action: NewAuditEvent['action']; email: string | null },
    within: Connection,
  ): Promise<void> => {
    const { action, email } = invited;
    const detail = { to: email ?? 'link' };
    return audit.record({ action, by: caller, subjectId: caller.accountId, detail }, within);
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
    async invite(caller: Actor, { name, boards, email = null }: NewInvitation): Promise<Invited> {
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
        await record(caller, { action: 'client-invited', email }, within);
        await send(inserted, email, within);
        return inserted;
      });
      return answer(caller, id, token);
    },
    /** Throws NotFound, or LimitReached. */
    async renew(caller: Actor, id: string): Promise<Invited> {
      requirePermission(caller, 'manage-client-users');
      const { email } = await find(caller, id);
      if (email !== null) await quota.use(caller.accountId);
      const { token, tokenHash } = freshToken(email);
      const at = clock();
      await db.transaction().execute(async (within) => {
        const expiresAt = instant(at + LIFETIME_MS);
        await createInvitationsRepository(within).renew(id, { tokenHash, at, expiresAt });
        await requireRoom(within, caller.accountId);
        await record(caller, { action: 'client-invited', email }, within);
        await send(id, email, within);
      });
      return answer(caller, id, token);
    },
    async withdraw(caller: Actor, id: string): Promise<void> {
      requirePermission(caller, 'manage-client-users');
      const { email } = await find(caller, id);
      await db.transaction().execute(async (within) => {
        if (!(await createInvitationsRepository(within).remove(caller.accountId, id))) absent();
        await record(caller, { action: 'invitation-withdrawn', email }, within);
      });
    },
  };
};
