import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { DAY_MS, HOUR_MS, instant, MINUTE_MS, type Zone } from '@nascente/domain/base/time/zone';
import { civilDays, type DaySums } from '@nascente/domain/energy/consumption/day-sums';
import { blankFrame, type Frame } from '@nascente/domain/telemetry/frames/frame';
import {
  clippedRuns,
  forEachPresent,
  type QuarterRunOf,
} from '@nascente/domain/telemetry/intervals/quarter-days';
import {
  addFrame,
  emptyLedger,
  type Quarter,
  quartersOf,
} from '@nascente/domain/telemetry/intervals/quarters';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/totals';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestIngest } from '../../../testing/boards/test-ingest.ts';
import { createTestMeterDays } from '../../../testing/boards/test-meter-days.ts';
import type { SeededMeter } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';
import type { InstallationSpan, TotalColumn } from '../interval-queries.repository.ts';
import type { MeterDays } from './meter-days.ts';

const NOW = Date.parse('2026-11-13T14:20:00Z');
const FIRST = Date.parse('2026-11-08T03:00:00Z');

let api: TestApi;
let ingest: ReturnType<typeof createTestIngest>;
let days: MeterDays;

beforeAll(async () => {
  api = await createTestApi(new Date(NOW).toISOString());
  ingest = createTestIngest(api, new Date(NOW).toISOString());
  days = createTestMeterDays(api, NOW);
});
afterAll(() => ingest.stop());

/** No two alike; the second phase gives back now and then. */
const frameAt = (at: number, n = Math.floor(at / MINUTE_MS)): Frame => ({
  ...blankFrame('tri', instant(at)),
  ...({
    energyA: 1_000 + (n % 977),
    energyB: n % 6 === 0 ? -(n % 83) : n % 83,
    reactiveA: (n % 11) - 5,
  } as Partial<Frame>),
});

/** Every twenty minutes, without two hours of the third day and without the fourth. */
const frames = (): Frame[] => {
  const all: Frame[] = [];
  for (let at = FIRST; at < NOW - HOUR_MS; at += 20 * MINUTE_MS) {
    const since = at - FIRST;
    if (since > 2 * DAY_MS && since < 2 * DAY_MS + 2 * HOUR_MS) continue;
    if (since < 3 * DAY_MS || since > 4 * DAY_MS) all.push(frameAt(at));
  }
  return all;
};

/** The value of a column in a quarter-hour of the domain's ledger. */
const REPORTED: Readonly<Partial<Record<TotalColumn, (quarter: Quarter) => number>>> = {
  consumed: ({ consumedA, consumedB, consumedC }) => consumedA + consumedB + consumedC,
  injected: ({ injectedA, injectedB, injectedC }) => injectedA + injectedB + injectedC,
  volume: ({ volume }) => volume,
  consumedA: ({ consumedA }) => consumedA,
  consumedB: ({ consumedB }) => consumedB,
  injectedB: ({ injectedB }) => injectedB,
  inductiveA: ({ inductiveA }) => inductiveA,
};
const COLUMNS = Object.keys(REPORTED) as TotalColumn[];

type Rows = Record<string, readonly number[]>;

const ledger = emptyLedger();
const store = async (meter: SeededMeter, sent: readonly Frame[]): Promise<void> => {
  await ingest.store(meter, sent);
  for (const frame of sent) addFrame(ledger, meter.installationId, frame);
};

/** The values of the quarter-hours of an interval by their start, in the order of `COLUMNS`. */
const stored = ({ installationId, from, to }: InstallationSpan): Rows =>
  Object.fromEntries(
    quartersOf(ledger, installationId)
      .filter(({ start }) => start >= from && start < to)
      .map((quarter) => [
        new Date(quarter.start).toISOString(),
        COLUMNS.map((column) => REPORTED[column]?.(quarter) ?? 0),
      ]),
  );

const rowsOf = (span: InstallationSpan, runs: readonly QuarterRunOf<TotalColumn>[]): Rows => {
  const rows: [string, readonly number[]][] = [];
  for (const clip of clippedRuns(span, runs))
    forEachPresent(clip, (index) =>
      rows.push([
        new Date(clip.run.start + index * QUARTER_MS).toISOString(),
        COLUMNS.map((column) => clip.run[column]?.[index] ?? 0),
      ]),
    );
  return Object.fromEntries(rows);
};

interface Hour {
  readonly consumed: number;
  readonly quarters: number;
  readonly highest: number;
}

const hoursOfRows = (rows: Rows): Record<string, Hour> => {
  const byHour = Map.groupBy(Object.entries(rows), ([start]) => start.slice(0, 13));
  return Object.fromEntries(
    [...byHour].map(([hour, quarters]) => {
      const consumed = quarters.map(([, numbers]) => (numbers[0] as number) + (numbers[2] as number));
      const total = consumed.reduce((a, b) => a + b, 0);
      return [hour, { consumed: total, quarters: quarters.length, highest: Math.max(...consumed) }];
    }),
  );
};
const hoursOf = (series: EnergySeries): Record<string, Hour> =>
  Object.fromEntries(
    Array.from({ length: series.length }, (_, slot) => [
      new Date(series.start[slot] as number).toISOString().slice(0, 13),
      {
        consumed: series.consumedA[slot] as number,
        quarters: series.quarters[slot] as number,
        highest: series.peakQuarter[slot] as number,
      },
    ]),
  );

const consumedOfRows = (rows: Rows): Record<string, number> =>
  Object.fromEntries(
    Object.entries(rows).map(([start, numbers]) => [start, (numbers[0] as number) + (numbers[2] as number)]),
  );
