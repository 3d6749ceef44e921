import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mac, normalizeMac } from '@nascente/domain/metering/mac';
import mqtt from 'mqtt';
import { onTestFinished } from 'vitest';
import { runProgram, serverEnvironment } from './running-program.ts';

const STEPS = new URL('../../../../scripts/steps/', import.meta.url).href;
/** What `npm start` does once everything is installed and built. */
export const SUPERVISED = `
  const { startSupervisedServer } = await import('${STEPS}supervised-server.mjs');
  const { onEndSignal } = await import('${STEPS}long-running.mjs');
  const server = startSupervisedServer([]);
  onEndSignal(server.end);
  process.exitCode = await server.ended;
  console.log('The supervisor ends');
`;
const ADMIN = { email: 'admin@nascente.test', password: 'Nascente#2026' };
const READY = 'Nascente is ready';

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** Process number of the server in the last line that says it is ready. */
export const serverPid = (output: string): number =>
  Number([...output.matchAll(/"pid":(\d+)[^\n]*Nascente is ready/g)].at(-1)?.[1]);

/**
 * The whole program under its supervisor, with data of its own, driven by HTTP and MQTT as from outside.
 *
 * @param given.parent - in which its data have a directory of their own
 */
export const startRealServer = async (
  given: { readonly parent?: string; readonly env?: Readonly<Record<string, string>> } = {},
) => {
  const directory = mkdtempSync(join(given.parent ?? tmpdir(), 'nascente-real-'));
  // PostgreSQL may run as another user.
  chmodSync(directory, 0o711);
  const dataDir = join(directory, 'data');
  const [port, mqttPort] = [await freePort(), await freePort()];
  const start = () =>
    runProgram(['--input-type=module', '-e', SUPERVISED], {
      ...serverEnvironment(dataDir),
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      CLAIM_CODES: 'off',
      LOG_LEVEL: 'info',
      ...given.env,
    });
  let running = start();
  onTestFinished(async () => {
    running.process.kill('SIGTERM');
    await running.ends();
    rmSync(directory, { recursive: true, force: true });
  });
  await running.shows(READY);
  const api = `http://127.0.0.1:${port}/api`;
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    token?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> =>
    fetch(`${api}${path}`, {
      method,
      headers: {
        ...headers,
        ...(token === undefined ? {} : { 'access-token': token }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  const read = async <T>(method: string, path: string, body?: unknown, token?: string): Promise<T> => {
    const answer = await ask(method, path, body, token);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const signIn = async (): Promise<string> => {
    const password = Buffer.from(ADMIN.password).toString('base64');
    return (await read<{ token: string }>('POST', '/login', { email: ADMIN.email, password })).token;
  };
  /** A board that is provisioned and installed by the calls that people make. */
  const installBoard = async (token: string): Promise<{ mac: Mac; key: string }> => {
    const pairs = randomBytes(2).toString('hex').toUpperCase();
    const mac = normalizeMac(`A4:CF:12:0C:${pairs.slice(0, 2)}:${pairs.slice(2)}`);
    if (mac === null) throw new Error('not a MAC');
    const board = { mac, type: 'eletric', model: 'tri', equipment: 'emd3p' };
    const { boards } = await read<{ boards: { key: string }[] }>(
      'POST',
      '/admin/boards',
      { boards: [board] },
      token,
    );
    const establishment = {
      name: 'Obra',
      address: 'Rua da Aurora, 10',
      postalCode: '50050-000',
      description: '',
    };
    const { location } = await read<{ location: { code: string } }>(
      'POST',
      '/location',
      establishment,
      token,
    );
    const installation = { locationCode: location.code, name: 'Geral', meter: mac };
    await read('POST', '/installation-meter', installation, token);
    return { mac, key: boards[0]?.key ?? '' };
  };
  return {
    dataDir,
    mqttPort,
    ask,
    read,
    signIn,
    installBoard,
    /** A client that goes on trying until it is connected. */
    connect: ({ mac, key }: { mac: Mac; key: string }) =>
      mqtt.connect(`mqtt://127.0.0.1:${mqttPort}`, {
        username: mac,
        password: key,
        reconnectPeriod: 200,
        queueQoSZero: false,
      }),
    /** How to reach its database, also while the server does not. */
    connectionString(): string {
      const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim();
      const host = encodeURIComponent(join(dataDir, 'postgres.socket'));
      return `postgresql://nascente:${password}@/nascente?host=${host}`;
    },
    pid: () => serverPid(running.output()),
    /** Resolves once it has become ready so many times. */
    ready: (times: number) => running.shows(READY, times),
    output: () => running.output(),
    /** As a person ends it; answers with what it ended. */
    async stop(): Promise<number | null> {
      running.process.kill('SIGTERM');
      return running.ends();
    },
    /** On the same data and ports, after a stop. */
    async startAgain(): Promise<void> {
      running = start();
      await running.shows(READY);
    },
  };
};
