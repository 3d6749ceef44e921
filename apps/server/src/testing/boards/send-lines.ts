import type { Instant } from '@nascente/domain/base/time/zone';
import { hashDeviceKey } from '../../sites/board-claims/index.ts';
import type { SeededMeter } from '../seeds/seed.ts';
import type { TestApi } from '../test-api.ts';
import { connectBoard, startTestTelemetry } from './test-telemetry.ts';

/** A broker and an ingest on the database of a test's API, ended with the test. */
export const startSender = async ({ database }: Pick<TestApi, 'database'>, clock: () => Instant) => {
  const { ingest, ports } = await startTestTelemetry({ database, clock });
  const key = 'a'.repeat(40);
  return {
    /** As the meter's board does, by MQTT; every line is acknowledged. */
    async send({ mac }: SeededMeter, lines: readonly string[]): Promise<void> {
      await database.pool.query('update board set key_hash = $1 where mac = $2', [hashDeviceKey(key), mac]);
      await ingest.boardChanged(mac);
      const client = await connectBoard(ports.tcp, { mac, key });
      await Promise.all(lines.map((line) => client.publishAsync(`message/${mac}`, line, { qos: 1 })));
      await client.endAsync();
    },
  };
};

/** Partitions for days whose readings a test seeds before lines of them come: the seed's own would be in their way. */
export const openDays = async (
  { database }: Pick<TestApi, 'database'>,
  days: readonly string[],
): Promise<void> => {
  for (const day of days)
    await database.pool.query(
      `create table if not exists reading_${day.replaceAll('-', '')} partition of reading
        for values from ('${day} 00:00Z') to (timestamptz '${day} 00:00Z' + interval '24 hours')`,
    );
};
