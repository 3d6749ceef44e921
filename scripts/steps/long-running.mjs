import { spawn } from 'node:child_process';
import { environment, findNode, root } from './toolchain.mjs';

const GRACE_MS = 15_000;

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
  const ended = new Promise((resolve) => {
    child.on('error', () => resolve(127));
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 0 : 1)));
  });
  let ending = false;
  const end = async () => {
    if (!ending && child.exitCode === null) {
      ending = true;
      child.kill('SIGTERM');
      const last = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      last.unref();
    }
    return ended;
  };
  return { child, ended, end };
};

/** Runs `end` once, at the first signal that asks for it. */
export const onEndSignal = (end) => {
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (asked) return;
      asked = true;
      end();
    });
  }
};
