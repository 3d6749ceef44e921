import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { ProveByPasskey } from '../second-step/index.ts';
import type { SessionFeature } from '../session/index.ts';
import { bindCredentials } from './credentials.routes.ts';
import { createCredentialsService } from './credentials.service.ts';

export {
  createRemoveCredentials,
  type RemoveCredentials,
  type RemovedCredentials,
} from './remove-credentials.ts';

export const createCredentialsFeature = (needs: {
  database: Pick<Database, 'db'>;
  audit: Pick<AuditTrail, 'record'>;
  session: Pick<SessionFeature, 'session' | 'confirmPassword'>;
  proveByPasskey: ProveByPasskey;
}): { register(app: CallBinder): void } => {
  const service = createCredentialsService({
    db: needs.database.db,
    audit: needs.audit,
    confirmPassword: needs.session.confirmPassword,
    session: needs.session.session,
    proveByPasskey: needs.proveByPasskey,
  });
  return { register: (app) => bindCredentials(app, service) };
};
