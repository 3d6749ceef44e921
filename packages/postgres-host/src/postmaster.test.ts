import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartRefused } from '@nascente/runtime/start-refused';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startPostmaster } from './postmaster.ts';
import { processExists } from './postmaster-file.ts';

const DATA = 'data';
const [UID, GID] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];

test('ends a PostgreSQL that does not start in time, so that the next start finds its data free', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'nascente-slow-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  mkdirSync(join(directory, DATA));
  const [postgres, started] = [join(directory, 'postgres'), join(directory, 'started')];
  writeFileSync(
    postgres,
    `#!/bin/sh\ntrap 'exit 0' QUIT\necho $$ > ${started}\nwhile :; do sleep 0.05; done\n`,
  );
  chmodSync(postgres, 0o755);
  const user = { description: 'as this user', owner: { uid: UID, gid: GID }, wrap: [], spawnAs: {} };
  const starting = startPostmaster({
    cluster: { directory: join(directory, DATA), user, password: '' },
    socketDirectory: directory,
    postgres,
    durable: false,
    limitMs: 2_000,
    log: pino({ level: 'silent' }),
  });
  await expect(starting).rejects.toThrow(StartRefused);
  const pid = Number(readFileSync(started, 'utf8'));
  expect(pid).toBeGreaterThan(0);
  expect(processExists(pid)).toBe(false);
});
