import { expect, it } from 'vitest';
import { isRange } from './cell-time.ts';
import { quantityOf, zoneIn } from './column-names.ts';
import { compactClock, hourNumber } from './row-time.ts';
import { openText } from './testing/open-text.ts';

it.each([
  ['00:00-00:15', true],
  ['23-24', true],
  ['00:00 às 00:59', true],
  ['00:00-00:45', false],
  ['30-31', false],
  ['10-99', false],
  ['00:00', false],
])('detects the start and the end of an interval in %j: %s', (cell, is) => {
  expect(isRange(cell)).toBe(is);
});

it.each([
  ['Hora (UTC+3)', 'Etc/GMT-3'],
  ['Hora (GMT-03:00)', 'Etc/GMT+3'],
  ['Hora (UTC+0)', 'UTC'],
  ['Hora (BRT)', 'America/Sao_Paulo'],
  ['Horário de Brasília', 'America/Sao_Paulo'],
  ['Hora', null],
])('detects in the column name %j the zone %s', (name, zone) => {
  expect(zoneIn(name)).toBe(zone);
});

it.each([
  ['15', 15],
  ['0115', 75],
  ['2400', 1_440],
  ['011500', 75],
  ['0175', null],
  ['2500', null],
  ['1:15', null],
])('reads the compact clock %j as minute %s', (cell, minutes) => {
  expect(compactClock(cell)).toBe(minutes === null ? null : minutes * 60_000);
});

it.each([
  ['7', 7],
  ['H07', 7],
  ['7h', 7],
  ['7:00', null],
])('reads the hour number %j as %s', (cell, number) => {
  expect(hourNumber(cell)).toBe(number);
});

it('refuses a row with a compact clock that does not exist', () => {
  const rows = ['0000', '0015', '0030', '0075'].map((clock) => `04/03/2025;${clock};1`);
  const { found } = openText(['Data;Hora;Consumo (kWh)', ...rows].join('\n'));
  expect(found.refusals).toEqual([{ reason: 'time', rows: 1, lines: [5] }]);
});

it('uses a date on the line before the column names for all rows', () => {
  const { reading, total } = openText('04/03/2025\nHora;Consumo (kWh)\n00:00;1\n01:00;2\n02:00;1');
  expect(reading).toMatchObject({ layout: 'dates', headerLine: 0 });
  expect(total.consumed).toBe(4);
});

it('assigns no period to a total column beside the period columns', () => {
  const rows = ['00', '01', '02', '03'].map((hour) => `04/03/2025 ${hour}:00;1;2;3;6`);
  const { reading } = openText(['Data;P (kWh);I (kWh);FP (kWh);Consumo (kWh)', ...rows].join('\n'));
  expect(reading.values.map(({ period }) => period)).toEqual(['peak', 'intermediate', 'offPeak']);
});

it('reads times of day below a date without column names', () => {
  const { reading, total } = openText('04/03/2025;\n00:00;1\n01:00;2\n02:00;1');
  expect(reading).toMatchObject({ layout: 'dates', headerLine: 0, open: ['unit'] });
  expect(total.consumed).toBe(4);
});

it('uses the register of irregular rows instead of the amount beside it', () => {
  const minutes = [0, 61, 119, 183, 241, 299, 362, 418];
  const rows = minutes.map((minute, n) => {
    const clock = new Date(minute * 60_000).toISOString().slice(11, 16);
    return `04/03/2025 ${clock};${500 + n * 3};3`;
  });
  const { reading } = openText(['Data;Leitura (L);Volume (L)', ...rows].join('\n'), true);
  expect(reading.values).toMatchObject([{ column: 1, isRegister: true }]);
});

it('joins values that decimal commas cut, unless a row has several meanings', () => {
  const file = (header: string, cells: string, clocks = ['00:00', '00:15', '00:30']) =>
    openText([header, ...clocks.map((clock) => `04/03/2025,${clock},${cells}`)].join('\n'));
  const { reading, total } = file('Data,Hora,Consumo (kWh)', '0,737');
  expect([reading.decimal, total.consumed]).toEqual([',', 2.211]);
  const two = 'Data,Hora,Consumo (kWh),Injetada (kWh)';
  expect(file(two, '1,5,0,25').total).toMatchObject({ consumed: 4.5, injected: 0.75 });
  const some = (cells: string) => {
    const rows = ['0,25,0,5', '1,5,1,5', cells, '2,5,2,5'].map((each, n) => `04/03/2025,0${n}:00,${each}`);
    const { found, total: sums } = openText([two, ...rows].join('\n'));
    return [sums.consumed, found.refusals.map(({ reason, lines }) => [reason, lines])];
  };
  for (const cells of ['1,5,0', '1,5,', '1,5,0,x']) expect(some(cells)).toEqual([4.25, [['cells', [4]]]]);
  expect(some('7,0')).toEqual([11.25, []]);
  expect(some('1,5,2,5,')).toEqual([5.75, []]);
  expect(file('Data,Hora,Consumo (kWh),Valor (R$)', '1,5,0,75').total.consumed).toBe(4.5);
  const hours = Array.from({ length: 24 }, (_, hour) => `H${hour + 1}`);
  const wide = [
    'Data,' + hours.join(','),
    ...[4, 5].map((day) => `0${day}/03/2025,${hours.map(() => '1,5').join(',')}`),
  ];
  const days = openText(wide.join('\n'));
  expect([days.found.quarters.size, days.answers[0]?.totals[0]?.consumed]).toEqual([192, 72]);
});

it.each([
  ['Geração (kWh)', 'injected'],
  ['Consumo (kWh)', 'consumed'],
  ['Saldo (kWh)', 'injected'],
])('reads %s with only negative values as one direction', (name, quantity) => {
  const rows = ['00:00', '00:15', '00:30'].map((clock) => `04/03/2025 ${clock};-0,5`);
  const { total, answers } = openText(['Data;' + name, ...rows].join('\n'));
  expect(answers).toEqual([]);
  expect(total).toMatchObject({ consumed: 0, injected: 0, [quantity]: 1.5 });
});

it.each([
  ['kWh del', 'consumed'],
  ['Del kWh', 'consumed'],
  ['kWh rec', 'injected'],
  ['Rec kWh', 'injected'],
  ['kWh received', 'injected'],
] as const)('reads the North American name %s as %s', (name, quantity) => {
  expect(quantityOf(name, false)).toBe(quantity);
});
