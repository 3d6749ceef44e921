import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { openPublicRegisters } from './public-registers.ts';
import { handOn } from './running-server.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LOG = join(ROOT, 'test-results/server.log');
const LONGEST_START_MS = 120_000;
const ADMIN = { email: 'sistema@medicao.test', password: 'Medir#cada-1' };
const SECOND_BRAND_DOMAIN = 'parceiro.test';

async function whenReady(server: ChildProcess, address: string): Promise<void> {
  const deadline = performance.now() + LONGEST_START_MS;
  while (performance.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}: see ${LOG}`);
    const answered = await fetch(`${address}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (answered) return;
    await delay(100);
  }
  throw new Error(`the server was not ready in ${LONGEST_START_MS / 1000} s: see ${LOG}`);
}

/** The real server with its embedded database and broker and the demonstration company, for all browser tests. */
// biome-ignore lint/style/noDefaultExport: Playwright takes the default export of its global setup.
export default async function startServer(): Promise<() => Promise<void>> {
  const [port, mqttPort, mqttWsPort] = [await freePort(), await freePort(), await freePort()];
  const registers = await freePort();
  const closeRegisters = await openPublicRegisters(registers);
  const dataDir = mkdtempSync(join(tmpdir(), 'nascente-e2e-'));
  const address = `http://127.0.0.1:${port}`;
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
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
      SECOND_BRAND: SECOND_BRAND_DOMAIN,
      CNPJ_API_URL: `http://127.0.0.1:${registers}/cnpj`,
      CEP_API_URL: `http://127.0.0.1:${registers}/cep`,
      CNPJ_FALLBACK_URL: 'none',
      CEP_FALLBACK_URL: 'none',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(LOG);
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await closeRegisters();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await whenReady(server, address);
  } catch (error) {
    await stop();
    throw error;
  }
  handOn({ address, mqttPort, dataDir, admin: ADMIN, secondBrandDomain: SECOND_BRAND_DOMAIN });
  return stop;
}
