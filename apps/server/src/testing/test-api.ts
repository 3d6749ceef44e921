import type { AnswerOf, Call } from '@nascente/contract/base/call';
import { failure } from '@nascente/contract/base/conventions';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect } from 'vitest';
import type { SendPush } from '../alerts/alerts/index.ts';
import { composeAccess } from '../compose-access.ts';
import { composeEstablishments, type EstablishmentsConfig } from '../compose-features.ts';
import { composeMetering } from '../compose-metering.ts';
import { createAuditTrail } from '../people/audit/index.ts';
import type { ProviderConfig } from '../people/single-sign-on/index.ts';
import { readWhereWritten } from '../platform/database/connections/read-database.ts';
import { createEditTurns } from '../platform/database/edit-turns.ts';
import type { Database } from '../platform/database/open-database.ts';
import { createHttpApp } from '../platform/http/app.ts';
import { createEditGuard } from '../platform/http/edit-guard.ts';
import { createJobRunner, type JobRunner } from '../platform/jobs/job-runner.ts';
import { createMail } from '../platform/mail/mail.ts';
import { createBoundedProcesses } from '../platform/workers/bounded-processes.ts';
import { createWorkerThreads } from '../platform/workers/worker-threads.ts';
import { createMetersFeature } from '../sites/meters/index.ts';
import { requireDocumentedStatus } from './documented-status.ts';
import { atEndOfFile } from './end-of-file.ts';
import { createSeed } from './seeds/seed.ts';
import { createTestDatabase } from './test-database.ts';

type RequestOptions = Omit<InjectOptions, 'url' | 'method'> & { readonly token?: string };

const NO_REGISTERS: EstablishmentsConfig = {
  cnpjApiUrl: 'http://127.0.0.1:9',
  cnpjFallbackUrl: [],
  cepApiUrl: 'http://127.0.0.1:9',
  cepFallbackUrl: [],
  refrigerationPanelUrl: null,
  maxEstablishments: 2_000,
};

/**
 * The calls of people and their meters on a real database, by `inject`; the clock stands still until it is set. Boards
 * are installed by their MAC alone unless `claimCodes` are asked for: most tests are about what comes after.
 */
