import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { SessionVerifier } from '../../platform/http/caller.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { SessionFeature } from '../session/index.ts';
import { createApiKeysRepository } from './api-keys.repository.ts';
import { bindApiKeys } from './api-keys.routes.ts';
import { createApiKeysService } from './api-keys.service.ts';
import { createKeyVerifier } from './key-verifier.ts';

interface ApiKeysFeature {
  /** Accepts sessions and API keys: the one to be given to the HTTP server. */
  readonly verifier: SessionVerifier;
  register(app: CallBinder): void;
}

export const createApiKeysFeature = (needs: {
  database: Pick<Database, 'db'>;
  session: Pick<SessionFeature, 'verifier' | 'access'>;
  audit: AuditTrail;
  clock: () => Instant;
}): ApiKeysFeature => {
  const { database, session, audit, clock } = needs;
  const { access } = session;
  const keys = createApiKeysRepository(database.db);
  const service = createApiKeysService({ keys, access, audit, clock });
  return {
    verifier: createKeyVerifier({ keys, sessions: session.verifier, clock }),
    register: (app) => bindApiKeys(app, service),
  };
};
