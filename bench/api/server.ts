import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instant } from '@nascente/domain/base/time/zone';
import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { composeMetering } from '../../apps/server/src/compose-metering.ts';
import { createAccountsFeature } from '../../apps/server/src/people/accounts/index.ts';
import { createAuditTrail } from '../../apps/server/src/people/audit/index.ts';
import { createSessionFeature } from '../../apps/server/src/people/session/index.ts';
import { readWhereWritten } from '../../apps/server/src/platform/database/connections/read-database.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { connectDatabase, type Database } from '../../apps/server/src/platform/database/open-database.ts';
import { createHttpApp } from '../../apps/server/src/platform/http/app.ts';
import { createJobRunner } from '../../apps/server/src/platform/jobs/job-runner.ts';
import { createMail } from '../../apps/server/src/platform/mail/mail.ts';
import { createBoundedProcesses } from '../../apps/server/src/platform/workers/bounded-processes.ts';
import { createWorkerThreads } from '../../apps/server/src/platform/workers/worker-threads.ts';
import { createEstablishmentsFeature } from '../../apps/server/src/sites/establishments/index.ts';
import { createMetersFeature } from '../../apps/server/src/sites/meters/index.ts';
import { startEmbeddedPostgres } from '../../packages/postgres-host/src/embedded-postgres.ts';
import { postgresCpuSeconds } from '../ingest/postgres-cpu.ts';

const RETENTION_DAYS = 400;
const log = pino({ level: 'silent' });

/** The server's calls on a PostgreSQL of their own with the server's settings; `now` stands still. */
export const startApi = async (now: number) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nascente-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  await migrate(postgres.connectionString, log);
  const database = connectDatabase(postgres.connectionString, log);
  const { db } = database;
  const clock = () => instant(now);
  const accounts = createAccountsFeature({ db, brandRule: [] });
  const audit = createAuditTrail({ db, clock });
  const meters = createMetersFeature({ database, audit, clock, claimCodes: false });
  const { directory, releasing } = meters;
  const establishments = createEstablishmentsFeature({
    db,
    directory,
    audit,
    clock,
    refrigerationPanelUrl: null,
    maxEstablishments: 2_000,
  });
  const jobs = createJobRunner(postgres.connectionString, log);
  let hasJobs = false;
  const mail = createMail({ smtpUrl: null, from: 'nascente@localhost', brandRule: [], jobs, db, clock, log });
  const publicUrl = 'http://localhost:8080';
  const session = createSessionFeature({ db, accounts, mail, publicUrl, clock, log });
  const metering = composeMetering({
    boardPorts: { plain: 1883, tls: null },
    publicUrl,
    configuredUrl: null,
    privateWebhooks: false,
    database,
    reading: readWhereWritten(database),
    threads: createWorkerThreads(),
    processes: createBoundedProcesses(),
    directory,
    releasing,
    mail,
    brandRule: [],
    establishments: establishments.service,
    audit,
    announce: async () => undefined,
    jobs: { ...jobs, schedule: () => undefined },
    clock,
    log,
    retentionDays: RETENTION_DAYS,
  });
  const app = await createHttpApp({
    config: { metricsToken: null, mqttWsPort: 0, publicUrl: null, trustProxy: false, webRoot: '/absent' },
    log,
    sessions: session.verifier,
    registry: new Registry(),
    checks: [],
  });
  for (const feature of [accounts, session, meters, establishments, ...metering.bound]) {
    feature.register(app);
  }
  await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.fastify.server.address() as AddressInfo;
  return {
    database,
    closeDays: metering.series.closeDays,
    alerts: metering.alerts,
    port,
    /** Starts processing jobs of calls; before that, calls may create none. */
    async startJobs(): Promise<void> {
      hasJobs = true;
      await jobs.start();
    },
    /** CPU ms of the server, of PostgreSQL and of the client in this process, until now. */
    cpu(): number {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000 + postgresCpuSeconds(dataDir) * 1_000;
    },
    async signIn(): Promise<string> {
      const [email, password] = [`${randomUUID()}@bench.test`, 'Nascente#2026'];
      await database.db
        .insertInto('account')
        .values({ email, password_hash: await session.passwords.hash(password), first_name: 'Bench' })
        .execute();
      const base64 = Buffer.from(password).toString('base64');
      const { token } = await session.session
        .signIn(
          { email, password: base64, keep: true },
          { address: '127.0.0.1', userAgent: 'bench', deviceToken: null },
        )
        .then(({ token }) => ({ token }));
      return token;
    },
    async stop(): Promise<void> {
      await app.fastify.close();
      if (hasJobs) await jobs.stop();
      await database.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** What autovacuum and the hourly job have done long since on a server that has run for a year. */
export const tidy = async ({ connectionString }: Database, tables: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('truncate change_log');
  for (const table of tables) await client.query(`vacuum analyze ${table}`);
  await client.end();
};

/** So many electric meters of three phases at one establishment of the last account; answers their MACs. */
export const seedMeters = async (
  { pool }: Database,
  count: number,
  since: string,
): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into establishment (owner_id, name) select id, 'Bench' from account order by created_at desc limit 1 returning id`,
  );
  const mac = `'02:00:00:00:' || upper(lpad(to_hex(n / 256), 2, '0')) || ':' || upper(lpad(to_hex(n % 256), 2, '0'))`;
  await pool.query(
    `insert into board (mac, type, model, equipment, key_hash)
     select ${mac}, 'eletric', 'tri', 'emd3p', '\\x00' from generate_series(0, $1::integer - 1) n`,
    [count],
  );
  const installed = await pool.query<{ mac: string }>(
    `insert into installation (establishment_id, mac, name, tariff_id, installed_at)
     select $1, ${mac}, 'Medidor ' || n, (select id from tariff limit 1), $2 from generate_series(0, $3::integer - 1) n
     order by n returning mac`,
    [rows[0]?.id, since, count],
  );
  return installed.rows.map((row) => row.mac);
};
