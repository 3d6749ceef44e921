import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@nascente/postgres-host/embedded-postgres';
import { readPostmaster } from '@nascente/postgres-host/postmaster-file';
import { createLog } from '@nascente/runtime/log';
import { onTestFinished } from 'vitest';
import { ADMIN, callsFromOutside, connectWhenever, type RealBoard } from '../calls-from-outside.ts';
import { copyMigratedData } from '../migrated-data.ts';
import { freePorts } from './free-ports.ts';
import { startNatsCluster } from './nats-cluster.ts';
import { type RunningProgram, runProgram, serverEnvironment } from './running-program.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

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
  copyMigratedData(dataDir);
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
    const [port = 0, mqttPort = 0] = await freePorts(2);
    const ports = { role, port, mqttPort };
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

  return {
    nats,
    ...callsFromOutside(named('api').port),
    /** To one edge. */
    connect: (edge: string, board: RealBoard) => connectWhenever(named(edge).mqttPort, board),
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
    /** The supervisor starts the database again. */
    killDatabase(): void {
      const postmaster = readPostmaster(join(dataDir, 'postgres'));
      if (postmaster !== null) process.kill(postmaster.pid, 'SIGKILL');
    },
  };
};
