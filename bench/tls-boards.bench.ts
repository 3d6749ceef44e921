import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../apps/server/src/testing/processes/free-ports.ts';
import { createTestCertificate } from '../apps/server/src/testing/test-certificate.ts';
import { setting } from './api/measure.ts';
import { startChild } from './ingest/child.ts';
import { installFleet } from './ingest/fleet.ts';
import type { LoadResult, Order } from './ingest/generator.ts';
import { startMain } from './whole/main-server.ts';
import { memoryOfTree } from './whole/resident-memory.ts';

/** Boards that stay connected by TLS: what their handshakes and their connections cost, beside the same without TLS. */
const BOARDS = setting('BOARDS', 5_000);
const PER_SECOND = setting('PER_SECOND', 1_000);
const SECONDS = setting('SECONDS', 10);
const MB = 1024 * 1024;

const measure = async (isTls: boolean) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nascente-tls-'));
  const [tlsPort = 0, httpsPort = 0] = await freePorts(2);
  const { cert, key } = createTestCertificate('localhost');
  const files = { TLS_CERT: join(dataDir, 'server.crt'), TLS_KEY: join(dataDir, 'server.key') };
  writeFileSync(files.TLS_CERT, cert);
  writeFileSync(files.TLS_KEY, key);
  const ports = { MQTT_TLS_PORT: String(tlsPort), HTTPS_PORT: String(httpsPort) };
  const server = await startMain(dataDir, isTls ? { ...files, ...ports } : {});
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim();
  const socket = encodeURIComponent(join(dataDir, 'postgres.socket'));
  const boards = await installFleet(`postgresql://nascente:${password}@/nascente?host=${socket}`, BOARDS);
  const generator = startChild('generator.ts', []);
  const order = async (notified: Order): Promise<LoadResult> => {
    generator.send(notified);
    return (await generator.hear<{ result: LoadResult }>('done')).result;
  };
  const memoryBefore = memoryOfTree(server.process.pid ?? 0);
  const began = performance.now();
  const port = isTls ? tlsPort : server.ports.mqtt;
  await order({ order: 'connect', port, boards, from: Date.now(), ...(isTls ? { ca: cert } : {}) });
  const seconds = (performance.now() - began) / 1_000;
  const memory = (memoryOfTree(server.process.pid ?? 0) - memoryBefore) / MB;
  const { latencies } = await order({ order: 'pace', seconds: SECONDS, perSecond: PER_SECOND });
  const busy = (memoryOfTree(server.process.pid ?? 0) - memoryBefore) / MB;
  generator.process.disconnect();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
  const { p50, p95, p99 } = latencies;
  console.log(
    `| ${isTls ? 'TLS' : 'plain'} | ${Math.round(BOARDS / seconds)} | ${memory.toFixed(0)} MB | ${busy.toFixed(0)} MB ` +
      `| ${p50.toFixed(1)} / ${p95.toFixed(1)} / ${p99.toFixed(1)} ms |`,
  );
};

console.log(`${BOARDS} boards, then ${PER_SECOND} messages/s of them\n`);
console.log('| by | connected a second | memory of the server, more | while they send | p50 / p95 / p99 |');
console.log('|---|---|---|---|---|');
await measure(false);
await measure(true);
