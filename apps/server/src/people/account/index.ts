import type { Instant } from '@nascente/domain/base/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { SessionFeature } from '../session/index.ts';
import { bindAccount } from './account.routes.ts';
import { createOwnSessionsService } from './own-sessions.service.ts';
import { createProfileService } from './profile.service.ts';
import { createUpgradeRequestsRepository } from './upgrade-requests.repository.ts';
import { createUpgradeRequestsService } from './upgrade-requests.service.ts';

interface AccountFeature {
  register(app: CallBinder): void;
}

/** Profile, sessions and upgrade requests of the signed-in person. */
export const createAccountFeature = (needs: {
  database: Pick<Database, 'db'>;
  accounts: Pick<AccountsService, 'findUser'>;
  session: Pick<SessionFeature, 'own'>;
  audit: AuditTrail;
  clock: () => Instant;
}): AccountFeature => {
  const { accounts, audit, clock } = needs;
  const { db } = needs.database;
  const services = {
    profile: createProfileService({ db, accounts, audit, clock }),
    sessions: createOwnSessionsService({ sessions: needs.session.own, audit }),
    upgrades: createUpgradeRequestsService({ requests: createUpgradeRequestsRepository(db), audit, clock }),
  };
  return { register: (app) => bindAccount(app, services) };
};
