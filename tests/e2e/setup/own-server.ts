import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../../apps/server/src/testing/processes/free-ports.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LOGS = join(ROOT, 'test-results');
const MAX_START_MS = 120_000;
const ADMIN = { email: 'sistema@medicao.test', password: 'Medir#cada-1' };

/** An empty server that is reached by a name, as keys of devices need it, and by nothing else than this test. */
export async function startOwnServer(name: string, port: number, settings: Record<string, string> = {}) {
  const [mqttPort = 0, mqttWsPort = 0] = await freePorts(2);
  const address = `http://localhost:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'nascente-own-'));
  mkdirSync(LOGS, { recursive: true });
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      MQTT_WS_PORT: String(mqttWsPort),
      DATA_DIR: dataDir,
      PUBLIC_URL: address,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(LOGS, `${name}.log`));
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  const isReady = () =>
    fetch(`${address}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  const deadline = performance.now() + MAX_START_MS;
  while (!(await isReady())) {
    if (server.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`the server did not start: see test-results/${name}.log`);
    }
    await delay(100);
  }
  return { address, admin: ADMIN, stop };
}
