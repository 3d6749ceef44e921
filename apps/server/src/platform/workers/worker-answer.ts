import { parentPort, workerData } from 'node:worker_threads';
import {
  AppError,
  Conflict,
  type ErrorCode,
  type InputProblem,
  InvalidInput,
  NotFound,
  TooLarge,
} from '../errors.ts';

/** The result of a worker thread or process; a failure is sent as code and message. */
export type WorkerAnswer =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'failure';
      readonly code: ErrorCode;
      readonly message: string;
      readonly errors: readonly InputProblem[];
    };

/** The result of some work. An unexpected error is thrown; it ends the worker, and its stack is logged. */
export const answerOfWork = async (work: () => Promise<unknown>): Promise<WorkerAnswer> => {
  try {
    return { kind: 'value', value: await work() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const errors = error instanceof InvalidInput ? error.errors : [];
    return { kind: 'failure', code: error.code, message: error.message, errors };
  }
};

/** Runs the work of this worker thread and sends the result to the thread that started it. */
export const answerFromWorker = async <I>(work: (input: I) => Promise<unknown>): Promise<void> =>
  parentPort?.postMessage(await answerOfWork(() => work(workerData as I)));

/** The failure that a worker sent: an instance of its original class for four codes, otherwise a plain `Error`. */
export const failureOf = (answer: WorkerAnswer & { readonly kind: 'failure' }): Error => {
  const { code, message, errors } = answer;
  if (code === 'invalid-input') return new InvalidInput(message, errors);
  if (code === 'too-large') return new TooLarge(message);
  if (code === 'conflict') return new Conflict(message);
  if (code === 'not-found') return new NotFound(message);
  return new Error(message);
};
