import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { triLine } from '@nascente/server/testing/boards/test-telemetry';
import type { RealBoard } from '@nascente/server/testing/calls-from-outside';
import { startRealServer } from '@nascente/server/testing/processes/real-server';
import { runProgram, serverEnvironment } from '@nascente/server/testing/processes/running-program';
import { expect, onTestFinished, test } from 'vitest';

const FRAMES = 50;
const EVERY_MS = 10;

const command = async (
  name: 'base-backup' | 'restore',
  dataDir: string,
  archive: string,
  ...args: readonly string[]
) => {
  const program = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const running = runProgram([program, ...args], { ...serverEnvironment(dataDir), WAL_ARCHIVE_DIR: archive });
  const code = await running.ends();
  return { code, output: running.output() };
};

test('restores a database to a moment between two writes from a base backup and the archived log', async () => {
  const archive = mkdtempSync(join(tmpdir(), 'nascente-archive-'));
  chmodSync(archive, 0o711);
  onTestFinished(() => rmSync(archive, { recursive: true, force: true }));
  const server = await startRealServer({ env: { WAL_ARCHIVE_DIR: archive } });
  const token = await server.signIn();
  const board = await server.installBoard(token);
  const first = Date.now();
  const send = async ({ mac, key }: RealBoard, from: number) => {
    const client = server.connect({ mac, key });
    const lines = Array.from({ length: FRAMES }, (_, index) => triLine(mac, from + index * EVERY_MS));
    await Promise.all(lines.map((line) => client.publishAsync(`message/${mac}`, line, { qos: 1 })));
    await client.endAsync();
  };
  const stored = async (as = token): Promise<number> => {
    const span = { id: board.mac, dateIn: first - 1, dateOut: first + 60_000 };
    const path = '/board/values/last/pagination/count';
    return (await server.read<{ value: number }>('POST', path, span, as)).value;
  };
  const restore = (...args: readonly string[]) => command('restore', server.dataDir, archive, ...args);
  const loseData = (name: string) => renameSync(server.dataDir, `${server.dataDir}.${name}`);

  await send(board, first);
  expect(await command('base-backup', server.dataDir, archive)).toEqual({
    code: 0,
    output: expect.stringMatching(/\.tar\.zst: \d+ MB of files, packed\n$/),
  });
  await send(board, first + 1_000);
  const between = new Date();
  await pause(20);
  await send(board, first + 2_000);
  expect(await stored()).toBe(3 * FRAMES);
  expect(await restore('--to', 'latest')).toMatchObject({
    code: 1,
    output: expect.stringContaining('DATA_DIR holds a database already'),
  });
  await server.stop();
  loseData('lost');

  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  expect(await restore('--to', yesterday)).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no base backup'),
  });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect(await restore('--to', tomorrow)).toMatchObject({
    code: 1,
    output: expect.stringContaining('The archived log ends before'),
  });
  expect(existsSync(server.dataDir)).toBe(false);
  expect(await restore('--to', between.toISOString())).toEqual({
    code: 0,
    output: expect.stringMatching(
      new RegExp(`restored as it was at ${between.toISOString()}\\. Start the server [^\n]+\n$`),
    ),
  });
  await server.startAgain();
  expect(await stored(await server.signIn())).toBe(2 * FRAMES);

  // The log of what came after the moment is there still, on the timeline before.
  await server.stop();
  loseData('at-a-moment');
  expect(await restore('--to', 'latest', '--timeline', '1')).toMatchObject({
    code: 0,
    output: expect.stringContaining('It followed timeline 1; the archive has 1, 2:'),
  });
  await server.startAgain();
  expect(await stored(await server.signIn())).toBe(3 * FRAMES);
  expect(readdirSync(join(archive, 'wal')).filter((name) => !name.endsWith('.zst'))).toEqual([]);
}, 600_000);
