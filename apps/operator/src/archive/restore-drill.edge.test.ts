import { renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { startBusyBoard } from '@nascente/server/testing/boards/busy-board';
import { triLine } from '@nascente/server/testing/boards/test-telemetry';
import { startRealServer } from '@nascente/server/testing/processes/real-server';
import { runProgram, serverEnvironment } from '@nascente/server/testing/processes/running-program';
import { expect, test } from 'vitest';

const FRAMES = 300;
const EVERY_MS = 10;

const command = async (name: 'backup' | 'restore', dataDir: string, ...args: readonly string[]) => {
  const program = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
  const running = runProgram([program, ...args], serverEnvironment(dataDir));
  const code = await running.ends();
  return { code, output: running.output() };
};

test('a backup made while boards send gives the same answers once restored after a loss', async () => {
  const server = await startRealServer();
  const token = await server.signIn();
  const board = await server.installBoard(token);
  const first = Date.now();
  const sendAll = async () => {
    const client = server.connect(board);
    const lines = Array.from({ length: FRAMES }, (_, index) => triLine(board.mac, first + index * EVERY_MS));
    await Promise.all(lines.map((line) => client.publishAsync(`message/${board.mac}`, line, { qos: 1 })));
    await client.endAsync();
  };
  await sendAll();
  const date = civilDateAt(instant(first), DEFAULT_ZONE);
  const totalOf = async (): Promise<number> =>
    (
      await server.read<{ total: number }>(
        'GET',
        `/consolidated/daily/${board.mac}?date=${date}`,
        undefined,
        token,
      )
    ).total;
  const page = { id: board.mac, dateIn: first - 1, dateOut: first + FRAMES * EVERY_MS, limit: 1000 };
  const answers = async () => ({
    user: await server.read('GET', '/user', undefined, token),
    total: await totalOf(),
    frames: await server.read('POST', '/board/values/last/pagination', page, token),
  });
  const before = await answers();
  expect(before.total).toBeCloseTo((FRAMES * (1_200 + 900)) / 1e6, 9);

  const other = await server.installBoard(token);
  const busy = startBusyBoard(server.connect(other), other.mac);
  const file = `${server.dataDir}.tar.zst`;
  expect(await command('backup', server.dataDir, file)).toEqual({
    code: 0,
    output: expect.stringMatching(/: [\d,]+ rows of \d+ tables, read back and found whole\n$/),
  });
  await busy.finish();
  expect(await command('restore', server.dataDir, file)).toEqual({
    code: 1,
    output: 'Another Nascente is running on this DATA_DIR or DATABASE_URL.\n',
  });

  expect(await command('backup', `${server.dataDir}.absent`, `${file}.of-nothing`)).toEqual({
    code: 1,
    output: `There is no database in ${server.dataDir}.absent: check DATA_DIR.\n`,
  });
  await server.stop();
  renameSync(server.dataDir, `${server.dataDir}.lost`);
  expect(await command('restore', server.dataDir, file)).toEqual({
    code: 0,
    output: expect.stringContaining('restored. Start the server as usual.\n'),
  });
  await server.startAgain();
  expect(await answers()).toEqual(before);
  // What the board sends again is there already.
  await sendAll();
  expect(await answers()).toEqual(before);

  await server.stop();
  expect(await command('restore', server.dataDir, file)).toEqual({
    code: 1,
    output: expect.stringContaining('a backup is restored into an empty one only'),
  });
  // Without a server its database is started for the backup alone.
  const second = `${server.dataDir}.second.tar.zst`;
  expect(await command('backup', server.dataDir, second)).toMatchObject({ code: 0 });
  expect(await command('restore', server.dataDir, second, '--check')).toEqual({
    code: 0,
    output: expect.stringMatching(/ tables, whole\n$/),
  });
}, 180_000);
