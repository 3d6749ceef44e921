import type { Frame } from '@nascente/domain/metering/frame';
import { instant } from '@nascente/domain/time/zone';
import { Registry } from 'prom-client';
import { createIngest, frameBatchOf } from '../features/ingest/index.ts';
import { openAdaptedStore } from '../features/registers/index.ts';
import { createLog } from '../platform/log/log.ts';
import type { SeededMeter } from './seed.ts';
import type { TestApi } from './test-api.ts';

/** The server's way of frames into a test's database, without the boards. */
export const createTestIngest = (api: TestApi, now: string) => {
  const ingest = createIngest({
    connectionString: api.database.connectionString,
    clock: () => instant(Date.parse(now)),
    log: createLog('silent'),
    registry: new Registry(),
    retentionDays: 400,
    feed: { watched: () => false, deliver: () => undefined },
    openAdaptedStore,
  });
  return {
    stop: () => ingest.stop(),
    /** Frames that may come after their day is over, durable when it resolves. */
    store: (meter: SeededMeter, frames: readonly Frame[]) =>
      ingest.sink.append(
        frameBatchOf(
          'late',
          frames.map((frame) => ({ installationId: meter.installationId, frame })),
        ),
      ),
  };
};
