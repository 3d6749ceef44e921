import {
  acceptInvitation,
  inviteClient,
  listInvitations,
  readInvitation,
  renewInvitation,
  withdrawInvitation,
} from '@nascente/contract/people/invitations';
import {
  createClientUser,
  editClientUser,
  listClientUsers,
  removeClientUser,
} from '@nascente/contract/sites/client-users';
import { HOUR_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { AccountsService } from '../../people/accounts/index.ts';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { AcceptAllConsents } from '../../people/consents/index.ts';
import type { SessionFeature } from '../../people/session/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { deviceOf } from '../../platform/http/device.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createClientUsersRepository } from './client-users.repository.ts';
import { createClientUsersService } from './client-users.service.ts';
import { createInvitationMail } from './invitation-mail.ts';
import { createInvitationsRepository } from './invitations.repository.ts';
import { createInvitationAcceptance, createInvitationsService } from './invitations.service.ts';

/** Limit of e-mails that a Manager enters an hour, far above the need of ten client users. */
const MAX_EMAILS_AN_HOUR = 100;
/** Limit of accepted invitations from one address an hour. */
const MAX_ACCEPTED_AN_HOUR = 50;

interface Needs {
  db: Connection;
  mail: Pick<Mail, 'brandOf' | 'kind'>;
  accounts: Pick<AccountsService, 'readUser'>;
  session: Pick<SessionFeature, 'session' | 'passwords' | 'deviceCookie'>;
  audit: AuditTrail;
  acceptAllConsents: AcceptAllConsents;
  directory: Pick<MeterDirectory, 'visibleMeters'>;
  clock: () => Instant;
  /** Address of the web application, without a slash at its end. */
  publicUrl: string;
}

/** Client users who see some of a Manager's meters, and their invitations. Create it before the jobs start. */
export const createClientUsersFeature = (needs: Needs) => {
  const { audit, directory, clock, publicUrl, mail, db } = needs;
  const { session, passwords, deviceCookie } = needs.session;
  const clients = createClientUsersRepository(db);
  const quota = createQuota({
    db,
    clock,
    purpose: 'client-email',
    max: MAX_EMAILS_AN_HOUR,
    windowMs: HOUR_MS,
  });
  const service = createClientUsersService({ clients, directory, passwords, session, audit, quota, clock });
  const invitations = createInvitationsRepository(db);
  const linkOf = (token: string): string => `${publicUrl}/invitation/${token}`;
  const mailer = createInvitationMail({ mail, clock, invitations, linkOf });
  const inviting = createInvitationsService({ db, mailer, linkOf, directory, audit, quota, clock });
  const acceptance = createInvitationAcceptance({
    invitations,
    clients,
    directory,
    passwords,
    session,
    audit,
    acceptAllConsents: needs.acceptAllConsents,
    quota: createQuota({ db, clock, purpose: 'acceptance', max: MAX_ACCEPTED_AN_HOUR, windowMs: HOUR_MS }),
    clock,
  });
  return {
    register(app: CallBinder): void {
      bindField(app, listClientUsers, ({ caller }) => service.list(caller));
      bindCall(app, createClientUser, async ({ caller, body }) => ({
        msg: 'Cliente cadastrado!',
        user: await service.create(caller, body),
      }));
      bindCall(app, editClientUser, async ({ caller, body }) => ({
        msg: 'Alterações feitas!',
        user: await service.edit(caller, body),
      }));
      bindCall(app, removeClientUser, async ({ caller, params }) => {
        await service.remove(caller, params.id);
        return { msg: 'Cliente removido.' };
      });
      bindField(app, listInvitations, ({ caller }) => inviting.list(caller));
      bindCall(app, inviteClient, ({ caller, body }) => inviting.invite(caller, body));
      bindCall(app, renewInvitation, ({ caller, params }) => inviting.renew(caller, params.id));
      bindCall(app, withdrawInvitation, ({ caller, params }) => inviting.withdraw(caller, params.id));
      bindCall(app, readInvitation, async ({ query }) => ({
        type: 'valid',
        ...(await acceptance.read(query.token ?? '')),
      }));
      bindCall(app, acceptInvitation, async ({ body, request, reply }) => {
        const { accountId, token, deviceToken } = await acceptance.accept(body, deviceOf(request));
        deviceCookie.give(reply, deviceToken);
        return { user: await needs.accounts.readUser(accountId), token };
      });
    },
  };
};
