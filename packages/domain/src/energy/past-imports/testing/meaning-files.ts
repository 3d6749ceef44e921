import { A, B, C, columns, D, file, lines, type MeaningFile, start, sum } from './meaning-file.ts';
import { comma } from './slots.ts';

const pair = (one: string, two: string): MeaningFile => columns([one, two], { consumed: A, injected: B });
const requested = (one: string, two: string): MeaningFile =>
  columns(
    [one, two],
    { consumed: A, injected: B },
    { asks: ['sides'], mayBe: [{ consumed: B, injected: A }] },
  );
const factor = (name: string, times: number, asks: readonly string[] = ['factor']): MeaningFile =>
  columns([name], { consumed: A * times }, { asks, mayBe: [{ consumed: A }] });
const preamble = (line: string, times: readonly number[]): MeaningFile =>
  file(
    `before the table: ${line}`,
    () => lines([line, 'Data e hora;Consumo (kWh)'], (s) => `${start(s)};${comma(s.kwh)}`),
    { consumed: A * (times[0] ?? 1) },
    { asks: ['factor'], mayBe: [{ consumed: A }, ...times.map((each) => ({ consumed: A * each }))] },
  );

/** Names of columns, constants and units. */
export const MEANING_FILES: readonly MeaningFile[] = [
  // Directions stated by names.
  pair('A+ (kWh)', 'A- (kWh)'),
  pair('EA+ (kWh)', 'EA- (kWh)'),
  pair('+A [kWh]', '-A [kWh]'),
  pair('Energia ativa + (kWh)', 'Energia ativa - (kWh)'),
  pair('1.8.0 (kWh)', '2.8.0 (kWh)'),
  pair('1-0:1.8.0 (kWh)', '1-0:2.8.0 (kWh)'),
  pair('1-1:1.29.0 (kWh)', '1-1:2.29.0 (kWh)'),
  pair('1.29.0 (kWh)', '2.29.0 (kWh)'),
  columns(['1-1:1.5.0 (kW)', '1-1:2.5.0 (kW)'], { consumed: A, injected: B }),
  pair('From grid (kWh)', 'To grid (kWh)'),
  pair('Energy from the grid (kWh)', 'Energy to the grid (kWh)'),
  pair('Forward active energy (kWh)', 'Reverse active energy (kWh)'),
  pair('Energia comprada (kWh)', 'Energia vendida (kWh)'),
  pair('Energia absorvida (kWh)', 'Energia cedida (kWh)'),
  pair('Prelevata (kWh)', 'Immessa (kWh)'),
  pair('Levering (kWh)', 'Teruglevering (kWh)'),
  pair('Ativa imp (kWh)', 'Ativa exp (kWh)'),
  pair('kWh imp', 'kWh exp'),
  pair('Bezug (kWh)', 'Lieferung (kWh)'),
  pair('Bezug (kWh)', 'Einspeisung (kWh)'),
  pair('Consumo (kWh)', 'Energia fornecida à rede (kWh)'),
  pair('Energia importada (kWh)', 'Energia exportada (kWh)'),
  // Directions that depend on who wrote the names.
  requested('Energia entrada (kWh)', 'Energia saída (kWh)'),
  requested('Entrada (kWh)', 'Saída (kWh)'),
  requested('Energía activa entrante (kWh)', 'Energía activa saliente (kWh)'),
  requested('Energia recebida (kWh)', 'Energia entregue (kWh)'),
  requested('Recebida (kWh)', 'Fornecida (kWh)'),
  columns(
    ['kW Fornecido', 'kVAr Indutivo'],
    { consumed: A, inductive: B },
    { asks: ['sides'], mayBe: [{ injected: A, inductive: B }] },
  ),
  // Quadrants.
  columns(
    ['A+ (kWh)', 'A- (kWh)', 'R+ (kvarh)', 'R- (kvarh)'],
    { consumed: A, injected: B, inductive: C, capacitive: D },
    {
      asks: ['quadrants'],
      mayBe: [
        { consumed: A, injected: B, inductive: C },
        { consumed: A, injected: B },
      ],
    },
  ),
  columns(
    ['R1 (kvarh)', 'R2 (kvarh)', 'R3 (kvarh)', 'R4 (kvarh)'],
    { inductive: A, capacitive: D },
    {
      asks: ['quadrants'],
      mayBe: [
        { inductive: A + C, capacitive: B + D },
        { inductive: A + B, capacitive: C + D },
      ],
    },
  ),
  columns(['Consumo (kWh)', 'Reativa Q1 (kvarh)', 'Reativa Q4 (kvarh)'], {
    consumed: A,
    inductive: B,
    capacitive: C,
  }),
  columns(
    ['1.8.0 (kWh)', '2.8.0 (kWh)', '3.8.0 (kvarh)', '4.8.0 (kvarh)'],
    { consumed: A, injected: B, inductive: C, capacitive: D },
    { asks: ['quadrants'] },
  ),
  // Factors.
  factor('Consumo (x10 kWh)', 10),
  factor('Consumo (kWh x 1000)', 1_000),
  factor('Consumo (10³ kWh)', 1_000),
  factor('Consumo (10^3 kWh)', 1_000),
  factor('Consumo (mil kWh)', 1_000),
  factor('Consumo (10 kWh)', 10),
  factor('Consumo (10 x kWh)', 10),
  factor('Consumo (1e3 kWh)', 1_000),
  factor('100 kWh', 100),
  factor('Consumo 40 (kWh)', 40),
  preamble('Multiplicador;60', [60]),
  preamble('Constante do medidor: 40', [40]),
  preamble('Fator K;1,5', [1.5]),
  preamble('Fator de multiplicação;120', [120]),
  preamble('RTC;200/5', [40]),
  preamble('RTC;200/5\nRTP;13800/115', [4_800, 40, 120]),
  preamble('Relação TC: 40', [40]),
  file(
    'a constant beside the register',
    () => lines('Data e hora;Leitura (kWh);Constante', (s) => `${start(s)};${comma(5_000 + s.n)};40`),
    { consumed: 47 * 40 },
    { asks: ['factor'], mayBe: [{ consumed: 47 }] },
  ),
  file(
    'power factor before the table is no factor',
    () =>
      lines(['Fator de potência: 0,92', 'Data e hora;Consumo (kWh)'], (s) => `${start(s)};${comma(s.kwh)}`),
    { consumed: A },
  ),
  file(
    'a constant of one',
    () => lines(['Constante: 1', 'Data e hora;Consumo (kWh)'], (s) => `${start(s)};${comma(s.kwh)}`),
    { consumed: A },
  ),
  file(
    'pulses and their constant before the table',
    () =>
      lines(
        ['Constante: 10 Wh/pulso', 'Data e hora;Pulsos'],
        (s) => `${start(s)};${Math.round(s.kwh * 100)}`,
      ),
    { consumed: sum((s) => Math.round(s.kwh * 100) / 100) },
    { asks: ['pulse'] },
  ),
  file(
    'pulses per kWh in the name',
    () => lines('Data e hora;Pulsos (1000 imp/kWh)', (s) => `${start(s)};${Math.round(s.kwh * 1_000)}`),
    { consumed: A },
    { asks: ['pulse'] },
  ),
  // Unknown words.
  columns(['Consumo xpto (kWh)'], { consumed: A }, { asks: ['meaning'], mayBe: [{ injected: A }] }),
  columns(
    ['Energia foo (kWh)', 'Energia bar (kWh)'],
    { consumed: A, injected: B },
    {
      asks: ['columns'],
      mayBe: [{ consumed: A }, { consumed: B }, { consumed: A + B }, { consumed: B, injected: A }],
    },
  ),
  columns(
    ['Consumo xpto (kWh)', 'Injeção xpto (kWh)'],
    { consumed: A, injected: B },
    { asks: ['meaning'], mayBe: [{ consumed: B, injected: A }, { consumed: A }, { injected: B }] },
  ),
  columns(
    ['Consumo A (kWh)', 'Consumo B (kWh)'],
    { consumed: A + B },
    { asks: ['columns'], mayBe: [{ consumed: A }, { consumed: B }] },
  ),
  columns(['Consumo fase A (kWh)', 'Consumo fase B (kWh)'], { consumed: A + B }),
  columns(['Volume xpto (L)'], { volume: A / 1_000 }, { asks: ['meaning'], isWater: true }),
  columns(
    ['Volume direto (L)', 'Volume reverso (L)'],
    { volume: A },
    { asks: ['columns'], mayBe: [{ volume: B }, { volume: A + B }], isWater: true },
    1_000,
  ),
  columns(
    ['Volume A (m³)', 'Volume B (m³)'],
    { volume: A + B },
    { asks: ['columns'], mayBe: [{ volume: A }, { volume: B }], isWater: true },
  ),
  columns(
    ['Volume 1 (m³)', 'Volume 2 (m³)'],
    { volume: A + B },
    { asks: ['columns'], mayBe: [{ volume: A }, { volume: B }], isWater: true },
  ),
  // Units.
  columns(['Consumo (MJ)'], { consumed: A / 3.6 }),
  columns(['Consumo (kJ)'], { consumed: A }, {}, 3_600),
  columns(['Consumo (J)'], { consumed: A }, {}, 3_600_000),
  columns(['Consumo (GJ)'], { consumed: A / 3.6 }, {}, 0.001),
  columns(['Usage (kBTU)'], { consumed: A * 0.293_071_070_172 }),
  columns(['Usage (BTU)'], { consumed: A * 0.293_071_070_172 }, {}, 1_000),
  columns(['Energy (GWh)'], { consumed: A }, {}, 0.000_001),
  columns(['Usage (therms)'], {}),
  columns(['Usage (US gallons)'], { volume: A * 3.785_411_784 }, { isWater: true }, 1_000),
  columns(
    ['Usage (gallons)'],
    { volume: A * 3.785_411_784 },
    { isWater: true, asks: ['unit'], mayBe: [{ volume: A * 4.546_09 }] },
    1_000,
  ),
  columns(['Usage (imperial gallons)'], { volume: A * 4.546_09 }, { isWater: true }, 1_000),
  columns(['Volume (ft³)'], { volume: A * 28.316_846_592 }, { isWater: true }, 1_000),
  columns(['Usage (cubic feet)'], { volume: A * 28.316_846_592 }, { isWater: true }, 1_000),
  file(
    'a column of units and a name that state two units',
    () => lines('Data e hora;Consumo (kWh);Unidade', (s) => `${start(s)};${comma(s.kwh * 1_000)};Wh`),
    { consumed: A },
    { asks: ['unit'], mayBe: [{ consumed: A * 1_000 }] },
  ),
  file(
    'lines before the table and a name that state two units',
    () => lines(['Unidade: Wh', 'Data e hora;Consumo (kWh)'], (s) => `${start(s)};${comma(s.kwh)}`),
    { consumed: A },
    { asks: ['unit'], mayBe: [{ consumed: A / 1_000 }] },
  ),
];
