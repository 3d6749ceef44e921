import { afterEach, beforeEach, expect, test } from 'vitest';
import { InvalidInput, LimitReached, TooLarge, Unavailable } from '../errors.ts';
import { createWorkerThreads, type WorkerThreads } from './worker-threads.ts';

const MODULE = new URL('../../testing/processes/made.worker.ts', import.meta.url);
let threads: WorkerThreads;
beforeEach(() => {
  threads = createWorkerThreads({ memoryMb: 64 });
});
afterEach(() => threads.stop());

const run = (wish: string, person: string | null = 'ana', signal?: AbortSignal) =>
  threads.run({
    module: MODULE,
    input: { wish },
    person,
    tooLarge: 'Divida o arquivo.',
    ...(signal === undefined ? {} : { signal }),
  });

test('a thread returns the result of its work', async () => {
  expect(await run('answer')).toEqual({ answered: 'answer' });
});

test('a refusal crosses threads with its text, and a fault with its message', async () => {
  const refusal = await run('refuse').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(InvalidInput);
  expect(refusal).toMatchObject({
    message: 'Assim não.',
    errors: [{ path: 'file', msg: 'Assim não.' }],
  });
  await expect(run('break')).rejects.toThrow('nobody expected this');
});

test('work that fills its memory ends with advice, and other work continues', async () => {
  const full = await run('fill memory').catch((error: unknown) => error);
  expect(full).toBeInstanceOf(TooLarge);
  expect(full).toMatchObject({ message: 'Divida o arquivo.' });
  expect(await run('answer')).toEqual({ answered: 'answer' });
});

test('ends endless work of an account with advice', async () => {
  const limited = createWorkerThreads({ timeLimitMs: 500 });
  const task = { module: MODULE, input: { wish: 'never end' }, tooLarge: 'Divida o arquivo.' };
  await expect(limited.run({ ...task, person: 'ana' })).rejects.toThrow(new TooLarge('Divida o arquivo.'));
  await limited.stop();
});

test('one account runs one task and queues one, and others continue beside it', async () => {
  const gone = new AbortController();
  const running = run('never end', 'ana', gone.signal);
  const waiting = run('answer');
  await expect(run('answer')).rejects.toBeInstanceOf(LimitReached);
  expect(await run('answer', 'bia')).toEqual({ answered: 'answer' });
  gone.abort(new Unavailable());
  await expect(running).rejects.toBeInstanceOf(Unavailable);
  expect(await waiting).toEqual({ answered: 'answer' });
});

test('an aborted task leaves the queue', async () => {
  const gone = new AbortController();
  const first = new AbortController();
  const running = run('never end', 'ana', first.signal);
  const left = run('answer', 'ana', gone.signal);
  gone.abort(new Unavailable());
  await expect(left).rejects.toBeInstanceOf(Unavailable);
  const next = run('answer');
  first.abort(new Unavailable());
  await expect(running).rejects.toBeInstanceOf(Unavailable);
  expect(await next).toEqual({ answered: 'answer' });
});

test('stopping the server ends running work', async () => {
  const running = run('never end');
  const outcome = running.catch((error: unknown) => error);
  await run('answer', 'bia');
  await threads.stop();
  expect(await outcome).toBeInstanceOf(Unavailable);
  await expect(run('answer', 'bia')).rejects.toBeInstanceOf(Unavailable);
});
