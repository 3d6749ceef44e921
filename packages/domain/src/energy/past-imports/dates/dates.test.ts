import { describe, expect, it } from 'vitest';
import type { Instant, Zone } from '../../../base/time/zone.ts';
import { detectReading } from '../detect-reading.ts';
import { openText, readText } from '../testing/open-text.ts';
import { comma, dmy, half, hm, type Slot, slots, ymd } from '../testing/slots.ts';
import { createWrittenDates, firstDayIn, joinDates, yearlessDatesIn, yearsOf } from './written-dates.ts';

const at = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day);
const table = (each: readonly Slot[], row: (slot: Slot) => string, header = 'Data;Consumo (kWh)'): string =>
  [header, ...each.map((s) => `${row(s)};${comma(s.kwh)}`)].join('\n');
const kwhOf = (each: readonly Slot[]): number => each.reduce((sum, { kwh }) => sum + kwh, 0);
const firstOf = ({ found }: ReturnType<typeof openText>): string =>
  new Date(Number(found.first)).toISOString();
const shortYear = ({ from }: Slot): string => ymd(from).slice(2).replaceAll('-', '/');
const american = ({ from }: Slot): string => {
  const [day, month, year] = dmy(from).split('/');
  return `${month}/${day}/${year}`;
};

describe('the order of dates', () => {
  it('asks for the date order when months are adjacent and days are not', () => {
    const each = slots(60, at(2025, 6, 1), 9);
    const { answers, reading } = openText(table(each, (s) => `${american(s)} ${hm(s.from)}`));
    expect([answers.map(({ about }) => about), reading.time]).toEqual([['date'], 'mdy']);
  });
  it('reads the day first in a Portuguese file, also with one reading per month', () => {
    const rows = ['01/01/2025', '01/02/2025', '01/03/2025', '01/04/2025', '01/05/2025', '01/06/2025'];
    const { answers, reading } = openText(
      ['Data;Leitura (kWh)', ...rows.map((date, n) => `${date};${100_000 + n * 500}`)].join('\n'),
    );
    expect([answers, reading.time]).toEqual([[], 'dmy']);
  });
  it('reads the year first when this makes the rows continuous', () => {
    const each = slots(60, at(2025, 6, 16), 3);
    const read = openText(table(each, (s) => `${shortYear(s)} ${hm(s.from)}`));
    expect([read.answers, firstOf(read)]).toEqual([[], '2025-06-16T03:00:00.000Z']);
  });
  it('asks for the date order of a single day with an ambiguous year', () => {
    const each = slots(60, at(2025, 6, 16), 1);
    const { answers } = openText(table(each, (s) => `${shortYear(s)} ${hm(s.from)}`));
    expect(answers).toMatchObject([{ about: 'date', totals: [{}, {}] }]);
    for (const { consumed } of answers[0]?.totals ?? []) expect(consumed).toBeCloseTo(kwhOf(each), 6);
  });
  it('reads the month first beside AM and PM times', () => {
    const each = slots(60, at(2025, 3, 4), 1);
    const { answers, reading } = openText(
      table(each, (s) => `${american(s)} ${half(s.from)}`, 'Date;Usage (kWh)'),
    );
    expect([answers, reading.time]).toEqual([[], 'mdy']);
  });
  it('asks no question when the year would be before the first meters', () => {
    const each = slots(60, at(2025, 3, 4), 1);
    const read = openText(table(each, (s) => `${dmy(s.from).replace('/20', '/')} ${hm(s.from)}`));
    expect([read.answers, firstOf(read)]).toEqual([[], '2025-03-04T03:00:00.000Z']);
    const old = slots(60, at(2005, 3, 4), 1);
    const before = openText(table(old, (s) => `${dmy(s.from).replace('/20', '/')} ${hm(s.from)}`));
    expect(before.answers.map(({ about }) => about)).toEqual(['date']);
  });
  it('reads dates that change to serial numbers or to instants with an offset', () => {
    const each = slots(60, at(2025, 6, 16), 4);
    const texts: ((slot: Slot) => string)[] = [
      (s) => ((s.from.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000).toFixed(6),
      (s) => String(s.from.getTime() / 1_000 + 10_800),
      (s) => `Jun ${s.from.getUTCDate()}, 2025 ${half(s.from)}`,
    ];
    for (const text of texts) {
      const read = openText(table(each, (s) => (s.n < 50 ? `${dmy(s.from)} ${hm(s.from)}` : text(s))));
      expect([read.answers, read.found.refusals, read.reading.time]).toEqual([[], [], 'changing']);
      expect([read.total.consumed.toFixed(3), read.found.quarters.size]).toEqual([
        kwhOf(each).toFixed(3),
        4 * 96,
      ]);
    }
  });
  it('asks for the date order when dates of two orders mix with ambiguous dates', () => {
    const each = slots(60, at(2025, 6, 9), 8);
    const { answers, reading } = openText(
      table(each, (s) => `${s.n % 48 < 24 ? dmy(s.from) : american(s)} ${hm(s.from)}`),
    );
    expect([answers.map(({ about }) => about), reading.time]).toEqual([['date'], 'changing']);
  });
});

it('shows the resulting days of each date order as an answer', () => {
  const rows = Array.from({ length: 24 }, (_, hour) => `25/06/16 ${String(hour).padStart(2, '0')}:00;1`);
  const cells = ['Data;kWh', ...rows].map((row, index) => ({ line: index + 1, cells: row.split(';') }));
  const { questions } = detectReading(
    { rows: cells, isComplete: true },
    { separator: ';', sheet: null, encoding: 'UTF-8' },
    { isWater: false, zone: 'America/Sao_Paulo' as Zone, newest: 0 as Instant },
  );
  expect(questions[0]?.candidates.map(({ label }) => label)).toEqual([
    'ano/mês/dia (de 16/06/2025 a 16/06/2025)',
    'dia/mês/ano (de 25/06/2016 a 25/06/2016)',
  ]);
});

describe('dates that one cell does not define', () => {
  const changing = { time: 'changing', year: null, firstDay: null, timeColumn: 0, endColumn: 1 } as const;
  it('chooses the date closest to the previous row, in each column separately', () => {
    const write = createWrittenDates(changing);
    expect(
      [
        ['12/06/2025', 'x', '1'],
        ['13/06/2025 01:00', '14/06/2025', '1'],
        ['06/12/2025 00:00', '', '1'],
        ['2025-06-14T10:00:05Z', '', '1'],
        ['2025-06-14 10:00-03:30', '', '1'],
      ].map(write),
    ).toEqual([
      ['2025-06-12', 'x', '1'],
      ['2025-06-13 01:00:00', '2025-06-14', '1'],
      ['2025-06-12 00:00:00', '', '1'],
      ['2025-06-14 10:00:05+00:00', '', '1'],
      ['2025-06-14 10:00:00-03:30', '', '1'],
    ]);
  });
  it('adds the year of the file, and changes it between December and January', () => {
    const write = createWrittenDates({ ...changing, time: 'dmy', year: 2024, endColumn: null });
    const dates = ['31/12 23:45', '01/01', 'total', '31/12', '30/12'];
    expect(dates.map((date) => write([date])[0])).toEqual([
      '31/12/2024 23:45',
      '01/01/2025',
      'total',
      '31/12/2024',
      '30/12/2024',
    ]);
    const monthFirst = createWrittenDates({ ...changing, time: 'mdy', year: 2024, endColumn: null });
    expect(['12/31', '01/01'].map((date) => monthFirst([date])[0])).toEqual(['12/31/2024', '01/01/2025']);
  });
});

describe('the year of dates without one', () => {
  const rows = (...lines: readonly string[]) =>
    lines.map((text, index) => ({ line: index + 1, cells: text.split(';') }));
  it('reads the year from the text before the table', () => {
    expect(
      yearlessDatesIn(
        rows('Mês de referência: 06/2025', 'x', '16/06 00:15;1', '16/06 00:30;1', '16/06 00:45;1'),
      ),
    ).toEqual({
      column: 0,
      firstDay: [16, 6],
      year: 2025,
    });
  });
  it('uses the previous year for December in a bill of January', () => {
    const found = yearlessDatesIn(rows('Referência: 01/2025', '16/12 00:15;1', '16/12 00:30;1'));
    expect(found?.year).toBe(2024);
  });
  it('asks for the year when the file names no year or several years', () => {
    for (const line of ['Relatório', '2024 a 2025']) {
      const found = yearlessDatesIn(rows(line, '16/06 00:15;1', '16/06 00:30;1'));
      expect(found?.year).toBeNull();
      const labels = (now: number) =>
        yearsOf({ column: 0, firstDay: [16, 6], year: null }, now as Instant).candidates.map(
          ({ label }) => label,
        );
      expect(labels(at(2026, 6, 17))).toEqual([
        'as datas são de 2026',
        'as datas são de 2025',
        'as datas são de 2024',
      ]);
      expect(labels(at(2026, 6, 15))[0]).toBe('as datas são de 2025');
    }
  });
});

it.each([
  ['Mon, 16 Jun 2025 00:15:00 -0300,1', ['Mon, 16 Jun 2025 00:15:00 -0300', '1']],
  ['Monday, June 16, 2025 00:15,1', ['Monday, June 16, 2025 00:15', '1']],
  ['Jun 16, 2025 00:15,1', ['Jun 16, 2025 00:15', '1']],
  ['Jun 16,x', ['Jun 16', 'x']],
  ['mon', ['mon']],
])('joins the date cut by commas in %j', (line, cells) => {
  expect(joinDates(line.split(',').map((cell) => cell.trim()))).toEqual(cells);
});

it.each([
  [['04/03/2025', '00:00:00', '1'], 'Data,kWh', ['04/03/2025, 00:00:00', '1']],
  [['04/03/2025', '00:00:00', '1'], 'Data,Hora', ['04/03/2025', '00:00:00', '1']],
  [['04/03/2025', '00:00:00', '1'], 'Data,Hora,kWh', ['04/03/2025', '00:00:00', '1']],
  [['x', 'y', '1'], 'Data,kWh', ['x', 'y', '1']],
])('joins the date and clock of %j in a table with the header %s', (cells, header, joined) => {
  expect(joinDates(cells, header.split(','))).toEqual(joined);
});

it('finds the first day from the first unambiguous date', () => {
  expect(firstDayIn(['06/10/2025', 'x', '06/11/2025', '13/06/2025'])).toBe('2025-06-10');
  expect(firstDayIn(['13/06/2025'])).toBe('2025-06-13');
  expect(firstDayIn(['06/10/2025'])).toBeNull();
  expect(firstDayIn([])).toBeNull();
});

describe('the column of the date', () => {
  const day = slots(60, at(2025, 6, 16), 1);
  it('asks for the date column when several columns contain dates, by name or number', () => {
    for (const header of ['Data 1;Data 2;Hora;Consumo (kWh)', 'Data 1;;Hora;Consumo (kWh)']) {
      const { answers } = openText(table(day, (s) => `02/07/2025;${dmy(s.from)};${hm(s.from)}`, header));
      expect(answers.map(({ about }) => about)).toEqual(['day']);
    }
  });
  it('chooses the date column whose values change', () => {
    const each = slots(60, at(2025, 6, 16), 3);
    const { reading } = openText(
      table(each, (s) => `02/07/2025;${dmy(s.from)};${hm(s.from)}`, 'Data 1;Data 2;Hora;Consumo (kWh)'),
    );
    expect(reading.timeColumn).toBe(1);
  });
});

describe('a clock written as a number', () => {
  const each = slots(15, at(2025, 6, 16), 1);
  const clocks = (clock: (minutes: number) => string, extra: readonly string[] = []) =>
    openText(
      [
        'Data;Hora;Consumo (kWh)',
        ...each.map((s) => `16/06/2025;${clock(s.n * 15)};${comma(s.kwh)}`),
        ...extra.map((cell) => `17/06/2025;${cell};1`),
      ].join('\n'),
    );
  it('reads hours and minutes when no number has other minutes', () => {
    const read = clocks((minutes) => hm(new Date(minutes * 60_000)).replace(':', '.'));
    expect([read.reading.hours, read.found.quarters.size, firstOf(read)]).toEqual([
      'hhmm',
      96,
      '2025-06-16T03:00:00.000Z',
    ]);
  });
  it('refuses hours beyond a day and texts that are not numbers', () => {
    const read = clocks((minutes) => comma(minutes / 60, 2), ['24,25', 'x', '24,00']);
    expect([read.reading.hours, read.found.refusals]).toEqual([
      'decimal',
      [{ reason: 'time', rows: 2, lines: [98, 99] }],
    ]);
  });
  it('continues through the half-hours of a day with a clock change', () => {
    const day = (date: string, count: number): string[] =>
      Array.from({ length: count }, (_, n) => `${date},${n + 1},0.5`);
    const text = (last: number): string =>
      [
        'Settlement Date,Settlement Period,kWh (Europe/London)',
        ...day('2025-03-30', 46),
        ...day('2025-10-26', last),
      ].join('\n');
    const { reading } = openText(text(50));
    const read = readText(text(51), { ...reading, zone: 'Europe/London' as Zone });
    expect(read.quarters.size).toBe(2 * (46 + 50));
    expect(read.refusals).toEqual([{ reason: 'time', rows: 1, lines: [98] }]);
    expect(new Date(Number(read.last)).toISOString()).toBe('2025-10-27T00:00:00.000Z');
  });
  it('detects half-hours from the column name, also when the file ends early', () => {
    const rows = Array.from({ length: 10 }, (_, n) => `2025-06-16,${n + 1},0.5`);
    const { reading } = openText(['Settlement Date,Settlement Period,kWh', ...rows].join('\n'));
    expect(reading.intervalMinutes).toBe(30);
  });
});
