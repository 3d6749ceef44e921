import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { gapsOf, MAX_DAY_VALUES, readDayValues } from './day-values.ts';

const LAST = civilDate('2026-11-19');
const read = (text: string, kind: 'temperature' | 'production' = 'temperature') =>
  readDayValues(text, { kind, last: LAST });
const TWO = [
  { date: '2026-01-01', value: 23.5 },
  { date: '2026-01-02', value: -1 },
];

describe('a file of daily values', () => {
  test.each([
    ['dia;°C\n01/01/2026;23,5\n02/01/2026;-1', 'titles, semicolons and decimal commas'],
    ['01/01/2026;23,5\n02/01/2026;-1', 'no titles'],
    ['date,c\n2026-01-01,23.5\n2026-01-02,-1', 'ISO days, commas and decimal points'],
    ['2026-01-02\t-1,0\n1/1/2026\t23,50', 'tabs, any order, days of one figure'],
    ['Data;Média\r\n01/01/2026 00:00;"23,5"\r\n2026-01-02T00:00:00;-1\r\n', 'midnights and quotes'],
    ['2026-01-01;23.5;\n2026-01-02;-1;', 'an empty cell at the end'],
  ])('reads %j: %s', (text) => {
    expect(read(text)).toMatchObject({ values: TWO, refused: [] });
  });

  test('returns the title of the values and the decimal mark', () => {
    expect(read('dia;Produção (t)\n01/01/2026;1.234,5', 'production')).toEqual({
      values: [{ date: '2026-01-01', value: 1234.5 }],
      refused: [],
      title: 'Produção (t)',
      decimal: ',',
    });
    expect(read('2026-01-01;"1,234.5"', 'production')).toMatchObject({
      values: [{ value: 1234.5 }],
      title: null,
      decimal: '.',
    });
    expect(read('dia\n2026-01-01;5')).toMatchObject({ title: null });
  });

  test('reports the error of each wrong line, and reads the other lines', () => {
    const { values, refused } = read(
      [
        '01/01/2026;23,5',
        '31/02/2026;20',
        '02/01/2026;22.5',
        '03/01/2026;99',
        '01/01/2026;21',
        '20/11/2026;21',
        '31/12/1999;21',
        '04/01/2026',
        '05/01/2026;20;21',
      ].join('\n'),
    );
    expect(values).toEqual([TWO[0]]);
    expect(refused).toEqual([
      { line: 2, why: '“31/02/2026” não é um dia: use dd/mm/aaaa ou aaaa-mm-dd.' },
      { line: 3, why: '“22.5” não é um número com vírgula decimal.' },
      { line: 4, why: 'Temperatura fora de −60 a 60 °C.' },
      { line: 5, why: 'O dia já está na linha 1.' },
      { line: 6, why: 'O dia é de antes de 2000, ou ainda não passou.' },
      { line: 7, why: 'O dia é de antes de 2000, ou ainda não passou.' },
      { line: 8, why: 'Falta o valor.' },
      { line: 9, why: 'Há mais de duas colunas: use dia;valor.' },
    ]);
    expect(read('2026-01-01;x').refused).toEqual([
      { line: 1, why: '“x” não é um número com ponto decimal.' },
    ]);
    expect(read('2026-01-01;-1', 'production').refused).toEqual([
      { line: 1, why: 'Produção negativa ou grande demais.' },
    ]);
  });

  test('limits the number of days in one file', () => {
    const days = Array.from({ length: MAX_DAY_VALUES + 1 }, (_, index) =>
      new Date(Date.UTC(2010, 0, 1 + index)).toISOString().slice(0, 10),
    );
    const { values, refused } = read(days.map((day) => `${day};20`).join('\n'));
    expect([values.length, refused]).toEqual([
      MAX_DAY_VALUES,
      [{ line: MAX_DAY_VALUES + 1, why: 'O arquivo tem mais de 4000 dias.' }],
    ]);
  });

  test('accepts an empty file', () => {
    expect(read('')).toEqual({ values: [], refused: [], title: null, decimal: '.' });
  });
});

test('returns the intervals of days without a value as gaps', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-05', '2026-01-07'].map(civilDate);
  expect(gapsOf(days)).toEqual([
    { first: '2026-01-03', last: '2026-01-04', days: 2 },
    { first: '2026-01-06', last: '2026-01-06', days: 1 },
  ]);
  expect([gapsOf([]), gapsOf(days.slice(0, 2))]).toEqual([[], []]);
});
