import type { Call } from '@nascente/contract/base/call';
import { failure } from '@nascente/contract/base/conventions';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect } from 'vitest';
import { composePeople, type PeopleConfig } from '../../compose-features.ts';
import { createAccountsFeature } from '../../people/accounts/index.ts';
import { createAuditTrail, createSignInWitness } from '../../people/audit/index.ts';
import { createConsentsFeature } from '../../people/consents/index.ts';
import { createSessionFeature } from '../../people/session/index.ts';
import { createHttpApp } from '../../platform/http/app.ts';
import { createJobRunner } from '../../platform/jobs/job-runner.ts';
import { createMail } from '../../platform/mail/mail.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { createTestDatabase } from '../test-database.ts';
import type { ReceivedLetter, TestSmtp } from '../test-smtp.ts';
import { createSeed } from './seed.ts';

type RequestOptions = Omit<InjectOptions, 'url' | 'method'> & { readonly token?: string };

const PUBLIC_URL = 'https://app.nascente.test';
export const SUPPORT_EMAIL = 'suporte@nascente.test';

/** The calls about accounts and mail, on a real database, queue and SMTP server; without `smtp`, the local mailbox. */
export const createTestPeople = async (smtp: TestSmtp | null, config: Partial<PeopleConfig> = {}) => {
  const database = await createTestDatabase();
  const { db } = database;
  let now = Date.parse('2026-11-20T12:00:00Z');
  const clock = (): Instant => instant(now);
  const log = pino({ level: 'silent' });
  const brandRule = ['parceiro.test'];
  const accounts = createAccountsFeature({ db, brandRule });
  const jobs = createJobRunner(database.connectionString, log);
  const passwordChanges: { accountId: string; address: string }[] = [];
  const mail = createMail({
    smtpUrl: smtp?.url ?? null,
    from: 'Nascente <nao-responda@nascente.test>',
    brandRule,
    jobs,
    db,
    clock,
    log,
    persistence: { attempts: 30, firstWaitSeconds: 1, maxWaitSeconds: 1, lookEverySeconds: 0.5 },
  });
  const audit = createAuditTrail({ db, clock });
  const publicUrl = config.publicUrl ?? PUBLIC_URL;
  const session = createSessionFeature({
    db,
    accounts,
    witness: createSignInWitness(audit),
    mail,
    publicUrl,
    clock,
    log,
  });
  const people = composePeople({
    config: {
      port: 8080,
      httpsPort: 8443,
      tls: null,
      publicUrl: PUBLIC_URL,
      supportEmail: SUPPORT_EMAIL,
      trustProxy: false,
      localMailbox: true,
      ...config,
    },
    db,
    mail,
    accounts,
    session,
    audit,
    clock,
    log,
    acceptAllConsents: createConsentsFeature({ db, audit, clock }).acceptAllConsents,
    passwordWitness: async (accountId, { address }) => void passwordChanges.push({ accountId, address }),
  });
  await jobs.start();
  const app = await createHttpApp({
    config: { metricsToken: null, mqttWsPort: 9002, publicUrl: null, trustProxy: true, webRoot: '/absent' },
    log,
    sessions: session.verifier,
    registry: new Registry(),
    checks: [],
  });
  for (const feature of [accounts, session, ...people.bound]) feature.register(app);
  await app.fastify.ready();
  atEndOfFile(async () => {
    await app.fastify.close();
    await jobs.stop();
  });

  const inject = async (method: Call['method'], url: string, { token, ...options }: RequestOptions = {}) => {
    const headers = { ...options.headers, ...(token === undefined ? {} : { 'access-token': token }) };
    const answer = await app.fastify.inject({ ...options, method, url: `/api${url}`, headers });
    return { status: answer.statusCode, headers: answer.headers, text: answer.body };
  };

  return {
    database,
    session,
    /** What the audit trail would be told. */
    passwordChanges,
    seed: createSeed(database, () => now),
    inject,
    advance(milliseconds: number) {
      now += milliseconds;
    },
    async succeed(call: Call, url: string, options: RequestOptions = {}): Promise<Record<string, unknown>> {
      const { status, text } = await inject(call.method, url, options);
      expect(text).toContain('"ok":true');
      expect(status).toBe(call.success);
      return call.answer.parse(JSON.parse(text)) as Record<string, unknown>;
    },
    async fail(method: Call['method'], url: string, options: RequestOptions = {}) {
      const { status, headers, text } = await inject(method, url, options);
      return { status, headers, ...failure.parse(JSON.parse(text)) };
    },
    /** The letters that this person got with this subject, once there are so many. */
    async lettersTo(email: string, subject: string, count = 1): Promise<readonly ReceivedLetter[]> {
      const found = () =>
        (smtp?.received ?? []).filter(
          (mailMessage) => mailMessage.recipients.includes(email) && mailMessage.subject === subject,
        );
      await expect.poll(() => found().length, { timeout: 20_000 }).toBe(count);
      return found();
    },
    /** Once every letter queued so far is written and sent, or found not to be due. */
    async postIsDone(): Promise<void> {
      const waiting =
        "select count(*)::int as waiting from job.job where name = 'mail' and state < 'completed'";
      await expect
        .poll(async () => (await database.pool.query(waiting)).rows, { timeout: 20_000 })
        .toEqual([{ waiting: 0 }]);
    },
  };
};
