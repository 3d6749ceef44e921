import { Worker } from 'node:worker_threads';
import { TooLarge, Unavailable } from '../errors.ts';
import { createTurns } from '../limits/turns.ts';
import { createPeopleTurns, SERVER_REFUSAL } from './people-turns.ts';
import { createStreamThread, type StreamThread, threadLimits } from './stream-thread.ts';
import { failureOf, type WorkerAnswer } from './worker-answer.ts';

interface WorkerTask {
  /** A module that calls `answerFromWorker`. */
  readonly module: URL;
  /** The input, sent by structured cloning. */
  readonly input: object;
  /** The account of the caller: one of its tasks runs, and one more waits. `null`: the server itself. */
  readonly person: string | null;
  /** Aborted when the caller no longer waits: the task leaves its queue, or its thread ends. */
  readonly signal?: AbortSignal;
  /** Portuguese: what to do about a task that needs more memory or time than it may have. Absent for the server's own. */
  readonly tooLarge?: string;
  /** Heap of its thread, where it needs less than others. */
  readonly memoryMb?: number;
}

/** Heavy work in threads of its own, so that boards and other people never wait for it. */
export interface WorkerThreads {
  run<T>(task: WorkerTask): Promise<T>;
  /** A thread for files that are written while they are read. */
  streams(needs: { module: URL; settings: object }): StreamThread;
  /** Ends running tasks and accepts no more. */
  stop(): Promise<void>;
}

/** Of people together, and as many of the server itself, which are never refused for want of room. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 30;
/** Of work that a person may make smaller. The largest file of readings takes a third of it on a slow machine. */
const TIME_LIMIT_MS = 180_000;

const isOutOfMemory = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const answerOf = <T>(worker: Worker, task: WorkerTask, timeLimitMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const { person, signal, tooLarge } = task;
    const abandon = (): void => reject(signal?.reason);
    const limit =
      person !== null && tooLarge !== undefined
        ? setTimeout(() => reject(new TooLarge(tooLarge)), timeLimitMs)
        : undefined;
    signal?.addEventListener('abort', abandon);
    worker.once('message', (answer: WorkerAnswer) =>
      answer.kind === 'value' ? resolve(answer.value as T) : reject(failureOf(answer)),
    );
    worker.once('error', (error) =>
      reject(
        isOutOfMemory(error) && tooLarge !== undefined ? new TooLarge(tooLarge, { cause: error }) : error,
      ),
    );
    worker.once('exit', () => {
      clearTimeout(limit);
      signal?.removeEventListener('abort', abandon);
      reject(new Unavailable());
    });
  });

/**
 * @param memoryMb - heap of a thread; one that needs more ends alone @param timeLimitMs - limit for work of a person that could
 * be made smaller
 */
export const createWorkerThreads = ({
  memoryMb = 512,
  timeLimitMs = TIME_LIMIT_MS,
}: {
  memoryMb?: number;
  timeLimitMs?: number;
} = {}): WorkerThreads => {
  const running = new Set<Worker>();
  const streamThreads: StreamThread[] = [];
  const stopping = new AbortController();
  const ofPeople = createPeopleTurns({ concurrent: MAX_CONCURRENT, waiting: MAX_WAITING });
  const ofServer = createTurns({
    concurrent: MAX_CONCURRENT,
    waiting: Number.POSITIVE_INFINITY,
    refusal: SERVER_REFUSAL,
  });

  const start = async <T>(task: WorkerTask): Promise<T> => {
    if (stopping.signal.aborted) throw new Unavailable();
    const worker = new Worker(task.module, {
      workerData: task.input,
      resourceLimits: threadLimits(task.memoryMb ?? memoryMb),
    });
    running.add(worker);
    try {
      return await answerOf<T>(worker, task, timeLimitMs);
    } finally {
      await worker.terminate();
      running.delete(worker);
    }
  };

  return {
    run: (task) => {
      const begin = () => start<never>(task);
      if (task.person === null) return ofServer(begin, task.signal);
      return ofPeople(task.person, begin, task.signal);
    },
    streams({ module, settings }) {
      const thread = createStreamThread({ module, settings, memoryMb });
      streamThreads.push(thread);
      return thread;
    },
    async stop() {
      stopping.abort();
      await Promise.all([...running].map((worker) => worker.terminate()));
      await Promise.all(streamThreads.map((thread) => thread.stop()));
    },
  };
};
