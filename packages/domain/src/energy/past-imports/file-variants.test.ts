import { expect, test } from 'vitest';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import type { PastQuantity } from './file-reading.ts';
import { type PastSums, sumOf } from './row-amounts.ts';
import { openText } from './testing/open-text.ts';
import { comma, dmy, half, hm, named, type Slot, START, serial, slots, ymd } from './testing/slots.ts';

/** Difference from the local time of São Paulo to UTC. */
const OFFSET_MS = 3 * 3_600_000;

/** kWh of each quarter-hour, by its start counted in quarter-hours since 1970. */
type Expected = ReadonlyMap<number, number>;
const expectedOf = (each: readonly Slot[], shiftMs = OFFSET_MS): Expected => {
  const quarters = new Map<number, number>();
  for (const { from, to, kwh } of each) {
    const parts = (to.getTime() - from.getTime()) / QUARTER_MS;
    for (let part = 0; part < Math.max(1, parts); part++) {
      const start = Math.floor((from.getTime() + shiftMs + part * QUARTER_MS) / QUARTER_MS) * QUARTER_MS;
      quarters.set(start, (quarters.get(start) ?? 0) + kwh / Math.max(1, parts));
    }
  }
  return quarters;
};
const allOf = (sums: PastSums, quantity: PastQuantity): number => sumOf([sums])[quantity];
const expectQuarters = (
  found: ReadonlyMap<number, PastSums>,
  quarters: Expected,
  quantity: PastQuantity = 'consumed',
) => {
  expect(new Set(found.keys())).toEqual(new Set(quarters.keys()));
  for (const [start, kwh] of quarters)
    expect(allOf(found.get(start) as PastSums, quantity) / 1_000_000).toBeCloseTo(kwh, 5);
};

type Build = (each: readonly Slot[]) => string;
const table =
  (header: string, row: (slot: Slot) => string, end = '\n'): Build =>
  (each) =>
    [header, ...each.map(row)].join(end);
/** A table with the date and time in one column or in two, and the values behind them. */
const dated = (header: string, cell: (slot: Slot) => string | number, end = '\n'): Build =>
  table(header, (s) => `${dmy(s.from)} ${hm(s.from)};${cell(s)}`, end);
const clocked = (
  header: string,
  cell: (slot: Slot) => string | number,
  clock: (slot: Slot) => string | number = ({ from }) => hm(from),
): Build => table(header, (s) => `${dmy(s.from)};${clock(s)};${cell(s)}`);
const kwhOf = (slot: Slot): string => comma(slot.kwh);
const numbered = (count: number, name: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => name(n));
const daysOf = (each: readonly Slot[]): { day: Date; amounts: readonly Slot[] }[] =>
  [0, 1].map((day) => ({
    day: new Date(START + day * 86_400_000),
    amounts: each.slice((day * each.length) / 2, ((day + 1) * each.length) / 2),
  }));
/** A table with a day in each row. */
const across =
  (
    header: string,
    columns: readonly string[],
    rowOf: (day: Date) => string = (day) => dmy(day),
    endOfRow = '',
  ): Build =>
  (each) =>
    [
      [header, ...columns].join(';'),
      ...daysOf(each).map(({ day, amounts }) => `${rowOf(day)};${amounts.map(kwhOf).join(';')}${endOfRow}`),
    ].join('\n');
const before =
  (lines: readonly string[], build: Build): Build =>
  (each) =>
    [...lines, build(each)].join('\n');
const reversed =
  (build: Build): Build =>
  (each) => {
    const [header = '', ...rows] = build(each).split('\n');
    return [header, ...rows.reverse()].join('\n');
  };

