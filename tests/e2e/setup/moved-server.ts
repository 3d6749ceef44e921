import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../../apps/server/src/testing/processes/free-ports.ts';
import { CERTIFICATE } from './push/push-service.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LOGS = join(ROOT, 'test-results');
const MAX_START_MS = 120_000;
export const ADMIN = { email: 'sistema@medicao.test', password: 'Medir#cada-1' };

/** A server without a demonstration, on data of its own, that may be ended and started again at another time. */
export async function createMovedServer(dataDir: string) {
  const [port = 0, mqttPort = 0, mqttWsPort = 0] = await freePorts(3);
  const address = `http://localhost:${port}`;
  let running: ChildProcess | null = null;
  let movedByMs = 0;

  const stop = async (): Promise<void> => {
    const ending = running;
    running = null;
    if (ending === null || ending.exitCode !== null) return;
    ending.kill('SIGTERM');
    await once(ending, 'exit');
  };

  return {
    address,
    mqttPort,
    /** On the clock of the server. */
    now: (): number => Date.now() + movedByMs,
    /** Stops it and starts it at this instant; jobs of the start run at that time. */
    async startAt(instant: number): Promise<void> {
      await stop();
      movedByMs = instant - Date.now();
      mkdirSync(LOGS, { recursive: true });
      const server = spawn(
        process.execPath,
        ['--import', join(import.meta.dirname, 'moved-clock.mjs'), 'apps/server/src/main.ts'],
        {
          cwd: ROOT,
          env: {
            ...process.env,
            MOVED_CLOCK_MS: String(movedByMs),
            NODE_EXTRA_CA_CERTS: CERTIFICATE,
            HOST: '127.0.0.1',
            PORT: String(port),
            MQTT_PORT: String(mqttPort),
            MQTT_WS_PORT: String(mqttWsPort),
            DATA_DIR: dataDir,
            PUBLIC_URL: address,
            ADMIN_EMAIL: ADMIN.email,
            ADMIN_PASSWORD: ADMIN.password,
            PRIVATE_WEBHOOKS: 'yes',
            LOG_LEVEL: 'info',
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      running = server;
      const log = createWriteStream(join(LOGS, 'moved-server.log'), { flags: 'a' });
      server.stdout.pipe(log, { end: false });
      server.stderr.pipe(log, { end: false });
      const deadline = performance.now() + MAX_START_MS;
      while (performance.now() < deadline) {
        if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
        const isReady = await fetch(`${address}/api/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) return;
        await delay(100);
      }
      throw new Error(`the server was not ready in ${MAX_START_MS / 1000} s`);
    },
    stop,
  };
}
