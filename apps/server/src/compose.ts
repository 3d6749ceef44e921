import type { AddressInfo } from 'node:net';
import { type Instant, instant } from '@nascente/domain/time/zone';
import type { Config } from './config.ts';
import { createAccountsFeature } from './features/accounts/index.ts';
import { createMetersFeature } from './features/meters/index.ts';
import { createSessionFeature } from './features/session/index.ts';
import { type Closers, createClosers } from './platform/closers.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { createHttpApp, type HttpApp } from './platform/http/app.ts';
import { createJobRunner } from './platform/jobs/job-runner.ts';
import type { Log } from './platform/log/log.ts';
import { createRegistry } from './platform/metrics/registry.ts';
import { listenOrRefuse } from './platform/start-refused.ts';

export interface Server {
  /** Where it really listens: a port 0 of the configuration was chosen by the system. */
  readonly ports: { readonly http: number };
  /** Stops taking work, finishes what was taken, closes. */
  stop(): Promise<void>;
}

export interface ServerNeeds {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: () => Instant;
  /** Another server has taken the database: this one must end. */
  readonly onDatabaseLost?: () => void;
}

const listen = async ({ fastify }: HttpApp, config: Config): Promise<number> => {
  const { host, port } = config;
  await listenOrRefuse({ variable: 'PORT', port }, () => fastify.listen({ host, port }));
  return (fastify.server.address() as AddressInfo).port;
};

const build = async (needs: Required<ServerNeeds>, closers: Closers): Promise<Server> => {
  const { config, log, clock } = needs;
  const database = await openDatabase(config, log, needs.onDatabaseLost);
  closers.add('database', () => database.close());
  const registry = createRegistry();
  const jobs = createJobRunner(database.connectionString, log);

  const accounts = createAccountsFeature({ database, brandRule: config.secondBrand });
  const session = createSessionFeature({ database, accounts, clock, log });
  const meters = createMetersFeature({ database, clock });

  const app = await createHttpApp({
    config,
    log,
    sessions: session.verifier,
    registry,
    checks: [{ name: 'database', isReady: () => database.ready() }],
  });
  for (const feature of [accounts, session, meters]) feature.register(app);

  await session.ensureFirstAdmin(config);
  closers.add('jobs', () => jobs.stop());
  await jobs.start();
  closers.add('http', () => app.fastify.close());
  const http = await listen(app, config);
  return { ports: { http }, stop: () => closers.closeAll() };
};

/** Builds and starts everything, in order. What was started is closed again when a later part cannot start. */
export const startServer = async (needs: ServerNeeds): Promise<Server> => {
  const closers = createClosers(needs.log);
  try {
    return await build(
      { clock: () => instant(Date.now()), onDatabaseLost: () => undefined, ...needs },
      closers,
    );
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};
