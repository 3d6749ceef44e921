import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startRealServer } from '../../testing/processes/real-server.ts';

const FIRST_S = Date.UTC(2024, 0, 1) / 1_000;
/** Almost 100 MB, the largest file. */
const READINGS = 815_000;
const EVERY_MS = 50;
/** V8 returns the heap of an ended thread at once, the allocator its buffers later. */
const FALL_BACK_MS = 15_000;

const feed = (): Buffer => {
  const readings = Array.from(
    { length: READINGS },
    (_, index) =>
      `<IntervalReading><timePeriod><duration>60</duration><start>${FIRST_S + index * 60}</start></timePeriod><value>${index % 97}</value></IntervalReading>`,
  );
  const type =
    '<ReadingType><flowDirection>1</flowDirection><powerOfTenMultiplier>0</powerOfTenMultiplier><uom>72</uom></ReadingType>';
  return Buffer.from(
    `<feed><entry><content>${type}</content></entry><entry><content><IntervalBlock>${readings.join('')}</IntervalBlock></content></entry></feed>`,
  );
};

const memoryMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

test('a Green Button file of 97 MB takes less than 400 MB, which the server returns', async ({
  annotate,
}) => {
  const server = await startRealServer();
  const token = await server.signIn();
  const board = await server.installBoard(token);
  const pid = server.pid();
  const before = memoryMb(pid);
  const content = feed();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'consumo.xml');
  let [highest, isOver] = [before, false];
  const watching = (async () => {
    while (!isOver) {
      highest = Math.max(highest, memoryMb(pid));
      await pause(EVERY_MS);
    }
  })();
  const answer = await server.ask('POST', `/board/${board.mac}/imports`, form, token);
  const said = await answer.text();
  isOver = true;
  await watching;
  expect(answer.status, said.slice(0, 500)).toBe(201);
  await pause(FALL_BACK_MS);
  const after = memoryMb(pid);
  await annotate(
    `${(content.length / 1e6).toFixed(0)} MB: +${(highest - before).toFixed(0)} MB, +${(after - before).toFixed(0)} MB ${FALL_BACK_MS / 1_000} s later`,
  );
  expect(highest - before).toBeLessThan(400);
  expect(after - before).toBeLessThan(200);
});
