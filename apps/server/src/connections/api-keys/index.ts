import {
  allowKeyRate,
  editApiKey,
  generateToken,
  listApiKeys,
  listKeysOfPerson,
  revokeApiKey,
} from '@nascente/contract/connections/api-keys';
import type { Registry } from 'prom-client';
import type { AuditTrail } from '../../people/audit/index.ts';
import { deviceOf, type SessionFeature } from '../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { Platform } from '../../platform/platform.ts';
import { createApiKeysService, createKeyExpiry } from './api-keys.service.ts';
import { createKeyUseRepository } from './key-use.repository.ts';
import { createKeyVerifier } from './key-verifier.ts';

/** Every morning in São Paulo (UTC). */
const TELLING_TIME = '20 11 * * *';

/** To be called before the jobs start. */
export const createApiKeysFeature = (
  needs: Pick<Platform, 'brandRule' | 'clock' | 'database' | 'jobs' | 'mail' | 'publicUrl'> & {
    session: Pick<SessionFeature, 'verifier' | 'access'>;
    audit: AuditTrail;
    /** Undefined: nothing is measured. */
    registry: Registry | undefined;
  },
) => {
  const { session, jobs, registry, clock, brandRule, mail, publicUrl, audit } = needs;
  const { db } = needs.database;
  const service = createApiKeysService({ audit, clock, db, access: session.access });
  const expiry = createKeyExpiry({ clock, brandRule, mail, publicUrl, db });
  jobs.schedule('api-key-expiry', TELLING_TIME, expiry.notify);
  const use = createKeyUseRepository(db);
  return {
    /** Accepts sessions and API keys: the verifier of the HTTP server. */
    verifier: createKeyVerifier({ use, sessions: session.verifier, registry, clock }),
    /** Notifies owners of keys that expire soon; runs every morning. */
    notifyEnding: expiry.notify,
    register(app: CallBinder): void {
      bindCall(app, generateToken, async ({ caller, body, request }) => ({
        data: { token: await service.create(caller, body, deviceOf(request)) },
      }));
      bindCall(app, listApiKeys, async ({ caller }) => ({ apiKeys: await service.list(caller) }));
      bindCall(app, editApiKey, async ({ caller, params, body, request }) => ({
        apiKey: await service.setPerMinute(caller, params.id, body.perMinute, deviceOf(request)),
      }));
      bindCall(app, revokeApiKey, ({ caller, params, request }) =>
        service.revoke(caller, params.id, deviceOf(request)),
      );
      bindCall(app, listKeysOfPerson, async ({ caller, params }) => ({
        apiKeys: await service.listOf(caller, params.id),
      }));
      bindCall(app, allowKeyRate, async ({ caller, params, body, request }) => ({
        apiKey: await service.setAllowedPerMinute(
          caller,
          params.id,
          body.allowedPerMinute,
          deviceOf(request),
        ),
      }));
    },
  };
};
