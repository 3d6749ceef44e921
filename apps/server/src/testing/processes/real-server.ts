import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ADMIN, callsFromOutside, connectWhenever, type RealBoard } from '../calls-from-outside.ts';
import { copyMigratedData } from '../migrated-data.ts';
import { freePorts } from './free-ports.ts';
import { runProgram, serverEnvironment } from './running-program.ts';

const STEPS = new URL('../../../../../scripts/steps/', import.meta.url).href;
/** What `npm start` does once everything is installed and built. */
export const SUPERVISED = `
  const { startSupervisedServer } = await import('${STEPS}supervised-server.mjs');
  const { onEndSignal } = await import('${STEPS}long-running.mjs');
  const server = startSupervisedServer([]);
  onEndSignal(server.end);
  process.exitCode = await server.ended;
  console.log('The supervisor ends');
`;
const READY = 'Nascente is ready';

/** Process number of the server in the last line that says it is ready. */
export const serverPid = (output: string): number =>
  Number([...output.matchAll(/"pid":(\d+)[^\n]*Nascente is ready/g)].at(-1)?.[1]);

/**
 * The whole program under its supervisor, with data of its own, driven by HTTP and MQTT as from outside.
 *
 * @param needs.parent - in which its data have a directory of their own
 */
export const startRealServer = async (
  needs: { readonly parent?: string; readonly env?: Readonly<Record<string, string>> } = {},
) => {
  const directory = mkdtempSync(join(needs.parent ?? tmpdir(), 'nascente-real-'));
  // PostgreSQL may run as another user.
  chmodSync(directory, 0o711);
  const dataDir = join(directory, 'data');
  copyMigratedData(dataDir);
  const [port = 0, mqttPort = 0] = await freePorts(2);
  const start = () =>
    runProgram(['--input-type=module', '-e', SUPERVISED], {
      ...serverEnvironment(dataDir),
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      CLAIM_CODES: 'off',
      LOG_LEVEL: 'info',
      ...needs.env,
    });
  let running = start();
  onTestFinished(async () => {
    running.process.kill('SIGTERM');
    await running.ends();
    rmSync(directory, { recursive: true, force: true });
  });
  await running.shows(READY);
  return {
    dataDir,
    port,
    mqttPort,
    ...callsFromOutside(port),
    connect: (board: RealBoard) => connectWhenever(mqttPort, board),
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
