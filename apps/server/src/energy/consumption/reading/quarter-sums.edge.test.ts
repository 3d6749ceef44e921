import { DAY_MS, HOUR_MS, instant } from '@nascente/domain/base/time/zone';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InstallationSpan } from '../../../telemetry/series/index.ts';
import { frameAt } from '../../../testing/boards/half-hours.ts';
import { createTestIngest } from '../../../testing/boards/test-ingest.ts';
import { createTestMeterDays } from '../../../testing/boards/test-meter-days.ts';
import type { SeededMeter } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';
import { createQuarterSums, type QuarterSums } from './quarter-sums.ts';

const NOW = Date.parse('2026-11-13T14:20:00Z');
const FIRST = Date.parse('2026-11-05T00:00:00Z');

let api: TestApi;
let ingest: ReturnType<typeof createTestIngest>;
let sums: QuarterSums;
let meters: readonly SeededMeter[];

const hourly = (from: number, to: number): Frame[] =>
  Array.from({ length: (to - from) / HOUR_MS }, (_, hour) => frameAt(from + hour * HOUR_MS));

const spansOf = (from: number, to: number) =>
  meters.map(({ installationId }) => ({ installationId, from: instant(from), to: instant(to) }));
const totalOf = async (spans: readonly InstallationSpan[]): Promise<number> => {
  const [together] = await sums('all quantities', [spans]);
  return together?.consumedA.reduce((a, b) => a + b, 0) ?? 0;
};
const consumed = (from = FIRST, to = NOW): Promise<number> => totalOf(spansOf(from, to));

beforeAll(async () => {
  api = await createTestApi(new Date(NOW).toISOString());
  ingest = createTestIngest(api, new Date(NOW).toISOString());
});
afterAll(() => ingest.stop());

/** Two meters, of which each measured 1 Wh an hour until two hours ago. */
beforeEach(async () => {
  const establishment = await api.seed.establishment(await api.seed.person());
  const installed_at = new Date(FIRST - 3 * DAY_MS);
  meters = [
    await api.seed.meter(establishment, { installed_at }),
    await api.seed.meter(establishment, { installed_at }),
  ];
  for (const meter of meters) await ingest.store(meter, hourly(FIRST, NOW - 2 * HOUR_MS - 20 * 60_000));
  await api.closeDays();
  sums = createQuarterSums(createTestMeterDays(api, NOW));
});

const COMPLETE = 2 * (8 * 24 + 12) * 1_000;

describe('sums of quarter-hours', () => {
  it.each([
    ['late, on a closed day', FIRST + 3 * DAY_MS + HOUR_MS / 2],
    ['late, on a day before the first that was ever closed', FIRST - 2 * DAY_MS],
    ['now', NOW - HOUR_MS],
  ])('sums include a frame that comes %s, before and after it is closed', async (_, at) => {
    const from = FIRST - 3 * DAY_MS;
    expect(await consumed(from)).toBe(COMPLETE);
    await ingest.store(meters[1] as SeededMeter, [frameAt(at, 77)]);
    expect(await consumed(from)).toBe(COMPLETE + 77);
    await api.closeDays();
    expect(await consumed(from)).toBe(COMPLETE + 77);
  });

  it('the sum of a meter does not depend on a newer meter requested before it', async () => {
    const [newcomer, other] = spansOf(FIRST, NOW) as [InstallationSpan, InstallationSpan];
    await ingest.store(meters[1] as SeededMeter, [frameAt(FIRST + DAY_MS + 1, 77)]);
    const today = { ...newcomer, from: instant(NOW - (NOW % DAY_MS)) };
    expect(await totalOf([today, other])).toBe(COMPLETE / 2 + 77 + 12_000);
    expect(await totalOf([other])).toBe(COMPLETE / 2 + 77);
  });

  it('returns separate sums for each requested set of meters', async () => {
    const [one, other] = spansOf(FIRST, NOW) as [InstallationSpan, InstallationSpan];
    await ingest.store(meters[1] as SeededMeter, [frameAt(FIRST + DAY_MS + 1, 77)]);
    const sets = await sums('all quantities', [[one], [], [one, other], [other]]);
    const totals = sets.map(({ consumedA }) => consumedA.reduce((a, b) => a + b, 0));
    expect(totals).toEqual([COMPLETE / 2, 0, COMPLETE + 77, COMPLETE / 2 + 77]);
  });
});