export const createTestApi = async (
  startAt: string,
  options: {
    config?: Partial<EstablishmentsConfig>;
    maxMeters?: number;
    claimCodes?: boolean;
    isAdminHeld?: boolean;
    oidc?: ProviderConfig;
    publicUrl?: string;
    sendPush?: SendPush;
    privateWebhooks?: boolean;
    /** One that is there already. */
    database?: Database;
  } = {},
) => {
  const database = options.database ?? (await createTestDatabase());
  const { db } = database;
  let now = Date.parse(startAt);
  const clock = (): Instant => instant(now);
  const log = pino({ level: 'silent' });
  const meters = createMetersFeature({
    database,
    audit: createAuditTrail({ db, clock }),
    clock,
    ...(options.maxMeters === undefined ? {} : { maxMeters: options.maxMeters }),
    claimCodes: options.claimCodes ?? false,
  });
  const { directory, releasing } = meters;
  // What runs by the clock of the machine, which is not that of a test, is asked for by the test itself.
  const jobs: JobRunner = { ...createJobRunner(database.connectionString, log), schedule: () => undefined };
  const brandRule = ['parceiro.test'];
  const mail = createMail({ smtpUrl: null, from: 'nascente@localhost', brandRule, jobs, db, clock, log });
  const threads = createWorkerThreads();
  atEndOfFile(() => threads.stop());
  const processes = createBoundedProcesses();
  atEndOfFile(() => processes.stop());
  const reading = readWhereWritten(database);
  const access = composeAccess({
    db,
    reading,
    mail,
    publicUrl: options.publicUrl ?? 'https://app.nascente.test',
    brandRule,
    isAdminHeld: options.isAdminHeld ?? false,
    oidc: options.oidc ?? null,
    directory,
    jobs,
    clock,
    log,
  });
  const { accounts, session, audit } = access;
  const config = { ...NO_REGISTERS, ...options.config };
  const establishmentParts = composeEstablishments({ config, db, meters, audit, jobs, clock, log });
  const { establishments } = establishmentParts;
  const { series, alerts, reports, homeStates, bound } = composeMetering({
    boardPorts: { plain: 1883, tls: null },
    publicUrl: 'https://app.nascente.test',
    configuredUrl: 'https://app.nascente.test',
    privateWebhooks: options.privateWebhooks ?? false,
    ...(options.sendPush === undefined ? {} : { sendPush: options.sendPush }),
    database,
    reading,
    threads,
    processes,
    directory,
    releasing,
    mail,
    brandRule,
    establishments,
    audit,
    announce: session.access.announce,
    jobs,
    clock,
    log,
    retentionDays: 400,
  });
  const app = await createHttpApp({
    config: { metricsToken: null, mqttWsPort: 9002, publicUrl: null, trustProxy: true, webRoot: '/absent' },
    log,
    sessions: access.verifier,
    registry: new Registry(),
    checks: [],
    edits: createEditGuard({ inTurn: createEditTurns(db), lastEdit: audit.lastEdit }),
  });
  for (const feature of [...access.bound, meters, ...establishmentParts.bound, ...bound])
    feature.register(app);
  await app.fastify.ready();
  atEndOfFile(() => app.fastify.close());

  const raw = async (method: Call['method'], url: string, { token, ...options }: RequestOptions = {}) => {
    const headers = { ...options.headers, ...(token === undefined ? {} : { 'access-token': token }) };
    const response = await app.fastify.inject({ ...options, method, url: `/api${url}`, headers });
    requireDocumentedStatus(method, url, response.statusCode);
    return response;
  };
  const inject = async (method: Call['method'], url: string, options: RequestOptions = {}) => {
    const response = await raw(method, url, options);
    return { status: response.statusCode, headers: response.headers, body: response.json() as unknown };
  };

  return {
    /** For what `inject` cannot show. */
    fastify: app.fastify,
    database,
    session,
    accounts,
    directory,
    mail,
    alerts,
    homeStates,
    closeDays: series.closeDays,
    notifyEndingKeys: access.notifyEndingKeys,
    checkProvider: access.checkProvider,
    sendReports: reports.makeDue,
    lookAtReports: reports.lookAgain,
    resumeReports: reports.resume,
    removeUnusedImages: establishmentParts.removeUnusedImages,
    /** Starts the work that calls leave behind; only then may they leave any. */
    async startJobs() {
      await jobs.start();
      atEndOfFile(() => jobs.stop());
    },
    inject,
    /** For an answer that is no JSON. */
    raw,
    seed: createSeed(database, () => now),
    setClock(at: string | number) {
      now = typeof at === 'number' ? at : Date.parse(at);
    },
    /** Sets the clock and keeps all sessions: one that was used at an earlier time ends by it. */
    async travelTo(at: string | number) {
      this.setClock(at);
      await database.pool.query("update session set expires_at = '2100-01-01'");
    },
    /** Makes a call that must succeed, and reads its answer as the contract's schema does. */
    async succeed<const C extends Call>(
      call: C,
      url: string,
      options: RequestOptions = {},
    ): Promise<AnswerOf<C>> {
      const { status, body } = await inject(call.method, url, options);
      expect(body).toMatchObject({ ok: true });
      expect(status).toBe(call.success);
      return call.answer.parse(body) as AnswerOf<C>;
    },
    /** Makes a call that must fail, in the shape that every failure has. */
    async fail(method: Call['method'], url: string, options: RequestOptions = {}) {
      const { status, headers, body } = await inject(method, url, options);
      return { status, headers, ...failure.parse(body) };
    },
  };
};

export type TestApi = Awaited<ReturnType<typeof createTestApi>>;
