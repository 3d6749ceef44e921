import type { BodyOf } from '@nascente/contract/base/call';
import type { acceptInvitation, ReadInvitation } from '@nascente/contract/people/invitations';
import type { Instant } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import { MAX_CLIENT_USERS } from '@nascente/domain/people/profiles';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { AcceptAll } from '../../people/consents/index.ts';
import {
  type Device,
  hashToken,
  type Passwords,
  type SessionService,
  type SignedIn,
} from '../../people/session/index.ts';
import { Conflict, Expired, InvalidInput, LimitReached } from '../../platform/errors.ts';
import type { Quota } from '../../platform/limits/quota.ts';
import { subscriberOf } from '../../platform/limits/subscriber.ts';
import type { MeterDirectory } from '../meters/index.ts';
import type { ClientUsersRepository } from './client-users.repository.ts';
import { DUPLICATE } from './client-users.service.ts';
import { createInvitationsRepository, type InvitationsRepository } from './invitations.repository.ts';

const EXPIRED = 'Este convite não vale mais. Peça um novo a quem convidou você.';
const NO_ROOM =
  'Quem convidou você já tem o número máximo de clientes. Fale com essa pessoa antes de aceitar.';
const NO_EMAIL = 'Informe o seu e-mail.';

export type InvitationAcceptance = ReturnType<typeof createInvitationAcceptance>;

export const createInvitationAcceptance = (needs: {
  invitations: InvitationsRepository;
  clients: ClientUsersRepository;
  directory: Pick<MeterDirectory, 'visibleMeters'>;
  passwords: Pick<Passwords, 'hash' | 'refuseGuessable'>;
  session: Pick<SessionService, 'open'>;
  audit: AuditTrail;
  acceptAll: AcceptAll;
  /** Attempts of one address: a refusal reveals an account. */
  quota: Quota;
  clock: () => Instant;
}) => {
  const { invitations, clients, directory, passwords, session, audit, acceptAll, quota, clock } = needs;

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
    /** Throws Expired, Conflict, LimitReached or InvalidInput; the link stays good then. */
    async accept(input: BodyOf<typeof acceptInvitation>, device: Device): Promise<SignedIn> {
      await quota.use(subscriberOf(device.address));
      const { id, tokenHash, managerId, installationIds, ...invited } = await open(input.token);
      const email = invited.email ?? input.email;
      if (email === undefined) throw new InvalidInput(NO_EMAIL, [{ path: 'email', msg: NO_EMAIL }]);
      await passwords.refuseGuessable(input.password, email);
      const client = {
        managerId,
        name: input.name,
        email,
        passwordHash: await passwords.hash(input.password),
        // The link was read in the mail of this address.
        emailConfirmedAt: invited.email === null ? null : new Date(clock()),
        birth: null,
        picture: null,
        installationIds,
      };
      const inserted = await clients.insert(client, MAX_CLIENT_USERS, async (accountId, within) => {
        if (!(await createInvitationsRepository(within).use(id, tokenHash))) throw new Expired(EXPIRED);
        const event = { action: 'client-user-created', actorId: accountId, subjectId: accountId } as const;
        await acceptAll(accountId, device, within);
        await audit.record({ ...event, device, detail: { boards: String(installationIds.length) } }, within);
      });
      if (inserted === 'limit') throw new LimitReached(NO_ROOM);
      if (inserted === 'duplicate') throw new Conflict(DUPLICATE);
      return session.open(inserted.id, false, device);
    },
  };
};
