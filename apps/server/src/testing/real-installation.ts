import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Mac, normalizeMac } from '@nascente/domain/metering/mac';
import mqtt from 'mqtt';
import { onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { readPostmaster } from '../platform/database/postmaster-file.ts';
import { createLog } from '../platform/log/log.ts';
import { startNatsCluster } from './nats-cluster.ts';
import { type RunningProgram, runProgram, serverEnvironment } from './running-program.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const ADMIN = { email: 'admin@nascente.test', password: 'Nascente#2026' };

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

interface Process {
  readonly role: string;
  readonly port: number;
  readonly mqttPort: number;
  running: RunningProgram;
}

/**
 * An installation of several processes, each a program of its own: three NATS servers, a PostgreSQL, and processes by role,
 * driven by HTTP and MQTT as from outside.
 */
export const startRealInstallation = async (needs: {
  roles: Readonly<Record<string, string>>;
  streamBytes?: number;
}) => {
  const directory = mkdtempSync(join(tmpdir(), 'nascente-roles-'));
  const nats = await startNatsCluster(3);
  onTestFinished(() => nats.stop());
  const dataDir = join(directory, 'database');
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  onTestFinished(async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const launch = ({ role, port, mqttPort }: Omit<Process, 'running'>): RunningProgram =>
    runProgram([MAIN], {
      ...serverEnvironment(join(directory, `${role}-${port}`)),
      ROLE: role,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATABASE_URL: postgres.connectionString,
      NATS_URL: nats.url,
      NATS_STREAM_BYTES: String(needs.streamBytes ?? 100_000_000),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      CLAIM_CODES: 'off',
    });
  const processes = new Map<string, Process>();
  for (const [name, role] of Object.entries(needs.roles)) {
    const ports = { role, port: await freePort(), mqttPort: await freePort() };
    processes.set(name, { ...ports, running: launch(ports) });
  }
  onTestFinished(async () => {
    for (const { running } of processes.values()) running.process.kill('SIGKILL');
    await Promise.all([...processes.values()].map(({ running }) => running.ends()));
  });
  const named = (name: string): Process => {
    const found = processes.get(name);
    if (found === undefined) throw new Error(`no process ${name}`);
    return found;
  };
  const ready = (name: string) => named(name).running.shows('Nascente is ready');
  await Promise.all([...processes.keys()].map(ready));

  const read = async <T>(method: string, path: string, body?: unknown, token?: string): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${named('api').port}/api${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { 'access-token': token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };

  return {
    nats,
    read,
    async signIn(): Promise<string> {
      const password = Buffer.from(ADMIN.password).toString('base64');
      return (await read<{ token: string }>('POST', '/login', { email: ADMIN.email, password })).token;
    },
    /** A board that is provisioned and installed by the calls that people make. */
    async installBoard(token: string): Promise<{ mac: Mac; key: string }> {
      const pairs = randomBytes(2).toString('hex').toUpperCase();
      const mac = normalizeMac(`A4:CF:12:0D:${pairs.slice(0, 2)}:${pairs.slice(2)}`) as Mac;
      const board = { mac, type: 'eletric', model: 'tri', equipment: 'emd3p' };
      const { boards } = await read<{ boards: { key: string }[] }>(
        'POST',
        '/admin/boards',
        { boards: [board] },
        token,
      );
      const location = {
        name: 'Obra',
        address: 'Rua da Aurora, 10',
        postalCode: '50050-000',
        description: '',
      };
      const made = await read<{ location: { code: string } }>('POST', '/location', location, token);
      const installation = { locationCode: made.location.code, name: 'Geral', meter: mac };
      await read('POST', '/installation-meter', installation, token);
      return { mac, key: boards[0]?.key ?? '' };
    },
    /** A client of one edge that goes on trying until it is connected. */
    connect: (edge: string, { mac, key }: { mac: Mac; key: string }) =>
      mqtt.connect(`mqtt://127.0.0.1:${named(edge).mqttPort}`, {
        username: mac,
        password: key,
        reconnectPeriod: 200,
        queueQoSZero: false,
      }),
    async kill(name: string): Promise<void> {
      const { running } = named(name);
      running.process.kill('SIGKILL');
      await running.ends();
    },
    /** On the same ports, after it was killed. */
    async startAgain(name: string): Promise<void> {
      const killed = named(name);
      killed.running = launch(killed);
      await ready(name);
    },
    signal: (name: string, signal: 'SIGSTOP' | 'SIGCONT'): void =>
      void named(name).running.process.kill(signal),
    output: (name: string) => named(name).running.output(),
    /** The database is started again by whoever keeps it. */
    killDatabase(): void {
      const postmaster = readPostmaster(join(dataDir, 'postgres'));
      if (postmaster !== null) process.kill(postmaster.pid, 'SIGKILL');
    },
  };
};
