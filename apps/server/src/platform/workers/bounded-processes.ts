import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { TooLarge, Unavailable } from '../errors.ts';
import { createPeopleTurns } from './people-turns.ts';
import { WATCHED_MB } from './process-answer.ts';
import { failureOf, type WorkerAnswer } from './worker-answer.ts';

interface ProcessTask {
  /** A module that calls `answerFromProcess`. */
  readonly module: URL;
  readonly file: Uint8Array;
  /** The account that the work is for: one task of it runs, one waits. */
  readonly person: string;
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignal;
  /** Portuguese advice for a file that exceeds the limits of memory or time. */
  readonly tooLarge: string;
}
/**
 * Decoders of uploaded files, each in a separate process. The system limits its memory, so a file that unpacks to gigabytes ends
 * that process alone: the heap limit of a worker thread does not bound the buffers of a decoder.
 */
export type BoundedProcesses = ReturnType<typeof createBoundedProcesses>;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const MAX_CONCURRENT = 2;
const MAX_WAITING = 8;
const MEMORY_MB = 192;
const TIME_LIMIT_MS = 5_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const MAX_REPORT_CHARACTERS = 2_000;
/** A low priority, so that boards and requests are served first on a busy machine. */
const NICENESS = 5;
/** V8 reserves this much memory for machine code. RLIMIT_DATA counts it, although data cannot use it. */
const CODE_RANGE_MB = 512;
const LIMITED = 'ulimit -c 0; ulimit -d "$1" || exit 1; shift; exec "$@"';

const yieldToOthers = ({ pid }: Child): void => {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // The process has ended already.
  }
};

const answerOf = (child: Child, file: Uint8Array, maxAnswerBytes: number): Promise<WorkerAnswer> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    let report = '';
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > maxAnswerBytes) child.kill('SIGKILL');
      else parts.push(part);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      report = (report + text).slice(0, MAX_REPORT_CHARACTERS);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code !== 0) return reject(new Error(`the process ended by ${signal ?? code}: ${report}`));
      resolve(JSON.parse(Buffer.concat(parts).toString('utf8')) as WorkerAnswer);
    });
    // Writing to a process that has ended fails, which is expected.
    child.stdin.on('error', () => undefined);
    child.stdin.end(file);
  });

/**
 * @param limits.memoryMb - memory of a process, including that of Node itself
 * @param limits.limitedBySystem - `false`: the process checks its own memory, for systems without RLIMIT_DATA
 */
export const createBoundedProcesses = ({
  memoryMb = MEMORY_MB,
  timeLimitMs = TIME_LIMIT_MS,
  maxAnswerBytes = MAX_ANSWER_BYTES,
  limitedBySystem = process.platform === 'linux',
} = {}) => {
  const running = new Set<Child>();
  const stopping = new AbortController();
  const inTurn = createPeopleTurns({ concurrent: MAX_CONCURRENT, waiting: MAX_WAITING });

  const start = (module: URL): Child => {
    const program = [process.execPath, `--max-old-space-size=${memoryMb}`, fileURLToPath(module)];
    const [command = '', ...args] = limitedBySystem
      ? ['/bin/sh', '-c', LIMITED, 'sh', String((CODE_RANGE_MB + memoryMb) * 1024), ...program]
      : [...program, `${WATCHED_MB}${memoryMb}`];
    // The environment is empty, so that a decoder has no password of the database.
    const child = spawn(command, args, { env: {}, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
    yieldToOthers(child);
    return child;
  };

  const answer = async ({ module, file, signal, tooLarge }: ProcessTask): Promise<WorkerAnswer> => {
    const child = start(module);
    running.add(child);
    const kill = (): void => void child.kill('SIGKILL');
    const late = setTimeout(kill, timeLimitMs);
    signal?.addEventListener('abort', kill);
    try {
      return await answerOf(child, file, maxAnswerBytes);
    } catch (error) {
      signal?.throwIfAborted();
      if (stopping.signal.aborted) throw new Unavailable();
      throw new TooLarge(tooLarge, { cause: error });
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', kill);
      running.delete(child);
    }
  };

  return {
    async run<T>(task: ProcessTask): Promise<T> {
      const provided = await inTurn(
        task.person,
        () => {
          if (stopping.signal.aborted) throw new Unavailable();
          return answer(task);
        },
        task.signal,
      );
      if (provided.kind === 'failure') throw failureOf(provided);
      return provided.value as T;
    },
    /** Ends the running processes and starts no more. */
    async stop() {
      stopping.abort();
      await Promise.all(
        [...running].map((child) => {
          const ended = new Promise((resolve) => child.once('close', resolve));
          child.kill('SIGKILL');
          return ended;
        }),
      );
    },
  };
};
