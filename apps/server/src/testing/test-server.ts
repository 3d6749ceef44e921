import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@nascente/runtime/log';
import { type Server, type ServerNeeds, startServer } from '../compose.ts';
import { type Environment, readConfig } from '../config.ts';
import type { Database } from '../platform/database/open-database.ts';
import { ADMIN } from './calls-from-outside.ts';
import { atEndOfFile } from './end-of-file.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestServer extends Server {
  /** http://127.0.0.1:port */
  readonly url: string;
  /** A connection of the test's own. */
  readonly database: Database;
}

/** The whole server on ports of the system's choice and a database of its own; stopped when the file is done. */
export const startTestServer = async (
  env: Environment = {},
  needs: Partial<Pick<ServerNeeds, 'clock'>> & {
    /** Starts another process of the installation of a server that runs already. */
    beside?: Pick<TestServer, 'database'>;
  } = {},
): Promise<TestServer> => {
  const { beside, ...others } = needs;
  const database = beside?.database ?? (await createTestDatabase());
  const dataDir = mkdtempSync(join(tmpdir(), 'nascente-server-'));
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    MQTT_PORT: '0',
    MQTT_WS_PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'silent',
    ...env,
  });
  const server = await startServer({ config, log: createLog(config.logLevel), ...others });
  atEndOfFile(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { ...server, url: `http://127.0.0.1:${server.ports.http}`, database };
};
