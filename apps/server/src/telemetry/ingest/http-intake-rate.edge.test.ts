import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { triLine } from '../../testing/boards/test-telemetry.ts';
import { createSeed, type SeededMeter } from '../../testing/seeds/seed.ts';
import { startTestServer } from '../../testing/test-server.ts';

const FLEET = 'gateway:of the whole fleet';
const NOW = Date.now();

test('answers 429 with a wait to a board above its rate, delays no other board, and loses nothing', async () => {
  const server = await startTestServer({
    BOARD_CREDENTIALS: FLEET,
    BOARD_MESSAGES_PER_SECOND: '1',
    BOARD_BURST_SECONDS: '10',
  });
  const seed = createSeed(server.database, () => NOW);
  const establishment = await seed.establishment(await seed.person());
  const installed_at = new Date(NOW - 3_600_000);
  const [noisy, quiet] = [
    await seed.meter(establishment, { installed_at }),
    await seed.meter(establishment, { installed_at }),
  ];
  const linesOf = ({ mac }: SeededMeter, from: number, count: number) =>
    Array.from({ length: count }, (_, n) => triLine(mac, NOW - (from + n) * 1_000));
  const send = async (lines: readonly string[]) => {
    const answer = await fetch(`${server.url}/api/ingest`, {
      method: 'POST',
      body: lines.join('\n'),
      headers: {
        authorization: `Basic ${Buffer.from(FLEET).toString('base64')}`,
        'content-type': 'text/plain',
      },
    });
    const body = (await answer.json()) as { accepted?: number; msg?: string };
    return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')), body };
  };
  const readStored = async ({ installationId }: SeededMeter): Promise<number> => {
    const text = 'select count(*)::integer as count from reading where installation_id = $1';
    const { rows } = await server.database.pool.query<{ count: number }>(text, [installationId]);
    return rows[0]?.count ?? 0;
  };
  // The server hears of new boards by LISTEN/NOTIFY.
  for (const meter of [noisy, quiet])
    await expect.poll(async () => (await send(linesOf(meter, 900, 1))).body.accepted).toBe(1);

  expect(await send(linesOf(noisy, 100, 12))).toMatchObject({ status: 200, body: { accepted: 12 } });
  const both = [...linesOf(noisy, 200, 2), ...linesOf(quiet, 200, 3)];
  const refused = await send(both);
  expect(refused).toMatchObject({
    status: 429,
    body: { msg: expect.stringContaining('envie tudo de novo') },
  });
  expect(refused.retryAfter).toBeGreaterThan(0);
  expect([await readStored(noisy), await readStored(quiet)]).toEqual([13, 4]);

  await pause(refused.retryAfter * 1_000);
  expect(await send(both)).toMatchObject({ status: 200, body: { accepted: 5 } });
  expect([await readStored(noisy), await readStored(quiet)]).toEqual([15, 4]);
});
