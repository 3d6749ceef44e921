import { describe, expect, test } from 'vitest';
import { HOUR_MS, instant, MINUTE_MS, SECOND_MS } from '../../base/time/zone.ts';
import type { PhaseColumns } from '../supply/supply-frames.ts';
import { inspectedMeter } from './inspected-meter.ts';
import { type MeterAbsence, meterAbsences, type SupplyTrace, type TracedMeter } from './meter-absences.ts';
import { type SiteMeter, siteOutages } from './site-outages.ts';

const NOON = Date.UTC(2026, 10, 5, 15);
const NONE: PhaseColumns = [undefined, undefined, undefined];
const METER: TracedMeter = {
  nominal: 220,
  distance: 10 * SECOND_MS,
  isConnected: [true, false, false],
  keepsRegisters: false,
};

interface Row {
  readonly seconds: number;
  readonly volts?: number | readonly number[];
  readonly watts?: number;
  readonly energy?: number;
}

const traceOf = (rows: readonly Row[]): SupplyTrace => {
  const voltsOf = ({ volts = 220 }: Row) => (typeof volts === 'number' ? [volts] : volts);
  const phases = Math.max(...rows.map((row) => voltsOf(row).length));
  return {
    at: Float64Array.from(rows, ({ seconds }) => NOON + seconds * SECOND_MS),
    volts: [0, 1, 2].map((phase) =>
      phase < phases ? Float64Array.from(rows, (row) => voltsOf(row)[phase] ?? Number.NaN) : undefined,
    ) as unknown as PhaseColumns,
    watts: [Float64Array.from(rows, ({ watts = 1000 }) => watts), undefined, undefined],
    energy: [Float64Array.from(rows, ({ energy = 1000 / 360 }) => energy), undefined, undefined],
  };
};

const every10 = (from: number, to: number, row: Partial<Row> = {}): Row[] =>
  Array.from({ length: (to - from) / 10 }, (_, index) => ({ seconds: from + index * 10, ...row }));

const absencesOf = (rows: readonly Row[], meter: Partial<TracedMeter> = {}, until = 7200) =>
  meterAbsences(traceOf(rows), { ...METER, ...meter }, NOON + until * SECOND_MS);

