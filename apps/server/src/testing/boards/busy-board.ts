import { setTimeout as pause } from 'node:timers/promises';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { MqttClient } from 'mqtt';
import { expect } from 'vitest';
import type { startRealServer } from '../processes/real-server.ts';
import { triLine } from './test-telemetry.ts';

const EVERY_MS = 10;
const MAX_WAITING = 200;
const TRY_AGAIN_MS = 50;
const MAX_ROWS = 1_000;
/** The energy of each message, on phase A alone. */
const ENERGY_WH = 1;

/** One message of a board. */
interface Publication {
  readonly sentAt: number;
  acknowledgedAt: number | null;
}

type RealServer = Pick<Awaited<ReturnType<typeof startRealServer>>, 'read'>;

/** A board that publishes on and on, and sends again, the same, what was not acknowledged. */
export const startBusyBoard = (client: MqttClient, mac: Mac) => {
  const first = Date.now();
  const publications: Publication[] = [];
  const waiting = new Set<Promise<void>>();
  let isOver = false;

  const untilAcknowledged = async (line: string): Promise<void> => {
    for (;;) {
      try {
        if (client.connected) {
          await client.publishAsync(`message/${mac}`, line, { qos: 1 });
          return;
        }
      } catch {
        // The connection broke before the acknowledgement came.
      }
      await pause(TRY_AGAIN_MS);
    }
  };
  const publish = (): void => {
    const line = triLine(mac, first + publications.length * EVERY_MS).split(',');
    const [energyA, energyB, energyC] = [19, 20, 21];
    line[energyA] = String(ENERGY_WH);
    line[energyB] = '0';
    line[energyC] = '0';
    const publication: Publication = { sentAt: Date.now(), acknowledgedAt: null };
    publications.push(publication);
    const done = untilAcknowledged(line.join(',')).then(() => {
      publication.acknowledgedAt = Date.now();
    });
    waiting.add(done);
    void done.finally(() => waiting.delete(done));
  };
  const publishing = (async () => {
    while (!isOver) {
      if (waiting.size < MAX_WAITING) publish();
      await pause(EVERY_MS);
    }
  })();

  return {
    publications,
    /** Sends no more, and resolves when everything is acknowledged. */
    async finish() {
      isOver = true;
      await publishing;
      await Promise.all(waiting);
      client.end(true);
    },
    /** Of a board that is not whole, what is missing: the index of each message, when it was sent and when acknowledged. */
    async missing(server: RealServer, token: string): Promise<readonly string[]> {
      const stored = new Set<number>();
      for (let skip = 0; skip < publications.length; skip += MAX_ROWS) {
        const { value } = await server.read<{ value: { date: string }[] }>(
          'POST',
          '/board/values/last/pagination',
          {
            id: mac,
            dateIn: first - 60_000,
            dateOut: first + publications.length * EVERY_MS,
            limit: MAX_ROWS,
            skip,
          },
          token,
        );
        for (const { date } of value) stored.add(Date.parse(date));
      }
      return publications.flatMap(({ sentAt, acknowledgedAt }, index) =>
        stored.has(first + index * EVERY_MS)
          ? []
          : [
              `${index}: sent after ${sentAt - first} ms, acknowledged after ${(acknowledgedAt ?? Number.NaN) - first} ms`,
            ],
      );
    },
    /** Everything that was acknowledged is stored and counted, once. */
    async expectWhole(server: RealServer, token: string) {
      const end = first + publications.length * EVERY_MS;
      const span = { id: mac, dateIn: first - 60_000, dateOut: end };
      const counted = await server.read<{ value: number }>(
        'POST',
        '/board/values/last/pagination/count',
        span,
        token,
      );
      // Consumption is told of whole quarter-hours: of the civil days on which the messages begin and end.
      const [dateIn, dateOut] = [first, end].map((at) => civilDateAt(instant(at), DEFAULT_ZONE));
      const used = await server.read<{ value: { total: number } }>(
        'POST',
        '/board/consumption',
        { id: mac, dateIn, dateOut },
        token,
      );
      expect(publications.every(({ acknowledgedAt }) => acknowledgedAt !== null)).toBe(true);
      expect(counted.value).toBe(publications.length);
      expect(used.value.total).toBeCloseTo((publications.length * ENERGY_WH) / 1_000, 6);
    },
  };
};
