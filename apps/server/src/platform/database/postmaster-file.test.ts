import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findLivePostmaster, readPostmaster } from './postmaster-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'nascente-postmaster-'));
afterAll(() => rmSync(directory, { recursive: true }));
const file = join(directory, 'postmaster.pid');
const write = (pid: number) =>
  writeFileSync(
    file,
    [pid, directory, 1_795_000_000, 5432, '/run/socket', '', '1 2', 'ready   ', ''].join('\n'),
  );

test('what a PostgreSQL wrote of itself is read', () => {
  write(7);
  expect(readPostmaster(directory)).toEqual({
    pid: 7,
    startedAtMs: 1_795_000_000_000,
    port: 5432,
    socketDirectory: '/run/socket',
    ready: true,
  });
});

test.each([
  ['a process that is gone', 2 ** 22 + 1],
  ['another program that got its number', process.pid],
])('the file of %s is cleared away', (_, pid) => {
  write(pid);
  expect(findLivePostmaster(directory)).toBeNull();
  expect(existsSync(file)).toBe(false);
});

test('without a file nothing runs', () => {
  expect(findLivePostmaster(directory)).toBeNull();
});
