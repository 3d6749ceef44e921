import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearDeadSockets, findLivePostmaster, readPostmaster } from './postmaster-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'nascente-postmaster-'));
afterAll(() => rmSync(directory, { recursive: true }));
const file = join(directory, 'postmaster.pid');
const write = (pid: number) =>
  writeFileSync(
    file,
    [pid, directory, 1_795_000_000, 5432, '/run/socket', '', '1 2', 'ready   ', ''].join('\n'),
  );

test('reads the process file of PostgreSQL', () => {
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
  ['nobody, emptied by a loss of power', 0],
])('removes the file of %s', (_, pid) => {
  write(pid);
  expect(findLivePostmaster(directory)).toBeNull();
  expect(existsSync(file)).toBe(false);
});

test('returns null without a process file', () => {
  expect(findLivePostmaster(directory)).toBeNull();
});

test.each([
  ['a process that is gone', `${2 ** 22 + 1}\n`],
  ['another program that got its number', `${process.pid}\n`],
  ['nobody, emptied by a loss of power', ''],
])('removes the socket of %s', (_, text) => {
  const sockets = join(directory, 'sockets');
  mkdirSync(sockets, { recursive: true });
  for (const name of ['.s.PGSQL.5432', 'kept']) writeFileSync(join(sockets, name), '');
  writeFileSync(join(sockets, '.s.PGSQL.5432.lock'), text);
  clearDeadSockets(sockets, directory);
  expect(readdirSync(sockets)).toEqual(['kept']);
});

test('retains the socket of a PostgreSQL that runs in the directory', () => {
  const sockets = join(directory, 'living');
  mkdirSync(sockets);
  writeFileSync(join(sockets, '.s.PGSQL.5432'), '');
  writeFileSync(join(sockets, '.s.PGSQL.5432.lock'), `${process.pid}\n`);
  clearDeadSockets(sockets, process.cwd());
  expect(readdirSync(sockets)).toHaveLength(2);
});