const consumedIn = ({ start, consumedA }: EnergySeries): Record<string, number> =>
  Object.fromEntries(
    Array.from(start, (at, slot) => [new Date(at).toISOString(), consumedA[slot] as number]),
  );

type SlotsOf = Record<string, readonly [consumed: number, quarters: number]>;

const slotsOfRows = (rows: Rows, stepMinutes: number): SlotsOf => {
  const stepMs = stepMinutes * MINUTE_MS;
  const ofSlot = Map.groupBy(Object.entries(consumedOfRows(rows)), ([start]) =>
    new Date(Math.floor(Date.parse(start) / stepMs) * stepMs).toISOString(),
  );
  return Object.fromEntries(
    [...ofSlot].map(([slot, some]) => [slot, [some.reduce((sum, [, one]) => sum + one, 0), some.length]]),
  );
};
const measuredIn = ({ start, consumedA, quarters }: EnergySeries): SlotsOf =>
  Object.fromEntries(
    Array.from(start, (at, slot) => [
      new Date(at).toISOString(),
      [consumedA[slot] as number, quarters[slot] as number],
    ]),
  );

type DaysOf = Record<string, readonly [consumed: number, quarters: number]>;

const daysOfRows = (rows: Rows, zone: Zone): DaysOf => {
  const ofDate = Map.groupBy(Object.entries(consumedOfRows(rows)), ([start]) =>
    civilDateAt(instant(Date.parse(start)), zone),
  );
  return Object.fromEntries(
    [...ofDate].map(([date, some]) => [date, [some.reduce((sum, [, one]) => sum + one, 0), some.length]]),
  );
};
const byDate = (dates: readonly string[], { totals, quarters }: DaySums): DaysOf =>
  Object.fromEntries(
    dates.flatMap((date, index) =>
      quarters[index] === 0 ? [] : [[date, [totals[index] as number, quarters[index] as number]]],
    ),
  );

test('closed, open and reopened days return the values of their quarter-hours after any change', async () => {
  const establishment = await api.seed.establishment(await api.seed.person());
  const installed_at = new Date(FIRST - 3 * DAY_MS);
  const meters = [
    await api.seed.meter(establishment, { installed_at }),
    await api.seed.meter(establishment, { installed_at }),
  ];
  for (const meter of meters) await store(meter, frames());
  const [first, second] = meters as [SeededMeter, SeededMeter];

  const spans = (): InstallationSpan[] =>
    [
      [FIRST - 3 * DAY_MS, NOW],
      [FIRST + QUARTER_MS, FIRST + DAY_MS + 3 * QUARTER_MS],
      [FIRST + 2 * DAY_MS + HOUR_MS, NOW - DAY_MS],
      [NOW - 2 * HOUR_MS - 20 * MINUTE_MS, NOW + DAY_MS],
      [FIRST + DAY_MS, FIRST + DAY_MS],
    ].flatMap(([from, to]) =>
      meters.map(({ installationId }) => ({
        installationId,
        from: instant(from as number),
        to: instant(to as number),
      })),
    );
  const check = async () => {
    const requested = spans();
    const truth = requested.map(stored);
    const read = await days.read(COLUMNS, requested);
    expect(requested.map((span, index) => rowsOf(span, read[index] ?? []))).toEqual(truth);
    const hours = await days.readEach(
      requested.map((span) => ({
        ...span,
        zone: 'UTC' as Zone,
        highestFrom: instant(FIRST - 4 * DAY_MS),
      })),
    );
    // Answers contain complete hours; an interval that begins or ends within an hour contains only its own quarter-hours of it.
    expect(hours.map(hoursOf)).toEqual(truth.map(hoursOfRows));
    const quarters = await days.readEach(
      requested.map((span) => ({ ...span, zone: 'UTC' as Zone, stepMinutes: 15 as const })),
    );
    expect(quarters.map(consumedIn)).toEqual(truth.map(consumedOfRows));
    // Without their highest quarter-hours, open days are added up by the slot in the database.
    for (const stepMinutes of [30, 60] as const) {
      const slots = await days.readEach(
        requested.map((span) => ({ ...span, zone: 'UTC' as Zone, stepMinutes })),
      );
      expect(slots.map(measuredIn)).toEqual(truth.map((rows) => slotsOfRows(rows, stepMinutes)));
    }
    for (const zone of ['America/Recife', 'Asia/Kolkata', 'UTC'] as Zone[])
      for (const [index, span] of requested.entries()) {
        const civil = civilDays(civilDateAt(span.from, zone), civilDateAt(span.to, zone), zone);
        const read = await days.readDays([span], civil);
        expect(byDate(civil.dates, read)).toEqual(daysOfRows(truth[index] as Rows, zone));
      }
    return truth.reduce((sum, rows) => sum + Object.keys(rows).length, 0);
  };

  const counts: number[] = [];
  const steps: (() => Promise<unknown>)[] = [
    async () => undefined,
    () => api.closeDays(),
    () => store(first, [frameAt(FIRST + 3 * DAY_MS + HOUR_MS)]),
    () => api.closeDays(),
    () => store(second, [frameAt(FIRST - 2 * DAY_MS)]),
    () => api.closeDays(),
    () => store(second, [frameAt(NOW - 30 * MINUTE_MS)]),
  ];
  for (const step of steps) {
    await step();
    counts.push(await check());
  }
  const [atFirst, closed, late, again, before, closedAll, atLast] = counts as [number, ...number[]];
  expect([closed, again, closedAll]).toEqual([atFirst, late, before]);
  expect(atFirst).toBeGreaterThan(100);
  expect([late, before, atLast].every((count, index) => count !== [closed, again, closedAll][index])).toBe(
    true,
  );
});
