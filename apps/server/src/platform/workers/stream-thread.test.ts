import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Unavailable } from '../errors.ts';
import type { StreamThread } from './stream-thread.ts';
import { createWorkerThreads, type WorkerThreads } from './worker-threads.ts';

let threads: WorkerThreads;
let thread: StreamThread;
beforeEach(() => {
  threads = createWorkerThreads({ memoryMb: 64 });
  const module = new URL('../../testing/processes/made-streams.worker.ts', import.meta.url);
  thread = threads.streams({ module, settings: { prefix: 'p' } });
});
afterEach(() => threads.stop());

test('streams of one thread arrive complete and in order, also after it has ended', async () => {
  const read = (pieces: number) => text(thread.open({ wish: 'write', pieces }));
  expect(await Promise.all([read(3), read(0), read(2)])).toEqual(['p0 p1 p2 ', '', 'p0 p1 ']);
  expect(await read(1)).toBe('p0 ');
});

test('a failure in a stream ends that stream only', async () => {
  const other = thread.open({ wish: 'write', pieces: 2 });
  await expect(text(thread.open({ wish: 'break', pieces: 5 }))).rejects.toThrow('nobody expected this');
  expect(await text(other)).toBe('p0 p1 ');
});

test('a thread that fills its memory ends its streams, and the next starts a new one', async () => {
  await expect(text(thread.open({ wish: 'fill memory', pieces: 5 }))).rejects.toBeInstanceOf(Unavailable);
  expect(await text(thread.open({ wish: 'write', pieces: 1 }))).toBe('p0 ');
});

test('writes a stream no faster than it is read, and ends it when its reader leaves', async () => {
  const stream = thread.open({ wish: 'write', pieces: 1_000_000 });
  stream.setEncoding('utf8');
  for await (const piece of stream) {
    expect(String(piece).startsWith('p0 ')).toBe(true);
    break;
  }
  expect(stream.destroyed).toBe(true);
  expect(await text(thread.open({ wish: 'write', pieces: 1 }))).toBe('p0 ');
});