/** Layouts of files that need no question. */
const SURE: [name: string, minutes: number, build: Build, shiftMs?: number][] = [
  [
    'start and end in one cell',
    15,
    table(
      'Intervalo;Consumo (kWh)',
      (s) => `${dmy(s.from)} ${hm(s.from)} ${s.n % 2 ? '-' : 'às'} ${hm(s.to)};${comma(s.kwh)}`,
    ),
  ],
  [
    'consumption, generation and their net',
    60,
    dated('Data;Consumo (kWh);Geração (kWh);Saldo (kWh)', (s) => `${comma(s.kwh)};0,000;${comma(s.kwh)}`),
  ],
  ['quarters across', 15, across('Consumo (kWh)', [...numbered(96, (n) => `Q${n + 1}`), 'Total'], dmy, ';9')],
  [
    'spans of hours across',
    60,
    across(
      'Consumo (kWh)',
      numbered(24, (n) => `${n}-${n + 1}`),
    ),
  ],
  ['semicolons, decimal comma', 15, dated('Data e hora;Consumo (kWh)', kwhOf)],
  [
    'commas in quotes',
    15,
    table('"Data e hora","Consumo (kWh)"', (s) => `"${dmy(s.from)} ${hm(s.from)}","${comma(s.kwh)}"`),
  ],
  [
    'tabs and points',
    60,
    table('timestamp\tconsumption_kwh', (s) => `${ymd(s.from)} ${hm(s.from)}\t${s.kwh}`),
  ],
  ['returns alone', 30, dated('Data e hora;Consumo (kWh)', kwhOf, '\r')],
  ['a separator hint', 15, before(['sep=;'], clocked('Data;Hora;kWh', kwhOf))],
  [
    'a preamble',
    15,
    before(
      ['Relatório de consumo', 'Cliente;Padaria', 'Período;01/03/2025 a 31/03/2025', ''],
      clocked('Data;Hora;Energia ativa (kWh)', kwhOf),
    ),
  ],
  ['Wh', 15, clocked('Data;Hora;Energia (Wh)', (s) => Math.round(s.kwh * 1_000))],
  ['MWh', 60, clocked('Data;Hora;Energia (MWh)', (s) => comma(s.kwh / 1_000, 6))],
  ['mean power', 30, clocked('Data;Hora;Potência (W)', (s) => comma(s.kwh * 2_000, 1))],
  ['mean power of quarters', 15, clocked('Data;Hora;Demanda ativa [kW]', (s) => comma(s.kwh * 4, 6))],
  [
    'ends with 24:00',
    60,
    clocked('Data;Hora;Consumo (kWh)', kwhOf, (s) => (hm(s.to) === '00:00' ? '24:00' : hm(s.to))),
  ],
  ['ends with a late midnight', 15, clocked('Data;Hora;Consumo (kWh)', kwhOf, (s) => hm(s.to))],
  [
    'ends with the next midnight',
    30,
    table('Data e hora;Consumo (kWh)', (s) => `${dmy(s.to)} ${hm(s.to)};${comma(s.kwh)}`),
  ],
  [
    'a header that names the end',
    15,
    (each) => table('Data/hora final;Consumo (kWh)', (s) => `${dmy(s.to)} ${hm(s.to)};${comma(s.kwh)}`)(each),
  ],
  ['start and end', 60, dated('Início;Fim;Consumo (kWh)', (s) => `${dmy(s.to)} ${hm(s.to)};${comma(s.kwh)}`)],
  ['a date, two clocks', 15, clocked('Data;De;Até;Consumo (kWh)', (s) => `${hm(s.to)};${comma(s.kwh)}`)],
  [
    'two dates, two clocks',
    30,
    clocked(
      'Data inicial;Hora inicial;Data final;Hora final;kWh',
      (s) => `${dmy(s.to)};${hm(s.to)};${comma(s.kwh)}`,
    ),
  ],
  [
    'last minutes as ends',
    60,
    table(
      'DATE,START TIME,END TIME,USAGE (kWh)',
      (s) => `${ymd(s.from)},${hm(s.from)},${hm(new Date(s.to.getTime() - 60_000))},${s.kwh}`,
    ),
  ],
  ['hours 1 to 24', 60, clocked('Data;Hora;Consumo (kWh)', kwhOf, (s) => s.from.getUTCHours() + 1)],
  ['hours 0 to 23', 60, clocked('Data;Hora;Consumo (kWh)', kwhOf, (s) => s.from.getUTCHours())],
  [
    'half hours 1 to 48',
    30,
    table('Date,Period,Consumption (kWh)', (s) => `${ymd(s.from)},${(s.n % 48) + 1},${s.kwh}`),
  ],
  ['newest first', 15, reversed(dated('Data e hora;Consumo (kWh)', kwhOf))],
  [
    'two digits of the year',
    15,
    table(
      'Data;Hora;Consumo (kWh)',
      (s) => `${dmy(s.from).replace('/2025', '/25')};${hm(s.from)};${comma(s.kwh)}`,
    ),
  ],
  [
    'points in dates',
    60,
    table(
      'Datum;Uhrzeit;Verbrauch (kWh)',
      (s) => `${dmy(new Date(s.from.getTime() + 10 * 86_400_000), '.')};${hm(s.from)};${comma(s.kwh)}`,
    ),
    OFFSET_MS + 10 * 86_400_000,
  ],
  [
    'names of months',
    15,
    table('Data;Hora;Consumo (kWh)', (s) => `${named(s.from)};${hm(s.from)};${comma(s.kwh)}`),
  ],
  [
    'months in words',
    60,
    table(
      'Data;Consumo (kWh)',
      (s) => `${s.from.getUTCDate()} de março de 2025 ${hm(s.from)};${comma(s.kwh)}`,
    ),
  ],
  [
    'compact instants',
    15,
    table(
      'instante;consumo_kWh',
      (s) => `${ymd(s.from).replaceAll('-', '')}${hm(s.from).replace(':', '')};${comma(s.kwh)}`,
    ),
  ],
  [
    'compact dates',
    15,
    table('Data;Hora;Consumo kWh', (s) => `${ymd(s.from).replaceAll('-', '')};${hm(s.from)};${comma(s.kwh)}`),
  ],
  [
    'days since 1900',
    60,
    table('Instante;Consumo (kWh)', (s) => `${serial(s.from).replace('.', ',')};${comma(s.kwh)}`),
  ],
  ['15h00', 60, clocked('Data;Hora;Consumo (kWh)', kwhOf, (s) => hm(s.from).replace(':', 'h'))],
  [
    'AM and PM',
    60,
    table(
      'Date,Start Time,Usage (kWh)',
      (s) => `03/${String(s.from.getUTCDate()).padStart(2, '0')}/2025,${half(s.from)},${s.kwh}`,
    ),
  ],
  [
    'UTC in the header',
    15,
    table(
      'Date/time UTC,Active energy (Wh)',
      (s) => `${ymd(s.from)} ${hm(s.from)},${Math.round(s.kwh * 1_000)}`,
    ),
    0,
  ],
  ['UTC in the cell', 15, table('time,energy_kwh', (s) => `${s.from.toISOString()},${s.kwh}`), 0],
  ['an offset in the cell', 60, table('time,kWh', (s) => `${ymd(s.from)}T${hm(s.from)}:00-03:00,${s.kwh}`)],
  ['seconds since 1970', 15, table('ts,kWh', (s) => `${s.from.getTime() / 1_000},${s.kwh}`), 0],
  ['milliseconds since 1970', 30, table('ts;Consumo (kWh)', (s) => `${s.from.getTime()};${comma(s.kwh)}`), 0],
  ['a unit in a column', 15, clocked('Data;Hora;Consumo;Unidade', (s) => `${Math.round(s.kwh * 1_000)};Wh`)],
  ['a unit in the cell', 15, dated('Data;Energia', (s) => `${comma(s.kwh)} kWh`)],
  ['a unit in the preamble', 60, before(['UOM: kWh', ''], dated('Data;Consumo', kwhOf))],
  [
    'a unit and an installation',
    15,
    table(
      'UC;Data;Consumo (kWh);Situação',
      (s) => `3001234567;${dmy(s.from)} ${hm(s.from)};${comma(s.kwh)};Medido`,
    ),
  ],
  [
    'sums of days among rows',
    15,
    (each) =>
      [
        'Início;Fim;Consumo (kWh)',
        `${dmy(new Date(START))} 00:00;${dmy(new Date(START + 2 * 86_400_000))} 00:00;9999,000`,
        ...each.map((s) => `${dmy(s.from)} ${hm(s.from)};${dmy(s.to)} ${hm(s.to)};${comma(s.kwh)}`),
      ].join('\n'),
  ],
  ['a line of totals', 15, (each) => `${clocked('Data;Hora;Consumo (kWh)', kwhOf)(each)}\nTotal;;123,456\n`],
  [
    'peak and off-peak',
    15,
    table(
      'Data;Hora;Ponta (kWh);Fora de ponta (kWh)',
      (s) =>
        `${dmy(s.from)};${hm(s.from)};${s.n % 5 === 0 ? comma(s.kwh) : '0,000'};${s.n % 5 === 0 ? '0,000' : comma(s.kwh)}`,
    ),
  ],
  [
    'a total beside its parts',
    15,
    table(
      'Data;Hora;Consumo total (kWh);Consumo T1 (kWh);Consumo T2 (kWh)',
      (s) =>
        `${dmy(s.from)};${hm(s.from)};${comma(s.kwh)};${s.n % 2 ? comma(s.kwh) : '0,000'};${s.n % 2 ? '0,000' : comma(s.kwh)}`,
    ),
  ],
  [
    'energy beside its demand',
    15,
    clocked('Data;Hora;Consumo (kWh);Demanda (kW)', (s) => `${comma(s.kwh)};${comma(s.kwh * 4)}`),
  ],
  [
    'energy beside voltage and cost',
    15,
    clocked('Data;Hora;Tensão (V);Energia (kWh);Custo (R$)', (s) => `220,1;${comma(s.kwh)};0,55`),
  ],
  [
    'dashes and an empty beginning',
    15,
    (each) =>
      [
        'Data;Hora;Consumo (kWh)',
        `${dmy(new Date(START - 86_400_000))};23:30;-`,
        `${dmy(new Date(START - 86_400_000))};23:45;`,
        ...each.map((s) => `${dmy(s.from)};${hm(s.from)};${comma(s.kwh)}`),
      ].join('\n'),
  ],
  [
    'hours across',
    60,
    across(
      'Data (kWh)',
      numbered(24, (n) => `${String(n).padStart(2, '0')}:00`),
    ),
  ],
  [
    'hours across, numbered',
    60,
    across(
      'Unidade;Data',
      numbered(24, (n) => `${n + 1}`),
      (day) => `kWh;${dmy(day)}`,
    ),
  ],
  [
    'half hours across',
    30,
    across(
      'Consumo em kWh\nData',
      numbered(48, (n) => `${String(Math.floor(n / 2)).padStart(2, '0')}h${n % 2 ? '30' : '00'}`),
    ),
  ],
  [
    'instants across',
    60,
    (each) =>
      `entity_id,type,unit,${each.map((s) => s.from.toISOString()).join()}\nsensor.rede,grid_consumption,kWh,${each.map((s) => s.kwh).join()}\nsensor.sol,solar_production,kWh,${each.map(() => 0).join()}`,
    0,
  ],
  [
    'NEM12',
    30,
    (each) =>
      [
        '100,NEM12,202503060000,MDP,RET',
        '200,NMI0000001,E1,1,E1,N1,SER1,kWh,30,',
        ...daysOf(each).map(
          ({ day, amounts }) =>
            `300,${ymd(day).replaceAll('-', '')},${amounts.map((s) => s.kwh).join()},A,,,20250306000000,`,
        ),
        '900',
      ].join('\n'),
  ],
];

for (const [name, minutes, build, shiftMs = OFFSET_MS] of SURE)
  test(`reads ${name} quarter by quarter`, () => {
    const each = slots(minutes);
    const { found, answers } = openText(build(each));
    expect(answers.map(({ about }) => about)).toEqual([]);
    expectQuarters(found.quarters, expectedOf(each, shiftMs));
  });
