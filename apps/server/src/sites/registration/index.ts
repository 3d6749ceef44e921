import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { BoardClaims } from '../board-claims/index.ts';
import type { Installing, MeterDirectory } from '../meters/index.ts';
import { bindRegistration } from './registration.routes.ts';
import { createRegistrationService } from './registration.service.ts';

interface RegistrationFeature {
  register(app: CallBinder): void;
}

/** A person with a board in hand: where it hangs and what it measures, in one call. */
export const createRegistrationFeature = (needs: {
  database: Pick<Database, 'db'>;
  installing: Installing;
  claims: BoardClaims;
  audit: AuditTrail;
  directory: Pick<MeterDirectory, 'settle'>;
  /** That an account may have. */
  mostEstablishments: number;
}): RegistrationFeature => {
  const service = createRegistrationService({ ...needs, db: needs.database.db });
  return { register: (app) => bindRegistration(app, service) };
};
