import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresProcesses } from '@nascente/postgres-host/stop-postmaster';
import { runProgram, serverEnvironment } from '@nascente/server/testing/processes/running-program';
import { expect, onTestFinished, test, vi } from 'vitest';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const archive = pathOf('fixtures/release-0.1.0.tar.zst');
const INCOMPLETE = /its database is incomplete\. Repeat the restore \(npm run restore\)\.\n$/;

test('no program uses what a killed restore left, until the restore is repeated', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'nascente-killed-restore-'));
  const dataDir = join(directory, 'data');
  const postgres = join(dataDir, 'postgres');
  const run = (...args: readonly string[]) => runProgram(args, serverEnvironment(dataDir));
  const outcome = async (...args: readonly string[]) => {
    const program = run(...args);
    const code = await program.ends();
    return { code, output: program.output() };
  };
  onTestFinished(() => {
    for (const pid of postgresProcesses(postgres)) process.kill(pid, 'SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  const restore = [pathOf('../restore.ts'), archive] as const;

  const killed = run(...restore);
  await vi.waitFor(() => expect(postgresProcesses(postgres)).not.toEqual([]), {
    timeout: 30_000,
    interval: 5,
  });
  const other = await outcome(...restore);
  expect(other).toMatchObject({ code: 1, output: expect.stringContaining('Another restore') });
  killed.process.kill('SIGKILL');
  await killed.ends();

  const refused = { code: 1, output: expect.stringMatching(INCOMPLETE) };
  expect(await outcome(pathOf('../../../server/src/main.ts'))).toMatchObject(refused);
  expect(await outcome(pathOf('../backup.ts'), join(directory, 'copy.tar.zst'))).toMatchObject(refused);

  expect(await outcome(...restore)).toEqual({
    code: 0,
    output: expect.stringContaining('restored. Start the server as usual.\n'),
  });
  expect(readdirSync(dataDir).filter((name) => /restore/.test(name))).toEqual([]);
  const server = run(pathOf('../../../server/src/main.ts'));
  await server.shows('Nascente is ready');
  server.process.kill('SIGTERM');
  expect(await server.ends()).toBe(0);
  expect(existsSync(postgres)).toBe(true);
}, 120_000);
