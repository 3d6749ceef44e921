import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import { blankFrame, type Frame } from '@nascente/domain/metering/frame';
import { type CivilDate, civilDateAt } from '@nascente/domain/time/civil-day';
import { DAY_MS, HOUR_MS, instant, parseZone, type Zone } from '@nascente/domain/time/zone';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeededMeter } from '../../testing/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';
import { createTestIngest } from '../../testing/test-ingest.ts';
import { rememberClosedDays } from './closed-days.ts';
import { createClosedMemory } from './closed-memory.ts';
import { createDaysReader } from './days-reader.ts';
import { createManyHoursRepository } from './many-hours.repository.ts';
import { createPackedDaysRepository } from './packed-days.repository.ts';
import { createRecentDaysReader } from './recent-days.ts';
import { createRecentQuartersRepository } from './recent-quarters.repository.ts';
import { createRecentQuarters } from './recent-quarters.ts';
import { createSeriesRepository } from './series.repository.ts';
import { createSpansReader } from './spans-reader.ts';

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

const frameAt = (at: number, energyA: number): Frame => ({
  ...blankFrame('tri', instant(at)),
  ...({ energyA } as Partial<Frame>),
});
const halfHourly = (from: number, to: number): Frame[] =>
  Array.from({ length: (to - from) / (HOUR_MS / 2) }, (_, n) => frameAt(from + (n * HOUR_MS) / 2, 1_000 + n));

const readers = () => {
  const { pool, changes } = api.database;
  const clock = () => instant(NOW);
  const packedDays = createPackedDaysRepository(pool);
  const series = createSeriesRepository(pool, packedDays, clock);
  const recentQuarters = createRecentQuarters({
    quarters: createRecentQuartersRepository(pool),
    changes,
    clock,
  });
  const hours = createManyHoursRepository(pool, recentQuarters, clock);
  const plain = createDaysReader(createSpansReader({ hours, series }));
  const memory = createClosedMemory<readonly DayPosts[]>({ changes, packedDays }, 1_000);
  return { plain, remembering: rememberClosedDays(plain, createRecentDaysReader(recentQuarters), memory) };
};

const meterIn = async (zone: string): Promise<SeededMeter> => {
  const place = await api.seed.place(await api.seed.person(), { zone });
  const meter = await api.seed.meter(place, { installed_at: new Date(INSTALLED) });
  await ingest.store(meter, halfHourly(FIRST, NOW - 20 * 60_000));
  return meter;
};

test.for(['America/Sao_Paulo', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati'])(
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
      () => api.packDays(),
      async () => undefined,
      () => ingest.store(seeded[0] as SeededMeter, [frameAt(FIRST + 3 * DAY_MS + 60_000, 77)]),
      () => api.packDays(),
      () => ingest.store(seeded[1] as SeededMeter, [frameAt(FIRST - 2 * DAY_MS, 99)]),
      () => api.packDays(),
      () => ingest.store(seeded[1] as SeededMeter, [frameAt(NOW - 60_000, 13)]),
    ];
    const totals: number[] = [];
    for (const step of steps) {
      await step();
      totals.push(await holds());
    }
    const grown = totals.map((total, index) => total - (totals[index - 1] ?? total));
    expect(grown.map(Math.sign)).toEqual([0, 0, 0, 1, 0, 1, 0, 1]);
  },
);

test('closed days are not read again while none of them is packed anew', async () => {
  const { plain, remembering } = readers();
  const { installationId } = await meterIn('America/Sao_Paulo');
  await api.packDays();
  const meter = {
    installationId,
    kind: 'tri' as const,
    zone: parseZone('America/Sao_Paulo') as Zone,
    installedAt: instant(INSTALLED),
    removedAt: null,
  };
  const asked = [{ meter, first: '2026-11-05' as CivilDate, last: '2026-11-11' as CivilDate }];
  const known = await remembering.ofMany(asked, instant(NOW));
  await api.database.pool.query(
    `update packed_quarters set hours = null where installation_id = ${installationId}`,
  );
  expect(await remembering.ofMany(asked, instant(NOW))).toEqual(known);
  expect(await plain.ofMany(asked, instant(NOW))).not.toEqual(known);
});
