import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { InvalidInput, LimitReached, TooLarge, Unavailable } from '../errors.ts';
import { type BoundedProcesses, createBoundedProcesses } from './bounded-processes.ts';

const MODULE = new URL('../../testing/processes/made.process.ts', import.meta.url);
const MEMORY_MB = 160;
let processes: BoundedProcesses;
afterEach(() => processes.stop());

const run = (file: string | Uint8Array, person = 'ana', signal?: AbortSignal) =>
  processes.run({
    module: MODULE,
    file: Buffer.from(file),
    person,
    tooLarge: 'Divida o arquivo.',
    ...(signal === undefined ? {} : { signal }),
  });
const failureOfRun = (...args: Parameters<typeof run>) => run(...args).catch((error: unknown) => error);
/** kB that the processes started by this one hold. */
const childrenKb = (): number => {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return children
    .map((pid) => {
      try {
        return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
      } catch {
        return 0;
      }
    })
    .reduce((sum, kb) => sum + kb, 0);
};

describe.each([true, false])('a limited process: %s', (limitedBySystem) => {
  const start = (limits: object = {}) => {
    processes = createBoundedProcesses({ memoryMb: MEMORY_MB, limitedBySystem, ...limits });
  };

  it('a limited process answers without access to the environment', async () => {
    start();
    expect(await run('answer')).toBe('answer');
    // The shell adds its current directory.
    expect(['', 'PWD']).toContain(String(await run('environment')));
  });

  it('a limited process returns a refusal with its text', async () => {
    start();
    const refusal = await failureOfRun('refuse');
    expect(refusal).toBeInstanceOf(InvalidInput);
    expect(refusal).toMatchObject({ errors: [{ path: 'file', msg: 'Assim não.' }] });
  });

  it.each(['fill heap', 'fill buffers', 'never end', 'break', 'long answer'])(
    'ends only the limited process when its work is to %s',
    async (wish) => {
      start({ timeLimitMs: 3_000 });
      let maximum = 0;
      const looking = setInterval(() => {
        maximum = Math.max(maximum, childrenKb());
      }, 10);
      const failure = await failureOfRun(wish).then((provided) =>
        provided === 'went on' ? new TooLarge('Divida o arquivo.') : provided,
      );
      clearInterval(looking);
      expect(failure).toBeInstanceOf(TooLarge);
      expect(failure).toMatchObject({ message: 'Divida o arquivo.' });
      expect(maximum).toBeLessThan((MEMORY_MB + 120) * 1024);
      expect(await run('answer')).toBe('answer');
    },
  );

  it('refuses data that unpacks to a gigabyte', async () => {
    start();
    const bomb = deflateSync(Buffer.alloc(1_000_000_000), { level: 9 });
    expect(await failureOfRun(bomb)).toBeInstanceOf(TooLarge);
  });
});

it('runs one process of an account and two in total, queues one more, and refuses another', async () => {
  processes = createBoundedProcesses({ timeLimitMs: 60_000 });
  const gone = new AbortController();
  const running = failureOfRun('never end', 'ana', gone.signal);
  const waiting = run('answer by turn');
  expect(await failureOfRun('answer')).toBeInstanceOf(LimitReached);
  expect(await run('answer', 'bia')).toBe('answer');
  gone.abort(new Unavailable());
  expect(await running).toBeInstanceOf(Unavailable);
  expect(await waiting).toBe('answer by turn');
});

it('leaves no process behind when it stops', async () => {
  processes = createBoundedProcesses({ timeLimitMs: 60_000 });
  const running = failureOfRun('never end');
  await pause(300);
  await processes.stop();
  expect(await running).toBeInstanceOf(Unavailable);
  expect(await failureOfRun('answer')).toBeInstanceOf(Unavailable);
});
