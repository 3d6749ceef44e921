import { instant } from '@nascente/domain/base/time/zone';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { createLog } from '@nascente/runtime/log';
import { Registry } from 'prom-client';
import { createIngest, frameBatchOf } from '../../telemetry/ingest/index.ts';
import { openAdaptedStore } from '../../telemetry/registers/index.ts';
import type { SeededMeter } from '../seeds/seed.ts';
import type { TestApi } from '../test-api.ts';

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
