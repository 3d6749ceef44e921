import {
  acceptInvitation,
  inviteClient,
  listInvitations,
  readInvitation,
  renewInvitation,
  withdrawInvitation,
} from '@nascente/contract/people/invitations';
import type { AccountsService } from '../../people/accounts/index.ts';
import { type DeviceCookie, deviceOf } from '../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { InvitationAcceptance } from './invitation-acceptance.ts';
import type { InvitationsService } from './invitations.service.ts';

export const bindInvitations = (app: CallBinder, invitations: InvitationsService): void => {
  bindCall(app, listInvitations, async ({ caller }) => ({
    ok: true,
    invitations: await invitations.list(caller),
  }));
  bindCall(app, inviteClient, async ({ caller, body, request }) => ({
    ok: true,
    ...(await invitations.invite(caller, body, deviceOf(request))),
  }));
  bindCall(app, renewInvitation, async ({ caller, params, request }) => ({
    ok: true,
    ...(await invitations.renew(caller, params.id, deviceOf(request))),
  }));
  bindCall(app, withdrawInvitation, async ({ caller, params, request }) => {
    await invitations.withdraw(caller, params.id, deviceOf(request));
    return { ok: true };
  });
};

export const bindAcceptance = (
  app: CallBinder,
  acceptance: InvitationAcceptance,
  accounts: Pick<AccountsService, 'readUser'>,
  cookie: DeviceCookie,
): void => {
  bindCall(app, readInvitation, async ({ query }) => ({
    ok: true,
    type: 'valid',
    ...(await acceptance.read(query.token ?? '')),
  }));
  bindCall(app, acceptInvitation, async ({ body, request, reply }) => {
    const { accountId, token, deviceToken } = await acceptance.accept(body, deviceOf(request));
    cookie.give(reply, deviceToken);
    return { ok: true, user: await accounts.readUser(accountId), token };
  });
};
