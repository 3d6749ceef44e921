import { Readable } from 'node:stream';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { Unavailable } from '../errors.ts';
import type { StreamAnswer, StreamRequest } from './stream-answer.ts';

/** Without these limits, a thread has the young generation of the server, 96 MB. */
export const threadLimits = (memoryMb: number): ResourceLimits => ({
  maxOldGenerationSizeMb: memoryMb,
  maxYoungGenerationSizeMb: 24,
});

/** A thread that writes files piece by piece, as fast as the client reads them. */
export type StreamThread = ReturnType<typeof createStreamThread>;

/**
 * One thread for all streams of a kind, started with the first and ended with the last open one. If it runs out of memory, only
 * its downloads fail. @param module - calls `answerStreams` @param settings - the thread's input at its start
 */
export const createStreamThread = (needs: { module: URL; settings: object; memoryMb: number }) => {
  const { module, settings, memoryMb } = needs;
  const streams = new Map<number, Readable>();
  let thread: Worker | null = null;
  let lastId = 0;

  const answered = (answer: StreamAnswer): void => {
    const stream = streams.get(answer.id);
    if (answer.kind === 'piece') stream?.push(answer.bytes);
    else if (answer.kind === 'end') stream?.push(null);
    else stream?.destroy(new Error(answer.message));
  };
  const start = (): Worker => {
    const started = new Worker(module, {
      workerData: settings,
      resourceLimits: threadLimits(memoryMb),
    });
    const ended = (cause?: Error): void => {
      if (thread !== started) return;
      thread = null;
      for (const stream of streams.values()) stream.destroy(new Unavailable(undefined, { cause }));
    };
    started.on('message', answered);
    started.on('error', ended);
    started.on('exit', () => ended());
    return started;
  };
  const ask = (request: StreamRequest): void => thread?.postMessage(request);
  const end = async (): Promise<void> => {
    const ending = thread;
    thread = null;
    await ending?.terminate();
  };

  return {
    /** @param input - sent by structured cloning */
    open(input: object): Readable {
      thread ??= start();
      const id = ++lastId;
      ask({ id, kind: 'open', input });
      const stream = new Readable({
        read: () => ask({ id, kind: 'next' }),
        destroy(error, destroyed) {
          streams.delete(id);
          ask({ id, kind: 'close' });
          if (streams.size === 0) void end();
          destroyed(error);
        },
      });
      streams.set(id, stream);
      return stream;
    },
    async stop(): Promise<void> {
      for (const stream of streams.values()) stream.destroy(new Unavailable());
      await end();
    },
  };
};
