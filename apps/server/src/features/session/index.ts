import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { SessionVerifier } from '../../platform/http/caller.ts';
import { createThrottle } from '../../platform/limits/throttle.ts';
import type { Log } from '../../platform/log/log.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import { type AccessChanges, createAccessChanges } from './access-changes.ts';
import { ensureFirstAdmin, type FirstAdminConfig } from './first-admin.ts';
import { createOwnSessions, type OwnSessions } from './own-sessions.ts';
import { type ConfirmPassword, createPasswordConfirmation } from './password-confirmation.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createSessionRepository } from './session.repository.ts';
import { bindSession } from './session.routes.ts';
import { createSessionService, type SessionService, type SignInWitness } from './session.service.ts';
import { createSessionCache } from './session-cache.ts';

export type { AccessChanges } from './access-changes.ts';
export { refuseOwnEmail } from './own-email.ts';
export type { OwnSessions } from './own-sessions.ts';
export type { ConfirmPassword } from './password-confirmation.ts';
export { createPasswords, type Passwords } from './passwords.ts';
export { deviceOf } from './session.routes.ts';
export type { Device, SessionService, SignInWitness } from './session.service.ts';
export { createSessionCache, type SessionCache } from './session-cache.ts';
export { hashToken, newToken } from './tokens.ts';

export interface SessionFeature {
  readonly verifier: SessionVerifier;
  readonly session: SessionService;
  readonly passwords: Passwords;
  /** Of what a person may do: sessions that ended, and whatever other features announce. */
  readonly access: AccessChanges;
  readonly own: OwnSessions;
  readonly confirmPassword: ConfirmPassword;
  /** To be awaited at start, once the database is migrated. */
  ensureFirstAdmin(config: FirstAdminConfig): Promise<void>;
  register(app: CallBinder): void;
}

const NOBODY: SignInWitness = { signedIn: async () => undefined, failed: async () => undefined };

export const createSessionFeature = (needs: {
  database: Pick<Database, 'db'>;
  accounts: AccountsFeature;
  witness?: SignInWitness;
  clock: () => Instant;
  log: Log;
}): SessionFeature => {
  const { database, accounts, witness = NOBODY, clock, log } = needs;
  const passwords = createPasswords();
  const throttle = createThrottle(clock);
  const sessions = createSessionRepository(database.db);
  const cache = createSessionCache(clock);
  const access = createAccessChanges();
  const session = createSessionService({
    sessions,
    accounts: accounts.service,
    passwords,
    throttle,
    cache,
    access,
    witness,
    clock,
  });
  return {
    verifier: session,
    session,
    passwords,
    access,
    own: createOwnSessions({ sessions, cache, access, clock }),
    confirmPassword: createPasswordConfirmation({ accounts: accounts.service, passwords, throttle }),
    ensureFirstAdmin: (config) => ensureFirstAdmin({ accounts: accounts.repository, passwords, config, log }),
    register: (app) => bindSession(app, session, accounts.service),
  };
};
