import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cellsOf } from '../../base/sheet/row-cells.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import { parseCellValue } from './cell-number.ts';
import type { FileReading } from './file-reading.ts';
import { createPastReader, spread } from './past-quarters.ts';
import { type PastLimits, sumOf } from './row-amounts.ts';
import { rowTime } from './row-time.ts';

const SAO_PAULO = 'America/Sao_Paulo' as Zone;
const UTC = 'UTC' as Zone;
const NOW = Date.UTC(2027, 0, 1) as Instant;
const QUARTERS: FileReading = {
  encoding: 'UTF-8',
  sheet: null,
  separator: ';',
  decimal: ',',
  cutNumbers: null,
  headerLine: 1,
  layout: 'rows',
  timeColumn: 0,
  clockColumn: null,
  endColumn: null,
  endClockColumn: null,
  time: 'ymd',
  year: null,
  firstDay: null,
  hours: 'clock',
  zone: UTC,
  instant: 'start',
  lateMidnight: false,
  longRows: 'refused',
  rollovers: 'ask',
  statedPeriods: 'ask',
  intervalMinutes: 15,
  values: [{ column: 1, quantity: 'consumed', unit: 'kWh', isRegister: false, phase: null, period: null }],
  estimatedColumn: null,
  unitColumn: null,
  kinds: null,
  marks: null,
  only: null,
  repeats: 'ask',
  pulse: null,
  open: [],
};
const VALUE = QUARTERS.values[0] as FileReading['values'][number];
const REGISTER = [{ ...VALUE, isRegister: true }];
const VOLUME = [{ ...VALUE, quantity: 'volume', unit: 'L' }] as const;
const VOLUME_REGISTER = [{ ...VOLUME[0], isRegister: true }];

const THREE_PHASES: PastLimits = { phases: 3, ratedPhaseWatts: null };

test('preserves quoted text in cells, and removes spaces and the line end', () => {
  expect(cellsOf('a; b ;\r', ';')).toEqual(['a', 'b', '']);
  expect(cellsOf('"a;1";"he said ""no""";c', ';')).toEqual(['a;1', 'he said "no"', 'c']);
  expect(cellsOf('"a";', ';')).toEqual(['a', '']);
  expect(cellsOf('"a"b;c', ';')).toEqual(['"a"b', 'c']);
});

test.each([
  ['1.234,5', ',', 'kWh', 1_234_500_000],
  ['1,234.5', '.', 'Wh', 1_234_500],
  ['4e+05', '.', 'L', 400_000_000],
  ['2', '.', 'MWh', 2_000_000_000],
  ['0.5', '.', 'm3', 500_000],
  ['-1', '.', 'Wh', -1_000],
  ['', '.', 'Wh', null],
  ['x', '.', 'Wh', null],
  ['1e30', '.', 'Wh', null],
  ['1.5', ',', 'kWh', null],
  ['1 234,5', ',', 'Wh', 1_234_500],
  ['4.102,7 kWh', ',', 'kWh', 4_102_700_000],
  ['1,5 m³', ',', 'm3', 1_500_000],
] as const)('reads %s with %s in %s as %s thousandths', (text, decimal, unit, thousandths) => {
  expect(parseCellValue(text, decimal, unit)).toBe(thousandths);
});

describe('the instants of rows', () => {
  const read = (text: string, time: FileReading['time'], lateMidnight = false) => {
    const found = rowTime([text], { ...QUARTERS, time, zone: SAO_PAULO, lateMidnight });
    return found === null ? null : new Date(found.at).toISOString();
  };
  it.each([
    ['1/2/2026 0:15', 'dmy', '2026-02-01T03:15:00.000Z'],
    ['1/2/2026 0:15', 'mdy', '2026-01-02T03:15:00.000Z'],
    ['2026-02-01 00:15:30', 'ymd', '2026-02-01T03:15:30.000Z'],
    ['2026-02-01T00:15:30Z', 'ymd', '2026-02-01T00:15:30.000Z'],
    ['2026-02-01 00:15:30+01:00', 'ymd', '2026-01-31T23:15:30.000Z'],
    ['1770000000', 'epoch', '2026-02-02T02:40:00.000Z'],
    ['1770000000,5', 'epoch', '2026-02-02T02:40:00.500Z'],
    ['1770000000123', 'epoch', '2026-02-02T02:40:00.123Z'],
    ['01/02/2026 24:00', 'dmy', '2026-02-02T03:00:00.000Z'],
    ['01/02/2026 24:15', 'dmy', null],
    ['41/02/2026 24:00', 'dmy', null],
    ['31/02/2026 01:00', 'dmy', null],
    ['2026-99-01T00:15:30Z', 'ymd', null],
    ['amanhã', 'dmy', null],
    ['amanhã', 'ymd', null],
    ['amanhã', 'epoch', null],
  ] as const)('reads %s as %s to %s', (text, time, expected) => {
    expect(read(text, time)).toBe(expected);
  });
  it('reads a late midnight as the end of the written day', () => {
    expect(read('1/2/2026 0:00', 'dmy', true)).toBe('2026-02-02T03:00:00.000Z');
    expect(read('1/2/2026 0:15', 'dmy', true)).toBe('2026-02-01T03:15:00.000Z');
  });
});

