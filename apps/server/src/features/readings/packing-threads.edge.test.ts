import { blankFrame } from '@nascente/domain/metering/frame';
import { HOUR_MS, instant } from '@nascente/domain/time/zone';
import { afterAll, expect, test } from 'vitest';
import { createWorkerThreads } from '../../platform/workers/worker-threads.ts';
import { createTestApi } from '../../testing/test-api.ts';
import { startTestFrames } from '../../testing/test-frames.ts';

const NOW = '2026-11-13T14:20:00Z';
const FIRST = Date.parse('2026-11-09T00:00:00Z');

test('what has passed is packed by threads of their own', async () => {
  const api = await createTestApi(NOW);
  const threads = createWorkerThreads();
  afterAll(() => threads.stop());
  const owner = await api.seed.person();
  const meter = await api.seed.meter(
    await api.seed.place(owner),
    {},
    { type: 'eletric', model: 'tri', equipment: 'emd3p' },
  );
  const frames = Array.from({ length: 48 }, (_, hour) => ({
    ...blankFrame('tri', instant(FIRST + hour * HOUR_MS)),
    rssi: -60,
  }));
  await startTestFrames(api, NOW)(meter, frames);
  const input = { connectionString: api.database.connectionString, now: Date.parse(NOW) };
  const packed = async (file: string) =>
    threads.run<number>({ module: new URL(file, import.meta.url), input, person: null });
  expect(await packed('../consumption/pack-days.worker.ts')).toBeGreaterThanOrEqual(2);
  expect(await packed('./pack-frames.worker.ts')).toBeGreaterThanOrEqual(2);
  const { rows } = await api.database.pool.query(
    `select (select count(*)::integer from packed_day where installation_id = $1) as days,
      (select count(distinct day)::integer from packed_frames where installation_id = $1) as "daysOfFrames"`,
    [meter.installationId],
  );
  expect(rows[0].days).toBeGreaterThanOrEqual(2);
  expect(rows[0].daysOfFrames).toBeGreaterThanOrEqual(2);
});
