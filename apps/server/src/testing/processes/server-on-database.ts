import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { ADMIN, callsFromOutside, connectWhenever, type RealBoard } from '../calls-from-outside.ts';
import { freePorts } from './free-ports.ts';
import { runProgram, serverEnvironment } from './running-program.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

/** The server as a process of its own on a PostgreSQL that is there already. Ended when the test is over. */
export const startServerOn = async (databaseUrl: string, settings: Readonly<Record<string, string>> = {}) => {
  const directory = mkdtempSync(join(tmpdir(), 'nascente-on-database-'));
  const [port = 0, mqttPort = 0] = await freePorts(2);
  const running = runProgram([MAIN], {
    ...serverEnvironment(directory),
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    CLAIM_CODES: 'off',
    ...settings,
  });
  onTestFinished(async () => {
    running.process.kill('SIGKILL');
    await running.ends();
    rmSync(directory, { recursive: true, force: true });
  });
  await running.shows('Nascente is ready');
  return {
    port,
    mqttPort,
    output: running.output,
    connect: (board: RealBoard) => connectWhenever(mqttPort, board),
    /** @returns the exit code. */
    async stop(): Promise<number | null> {
      running.process.kill('SIGTERM');
      return running.ends();
    },
    ...callsFromOutside(port),
  };
};
