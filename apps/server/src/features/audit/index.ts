import type { Instant } from '@nascente/domain/time/zone';
import type { Connection, Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { SignInWitness } from '../session/index.ts';
import { createAuditRepository } from './audit.repository.ts';
import { bindAudit } from './audit.routes.ts';
import { createAuditService } from './audit.service.ts';
import { type AuditTrail, createAuditTrail, type NewAuditEvent } from './audit-trail.ts';
import { createSignInWitness } from './sign-in-witness.ts';

export { type AuditTrail, createAuditTrail, type NewAuditEvent } from './audit-trail.ts';
export { deviceName } from './device-name.ts';

/** Every night, while nobody works (UTC). */
const REMOVAL_TIME = '40 6 * * *';

export interface AuditFeature {
  readonly trail: AuditTrail;
  /** For the session feature. */
  readonly witness: SignInWitness;
  /** For the recovery feature. */
  passwordChanged(accountId: string, device: NewAuditEvent['device'], within: Connection): Promise<void>;
  /** Removes what is older than six months. */
  removeOld(): Promise<void>;
  register(app: CallBinder): void;
}

export const createAuditFeature = (needs: {
  database: Pick<Database, 'db'>;
  jobs: Pick<JobRunner, 'schedule'>;
  clock: () => Instant;
}): AuditFeature => {
  const { database, jobs, clock } = needs;
  const trail = createAuditTrail({ db: database.db, clock });
  const service = createAuditService({ events: createAuditRepository(database.db), clock });
  jobs.schedule('audit-retention', REMOVAL_TIME, service.removeOld);
  return {
    trail,
    witness: createSignInWitness(trail),
    passwordChanged: (accountId, device, within) =>
      trail.record({ action: 'password-changed', actorId: accountId, subjectId: accountId, device }, within),
    removeOld: service.removeOld,
    register: (app) => bindAudit(app, service),
  };
};
