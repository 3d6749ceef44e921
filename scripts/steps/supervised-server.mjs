import { setTimeout as pause } from 'node:timers/promises';
import { startNode } from './long-running.mjs';
import { serverProgram } from './server-program.mjs';
import { compiledModules } from './toolchain.mjs';

const FIRST_PAUSE_MS = 500;
/** With the time that a start takes: whatever happens, boards are heard again within ten seconds. */
const MAX_PAUSE_MS = 5_000;
/** A server that has served this long before it ended is started again without the pauses of those before it. */
const STEADY_MS = 3_000;
/** What a server ends with whose database went away, or answered too late, while it started. */
const TRY_AGAIN = 75;

/**
 * Starts the server and starts it again whenever it ends without having been told to, later and later. A server that has
 * never been ready is not started again, unless it says that the same may work later: what else keeps it from starting has to
 * be changed by a person first.
 */
export const startSupervisedServer = (args, options) => {
  const ending = new AbortController();
  let hasBeenReady = false;
  let readyAt = null;
  let server;

  const startSingle = () => {
    readyAt = null;
    server = startNode([...serverProgram, ...args], {
      ...options,
      env: { ...compiledModules, ...options?.env },
    });
    server.child.on('message', (message) => {
      if (message !== 'ready') return;
      hasBeenReady = true;
      readyAt = performance.now();
    });
    return server.ended;
  };

  const supervise = async () => {
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      const code = await startSingle();
      if (ending.signal.aborted || (!hasBeenReady && code !== TRY_AGAIN)) return code;
      if (readyAt !== null && performance.now() - readyAt > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
      console.error(
        `The server has ended unexpectedly (${code}). Starting it again in ${pauseMs / 1_000} s.`,
      );
      await pause(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return 0;
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
  };

  const ended = supervise();
  const end = async () => {
    ending.abort();
    await server.end();
    return ended;
  };
  return { ended, end };
};
