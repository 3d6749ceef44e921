import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import { type CivilDate, civilDateAt } from '@nascente/domain/time/civil-day';
import { DAY_MS, instant, parseZone, type Zone } from '@nascente/domain/time/zone';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DISTANT_ZONES, frameAt, growthOver, halfHourly } from '../../testing/half-hours.ts';
import { createPlainReaders } from '../../testing/plain-readers.ts';
import type { SeededMeter } from '../../testing/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';
import { createTestIngest } from '../../testing/test-ingest.ts';
import { unnoticed } from '../../testing/unnoticed.ts';
import { rememberClosedDays } from './closed-days.ts';
import { createClosedMemory } from './closed-memory.ts';
import { createDaysReader } from './days-reader.ts';
import { createRecentDaysReader } from './recent-days.ts';

const NOW = Date.parse('2026-11-13T14:20:00Z');
const FIRST = Date.parse('2026-11-05T03:00:00Z');
const INSTALLED = FIRST - 3 * DAY_MS + 7 * 60_000;

let api: TestApi;
let ingest: ReturnType<typeof createTestIngest>;

beforeAll(async () => {
  api = await createTestApi(new Date(NOW).toISOString());
  ingest = createTestIngest(api, new Date(NOW).toISOString());
});
afterAll(() => ingest.stop());

const readers = () => {
  const { changes, closedDays, recentQuarters, spans } = createPlainReaders(api, NOW);
  const plain = createDaysReader(spans);
  const memory = createClosedMemory<readonly DayPosts[]>({ changes, closedDays }, 1_000);
  return { plain, remembering: rememberClosedDays(plain, createRecentDaysReader(recentQuarters), memory) };
};

const meterIn = async (zone: string): Promise<SeededMeter> => {
  const place = await api.seed.place(await api.seed.person(), { zone });
  const meter = await api.seed.meter(place, { installed_at: new Date(INSTALLED) });
  await ingest.store(meter, halfHourly(FIRST, NOW - 20 * 60_000));
  return meter;
};

test.for(DISTANT_ZONES)(
  'in %s days that are remembered are those that are read, whatever comes',
  async (name) => {
    const zone = parseZone(name) as Zone;
    const { plain, remembering } = readers();
    const seeded = [await meterIn(name), await meterIn(name)];
    const asked = (first: string, last: string) =>
      seeded.map(({ installationId }) => ({
        meter: {
          installationId,
          kind: 'tri' as const,
          zone,
          installedAt: instant(INSTALLED),
          removedAt: null,
        },
        first: first as CivilDate,
        last: last as CivilDate,
      }));
    const today = civilDateAt(instant(NOW), zone);
    const holds = async (): Promise<number> => {
      let total = 0;
      for (const [first, last] of [
        ['2026-11-01', today],
        ['2026-11-06', '2026-11-09'],
        [today, today],
        ['2026-11-12', '2026-11-30'],
      ] as const) {
        const read = await plain.ofMany(asked(first, last), instant(NOW));
        expect(await remembering.ofMany(asked(first, last), instant(NOW))).toEqual(read);
        total += read.flat().reduce((sum, day) => sum + day.total, 0);
      }
      return total;
    };
    const steps: (() => Promise<unknown>)[] = [
      async () => undefined,
      () => api.closeDays(),
      async () => undefined,
      () => ingest.store(seeded[0] as SeededMeter, [frameAt(FIRST + 3 * DAY_MS + 60_000, 77)]),
      () => api.closeDays(),
      () => ingest.store(seeded[1] as SeededMeter, [frameAt(FIRST - 2 * DAY_MS, 99)]),
      () => api.closeDays(),
      () => ingest.store(seeded[1] as SeededMeter, [frameAt(NOW - 60_000, 13)]),
    ];
    expect(await growthOver(steps, holds)).toEqual([0, 0, 0, 1, 0, 1, 0, 1]);
  },
);

test('closed days are not read again while none of them is closed anew', async () => {
  const { plain, remembering } = readers();
  const { installationId } = await meterIn('America/Sao_Paulo');
  await api.closeDays();
  const meter = {
    installationId,
    kind: 'tri' as const,
    zone: parseZone('America/Sao_Paulo') as Zone,
    installedAt: instant(INSTALLED),
    removedAt: null,
  };
  const asked = [{ meter, first: '2026-11-05' as CivilDate, last: '2026-11-11' as CivilDate }];
  const known = await remembering.ofMany(asked, instant(NOW));
  await unnoticed(
    api.database.pool,
    `update meter_day set hours = null where installation_id = ${installationId}`,
  );
  expect(await remembering.ofMany(asked, instant(NOW))).toEqual(known);
  expect(await plain.ofMany(asked, instant(NOW))).not.toEqual(known);
});
