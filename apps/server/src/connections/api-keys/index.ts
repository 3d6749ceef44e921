import {
  allowKeyRate,
  editApiKey,
  generateToken,
  listApiKeys,
  listKeysOfPerson,
  revokeApiKey,
} from '@nascente/contract/connections/api-keys';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Registry } from 'prom-client';
import type { AuditTrail } from '../../people/audit/index.ts';
import { deviceOf, type SessionFeature } from '../../people/session/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { SessionVerifier } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { type ApiKeysService, createApiKeysService } from './api-keys.service.ts';
import { createKeyExpiry } from './key-expiry.ts';
import { createKeyUseRepository } from './key-use.repository.ts';
import { createKeyVerifier } from './key-verifier.ts';

const bindApiKeys = (app: CallBinder, service: ApiKeysService): void => {
  bindCall(app, generateToken, async ({ caller, body, request }) => ({
    ok: true,
    data: { token: await service.create(caller, body, deviceOf(request)) },
  }));
  bindCall(app, listApiKeys, async ({ caller }) => ({ ok: true, apiKeys: await service.list(caller) }));
  bindCall(app, editApiKey, async ({ caller, params, body, request }) => ({
    ok: true,
    apiKey: await service.setPerMinute(caller, params.id, body.perMinute, deviceOf(request)),
  }));
  bindCall(app, revokeApiKey, async ({ caller, params, request }) => {
    await service.revoke(caller, params.id, deviceOf(request));
    return { ok: true };
  });
  bindCall(app, listKeysOfPerson, async ({ caller, params }) => ({
    ok: true,
    apiKeys: await service.listOf(caller, params.id),
  }));
  bindCall(app, allowKeyRate, async ({ caller, params, body, request }) => ({
    ok: true,
    apiKey: await service.allow(caller, params.id, body.allowedPerMinute, deviceOf(request)),
  }));
};

/** Every morning in São Paulo (UTC). */
const TELLING_TIME = '20 11 * * *';

/** To be called before the jobs start. */
export const createApiKeysFeature = (needs: {
  database: Pick<Database, 'db'>;
  session: Pick<SessionFeature, 'verifier' | 'access'>;
  audit: AuditTrail;
  mail: Pick<Mail, 'kind'>;
  jobs: Pick<JobRunner, 'schedule'>;
  publicUrl: string;
  brandRule: readonly string[];
  /** Undefined: nothing is measured. */
  registry: Registry | undefined;
  clock: () => Instant;
}) => {
  const { session, jobs, registry, clock } = needs;
  const { db } = needs.database;
  const service = createApiKeysService({ ...needs, db, access: session.access });
  const expiry = createKeyExpiry({ ...needs, db });
  jobs.schedule('api-key-expiry', TELLING_TIME, expiry.tell);
  const use = createKeyUseRepository(db);
  return {
    /** Accepts sessions and API keys: the one to be given to the HTTP server. */
    verifier: createKeyVerifier({ use, sessions: session.verifier, registry, clock }),
    /** Tells owners of keys that end soon; runs by itself every morning. */
    tellEnding: expiry.tell,
    register: (app: CallBinder) => bindApiKeys(app, service),
  };
};
