import { DAY_MS, instant } from '@nascente/domain/base/time/zone';
import { expect, test, vi } from 'vitest';
import { connectBoard, startTestTelemetry, triLine } from '../../testing/boards/test-telemetry.ts';

let offset = 0;
const telemetry = await startTestTelemetry({ clock: () => instant(Date.now() + offset) });
const { ports, fleet, database } = telemetry;

test('stores each acknowledged reading once or refuses it with a reason, after any change of clock', async () => {
  const board = await fleet.board();
  const client = await vi.waitFor(() => connectBoard(ports.tcp, board));
  const start = Date.now() - 60_000;
  let sent = 0;
  const send = async (count: number): Promise<void> => {
    const lines = Array.from({ length: count }, () => triLine(board.mac, start + sent++ * 1_000));
    await Promise.all(lines.map((line) => client.publishAsync(`message/${board.mac}`, line, { qos: 1 })));
  };
  const countOf = async (text: string, by: unknown): Promise<number> =>
    Number((await database.pool.query<{ count: string }>(text, [by])).rows[0]?.count ?? 0);
  const readStored = () =>
    countOf('select count(*) from reading where installation_id = $1', board.installationId);
  const refused = () =>
    countOf('select sum(frames) as count from refused_of_board where mac = $1', board.mac);

  // Backwards, to before the board was installed; forwards, beyond its months of readings; and back.
  for (const moved of [0, -DAY_MS, DAY_MS, -3_650 * DAY_MS, 30 * DAY_MS, 3_600_000, 0]) {
    offset = moved;
    await send(10);
  }
  await vi.waitFor(async () => expect((await readStored()) + (await refused())).toBe(sent));
  // After the clock is correct again, everything works as before.
  const before = await readStored();
  await send(20);
  expect(await readStored()).toBe(before + 20);
  const { rows } = await database.pool.query(
    `select (select sum(frames)::int from quarter where installation_id = $1) as frames,
      (select sum(consumed_a_mwh)::int8 from quarter where installation_id = $1) as energy`,
    [board.installationId],
  );
  expect(rows).toEqual([{ frames: before + 20, energy: (before + 20) * 1_200 }]);
});
