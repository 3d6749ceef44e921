import {
  A,
  B,
  C,
  columns,
  D,
  file,
  fourth,
  H,
  lines,
  type MeaningFile,
  other,
  start,
  sum,
  third,
} from './meaning-file.ts';
import { comma, dmy, hm, ymd } from './slots.ts';

/** Names, rows and headers of further systems. */
export const FURTHER_MEANING_FILES: readonly MeaningFile[] = [
  // Variants.
  ...(
    [
      ['Energía importada (kWh)', 'Energía exportada (kWh)'],
      ['Consumo activa (kWh)', 'Generación (kWh)'],
      ['Soutirage (kWh)', 'Injection (kWh)'],
      ['Énergie soutirée (kWh)', 'Énergie injectée (kWh)'],
      ['Netzbezug (kWh)', 'Netzeinspeisung (kWh)'],
      ['Buy (kWh)', 'Sell (kWh)'],
      ['Energia da rede (kWh)', 'Energia para a rede (kWh)'],
      ['P+ (kW)', 'P− (kW)'],
      ['kWh (+)', 'kWh (-)'],
    ] as const
  ).map((names) => columns(names, { consumed: A, injected: B })),
  ...(
    [
      ['Input energy (kWh)', 'Output energy (kWh)'],
      ['Energy In (kWh)', 'Energy Out (kWh)'],
    ] as const
  ).map((names) => columns(names, { consumed: A, injected: B }, { asks: ['sides'] })),
  columns(['Energia recebida (kWh)', 'Energia injetada (kWh)'], { consumed: A, injected: B }),
  columns(
    ['Active Energy Delivered (kWh)', 'Active Energy Received (kWh)'],
    { consumed: A, injected: B },
    { asks: ['sides'] },
  ),
  columns(['AE (kWh)', 'AS (kWh)', 'R1 (kvarh)', 'R4 (kvarh)'], {
    consumed: A,
    injected: B,
    inductive: C,
    capacitive: D,
  }),
  columns(['R+ (kvarh)', 'R− (kvarh)'], { inductive: A, capacitive: B }, { asks: ['quadrants'] }),
  columns(
    ['Ativa Direta (kWh)', 'Ativa Reversa (kWh)', 'Reativa Direta (kvarh)', 'Reativa Reversa (kvarh)'],
    { consumed: A, injected: B, inductive: C },
    { asks: ['columns'] },
  ),
  columns(
    ['Consumo (kWh)', 'Injeção (kWh)', 'Fornecida (kWh)'],
    { consumed: A + C, injected: B },
    {
      asks: ['sides'],
      mayBe: [{ consumed: A, injected: B + C }],
    },
  ),
  columns(['Aquecimento (kWh)', 'Refrigeração (kWh)', 'Total (kWh)'], { consumed: C }, { asks: ['columns'] }),
  columns(
    ['PV generation (kWh)', 'Load (kWh)'],
    { consumed: B },
    { asks: ['produced'], mayBe: [{ consumed: B, injected: A }] },
  ),
  columns(['21.8.0 (kWh)', '41.8.0 (kWh)', '61.8.0 (kWh)'], { consumed: A + B + C }),
  columns(['1.6.0 (kW)', '9.9.9', '1.8.0 (kWh)'], { consumed: C }),
  columns(['Volume (hL)'], { volume: A }, { isWater: true }, 10),
  columns(['Usage (CCF)'], { volume: A * 2.831_684_659_2 }, { isWater: true }),
  columns(['Gás (kWh)'], {}),
  columns(
    ['Consumo (kWh)', 'Consumo estornado (kWh)', 'Energia foo (kWh)'],
    { consumed: A },
    { asks: ['columns'] },
  ),
  columns(
    ['Água quente (L)', 'Água fria (L)'],
    { volume: A + B },
    { asks: ['columns'], isWater: true },
    1_000,
  ),
  columns(['Apto 101 foo (L)'], { volume: A / 1_000 }, { asks: ['meaning'], isWater: true }),
  columns(['kvarh foo'], { inductive: A }, { asks: ['meaning'], mayBe: [{ capacitive: A }] }),
  file(
    'a constant before the table and another in the name',
    () => lines(['Multiplicador;60', 'Data e hora;Consumo (x10 kWh)'], (s) => `${start(s)};${comma(s.kwh)}`),
    { consumed: A * 600 },
    { asks: ['factor'], mayBe: [{ consumed: A }, { consumed: A * 10 }, { consumed: A * 60 }] },
  ),
  file(
    'a factor for hectolitres',
    () => lines('Data e hora;Volume (x10 hL)', (s) => `${start(s)};${comma(s.kwh)}`),
    { volume: A },
    { asks: ['factor'], isWater: true },
  ),
  ...(
    [
      ['Energia injetada na rede', { injected: A }],
      ['OBIS: 1-0:2.8.0', { injected: A }],
      ['Grandeza;Energia reativa indutiva', { inductive: A }],
    ] as const
  ).map(([line, right]) =>
    file(
      `a quantity before the table: ${line}`,
      () => lines([line, 'Data e hora;Valor (kWh)'], (s) => `${start(s)};${comma(s.kwh)}`),
      right,
      { asks: ['meaning'], mayBe: [{ consumed: A }] },
    ),
  ),
  ...['Escala: 1:40', 'Transformer ratio: 40'].map((line) =>
    file(
      line,
      () => lines([line, 'Data e hora;Consumo (kWh)'], (s) => `${start(s)};${comma(s.kwh)}`),
      { consumed: A * 40 },
      { asks: ['factor'], mayBe: [{ consumed: A }] },
    ),
  ),
  file(
    'a constant below the table',
    () =>
      [lines('Data e hora;Consumo (kWh)', (s) => `${start(s)};${comma(s.kwh)}`), 'Multiplicador: 40'].join(
        '\n',
      ),
    { consumed: A * 40 },
    { asks: ['factor'], mayBe: [{ consumed: A }] },
  ),
  columns(['Rede (kWh)', 'Gerador (kWh)'], { consumed: A }),
  file(
    'two constants of a column',
    () =>
      lines(
        'Data e hora;Leitura (kWh);Constante',
        (s) => `${start(s)};${comma(5_000 + s.n)};${s.n < 24 ? 'x' : 40}`,
      ),
    { consumed: 47 * 40 },
    { asks: ['factor'] },
  ),
  file(
    'a constant without its number',
    () =>
      lines(
        ['Constante: veja a placa', 'Constante', 'Data e hora;Consumo (kWh)'],
        (s) => `${start(s)};${comma(s.kwh)}`,
      ),
    { consumed: A },
  ),
  file(
    'pulses of kWh',
    () => lines('Data e hora;Pulsos (0,01 kWh por pulso)', (s) => `${start(s)};${Math.round(s.kwh * 100)}`),
    { consumed: sum((s) => Math.round(s.kwh * 100) / 100) },
    { asks: ['pulse'] },
  ),
  ...(
    [
      ['Consumo', 'Fornecida', { consumed: A, injected: B }, []],
      ['Injetada', 'Recebida', { consumed: B, injected: A }, ['sides']],
      ['A+', 'A-', { consumed: A, injected: B }, []],
      ['1-0:1.29.0', '1-0:2.29.0', { consumed: A, injected: B }, []],
    ] as const
  ).map(([one, two, right, asks]) =>
    file(
      `rows of ${one} and ${two}`,
      () =>
        lines('Registrador;Data e hora;Valor (kWh)', (s) =>
          [`${one};${start(s)};${comma(s.kwh)}`, `${two};${start(s)};${comma(other(s))}`].join('\n'),
        ),
      right,
      { asks },
    ),
  ),
  file(
    'one quantity and voltages as rows beside columns of two',
    () =>
      lines('Grandeza;Data e hora;Consumo (kWh);Injeção (kWh)', (s) =>
        [`Energia;${start(s)};${comma(s.kwh)};${comma(other(s))}`, `Tensão;${start(s)};220,1;220,2`].join(
          '\n',
        ),
      ),
    { consumed: A, injected: B },
  ),
  file(
    'voltages alone as rows',
    () => lines('Grandeza;Data e hora;Valor', (s) => `Tensão;${start(s)};220,${s.n}`),
    {},
    { asks: ['unit'] },
  ),
  file(
    'a unit of another kind before the table',
    () => lines(['Unidade: loja', 'Data e hora;Consumo (kWh)'], (s) => `${start(s)};${comma(s.kwh)}`),
    { consumed: A },
  ),
  file(
    'kvarh in each row under a bare name',
    () => lines('Data e hora;Valor;Unidade', (s) => `${start(s)};${comma(s.kwh)};kvarh`),
    { inductive: A },
  ),
  file(
    'groups of tariff periods below a title',
    () =>
      lines(
        ['Relatório;;;;;', ';;Ponta;;Fora Ponta;', 'Data;Hora;kWh;kvarh;kWh;kvarh'],
        (s) =>
          `${dmy(s.from)};${hm(s.from)};${comma(s.kwh)};${comma(other(s))};${comma(third(s))};${comma(fourth(s))}`,
      ),
    { consumed: A + C, inductive: B + D },
  ),
  file(
    'groups of meters',
    () =>
      lines(
        [';;UC 111;;UC 222;', 'Data;Hora;kWh;kvarh;kWh;kvarh'],
        (s) =>
          `${dmy(s.from)};${hm(s.from)};${comma(s.kwh)};${comma(other(s))};${comma(third(s))};${comma(fourth(s))}`,
      ),
    { consumed: A, inductive: B },
    { asks: ['columns'] },
  ),
  file(
    'tables under their titles, with units there and rows longer than their names',
    () =>
      ['Consumo (kWh)', 'Reativa indutiva (kvarh)']
        .flatMap((title, n) => [
          title,
          'Data;Hora;Valor',
          ...H.map((s) => `${dmy(s.from)};${hm(s.from)};${comma(n === 0 ? s.kwh : other(s))};x`),
        ])
        .join('\n'),
    { consumed: A, inductive: B },
  ),
  file(
    'a header in another language within the file',
    () =>
      [
        'Data;Hora;Consumo (kWh)',
        ...H.slice(0, 20).map((s) => `${dmy(s.from)};${hm(s.from)};${comma(s.kwh)}`),
        'Date;Time;Usage (kWh)',
        ...H.slice(20).map((s) => `${dmy(s.from)};${hm(s.from)};${comma(s.kwh)}`),
      ].join('\n'),
    { consumed: A },
    { asks: ['columns'] },
  ),
  file(
    'a header that repeats with fewer columns',
    () =>
      [
        'Data e hora;Consumo (kWh);Injeção (kWh)',
        ...H.slice(0, 20).map((s) => `${start(s)};${comma(s.kwh)};${comma(other(s))}`),
        'Data e hora;Injeção (kWh)',
        ...H.slice(20).map((s) => `${start(s)};${comma(other(s))}`),
      ].join('\n'),
    { consumed: sum((s) => s.kwh, H.slice(0, 20)), injected: B },
  ),
  file(
    'pages with their numbers',
    () =>
      [0, 1, 2, 3]
        .flatMap((page) => [
          `Página ${page + 1}`,
          'Data e hora;Consumo (kWh)',
          ...H.slice(page * 12, page * 12 + 12).map((s) => `${start(s)};${comma(s.kwh)}`),
        ])
        .join('\n'),
    { consumed: A },
  ),
  file(
    'InfluxDB with two fields',
    () =>
      lines(',result,table,_start,_stop,_time,_value,_field', (s) =>
        [
          [s.kwh, 'import_kwh'],
          [other(s), 'export_kwh'],
        ]
          .map(
            ([number, field]) =>
              `,_result,0,2025-03-01T00:00:00Z,2025-04-01T00:00:00Z,${ymd(s.from)}T${hm(s.from)}:00Z,${number},${field}`,
          )
          .join('\n'),
      ),
    { consumed: A, injected: B },
  ),
];
