import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FullConfig } from '@playwright/test';
import { freePorts } from '../../../apps/server/src/testing/processes/free-ports.ts';
import { type StartedServer, startDemonstration } from './demonstration-server.ts';
import { openPublicRegisters } from './public-registers.ts';
import { handOn } from './running-server.ts';

const run = promisify(execFile);

/** Folders of data of the same company, whose history is written once: that takes longer than to copy it. */
async function writeOnce(folders: readonly string[], registersPort: number): Promise<void> {
  const [first, ...others] = folders;
  if (first === undefined || others.length === 0) return;
  const { stop, whenComplete } = await startDemonstration('history', first, registersPort);
  try {
    await whenComplete();
  } finally {
    await stop();
  }
  // With the owner of the files: the database's are not of the person who runs the tests as root. The `/.` stands for what is in
  // the folder; `join` would drop it, and the folder itself would be copied into the other.
  for (const other of others) await run('cp', ['-a', `${first}/.`, other]);
}

/** A server for each worker: changes of one test are invisible to concurrent ones. */
// biome-ignore lint/style/noDefaultExport: Playwright takes the default export of its global setup.
export default async function startServers({ workers }: FullConfig): Promise<() => Promise<void>> {
  const [registersPort = 0] = await freePorts(1);
  const closeRegisters = await openPublicRegisters(registersPort);
  const folders = Array.from({ length: workers }, () => mkdtempSync(join(tmpdir(), 'nascente-e2e-')));
  const started: StartedServer[] = [];
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()));
    await closeRegisters();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
  try {
    await writeOnce(folders, registersPort);
    const starts = folders.map((folder, number) =>
      startDemonstration(`server-${number}`, folder, registersPort),
    );
    for (const start of await Promise.allSettled(starts)) {
      if (start.status === 'fulfilled') started.push(start.value);
    }
    await Promise.all(starts);
  } catch (error) {
    await stop();
    throw error;
  }
  handOn(started.map(({ server }) => server));
  return stop;
}
