import { listCredentials, proveAgain, removeCredentials } from '@nascente/contract/people/credentials';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { ProveByPasskey } from '../second-step/index.ts';
import { deviceOf, type SessionFeature } from '../session/index.ts';
import { type CredentialsService, createCredentialsService } from './credentials.service.ts';

export {
  createRemoveCredentials,
  type RemoveCredentials,
  type RemovedCredentials,
} from './remove-credentials.ts';

const bindCredentials = (app: CallBinder, service: CredentialsService): void => {
  bindCall(app, listCredentials, async ({ caller }) => ({
    ok: true,
    credentials: await service.list(caller),
  }));
  bindCall(app, removeCredentials, async ({ caller, body, request }) => ({
    ok: true,
    removed: await service.remove(caller, body.credentials, deviceOf(request)),
  }));
  bindCall(app, proveAgain, async ({ caller, body, request }) => {
    await service.prove(caller, body, deviceOf(request));
    return { ok: true };
  });
};

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
