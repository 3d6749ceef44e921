import { spawn } from 'node:child_process';
import { environment, findNode, root } from './toolchain.mjs';

/** Longer than the server takes for its stop at the most. */
const GRACE_MS = 35_000;
/** As shells tell that a program was killed. */
const KILLED = 137;

/**
 * Starts a program that runs until it is told to end. It gets a process group of its own, so that Ctrl-C reaches
 * it once, from here, and not a second time from the terminal.
 */
export const startNode = (args, { env = {}, quiet = false } = {}) => {
  const child = spawn(findNode(), args, {
    cwd: root,
    env: environment(env),
    stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  });
  let ending = false;
  const ended = new Promise((resolve) => {
    child.on('error', () => resolve(127));
    child.on('exit', (code) => resolve(code ?? (ending ? 0 : KILLED)));
  });
  const end = async () => {
    if (!ending && child.exitCode === null && child.signalCode === null) {
      ending = true;
      child.kill('SIGTERM');
      const last = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      last.unref();
    }
    return ended;
  };
  return { child, ended, end };
};

const PARENT_WATCH_MS = 1_000;

/** Runs `end` once: at the first signal that asks for it, or when npm, which started this, is gone. */
export const onEndSignal = (end) => {
  let stopping = false;
  const ask = () => {
    if (stopping) return;
    stopping = true;
    end();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, ask);
  const parent = process.ppid;
  // A signal to npm ends the shell between npm and this program, and goes no further.
  setInterval(() => process.ppid !== parent && ask(), PARENT_WATCH_MS).unref();
};
