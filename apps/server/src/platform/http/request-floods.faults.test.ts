import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { triLine } from '../../testing/boards/test-telemetry.ts';
import { freePorts } from '../../testing/processes/free-ports.ts';
import { startRealServer } from '../../testing/processes/real-server.ts';
import { createTestCertificate } from '../../testing/test-certificate.ts';

const ATTACK_MS = Number(process.env['ATTACK_MS'] ?? 20_000);
const REST_MS = 3_000;
const EVERY_MS = 50;
const MAX_P95_MS = 250;
const MAX_MORE_KB = 400_000;
const FLOOD = fileURLToPath(new URL('../../testing/processes/flood-process.ts', import.meta.url));

const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;
const memoryKb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

test.for([
  ['pipelined', '/api/login/ways', 20],
  ['pipelined', '/api/openapi.json', 20],
  ['one by one', '/api/login/ways', 200],
  ['resets', '/api/login/ways', 10],
] as const)(
  'boards are acknowledged in time while one address floods the server (%s, %s, %i connections)',
  async ([kind, path, connections], { annotate }) => {
    const directory = mkdtempSync(join(tmpdir(), 'nascente-flood-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const [certificate, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
    const made = createTestCertificate('localhost');
    writeFileSync(certificate, made.cert);
    writeFileSync(key, made.key);
    const [httpsPort = 0] = await freePorts(1);
    const tls = { TLS_CERT: certificate, TLS_KEY: key, HTTPS_PORT: String(httpsPort), MQTT_TLS_PORT: '0' };
    const server = await startRealServer(kind === 'resets' ? { env: tls } : {});
    // With TLS, the plain port redirects to it.
    const board = await (async () => {
      if (kind !== 'resets') return server.installBoard(await server.signIn());
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
      onTestFinished(() => void delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
      return server.installBoard(await server.signIn());
    })();
    const client = server.connect(board);
    onTestFinished(() => void client.end(true));
    const timesFor = async (ms: number): Promise<number[]> => {
      const times: number[] = [];
      for (const until = performance.now() + ms; performance.now() < until; await pause(EVERY_MS)) {
        const at = performance.now();
        await client.publishAsync(`message/${board.mac}`, triLine(board.mac, Date.now()), { qos: 1 });
        times.push(performance.now() - at);
      }
      return times;
    };
    const atRest = await timesFor(REST_MS);
    const before = memoryKb(server.pid());
    let maximum = before;
    const looking = setInterval(() => {
      maximum = Math.max(maximum, memoryKb(server.pid()));
    }, 100);
    const attacker = fork(FLOOD);
    onTestFinished(() => void attacker.kill('SIGKILL'));
    attacker.send({ port: kind === 'resets' ? httpsPort : server.port, kind, path, connections });
    const attacked = await timesFor(ATTACK_MS);
    attacker.kill('SIGKILL');
    clearInterval(looking);
    await annotate(
      `boards p95 ${p95(atRest).toFixed(1)} ms at rest, ${p95(attacked).toFixed(1)} ms then, ` +
        `most ${Math.max(...attacked).toFixed(0)} ms, memory + ${((maximum - before) / 1_000).toFixed(0)} MB`,
    );
    expect(p95(attacked)).toBeLessThan(MAX_P95_MS);
    expect(maximum - before).toBeLessThan(MAX_MORE_KB);
  },
);
