import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { triLine } from '../../../testing/boards/test-telemetry.ts';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import { startRealServer } from '../../../testing/processes/real-server.ts';
import { createTestCertificate } from '../../../testing/test-certificate.ts';

const CALLERS = Number(process.env.CALLERS ?? 10_000);
const ATTACK_MS = 30_000;
const EVERY_MS = 50;
const WARM_UP = 10_000;
const CONCURRENT = 100;
const MAX_P95_MS = 200;
const MAX_MORE_KB = 100_000;
/** Each caller is refused and returns at once, so some memory of refused requests is always in use. */
const MAX_MORE_REFUSED_KB = 120_000;
/** Garbage, and memory that V8 and the system's allocator keep for the next time. */
const MAX_GARBAGE_KB = 500_000;
const ROUNDS = 6;
const CONNECTIONS = 100;
/** Together fewer than may wait of one address. */
const STREAMS = 16;
const REQUESTS = 96;
const UNAUTHENTICATED = fileURLToPath(
  new URL('../../../testing/processes/unauthenticated-process.ts', import.meta.url),
);

const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;
const memoryKb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** A request from another address than the attackers. */
const signInFromElsewhere = async (port: number): Promise<number | undefined> => {
  const call = request({
    port,
    host: '127.0.0.1',
    localAddress: '127.0.0.2',
    path: '/api/login/ways',
    agent: false,
  });
  call.end();
  const [answer] = await once(call, 'response');
  answer.resume();
  return answer.statusCode;
};

test.for(['silent', 'large body', 'unfinished body'] as const)(
  'attacker HTTP connections of one address (%s) harm neither other people nor boards',
  async (kind, { annotate }) => {
    const server = await startRealServer();
    const board = await server.installBoard(await server.signIn());
    const client = server.connect(board);
    onTestFinished(() => void client.end(true));
    const timesOf = async (act: () => Promise<unknown>): Promise<number[]> => {
      const times: number[] = [];
      for (const until = performance.now() + ATTACK_MS; performance.now() < until; await pause(EVERY_MS)) {
        const at = performance.now();
        await act();
        times.push(performance.now() - at);
      }
      return times;
    };
    const publish = () =>
      client.publishAsync(`message/${board.mac}`, triLine(board.mac, Date.now()), { qos: 1 });
    const atRest = await timesOf(publish);
    // A server at work uses more memory than after its start.
    for (let n = 0; n < WARM_UP; n += CONCURRENT)
      await Promise.all(Array.from({ length: CONCURRENT }, () => signInFromElsewhere(server.port)));
    const before = memoryKb(server.pid());
    const attacker = fork(UNAUTHENTICATED);
    onTestFinished(() => void attacker.kill('SIGKILL'));
    attacker.send({ port: server.port, websocketPort: 0, count: CALLERS, kind });
    let maximum = before;
    const look = setInterval(() => {
      maximum = Math.max(maximum, memoryKb(server.pid()));
    }, 200);
    const [boards, people] = await Promise.all([
      timesOf(publish),
      timesOf(async () => expect(await signInFromElsewhere(server.port)).toBe(200)),
    ]);
    clearInterval(look);
    await annotate(
      `${kind}, ${CALLERS} connections: boards p95 ${p95(atRest).toFixed(1)} ms at rest, ${p95(boards).toFixed(1)} ms then, people p95 ${p95(people).toFixed(1)} ms, ` +
        `memory + ${((maximum - before) / 1_000).toFixed(0)} MB`,
    );
    expect(p95(boards)).toBeLessThan(MAX_P95_MS);
    // Each of the others is answered and comes again at once: that is work of the processor, not of the memory.
    if (kind !== 'large body') expect(p95(people)).toBeLessThan(MAX_P95_MS);
    expect(maximum - before).toBeLessThan(kind === 'large body' ? MAX_MORE_REFUSED_KB : MAX_MORE_KB);
  },
);

/** Asks so often on each of so many connections, as many at once as the server takes, and counts answers by their status. */
const askByHttp2 = async (
  port: number,
  connections: number,
  times: number,
): Promise<Map<unknown, number>> => {
  const answers = new Map<unknown, number>();
  const ask = async (session: ClientHttp2Session): Promise<void> => {
    const stream = session.request({ ':path': '/api/user' });
    stream.on('response', ({ ':status': status }) => answers.set(status, (answers.get(status) ?? 0) + 1));
    await once(stream.resume(), 'close');
  };
  const sessions = Array.from({ length: connections }, () =>
    connect(`https://localhost:${port}`, { rejectUnauthorized: false }),
  );
  await Promise.all(
    sessions.flatMap((session) =>
      Array.from({ length: STREAMS }, async () => {
        for (let n = 0; n < times / STREAMS; n++) await ask(session);
      }),
    ),
  );
  for (const session of sessions) session.destroy();
  return answers;
};

test('tens of thousands of refused HTTP/2 requests leave no memory behind', async ({ annotate }) => {
  const directory = mkdtempSync(join(tmpdir(), 'nascente-refused-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const [certificate, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  const made = createTestCertificate('localhost');
  writeFileSync(certificate, made.cert);
  writeFileSync(key, made.key);
  const [port = 0] = await freePorts(1);
  const server = await startRealServer({
    env: { TLS_CERT: certificate, TLS_KEY: key, HTTPS_PORT: String(port), MQTT_TLS_PORT: '0' },
  });
  const held: number[] = [memoryKb(server.pid())];
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await askByHttp2(port, CONNECTIONS, REQUESTS);
    expect([...answers]).toEqual([[401, CONNECTIONS * REQUESTS]]);
    held.push(memoryKb(server.pid()));
  }
  await annotate(
    `memory at rest and after each round: ${held.map((kb) => (kb / 1_000).toFixed(0)).join(', ')} MB`,
  );
  const [atRest = 0, , second = 0] = held;
  const last = held.at(-1) ?? Number.POSITIVE_INFINITY;
  expect(last - second).toBeLessThan(MAX_MORE_KB);
  expect(last - atRest).toBeLessThan(MAX_GARBAGE_KB);
});
