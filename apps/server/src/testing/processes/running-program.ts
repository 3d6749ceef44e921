import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program that a test has started. */
export interface RunningProgram {
  readonly process: ChildProcess;
  output(): string;
  /** Resolves with the output once it shows `words` as often as asked; rejects when the process ends before. */
  shows(text: string, times?: number): Promise<string>;
  ends(): Promise<number | null>;
}

/** Where `npm test` keeps what Node made of the modules that it read (`scripts/steps/toolchain.mjs`). */
const compiledModules = process.env.NODE_COMPILE_CACHE;

/** A server of its own on whatever ports are free. */
export const serverEnvironment = (dataDir: string): Record<string, string> => ({
  ...(compiledModules === undefined ? {} : { NODE_COMPILE_CACHE: compiledModules }),
  PATH: '/usr/bin:/bin',
  HOST: '127.0.0.1',
  PORT: '0',
  MQTT_PORT: '0',
  MQTT_WS_PORT: '0',
  DATA_DIR: dataDir,
});

/** Starts Node with these arguments. */
export const runProgram = (args: readonly string[], env: Record<string, string>): RunningProgram => {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ended = once(child, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const listener of listeners) listener();
    });
  }
  const shows = (text: string, times = 1) =>
    new Promise<string>((resolve, reject) => {
      const look = () => (output.split(text).length > times ? resolve(output) : undefined);
      listeners.add(look);
      look();
      void ended.then(() => reject(new Error(`Ended without '${text}': ${output}`)));
    });
  return { process: child, output: () => output, shows, ends: () => ended };
};
