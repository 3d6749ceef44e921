import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { giveTo } from './postgres-user.ts';

/** Creates and removes files until it is stopped, like a PostgreSQL that shuts down. */
const COMING_AND_GOING = `
  const { mkdirSync, rmSync, writeFileSync } = require('node:fs');
  const { workerData, parentPort } = require('node:worker_threads');
  for (let round = 0; ; round++) {
    const folder = workerData + '/' + (round % 40);
    mkdirSync(folder, { recursive: true });
    writeFileSync(folder + '/postmaster.pid', '');
    if (round === 0) parentPort.postMessage('begun');
    rmSync(folder, { recursive: true, force: true });
  }
`;

const TIMES = 300;

it('changes the owner of a directory while files are created and removed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'nascente-give-'));
  mkdirSync(join(directory, 'base'));
  for (let file = 0; file < 50; file++) writeFileSync(join(directory, 'base', String(file)), '');
  const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const user = { owner } as Parameters<typeof giveTo>[0];
  const worker = new Worker(COMING_AND_GOING, { eval: true, workerData: directory });
  await new Promise((resolve) => worker.once('message', resolve));
  for (let times = 0; times < TIMES; times++) {
    expect(() => giveTo(user, directory)).not.toThrow();
    await new Promise(setImmediate);
  }
  await worker.terminate();
  rmSync(directory, { recursive: true, force: true });
});
