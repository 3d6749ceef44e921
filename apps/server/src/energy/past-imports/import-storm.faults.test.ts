import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { triLine } from '../../testing/boards/test-telemetry.ts';
import { startRealServer } from '../../testing/processes/real-server.ts';
import { MAX_ROWS } from './read-upload.ts';

const MINUTE_MS = 60_000;
const FIRST = Date.UTC(2012, 0, 1);
const PREVIEWS = 24;
const EVERY_MS = 20;
const MAX_P95_MS = 200;

const fileOf = (rows: number): Buffer => {
  const parts: Buffer[] = [];
  for (let row = 0; row < rows; row += 100_000) {
    const lines = row === 0 ? ['date,kWh'] : [];
    for (let next = row; next < Math.min(row + 100_000, rows); next++)
      lines.push(`${new Date(FIRST + next * MINUTE_MS).toISOString()},${(next % 97) / 100}`);
    parts.push(Buffer.from(`${lines.join('\n')}\n`));
  }
  return gzipSync(Buffer.concat(parts));
};
const formOf = (file: Buffer): FormData => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'passado.csv.gz');
  return form;
};
const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;

test('a file of 6 million rows and many previews disturb neither the boards nor the server', async ({
  annotate,
}) => {
  const server = await startRealServer();
  const pid = server.pid();
  const token = await server.signIn();
  const board = await server.installBoard(token);
  const client = server.connect(board);
  const publishing = async (until: () => boolean): Promise<number[]> => {
    const times: number[] = [];
    while (!until()) {
      const sentAt = performance.now();
      await client.publishAsync(`message/${board.mac}`, triLine(board.mac, Date.now()), { qos: 1 });
      times.push(performance.now() - sentAt);
      await pause(EVERY_MS);
    }
    return times;
  };
  const [six, maximum] = [fileOf(6_000_000), fileOf(MAX_ROWS - 1)];
  const until = performance.now() + 5_000;
  const atRest = await publishing(() => performance.now() > until);

  let isOver = false;
  const underAttack = publishing(() => isOver);
  const path = `/board/${board.mac}/imports`;
  const refused = await server.ask('POST', path, formOf(six), token);
  expect(refused.status).toBe(413);
  const { import: waiting, preview } = await server.read<{
    import: { id: number };
    preview: { reading: object };
  }>('POST', path, formOf(maximum), token);
  const body = { reading: preview.reading };
  const statuses = await Promise.all(
    Array.from({ length: PREVIEWS }, async () => {
      const answer = await server.ask('POST', `${path}/${waiting.id}/preview`, body, token);
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  isOver = true;
  const times = await underAttack;
  client.end(true);
  const count = (status: number) => statuses.filter((one) => one === status).length;
  await annotate(
    `p95 ${p95(atRest).toFixed(1)} ms at rest, ${p95(times).toFixed(1)} ms under attack (${times.length} messages), ` +
      `longest ${Math.max(...times).toFixed(0)} ms; ${count(200)} previews made, ${count(429)} told to wait`,
  );
  expect(count(200) + count(429)).toBe(PREVIEWS);
  expect(p95(times)).toBeLessThan(MAX_P95_MS);
  expect(server.pid()).toBe(pid);
  expect(server.output()).not.toContain('ended unexpectedly');
});
