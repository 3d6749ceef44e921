import { HOUR_MS, type Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { MeterDirectory } from '../meters/index.ts';
import type { SessionFeature } from '../session/index.ts';
import { createClientUsersRepository } from './client-users.repository.ts';
import { bindClientUsers } from './client-users.routes.ts';
import { createClientUsersService } from './client-users.service.ts';

/** Far above what registering ten people takes. */
const MOST_EMAILS_AN_HOUR = 100;

export interface ClientUsersFeature {
  register(app: CallBinder): void;
}

/** The people to whom a Manager shows some of its meters. */
export const createClientUsersFeature = (needs: {
  database: Pick<Database, 'db'>;
  session: Pick<SessionFeature, 'session' | 'passwords'>;
  audit: AuditTrail;
  directory: Pick<MeterDirectory, 'visibleMeters'>;
  clock: () => Instant;
}): ClientUsersFeature => {
  const { database, audit, directory, clock } = needs;
  const { session, passwords } = needs.session;
  const clients = createClientUsersRepository(database.db);
  const quota = createQuota({ clock, most: MOST_EMAILS_AN_HOUR, windowMs: HOUR_MS });
  const service = createClientUsersService({ clients, directory, passwords, session, audit, quota, clock });
  return { register: (app) => bindClientUsers(app, service) };
};
