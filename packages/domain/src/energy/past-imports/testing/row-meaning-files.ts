import { A, B, C, D, file, fourth, H, lines, type MeaningFile, other, start, third } from './meaning-file.ts';
import { comma, dmy, hm, type Slot, ymd } from './slots.ts';

const DAYS_OF_TWO_QUANTITIES = [0, 1].flatMap((day) => {
  const own = H.slice(day * 24, day * 24 + 24);
  const date = dmy((own[0] as Slot).from);
  return [
    `${date};kWh;${own.map((s) => comma(s.kwh)).join(';')}`,
    `${date};kVArh;${own.map((s) => comma(other(s))).join(';')}`,
  ];
});

/** Columns that describe rows, headers of several lines, and programs. */
export const ROW_MEANING_FILES: readonly MeaningFile[] = [
  // A column that states the quantity of each row.
  ...['Consumo', 'Energia ativa', 'Electric usage'].map((text) =>
    file(
      `a column of the text ${text} beside an injection`,
      () =>
        lines(
          'Tipo;Data e hora;Consumo (kWh);Energia injetada (kWh)',
          (s) => `${text};${start(s)};${comma(s.kwh)};${comma(other(s))}`,
        ),
      { consumed: A, injected: B },
    ),
  ),
  file(
    'a column that states nothing beside an injection alone',
    () =>
      lines('Tipo;Data e hora;Energia injetada (kWh)', (s) => `Energia ativa;${start(s)};${comma(s.kwh)}`),
    { injected: A },
  ),
  file(
    'a column of consumption beside an injection alone',
    () =>
      lines('TYPE;Data e hora;Energia injetada (kWh)', (s) => `Electric usage;${start(s)};${comma(s.kwh)}`),
    { injected: A },
    { asks: ['kinds'], mayBe: [{ consumed: A }] },
  ),
  file(
    'a column of two quantities beside columns of two',
    () =>
      lines('Grandeza;Data e hora;Consumo (kWh);Injeção (kWh)', (s) =>
        ['Ativa', 'Reativa']
          .map((text) => `${text};${start(s)};${comma(s.kwh)};${comma(other(s))}`)
          .join('\n'),
      ),
    { consumed: A, injected: B },
    { asks: ['kinds'] },
  ),
  file(
    'received and delivered as texts of rows',
    () =>
      lines('Canal;Data e hora;Valor (kWh)', (s) =>
        [`Recebida;${start(s)};${comma(s.kwh)}`, `Entregue;${start(s)};${comma(other(s))}`].join('\n'),
      ),
    { consumed: A, injected: B },
    { asks: ['sides'], mayBe: [{ consumed: B, injected: A }] },
  ),
  file(
    'a day a row with a column of units that are quantities',
    () =>
      [
        `Data;Unidade;${Array.from({ length: 24 }, (_, n) => `H${n + 1}`).join(';')}`,
        ...DAYS_OF_TWO_QUANTITIES,
      ].join('\n'),
    { consumed: A, inductive: B },
  ),
  file(
    'a day a row with a column of quantities that are units',
    () =>
      [
        `Data;Grandeza;${Array.from({ length: 24 }, (_, n) => `${n}h`).join(';')}`,
        ...DAYS_OF_TWO_QUANTITIES,
      ].join('\n'),
    { consumed: A, inductive: B },
  ),
  file(
    'a day a row with its unit',
    () =>
      [
        `Data;${Array.from({ length: 24 }, (_, n) => `${n}h`).join(';')};Unidade`,
        ...[0, 1].map((day) => {
          const own = H.slice(day * 24, day * 24 + 24);
          return `${dmy((own[0] as Slot).from)};${own.map((s) => comma(s.kwh)).join(';')};kWh`;
        }),
      ].join('\n'),
    { consumed: A },
  ),
  // Headers of two lines, and several tables.
  file(
    'groups above units',
    () =>
      lines(
        ['Data e hora;Consumo;;Injeção;', ';kWh;kvarh;kWh;kvarh'],
        (s) => `${start(s)};${comma(s.kwh)};${comma(third(s))};${comma(other(s))};0`,
      ),
    { consumed: A, inductive: C, injected: B },
    { asks: [] },
  ),
  file(
    'groups above names',
    () =>
      lines(
        [';;Consumo;;Injeção;', 'Data;Hora;kWh;kvarh;kWh;kvarh'],
        ({ from, ...s }) =>
          `${dmy(from)};${hm(from)};${comma(s.kwh)};${comma(third({ from, ...s }))};${comma(other({ from, ...s }))};0`,
      ),
    { consumed: A, inductive: C, injected: B },
  ),
  file(
    'a header that repeats with its columns in another order',
    () =>
      [
        'Data e hora;Consumo (kWh);Injeção (kWh)',
        ...H.slice(0, 20).map((s) => `${start(s)};${comma(s.kwh)};${comma(other(s))}`),
        'Data e hora;Injeção (kWh);Consumo (kWh)',
        ...H.slice(20).map((s) => `${start(s)};${comma(other(s))};${comma(s.kwh)}`),
      ].join('\n'),
    { consumed: A, injected: B },
  ),
  file(
    'a header that repeats with another unit',
    () =>
      [
        'Data e hora;Consumo (kWh)',
        ...H.slice(0, 20).map((s) => `${start(s)};${comma(s.kwh)}`),
        'Data e hora;Consumo (Wh)',
        ...H.slice(20).map((s) => `${start(s)};${comma(s.kwh * 1_000, 1)}`),
      ].join('\n'),
    { consumed: A },
  ),
  file(
    'tables of two quantities, each under its title',
    () =>
      ['Energia consumida', 'Energia injetada']
        .flatMap((title, n) => [
          title,
          'Data e hora;Valor (kWh)',
          ...H.map((s) => `${start(s)};${comma(n === 0 ? s.kwh : other(s))}`),
          '',
        ])
        .join('\n'),
    { consumed: A, injected: B },
  ),
  file(
    'tables of two meters, each under its title',
    () =>
      ['UC: 111', 'UC: 222']
        .flatMap((title, n) => [
          title,
          'Data e hora;Consumo (kWh)',
          ...H.map((s) => `${start(s)};${comma(n === 0 ? s.kwh : other(s))}`),
        ])
        .join('\n'),
    { consumed: A },
    { asks: ['meter'], mayBe: [{ consumed: B }, { consumed: A + B }] },
  ),
  file(
    'water meters of rows',
    () =>
      lines('Hidrômetro;Data e hora;Volume (m³)', (s) =>
        [`Bloco A;${start(s)};${comma(s.kwh)}`, `Bloco B;${start(s)};${comma(other(s))}`].join('\n'),
      ),
    { volume: A },
    { asks: ['meter'], mayBe: [{ volume: B }, { volume: A + B }], isWater: true },
  ),
  file(
    'meters under an unknown name',
    () =>
      lines('Local;Data e hora;Consumo (kWh)', (s) =>
        [`Loja;${start(s)};${comma(s.kwh)}`, `Forno;${start(s)};${comma(other(s))}`].join('\n'),
      ),
    { consumed: A },
    { asks: ['meter'], mayBe: [{ consumed: B }, { consumed: A + B }] },
  ),
  // Programs.
  file(
    'InfluxDB with its range',
    () =>
      lines(
        [',result,table,_start,_stop,_time,_value,_field,_measurement'],
        (s) =>
          `,_result,0,2025-03-01T00:00:00Z,2025-04-01T00:00:00Z,${ymd(s.from)}T${hm(s.from)}:00Z,${s.kwh},energy_kwh,meter`,
      ),
    { consumed: A },
  ),
  file(
    'Shelly with the energy of the fundamental wave',
    () =>
      lines(
        [
          'timestamp,a_total_act_energy,a_fund_act_energy,a_total_act_ret_energy,a_fund_act_ret_energy,a_lag_react_energy,a_lead_react_energy,a_max_act_power,a_min_act_power,a_max_aprt_power,a_avg_voltage,a_avg_current',
        ],
        (s) =>
          `${(s.from.getTime() + 10_800_000) / 1_000},${s.kwh * 1_000},${s.kwh * 999},${other(s) * 1_000},${other(s) * 998},${third(s) * 1_000},${fourth(s) * 1_000},900.1,12.5,950,220.1,1.5`,
      ),
    { consumed: A, injected: B, inductive: C, capacitive: D },
  ),
];
