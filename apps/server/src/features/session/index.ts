import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { SessionVerifier } from '../../platform/http/caller.ts';
import type { Log } from '../../platform/log/log.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import { ensureFirstAdmin, type FirstAdminConfig } from './first-admin.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createSessionRepository } from './session.repository.ts';
import { bindSession } from './session.routes.ts';
import { createSessionService, type SessionService } from './session.service.ts';
import { createSessionCache } from './session-cache.ts';
import { createThrottle } from './throttle.ts';

export { createPasswords, type Passwords } from './passwords.ts';
export { deviceOf } from './session.routes.ts';
export type { Device, SessionService } from './session.service.ts';
export { hashToken, newToken } from './tokens.ts';

export interface SessionFeature {
  readonly verifier: SessionVerifier;
  readonly session: SessionService;
  readonly passwords: Passwords;
  /** To be awaited at start, once the database is migrated. */
  ensureFirstAdmin(config: FirstAdminConfig): Promise<void>;
  register(app: CallBinder): void;
}

export const createSessionFeature = (needs: {
  database: Pick<Database, 'db'>;
  accounts: AccountsFeature;
  clock: () => Instant;
  log: Log;
}): SessionFeature => {
  const { database, accounts, clock, log } = needs;
  const passwords = createPasswords();
  const session = createSessionService({
    sessions: createSessionRepository(database.db),
    accounts: accounts.service,
    passwords,
    throttle: createThrottle(clock),
    cache: createSessionCache(clock),
    clock,
  });
  return {
    verifier: session,
    session,
    passwords,
    ensureFirstAdmin: (config) => ensureFirstAdmin({ accounts: accounts.repository, passwords, config, log }),
    register: (app) => bindSession(app, session, accounts.service),
  };
};
