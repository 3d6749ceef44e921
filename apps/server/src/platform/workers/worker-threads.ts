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
  /** Portuguese advice for a task that exceeds the limits of memory or time. Absent for tasks of the server itself. */
  readonly tooLarge?: string;
  /** Heap limit of its thread, if it is lower than the default. */
  readonly memoryMb?: number;
}

/** Runs heavy work in separate threads, so that boards and other users do not wait. */
export type WorkerThreads = ReturnType<typeof createWorkerThreads>;

/**
 * Maximum concurrent tasks of all users together. As many tasks of the server itself may run, which wait instead of being
 * refused.
 */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 30;
/** Time limit of tasks of users. The largest file of past data takes a third of it on a slow machine. */
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
 * @param memoryMb - heap limit of a thread; exceeding it ends only that thread @param timeLimitMs - time limit of tasks of users
 */
export const createWorkerThreads = ({
  memoryMb = 512,
  timeLimitMs = TIME_LIMIT_MS,
}: {
  memoryMb?: number;
  timeLimitMs?: number;
} = {}) => {
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
    run<T>(task: WorkerTask): Promise<T> {
      const begin = () => start<T>(task);
      if (task.person === null) return ofServer(begin, task.signal);
      return ofPeople(task.person, begin, task.signal);
    },
    /** Opens a thread for files that are streamed to the client. */
    streams({ module, settings }: { module: URL; settings: object }) {
      const thread = createStreamThread({ module, settings, memoryMb });
      streamThreads.push(thread);
      return thread;
    },
    /** Ends running tasks and accepts no more. */
    async stop() {
      stopping.abort();
      await Promise.all([...running].map((worker) => worker.terminate()));
      await Promise.all(streamThreads.map((thread) => thread.stop()));
    },
  };
};
