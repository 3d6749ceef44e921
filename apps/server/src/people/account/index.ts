import {
  editSelf,
  editUser,
  endOtherSessions,
  endSession,
  listSessions,
  readUpgradeRequest,
  readUser,
  requestUpgrade,
} from '@nascente/contract/people/account';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import { deviceOf, type SessionFeature } from '../session/index.ts';
import { createOwnSessionsService, type OwnSessionsService } from './own-sessions.service.ts';
import { createProfileService, type ProfileService } from './profile.service.ts';
import { createUpgradeRequestsRepository } from './upgrade-requests.repository.ts';
import { createUpgradeRequestsService, type UpgradeRequestsService } from './upgrade-requests.service.ts';

interface AccountServices {
  readonly profile: ProfileService;
  readonly sessions: OwnSessionsService;
  readonly upgrades: UpgradeRequestsService;
}

const UPDATED = 'Usuário Atualizado!';

const bindProfile = (app: CallBinder, profile: ProfileService, upgrades: UpgradeRequestsService): void => {
  bindCall(app, readUser, async ({ caller, params }) => ({
    ok: true,
    user: await profile.read(caller, params.id),
  }));
  bindCall(app, editSelf, async ({ caller, body, request }) => ({
    ok: true,
    msg: UPDATED,
    user: await profile.edit(caller, null, body, deviceOf(request)),
  }));
  bindCall(app, editUser, async ({ caller, params, body, request }) => ({
    ok: true,
    msg: UPDATED,
    user: await profile.edit(caller, params.id, body, deviceOf(request)),
  }));
  bindCall(app, readUpgradeRequest, async ({ caller }) => ({
    ok: true,
    request: await upgrades.read(caller),
  }));
  bindCall(app, requestUpgrade, async ({ caller, request }) => {
    await upgrades.request(caller, deviceOf(request));
    return { ok: true, msg: 'Solicitacao feita com sucesso!' };
  });
};

const bindSessions = (app: CallBinder, sessions: OwnSessionsService): void => {
  bindCall(app, listSessions, async ({ caller }) => ({ ok: true, sessions: await sessions.list(caller) }));
  bindCall(app, endSession, async ({ caller, params, request }) => {
    await sessions.end(caller, params.id, deviceOf(request));
    return { ok: true };
  });
  bindCall(app, endOtherSessions, async ({ caller, request }) => ({
    ok: true,
    ended: await sessions.endOthers(caller, deviceOf(request)),
  }));
};

const bindAccount = (app: CallBinder, services: AccountServices): void => {
  bindProfile(app, services.profile, services.upgrades);
  bindSessions(app, services.sessions);
};

export const createAccountFeature = (needs: {
  database: Pick<Database, 'db'>;
  accounts: Pick<AccountsService, 'findUser'>;
  session: Pick<SessionFeature, 'own'>;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { accounts, audit, clock } = needs;
  const { db } = needs.database;
  const services = {
    profile: createProfileService({ db, accounts, audit, clock }),
    sessions: createOwnSessionsService({ sessions: needs.session.own, audit }),
    upgrades: createUpgradeRequestsService({ requests: createUpgradeRequestsRepository(db), audit, clock }),
  };
  return { register: (app: CallBinder): void => bindAccount(app, services) };
};