test('spreads an amount over its quarter-hours without changing the sum', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 * QUARTER_MS }),
      fc.integer({ min: 1, max: 10 * QUARTER_MS }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (from, length, amount) => {
        const parts: [number, number][] = [];
        spread(from, from + length, amount, (start, part) => parts.push([start, part]));
        expect(parts.reduce((sum, [, part]) => sum + part, 0)).toBe(amount);
        expect(parts.every(([start, part]) => start % QUARTER_MS === 0 && part >= 0)).toBe(true);
        expect(parts[0]?.[0]).toBe(Math.floor(from / QUARTER_MS) * QUARTER_MS);
      },
    ),
  );
});

describe('the rows of a file', () => {
  const of = (
    reading: Partial<FileReading>,
    rows: readonly string[][],
    limits: PastLimits = THREE_PHASES,
  ) => {
    const reader = createPastReader({ ...QUARTERS, ...reading }, limits, NOW);
    for (const [index, cells] of rows.entries()) reader.add(cells, index + 1);
    const found = reader.finish();
    const reasons = rows.map(
      (_, index) => found.refusals.find(({ lines }) => lines.includes(index + 1))?.reason ?? null,
    );
    return { ...found, refusals: reasons };
  };
  it('returns the reason of each refused row', () => {
    const values = [VALUE, { ...VALUE, quantity: 'injected', column: 3 }] as const;
    const { refusals, rows } = of({ only: { column: 2, text: 'a' }, values }, [
      ['2026-01-01 00:00', '1', 'a', ''],
      ['2026-01-01 00:00', '1', 'a', ''],
      ['2026-01-01 00:00', '1', 'b', ''],
      ['ontem', '1', 'a', ''],
      ['2026-01-01 00:15', 'x', 'a', ''],
      ['2026-01-01 00:15', '-1', 'a', ''],
      ['2026-01-01 00:30', '-', 'a', ''],
      ['2028-01-01 00:15', '1', 'a', ''],
    ]);
    expect(refusals).toEqual([null, 'repeated', null, 'time', 'number', 'negative', 'empty', 'future']);
    expect(rows).toBe(7);
    expect(of({}, [['2026-01-01 00:00']]).refusals).toEqual(['cells']);
    expect(of({}, [])).toMatchObject({ first: null, last: null });
  });
  it('accepts a repeated hour twice when clocks go back, and refuses a third one as repeated', () => {
    const hour = ['00:45', '01:00', '01:15', '01:30', '01:45', '01:00', '01:15', '01:30', '01:45', '02:00'];
    const rows = hour.map((clock): string[] => [`2026-10-25 ${clock}`, '1']);
    const how = { zone: 'Europe/Lisbon' as Zone };
    const { refusals, quarters } = of(how, [...rows, ['2026-10-25 01:00', '1']]);
    expect(refusals).toEqual([...rows.map(() => null), 'repeated']);
    expect([...quarters.keys()]).toEqual(
      hour.map((_, quarter) => Date.parse('2026-10-24T23:45Z') + quarter * QUARTER_MS),
    );
    for (const cached of ['2026-10-25T01:00:00+01:00', '2026-10-24 20:00'])
      expect(
        of(
          how,
          [cached, cached].map((at) => [at, '1']),
        ).refusals,
      ).toEqual([null, 'repeated']);
    // The next value of a counter contains the consumption of both hours.
    const counted = of({ ...how, values: REGISTER }, rows);
    expect(counted.refusals.filter((refusal) => refusal === 'repeated')).toHaveLength(4);
  });
  it.each([
    [THREE_PHASES, 15, '1.350,000', '1.350,001'],
    [{ ...THREE_PHASES, phases: 1 }, 15, '450', '450,001'],
    [{ ...THREE_PHASES, ratedPhaseWatts: 10_000 }, 15, '7,5', '7,501'],
    [THREE_PHASES, 60, '5.400', '5.400,001'],
  ] as const)(
    'refuses rows above the limit of %o in %i minutes',
    (limits, intervalMinutes, maximum, more) => {
      const found = of(
        { intervalMinutes },
        [
          ['2026-01-01 00:00', more],
          ['2026-01-01 00:00', maximum],
        ],
        limits,
      );
      expect(found.refusals).toEqual(['implausible', null]);
    },
  );
  it('refuses more water than the largest meter allows, but never a counter value', () => {
    const values = VOLUME_REGISTER;
    const rows = [
      ['2026-01-01 00:00', '196875'],
      ['2026-01-01 00:15', '196875,1'],
    ];
    expect(of({ values: VOLUME }, rows).refusals).toEqual([null, 'implausible']);
    expect(of({ values }, rows).refusals).toEqual([null, null]);
  });
  it('divides an hour among its quarter-hours, before its end or after its start', () => {
    const hour = [['2026-01-01', '01:00', '1']];
    const reading = {
      intervalMinutes: 60,
      clockColumn: 1,
      values: [{ ...QUARTERS.values[0], column: 2 }],
    } as const;
    const starts = (instant: 'start' | 'end') =>
      [...of({ ...reading, instant } as Partial<FileReading>, hour).quarters].map(
        ([start, { consumedA: consumed }]) => [new Date(start).toISOString().slice(11, 16), consumed],
      );
    const quarter = 250_000;
    expect(starts('end').map(([clock]) => clock)).toEqual(['00:00', '00:15', '00:30', '00:45']);
    expect(starts('start')).toEqual(['01:00', '01:15', '01:30', '01:45'].map((clock) => [clock, quarter]));
  });
  it('spreads a mean power over the row distance, before its end or after its start', () => {
    const rows = [0, 5, 10].map((minute) => [`2026-01-01 01:${String(minute).padStart(2, '0')}`, '12']);
    const values = [{ ...VALUE, unit: 'kW' }] as const;
    const starts = (instant: 'start' | 'end') =>
      [...of({ values, instant }, rows).quarters].map(([start, { consumedA: consumed }]) => [
        new Date(start).toISOString().slice(11, 16),
        consumed / 1_000_000,
      ]);
    expect(starts('start')).toEqual([['01:00', 3]]);
    expect(starts('end')).toEqual([
      ['00:45', 1],
      ['01:00', 2],
    ]);
  });
  it('sums a counter to its last value minus its first, in any row order', () => {
    const count = 11_000;
    const rows = Array.from({ length: count }, (_, n) => [
      new Date(Date.UTC(2025, 0, 1) + n * 600_000).toISOString(),
      // Single values go back by a few steps, and the next value continues normally.
      String(1_000 + n - (n % 1_000 === 500 ? 5 : 0)),
    ]).reverse();
    const values = VOLUME_REGISTER;
    const { quarters, verdicts } = of({ decimal: '.', values }, rows);
    expect(sumOf(quarters.values()).volume).toBe((count - 1) * 1_000);
    expect(verdicts).toEqual([{ verdict: 'jitter', steps: 11 }]);
  });
  it('ignores a stray last value of a counter', () => {
    const rows = Array.from({ length: 5_001 }, (_, n) => [
      new Date(Date.UTC(2025, 0, 1) + n * 600_000).toISOString(),
      String(n === 5_000 ? 5_990 : 1_000 + n),
    ]);
    const values = VOLUME_REGISTER;
    const { quarters } = of({ decimal: '.', values }, rows);
    expect(sumOf(quarters.values()).volume).toBe(4_999_000);
  });
  it('credits the energy of a silent counter to the last hour and a half', () => {
    const { quarters } = of({ values: REGISTER }, [
      ['2026-01-01 00:00', '5'],
      ['2026-01-02 00:00', '17'],
    ]);
    expect(quarters.size).toBe(6);
    expect(sumOf(quarters.values()).consumed).toBe(12_000_000);
  });
});
