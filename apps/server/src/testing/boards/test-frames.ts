import { instant } from '@nascente/domain/base/time/zone';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { createLog } from '@nascente/runtime/log';
import { Registry } from 'prom-client';
import { createIngest, frameBatchOf } from '../../telemetry/ingest/index.ts';
import { openAdaptedStore } from '../../telemetry/registers/index.ts';
import { atEndOfFile } from '../end-of-file.ts';
import type { SeededMeter } from '../seeds/seed.ts';
import type { TestApi } from '../test-api.ts';

/** Stores frames of a meter as ingest does with those that come late; its clock stands still. */
export const startTestFrames = (
  { database }: TestApi,
  now: string,
): ((meter: SeededMeter, frames: readonly Frame[]) => Promise<unknown>) => {
  const ingest = createIngest({
    connectionString: database.connectionString,
    clock: () => instant(Date.parse(now)),
    log: createLog('silent'),
    registry: new Registry(),
    retentionDays: 400,
    feed: { watched: () => false, deliver: () => undefined },
    openAdaptedStore,
  });
  atEndOfFile(() => ingest.stop());
  return ({ installationId }, frames) =>
    ingest.sink.append(
      frameBatchOf(
        'late',
        frames.map((frame) => ({ installationId, frame })),
      ),
    );
};
