import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { createClosers, OWN_LIMIT } from './closers.ts';

const log = pino({ level: 'silent' });

it('closes parts in reverse order, also after a failing part and an endless one', async () => {
  const closed: string[] = [];
  const closers = createClosers(log);
  const add = (name: string, end: Promise<void> = Promise.resolve(), limit = { limitMs: 20 }) =>
    closers.add(
      name,
      () => {
        closed.push(name);
        return end;
      },
      limit,
    );
  add('database');
  add('frozen', new Promise(() => undefined));
  add('broken', Promise.reject(new Error('broken')));
  add('http');
  await Promise.all([closers.closeAll(), closers.closeAll()]);
  expect(closed).toEqual(['http', 'broken', 'frozen', 'database']);
});

it('waits for a part with its own time limit', async () => {
  vi.useFakeTimers();
  try {
    const { promise, resolve } = Promise.withResolvers<void>();
    const closers = createClosers(log);
    closers.add('PostgreSQL', () => promise, OWN_LIMIT);
    let isClosed = false;
    const closing = closers.closeAll().then(() => {
      isClosed = true;
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isClosed).toBe(false);
    resolve();
    await closing;
    expect(isClosed).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
