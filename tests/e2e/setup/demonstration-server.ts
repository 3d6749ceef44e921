import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../../apps/server/src/testing/processes/free-ports.ts';
import type { RunningServer } from './running-server.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LOGS = join(ROOT, 'test-results');
/** Seven months are written at the first start, and a busy machine is no failure. */
const MAX_START_MS = 600_000;
const ADMIN = { email: 'sistema@medicao.test', password: 'Medir#cada-1' };
const SECOND_BRAND_DOMAIN = 'parceiro.test';

/** Resolves when the server has logged `text`. */
async function whenLogged(server: ChildProcess, text: string, log: string): Promise<void> {
  const deadline = performance.now() + MAX_START_MS;
  while (performance.now() < deadline) {
    if (readFileSync(log, 'utf8').includes(text)) return;
    if (server.exitCode !== null) break;
    await delay(100);
  }
  throw new Error(`the server did not log '${text}': see ${log}`);
}

async function whenReady(server: ChildProcess, address: string, log: string): Promise<void> {
  const deadline = performance.now() + MAX_START_MS;
  while (performance.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}: see ${log}`);
    const answered = await fetch(`${address}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (answered) return;
    await delay(100);
  }
  throw new Error(`the server was not ready in ${MAX_START_MS / 1000} s: see ${log}`);
}

/** Settings of `npm run demo` beside those of an installation. */
async function shownOff(http: number): Promise<Record<'SECOND_BRAND' | 'REFRIGERATION_PANEL_URL', string>> {
  const settings = new URL('../../../scripts/steps/demo-settings.mjs', import.meta.url).href;
  const { shownOff: shown } = (await import(settings)) as {
    shownOff: (
      settings: { http: number },
      environment: object,
    ) => Record<'SECOND_BRAND' | 'REFRIGERATION_PANEL_URL', string>;
  };
  return shown({ http }, { PUBLIC_URL: `http://127.0.0.1:${http}` });
}

export interface StartedServer {
  readonly server: RunningServer;
  /** Resolves once the months before those of the start are written too. */
  readonly whenComplete: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A real server with its embedded database and broker and the demonstration company. */
export async function startDemonstration(
  name: string,
  dataDir: string,
  registersPort: number,
): Promise<StartedServer> {
  const [port = 0, mqttPort = 0, mqttWsPort = 0] = await freePorts(3);
  const address = `http://127.0.0.1:${port}`;
  const shown = await shownOff(port);
  mkdirSync(LOGS, { recursive: true });
  const logFile = join(LOGS, `${name}.log`);
  const server = spawn(process.execPath, ['apps/server/src/main.ts', '--demo'], {
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
      ...shown,
      SECOND_BRAND: `${SECOND_BRAND_DOMAIN},${shown.SECOND_BRAND}`,
      CNPJ_API_URL: `http://127.0.0.1:${registersPort}/cnpj`,
      CEP_API_URL: `http://127.0.0.1:${registersPort}/cep`,
      CNPJ_FALLBACK_URL: 'none',
      CEP_FALLBACK_URL: 'none',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(logFile);
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });
  const stop = async () => {
    if (server.exitCode !== null) return;
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
  try {
    await whenReady(server, address, logFile);
  } catch (error) {
    await stop();
    throw error;
  }
  const running = { address, mqttPort, dataDir, admin: ADMIN, secondBrandDomain: SECOND_BRAND_DOMAIN };
  const whenComplete = () =>
    whenLogged(server, 'the earlier months of the demonstration are complete', logFile);
  return { server: running, whenComplete, stop };
}
