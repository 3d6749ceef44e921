import { expect, test } from 'vitest';
import { createSheetTable } from './sheet-table.ts';
import { openText } from './testing/open-text.ts';
import { comma, slots } from './testing/slots.ts';

const KWH = (minutes: number): number => slots(minutes).reduce((sum, { kwh }) => sum + kwh, 0);
const first = ({ found }: ReturnType<typeof openText>): string =>
  new Date(Math.min(...found.quarters.keys())).toISOString();

test.each([
  ['Ano;Mês;Dia;Hora;Consumo (kWh)', 0],
  ['Year;Month;Day;Hour;kWh', 1],
])('reads hours from dates in three columns with the header %s', (header, origin) => {
  const rows = slots(60).map(
    ({ from, kwh }) =>
      `${from.getUTCFullYear()};${from.getUTCMonth() + 1};${from.getUTCDate()};${from.getUTCHours() + origin};${comma(kwh)}`,
  );
  const opened = openText([header, ...rows].join('\n'));
  expect(opened.answers).toEqual([]);
  expect(opened.total.consumed).toBeCloseTo(KWH(60), 6);
  expect([first(opened), opened.found.quarters.size]).toEqual(['2025-03-04T03:00:00.000Z', 192]);
});

test('reads hour and minute from two more columns', () => {
  const rows = slots(15).map(
    ({ from, kwh }) =>
      `${from.getUTCDate()};${from.getUTCMonth() + 1};${from.getUTCFullYear()};${from.getUTCHours()};${from.getUTCMinutes()};${comma(kwh)}`,
  );
  const opened = openText(['Dia;Mês;Ano;Hora;Minuto;Consumo (kWh)', ...rows].join('\n'));
  expect(opened.answers).toEqual([]);
  expect(opened.total.consumed).toBeCloseTo(KWH(15), 6);
  expect([first(opened), opened.found.quarters.size]).toEqual(['2025-03-04T03:00:00.000Z', 192]);
});

test('reads a header without date parts as an ordinary table', () => {
  const marks = {
    sheet: null,
    separator: ';',
    decimal: ',',
    cutNumbers: null,
    time: 'dmy',
    year: null,
    firstDay: null,
    timeColumn: null,
    endColumn: null,
  } as const;
  expect(createSheetTable('parts', ['Data', 'kWh'], marks).rowsOf(['1', '2'])).toEqual([['1', '2']]);
});
