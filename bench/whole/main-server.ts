import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../../apps/server/src/testing/processes/free-ports.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const POLL_MS = 5;
const START_LIMIT_MS = 180_000;

export const ADMIN = { email: 'admin@bench.test', password: 'Nascente#2026' };

interface Ports {
  readonly http: number;
  readonly mqtt: number;
  readonly websocket: number;
}

interface MainServer {
  readonly process: ChildProcess;
  readonly ports: Ports;
  /** From the start of the process to the first answer of /api/ready that says so. */
  readonly readyAfterMs: number;
  stop(): Promise<void>;
}

const isReady = async (port: number): Promise<boolean> => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/ready`)).ok;
  } catch {
    return false;
  }
};

/** The program as it is started for its users, on a data directory and free ports; under the flags of this one. */
export const startMain = async (
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<MainServer> => {
  const [http = 0, mqtt = 0, websocket = 0] = await freePorts(3);
  const ports = { http, mqtt, websocket };
  const began = performance.now();
  const child = spawn(process.execPath, [...process.execArgv, MAIN], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(ports.http),
      MQTT_PORT: String(ports.mqtt),
      MQTT_WS_PORT: String(ports.websocket),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'error',
      ...more,
    },
  });
  while (!(await isReady(ports.http))) {
    if (child.exitCode !== null || performance.now() - began > START_LIMIT_MS) {
      child.kill('SIGKILL');
      throw new Error('the server did not become ready');
    }
    await pause(POLL_MS);
  }
  return {
    process: child,
    ports,
    readyAfterMs: performance.now() - began,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};
