import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openWalArchive } from './wal-archive.ts';

// Names that a shell, or PostgreSQL, would take for something else.
const folder = join(mkdtempSync(join(tmpdir(), 'nascente-wal-')), "d'água 100%f");
const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const clusterOf = (identifier: string) => {
  const directory = join(folder, '..', identifier);
  mkdirSync(join(directory, 'global'), { recursive: true });
  writeFileSync(
    join(directory, 'global', 'pg_control'),
    `${identifier} and what else PostgreSQL keeps there`,
  );
  return { directory, user: { description: '', owner: own, wrap: [], spawnAs: {} } };
};
const archive = openWalArchive(folder, clusterOf('ours1234'));
const [piece, brought] = ['piece', 'brought'].map((name) => join(folder, '..', name)) as [string, string];
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

/** As PostgreSQL runs a command of its settings. */
const run = (command: string, path: string, name: string): boolean => {
  const text = command.replaceAll(
    /%([pf%])/g,
    (_, mailMessage: string) => ({ p: path, f: name })[mailMessage] ?? '%',
  );
  try {
    execFileSync('/bin/sh', ['-c', text], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const keep = (content: string): boolean => {
  writeFileSync(piece, content);
  return run(archive.settings.archive_command ?? '', piece, '000000010000000000000001');
};

test('archives a log segment once, restores it unchanged, and never replaces it with another', () => {
  const content = 'what was written '.repeat(10_000);
  expect(keep(content)).toBe(true);
  expect(statSync(join(folder, 'wal', '000000010000000000000001.zst')).size).toBeLessThan(1_000);
  expect(keep(content)).toBe(true);
  expect(keep('of another database')).toBe(false);
  expect(run(archive.restoreCommand, brought, '000000010000000000000001')).toBe(true);
  expect(readFileSync(brought, 'utf8')).toBe(content);
  expect(run(archive.restoreCommand, brought, '000000010000000000000002')).toBe(false);
});

test('accepts an archive only for its own database and its copies', () => {
  expect(() => openWalArchive(folder, clusterOf('ours1234'))).not.toThrow();
  expect(() => openWalArchive(folder, clusterOf('others12'))).toThrow('holds the log of another database');
});
