import { type EnergySeries, joinSeries } from '@nascente/domain/consumption/series';
import { sumSeries } from '@nascente/domain/consumption/sum-series';
import { DAY_MS, HOUR_MS, instant, parseZone, type Zone } from '@nascente/domain/time/zone';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DISTANT_ZONES, frameAt, growthOver, halfHourly } from '../../testing/half-hours.ts';
import { createPlainReaders } from '../../testing/plain-readers.ts';
import type { SeededMeter } from '../../testing/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';
import { createTestIngest } from '../../testing/test-ingest.ts';
import { unnoticed } from '../../testing/unnoticed.ts';
import { createHourSums, type SummedHours } from './hour-sums.ts';
import type { ZonedSpan } from './spans-reader.ts';

const NOW = Date.parse('2024-11-13T14:20:00Z');
const FIRST = Date.parse('2024-11-05T03:00:00Z');

let api: TestApi;
let ingest: ReturnType<typeof createTestIngest>;

beforeAll(async () => {
  api = await createTestApi(new Date(NOW).toISOString());
  ingest = createTestIngest(api, new Date(NOW).toISOString());
});
afterAll(() => ingest.stop());

const createReaders = () => {
  const { spans, ...beside } = createPlainReaders(api, NOW);
  return { spans, sums: createHourSums({ spans, ...beside }) };
};

const seedThree = async (zone: string): Promise<readonly SeededMeter[]> => {
  const place = await api.seed.place(await api.seed.person(), { zone });
  const meters: SeededMeter[] = [];
  for (const energy of [1_000, 20_000, 300_000]) {
    const meter = await api.seed.meter(place, { installed_at: new Date(FIRST - 3 * DAY_MS) });
    await ingest.store(meter, halfHourly(FIRST, NOW - 20 * 60_000, energy));
    meters.push(meter);
  }
  return meters;
};

const wholeOf = ({ closed, open }: SummedHours): EnergySeries => joinSeries(closed, open);

const columnsOf = ({ start, consumedA, volume, quarters, stepMinutes }: EnergySeries) => ({
  start,
  consumedA,
  volume,
  quarters,
  stepMinutes,
});

test.for(DISTANT_ZONES)(
  'in %s what meters consumed together is the sum of what each did, whatever comes',
  async (name) => {
    const zone = parseZone(name) as Zone;
    const meters = await seedThree(name);
    const { spans, sums } = createReaders();
    /** The third came a day and a quarter later than the others, and the second went before the day under way. */
    const spansFrom = (from: number): readonly ZonedSpan[] =>
      meters
        .map(
          ({ installationId }, place): ZonedSpan => ({
            installationId,
            kind: 'tri',
            zone,
            from: instant(place === 2 ? from + DAY_MS + 900_000 : from),
            to: instant(place === 1 ? NOW - DAY_MS - 900_000 : NOW),
            isClipped: true,
          }),
        )
        .filter(({ from: begins, to }) => begins < to);
    const holds = async (): Promise<number> => {
      let total = 0;
      for (const from of [FIRST - 3 * DAY_MS, FIRST, FIRST + 2 * DAY_MS, NOW - HOUR_MS - (NOW % HOUR_MS)]) {
        const asked = spansFrom(from);
        const plain = sumSeries(await spans.read(asked));
        for (let time = 0; time < 2; time++)
          expect(columnsOf(wholeOf(await sums.read(asked)))).toEqual(columnsOf(plain));
        total += plain.consumedA.reduce((a, b) => a + b, 0);
      }
      return total;
    };
    const [first, , third] = meters as [SeededMeter, SeededMeter, SeededMeter];
    const steps: (() => Promise<unknown>)[] = [
      async () => undefined,
      () => api.closeDays(),
      () => ingest.store(third, [frameAt(FIRST + 3 * DAY_MS + 60_000, 77)]),
      () => api.closeDays(),
      () => ingest.store(first, [frameAt(FIRST - 2 * DAY_MS, 99)]),
      () => api.closeDays(),
      () => ingest.store(first, [frameAt(NOW - 60_000, 13)]),
    ];
    expect(await growthOver(steps, holds)).toEqual([0, 0, 1, 0, 1, 0, 1]);
  },
);

test.for(DISTANT_ZONES)(
  'in %s the highest quarter-hours of a single meter are told, again too',
  async (name) => {
    const zone = parseZone(name) as Zone;
    const [meter] = (await seedThree(name)) as [SeededMeter];
    const { spans, sums } = createReaders();
    const asked = (days: number): readonly ZonedSpan[] => [
      {
        installationId: meter.installationId,
        kind: 'tri',
        zone,
        from: instant(FIRST),
        to: instant(NOW),
        highestFrom: instant(FIRST + days * DAY_MS),
      },
    ];
    const highestOf = (series: EnergySeries) => ({
      ...columnsOf(series),
      highest: series.peakQuarter.slice(0, series.length),
      at: series.peakQuarterStart.slice(0, series.length),
    });
    const steps: (() => Promise<unknown>)[] = [
      () => api.closeDays(),
      () => ingest.store(meter, [frameAt(FIRST + 3 * DAY_MS + 60_000, 99_000)]),
      () => api.closeDays(),
      () => ingest.store(meter, [frameAt(NOW - 60_000, 98_000)]),
    ];
    const highest: number[] = [];
    for (const step of steps) {
      await step();
      for (const days of [0, 5, 0]) {
        const [plain] = (await spans.read(asked(days))) as [EnergySeries];
        expect(highestOf(wholeOf(await sums.read(asked(days))))).toEqual(highestOf(plain));
        highest.push(Math.max(...plain.peakQuarter));
      }
    }
    expect(new Set(highest).size).toBeGreaterThan(1);
  },
);

test('closed days are not added up again while nothing of them was written', async () => {
  const meters = await seedThree('America/Sao_Paulo');
  const { spans, sums } = createReaders();
  const asked = (from: number): ZonedSpan[] =>
    meters.map(({ installationId }) => ({
      installationId,
      kind: 'tri',
      zone: parseZone('America/Sao_Paulo') as Zone,
      from: instant(from),
      to: instant(NOW),
    }));
  const ids = meters.map(({ installationId }) => installationId).join();
  await api.closeDays();
  for (const from of [FIRST, FIRST - 3 * DAY_MS]) {
    const known = columnsOf(wholeOf(await sums.read(asked(from))));
    await unnoticed(api.database.pool, `update meter_day set hours = null where installation_id in (${ids})`);
    expect(columnsOf(wholeOf(await sums.read(asked(from))))).toEqual(known);
    expect(columnsOf(sumSeries(await spans.read(asked(from))))).not.toEqual(known);
    await api.database.pool.query(`delete from meter_day where installation_id in (${ids})`);
    await api.closeDays();
    expect(columnsOf(wholeOf(await sums.read(asked(from))))).toEqual(known);
  }
});