describe('absences of a meter', () => {
  test('ignores silences of less than three minutes and usual distances', () => {
    expect(absencesOf([...every10(0, 100), ...every10(260, 400)], {}, 400)).toEqual([]);
    const slow = { distance: 300 * SECOND_MS };
    expect(absencesOf([{ seconds: 0 }, { seconds: 600 }, { seconds: 900 }], slow, 1000)).toEqual([]);
  });

  test('the usual pause of a board that sends several frames at once is no silence', () => {
    const bursts = (from: number, count: number) =>
      Array.from({ length: count }, (_, burst) =>
        every10(from + burst * 720, from + burst * 720 + 40),
      ).flat();
    expect(absencesOf(bursts(0, 6), {}, 3700)).toEqual([]);
    expect(absencesOf([{ seconds: 0 }], {}, 100)).toEqual([]);
    expect(absencesOf([...bursts(0, 6), ...bursts(7200, 6)], {}, 10_900)).toHaveLength(1);
  });

  test('a silence until the end has no end, and its energy says nothing', () => {
    expect(absencesOf(every10(0, 100), {}, 400)).toMatchObject([
      { lastGood: NOON + 90_000, firstGood: null, firstDead: null, energy: null },
    ]);
  });

  test('energy of the whole silence proves power, and that of a minute a restart a minute ago', () => {
    const after = (energy: number): Row[] => [{ seconds: 1890, energy }, ...every10(1900, 2000)];
    const [counted] = absencesOf([...every10(0, 100), ...after(500)], {}, 2000);
    expect(counted).toMatchObject({ energy: 'counted', running: 0 });
    const [restarted] = absencesOf([...every10(0, 100), ...after(1000 / 60)], {}, 2000);
    expect(restarted?.energy).toBe('restarted');
    expect(restarted?.running).toBeCloseTo(60_000, 0);
    // Registers also hold the time from the last message until the power was lost: five seconds on average.
    const [register] = absencesOf([...every10(0, 100), ...after(1000 / 60)], { keepsRegisters: true }, 2000);
    expect(register?.running).toBeCloseTo(55_000, 0);
  });

  test('the energy of exactly one usual message, no power, or half of the energy prove nothing', () => {
    const energyOf = (energy: number, watts = 1000) =>
      absencesOf(
        [...every10(0, 100, { watts }), { seconds: 1890, energy, watts }, ...every10(1900, 2000)],
        {},
        2000,
      )[0]?.energy;
    expect([energyOf(1000 / 360), energyOf(0.01, 2), energyOf(240), energyOf(Number.NaN)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test('frames without voltage are an absence of the phase, also when loads feed it back', () => {
    const volts = (b: number) => [220, b, 221];
    const tri = { isConnected: [true, true, true] as const };
    const rows = [
      ...every10(0, 100, { volts: volts(220) }),
      ...every10(100, 500, { volts: volts(80) }),
      ...every10(500, 600, { volts: volts(219) }),
    ];
    expect(absencesOf(rows, tri, 600)).toMatchObject([
      {
        lastGood: NOON + 90_000,
        firstDead: NOON + 100_000,
        lastDead: NOON + 490_000,
        firstGood: NOON + 500_000,
        phases: ['B'],
        isOfAllPhases: false,
      },
    ]);
    expect(absencesOf(rows.slice(0, 12), tri, 110)).toEqual([]);
    const low = [...every10(0, 100), ...every10(100, 500, { volts: 90 }), ...every10(500, 600)];
    expect(absencesOf(low, {}, 600)).toEqual([]);
  });

  test('low voltage in the two minutes before is a sag, and frames without voltage do not end a silence', () => {
    const rows = [
      ...every10(0, 100),
      { seconds: 100, volts: 150 },
      { seconds: 400, volts: Number.NaN },
      ...every10(900, 1000),
    ];
    expect(absencesOf(rows, {}, 1000)).toMatchObject([
      { lastGood: NOON + 100_000, firstGood: NOON + 900_000, hadSag: true },
    ]);
  });

  test('a meter that measures no voltage is judged by its silence', () => {
    const trace = traceOf([...every10(0, 100), ...every10(400, 500)]);
    const meter = { ...METER, isConnected: [false, false, false] as const };
    expect(meterAbsences({ ...trace, volts: NONE }, meter, NOON + 500_000)).toHaveLength(1);
  });
});

test('inspects the surroundings of quarter-hours with few frames and of hours with low voltage only', () => {
  const quarter = (number: number) => NOON + number * 15 * MINUTE_MS;
  const counts = Array.from({ length: 40 }, (_, number) => ({
    start: quarter(number),
    frames: number === 10 ? 80 : 90,
  })).filter((_, number) => number !== 20);
  const hours = Array.from({ length: 10 }, (_, number) => ({
    start: NOON + number * HOUR_MS,
    volts: [220, number === 8 ? 205 : 220, Number.NaN] as const,
  }));
  const span = { from: instant(NOON), to: instant(NOON + 10 * HOUR_MS) };
  const found = inspectedMeter({ span, counts, hours, nominal: 220, keepsRegisters: false });
  expect(found?.meter).toMatchObject({ distance: 10_000, isConnected: [true, true, false] });
  expect(found?.spans).toEqual([
    { from: quarter(9), to: quarter(12) },
    { from: quarter(19), to: quarter(22) },
    { from: quarter(31), to: quarter(37) },
  ]);
  expect(inspectedMeter({ span, counts: [], hours, nominal: 220, keepsRegisters: false })).toBeNull();
});

const absence = (fields: Partial<MeterAbsence> = {}): MeterAbsence => ({
  lastGood: NOON,
  firstGood: NOON + HOUR_MS,
  firstDead: null,
  lastDead: null,
  phases: [],
  isOfAllPhases: false,
  energy: null,
  running: 0,
  hadSag: false,
  ...fields,
});
const dead = (fields: Partial<MeterAbsence> = {}) =>
  absence({
    firstDead: NOON + 10_000,
    lastDead: NOON + HOUR_MS - 10_000,
    phases: ['A', 'B', 'C'],
    isOfAllPhases: true,
    ...fields,
  });
const meter = (
  id: number,
  absences: readonly MeterAbsence[],
  fields: Partial<SiteMeter> = {},
): SiteMeter => ({
  id,
  isGeneral: false,
  phases: 3,
  distance: 10_000,
  read: [{ from: instant(NOON - 24 * HOUR_MS), to: instant(NOON + 24 * HOUR_MS) }],
  absences,
  ...fields,
});
const outagesOf = (meters: readonly SiteMeter[], wasServerSilent = false) =>
  siteOutages(meters, () => wasServerSilent);
const kindsOf = (meters: readonly SiteMeter[], wasServerSilent = false) =>
  outagesOf(meters, wasServerSilent).map(({ kind, evidence }) => `${kind}: ${evidence}`);

describe('outages of a site', () => {
  test('zero voltage of the general meter is an interruption between its last and first frames', () => {
    expect(
      outagesOf([meter(1, [dead()], { isGeneral: true }), meter(2, [absence({ running: 5_000 })])]),
    ).toEqual([
      {
        from: NOON + 5_000,
        to: NOON + HOUR_MS - 7_500,
        kind: 'interruption',
        evidence: 'zero-voltage',
        meters: [1, 2],
        phases: ['A', 'B', 'C'],
        hadSag: false,
      },
    ]);
  });

  test('zero voltage of one meter beside meters with voltage is a fault of the installation', () => {
    expect(kindsOf([meter(1, [dead()]), meter(2, [])])).toEqual(['installation: zero-voltage-of-some']);
    expect(kindsOf([meter(1, [dead()]), meter(2, [], { isGeneral: true })])).toEqual([
      'installation: zero-voltage-of-some',
    ]);
  });

  test('a lost phase of a three-phase meter is not contradicted by a single-phase meter', () => {
    const lost = dead({ phases: ['B'], isOfAllPhases: false });
    const single = { phases: 1 };
    expect(kindsOf([meter(1, [lost]), meter(2, [], single), meter(3, [dead()], single)])).toEqual([
      'interruption: zero-voltage',
    ]);
  });

  test('a common silence is judged by the energy after it', () => {
    const restarted = absence({ energy: 'restarted', running: 60_000 });
    const counted = absence({ energy: 'counted' });
    expect(kindsOf([meter(1, [restarted]), meter(2, [absence()])])).toEqual(['interruption: all-restarted']);
    expect(kindsOf([meter(1, [counted]), meter(2, [absence()])])).toEqual(['messages: energy-counted']);
    expect(kindsOf([meter(1, [counted]), meter(2, [restarted])])).toEqual(['unknown: none']);
  });

  test('a silence of the server decides without energy, and low voltage before does not', () => {
    const two = [meter(1, [absence()]), meter(2, [absence({ lastGood: NOON + 5_000 })])];
    expect(kindsOf(two)).toEqual(['unknown: none']);
    expect(kindsOf(two, true)).toEqual(['messages: server-silent']);
    expect(outagesOf([meter(1, [absence({ hadSag: true })])])).toMatchObject([
      { kind: 'unknown', hadSag: true },
    ]);
  });

  test('a part of the meters is judged beside the others', () => {
    const restarted = absence({ energy: 'restarted' });
    const live = meter(3, []);
    expect(kindsOf([meter(1, [absence({ energy: 'counted' })]), live])).toEqual(['messages: energy-counted']);
    expect(kindsOf([meter(1, [restarted]), live])).toEqual(['installation: others-measured']);
    expect(kindsOf([meter(1, [restarted]), meter(2, [restarted]), live])).toEqual([
      'unknown: some-restarted',
    ]);
  });

  test('an outage that lasts has no end, and a later one of the same meters is another', () => {
    const later = absence({ lastGood: NOON + 5 * HOUR_MS, firstGood: null });
    const [first, second] = outagesOf([meter(1, [absence(), later])]);
    expect([first?.to, second?.to]).toEqual([NOON + HOUR_MS, null]);
  });

  test('meters that are still silent count as one outage, in which a meter that stopped later was live', () => {
    const open = absence({ firstGood: null });
    const later = absence({ lastGood: NOON + 10 * MINUTE_MS, firstGood: null });
    expect(outagesOf([meter(1, [open]), meter(2, [open])])).toMatchObject([{ to: null, meters: [1, 2] }]);
    expect(kindsOf([meter(1, [open]), meter(2, [later])])).toEqual([
      'installation: others-measured',
      'unknown: none',
    ]);
  });

  test('a meter that was silent long before neither joins nor contradicts', () => {
    const broken = meter(2, [absence({ lastGood: NOON - 9 * HOUR_MS, firstGood: NOON + 9 * HOUR_MS })]);
    const [, outage] = outagesOf([meter(1, [absence({ energy: 'restarted' })]), broken]);
    expect(outage).toMatchObject({ kind: 'unknown', evidence: 'one-restarted', meters: [1] });
  });

  test('a meter contradicts only at times of which frames were read', () => {
    const lost = meter(1, [absence()]);
    const seen = (from: number, to: number) =>
      meter(2, [], { read: [{ from: instant(NOON + from), to: instant(NOON + to) }] });
    expect(kindsOf([lost, seen(-HOUR_MS, HOUR_MS)])).toEqual(['installation: others-measured']);
    expect(kindsOf([lost, seen(-2 * HOUR_MS, -HOUR_MS)])).toEqual(['unknown: none']);
    expect(kindsOf([lost, seen(HOUR_MS, 2 * HOUR_MS)])).toEqual(['unknown: none']);
  });

  test('the start is not before the last frame of any meter', () => {
    const [outage] = outagesOf([
      meter(1, [absence()], { distance: 60_000 }),
      meter(2, [absence({ lastGood: NOON + 30_000 })]),
    ]);
    expect(outage?.from).toBe(NOON + 38_500);
    const early = dead({ firstDead: NOON + 1_000 });
    expect(outagesOf([meter(1, [early]), meter(2, [dead({ lastGood: NOON + 2_000 })])])[0]?.from).toBe(
      NOON + 2_000,
    );
  });
});
