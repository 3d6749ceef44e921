import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@nascente/runtime/log';
import { expect, onTestFinished, test } from 'vitest';
import { fillDataDirectory } from './fill-data-directory.ts';
import { UNFINISHED_RESTORE } from './unfinished-restore.ts';

const log = createLog('silent');
/** Above the largest number of a process on Linux. */
const NO_PROCESS = 4_194_305;

/** A DATA_DIR as a restore by a process left it when it was killed. */
const leftBy = (pid: number): string => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nascente-fill-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  writeFileSync(join(dataDir, UNFINISHED_RESTORE), String(pid));
  return dataDir;
};

test('starts again without the files of a restore that was killed', async () => {
  const dataDir = leftBy(NO_PROCESS);
  mkdirSync(join(dataDir, '.postgres-t5WJpf', 'files'), { recursive: true });
  mkdirSync(join(dataDir, '.restored-a1b2c3'));
  writeFileSync(join(dataDir, 'vapid.json'), '{}');
  const found = await fillDataDirectory(
    dataDir,
    async () => readdirSync(dataDir).filter((name) => name !== UNFINISHED_RESTORE),
    log,
  );
  expect(found).toEqual(['vapid.json']);
  expect(readdirSync(dataDir)).toEqual(['vapid.json']);
});

test('reports how to continue when another program has the number of a killed restore', async () => {
  const dataDir = leftBy(process.ppid);
  const filled = fillDataDirectory(dataDir, async () => undefined, log);
  await expect(filled).rejects.toThrow(
    `If process ${process.ppid} is another program, restore into another, empty DATA_DIR.`,
  );
});
