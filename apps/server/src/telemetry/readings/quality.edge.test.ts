import { createCorrection, undoCorrection } from '@nascente/contract/energy/corrections';
import { readTelemetryStatus } from '@nascente/contract/telemetry/telemetry';
import { instant } from '@nascente/domain/base/time/zone';
import { blankFrame } from '@nascente/domain/telemetry/frames/frame';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { startTestFrames } from '../../testing/boards/test-frames.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-13T14:20:00Z';
const HOUR = 3_600_000;
const FIRST = Date.parse('2026-11-09T21:07:00Z');

let api: TestApi;
let owner: SeededPerson;
let sendFrames: ReturnType<typeof startTestFrames>;

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  sendFrames = startTestFrames(api, NOW);
});

const perhaps = (min: number, max: number) =>
  fc.option(fc.double({ min, max, noNaN: true }), { freq: 3, nil: null });
const reading = fc.record({
  second: fc.integer({ min: 0, max: (Date.parse(NOW) - FIRST) / 1000 - 1 }),
  va: perhaps(100, 250),
  vb: perhaps(100, 250),
  vc: perhaps(100, 250),
  pfa: perhaps(-1, 1),
  pfb: perhaps(-1, 1),
  pfc: perhaps(-1, 1),
});
const someReadings = fc.uniqueArray(reading, {
  minLength: 40,
  maxLength: 250,
  selector: ({ second }) => second,
});

type Readings = typeof someReadings extends fc.Arbitrary<infer R> ? R : never;

const send = (meter: SeededMeter, readings: Readings): Promise<unknown> =>
  sendFrames(
    meter,
    readings.map(({ second, ...values }) => ({
      ...blankFrame('tri', instant(FIRST + second * 1000)),
      ...values,
    })),
  );

const store = async (readings: Readings, zone = 'America/Sao_Paulo'): Promise<SeededMeter> => {
  const establishment = await api.seed.establishment(owner, { zone });
  const meter = await api.seed.meter(establishment, { installed_at: new Date(FIRST - HOUR) });
  await send(meter, readings);
  return meter;
};

const statusOf = async (meter: SeededMeter, type: 'PF' | 'V', dateIn: string, dateOut: string) => {
  const payload = { id: meter.mac, dateIn, dateOut, type };
  const { status } = await api.succeed(readTelemetryStatus, '/board/telemetries/status', {
    token: owner.token,
    payload,
  });
  return status;
};

/** Whole days up to today, a part of a day, and from within an hour to within another. */
const SPANS = [
  ['2026-11-08', '2026-11-13'],
  ['2026-11-11', '2026-11-11'],
  ['2026-11-10T05:41:12Z', '2026-11-13T09:12:07Z'],
  ['2026-11-11T05:10:00Z', '2026-11-11T05:50:00Z'],
] as const;

const everyAnswer = async (meter: SeededMeter) => {
  const answers = await Promise.all(
    SPANS.flatMap(([from, to]) => [statusOf(meter, 'PF', from, to), statusOf(meter, 'V', from, to)]),
  );
  // The database may add the values of a mean in any order.
  return answers.map((hours) => hours.map((hour) => ({ ...hour, value: Number(hour.value.toFixed(9)) })));
};

test.for(['America/Sao_Paulo', 'America/Noronha', 'Asia/Kolkata'])(
  'in %s closed days return the same answers as the readings',
  async (zone) => {
    await fc.assert(
      fc.asyncProperty(someReadings, async (readings) => {
        const meter = await store(readings, zone);
        const fromReadings = await everyAnswer(meter);
        await api.closeDays();
        expect(await everyAnswer(meter)).toEqual(fromReadings);
      }),
      { numRuns: 5 },
    );
  },
);

const steady = (perHour: number): Readings =>
  Array.from({ length: perHour * 88 }, (_, n) => ({
    second: Math.floor((n * 3600) / perHour),
    va: 220,
    vb: null,
    vc: 219,
    pfa: 0.9,
    pfb: null,
    pfc: -0.7,
  }));

test('answers the quality of closed days without reading the readings', async () => {
  const meter = await store(steady(6));
  const before = await everyAnswer(meter);
  await api.closeDays();
  await api.database.pool.query(
    "delete from reading where installation_id = $1 and at >= '2026-11-10' and at < '2026-11-13'",
    [meter.installationId],
  );
  const after = await everyAnswer(meter);
  expect(after.slice(0, 4)).toEqual(before.slice(0, 4));
  expect(after[0]?.length).toBeGreaterThan(80);
});

test.for(['America/Sao_Paulo', 'Asia/Kolkata'])(
  'in %s a board with too many frames is read hour by hour, with the same answer',
  async (zone) => {
    const meter = await store(steady(60), zone);
    const concurrency = await everyAnswer(meter);
    const { rowCount } = await api.database.pool.query(
      'update quarter set frames = 90000 where installation_id = $1 and frames > 0',
      [meter.installationId],
    );
    expect(rowCount).toBeGreaterThan(300);
    expect(await everyAnswer(meter)).toEqual(concurrency);
    expect(concurrency[0]?.length).toBeGreaterThan(80);
  },
);

test.for(['2026-11-11T05:21:30Z', '2026-11-13T05:21:30Z'])(
  'shows a late frame at %s in the answer at once',
  async (at) => {
    const meter = await store(steady(6));
    await api.closeDays();
    const hourOf = async () =>
      (await statusOf(meter, 'PF', SPANS[0][0], SPANS[0][1])).find(
        ({ date }) => date === `${at.slice(0, 11)}05:00:00.000Z`,
      )?.value;
    expect(await hourOf()).toBeCloseTo(0.8, 6);
    const second = (Date.parse(at) - FIRST) / 1000;
    await send(meter, [{ second, va: null, vb: null, vc: null, pfa: 0.1, pfb: null, pfc: null }]);
    expect(await hourOf()).toBeCloseTo((0.8 * 6 + 0.1) / 7, 6);
    await api.closeDays();
    expect(await hourOf()).toBeCloseTo((0.8 * 6 + 0.1) / 7, 6);
  },
);

test.for(['2026-11-11', '2026-11-13'])(
  'ignores excluded readings on %s until the exclusion is undone',
  async (day) => {
    const meter = await store(steady(6));
    await api.closeDays();
    const before = await everyAnswer(meter);
    const url = `/board/${meter.mac}/corrections`;
    const payload = { start: `${day}T05:00:00Z`, end: `${day}T06:00:00Z`, reason: 'Sensor trocado' };
    const { correction } = await api.succeed(createCorrection, url, { token: owner.token, payload });
    const excluded = await everyAnswer(meter);
    expect(excluded[0]).toEqual(before[0]?.filter(({ date }) => date !== `${day}T05:00:00.000Z`));
    await api.closeDays();
    expect(await everyAnswer(meter)).toEqual(excluded);
    await api.succeed(undoCorrection, `${url}/${correction.id}/undo`, { token: owner.token });
    expect(await everyAnswer(meter)).toEqual(before);
  },
);
