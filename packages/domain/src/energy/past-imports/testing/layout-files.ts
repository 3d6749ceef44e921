import {
  consumption,
  type FieldFile,
  fieldFile,
  levelsOf,
  others,
  otherValue,
  registered,
  start,
  table,
  value,
} from './field-file.ts';
import { comma, dmy, hm, type Slot, START, slots, ymd } from './slots.ts';

const [Q, H, N] = [slots(15), slots(60), slots(30)];
const HEAD = 'Data e hora;Consumo (kWh)';
const W = slots(60, START, 8);
const row = (s: Slot): string => `${start(s)};${value(s)}`;
const plain = table(HEAD, Q, row);
const C = consumption(Q);
const two = (n: number): string => String(n).padStart(2, '0');
const days = (each: readonly Slot[]): Slot[][] =>
  [0, 1].map((d) => each.slice((d * each.length) / 2, ((d + 1) * each.length) / 2));
const wide = (
  names: readonly string[],
  each: readonly Slot[],
  cell = value,
  lead = 'Data',
  fore = (s: Slot) => dmy(s.from),
): string =>
  [
    `${lead};${names.join(';')}`,
    ...days(each).map((day) => `${fore(day[0] as Slot)};${day.map(cell).join(';')}`),
  ].join('\n');
const range = (count: number, name: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => name(n));
const endOf =
  (minutes: number) =>
  (n: number): string =>
    `${two(Math.floor(((n + 1) * minutes) / 60))}:${two(((n + 1) * minutes) % 60)}`;
const both = { consumed: consumption(H), injected: others(H) };
const _utc = (s: Slot): string => new Date(s.from.getTime() + 3 * 3_600_000).toISOString();
const LEVELS = levelsOf(Q, 48_213.5);
const doubled = (
  day: readonly Slot[],
  row: (s: Slot) => string,
  sum: (day: readonly Slot[]) => string,
): string[] => [...day.map(row), sum(day)];
const total = (day: readonly Slot[]): string => comma(day.reduce((t, s) => t + s.kwh, 0));
const _serial = (at: Date): number => (at.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000;
const _reading = (s: Slot, value: number): string =>
  `<espi:IntervalReading><espi:cost>3</espi:cost><espi:timePeriod><espi:duration>900</espi:duration><espi:start>${s.from.getTime() / 1_000 + 10_800}</espi:start></espi:timePeriod><espi:value>${value}</espi:value><espi:ReadingQuality><espi:quality>14</espi:quality></espi:ReadingQuality></espi:IntervalReading>`;
const _entry = (href: string, content: string, related = ''): string =>
  `<entry><link rel="self" href="${href}"/>${related === '' ? '' : `<link rel="related" href="${related}"/>`}<content>${content}</content></entry>`;
const _type = (direction: number, power: number, unit = 72): string =>
  `<espi:ReadingType><espi:flowDirection>${direction}</espi:flowDirection><espi:powerOfTenMultiplier>${power}</espi:powerOfTenMultiplier><espi:uom>${unit}</espi:uom></espi:ReadingType>`;
const _feed = (...entries: string[]): string =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:espi="http://naesb.org/espi">${entries.join('')}</feed>`;
const _summary =
  '<espi:UsageSummary><espi:overallConsumptionLastPeriod><espi:powerOfTenMultiplier>3</espi:powerOfTenMultiplier><espi:uom>42</espi:uom><espi:value>91</espi:value></espi:overallConsumptionLastPeriod></espi:UsageSummary>';
const _block = (values: string): string =>
  `<espi:IntervalBlock><espi:interval><espi:duration>172800</espi:duration><espi:start>1741057200</espi:start></espi:interval>${values}</espi:IntervalBlock>`;
const wh = (s: Slot): number => Math.round(s.kwh * 1_000);
const _nem = (registers: readonly (readonly [string, string, (s: Slot) => string])[]): string =>
  [
    '100,NEM12,202503060000,A,B',
    ...registers.flatMap(([suffix, unit, cell]) => [
      `200,NMI1,E1B1Q1,${suffix},${suffix},N1,123,${unit},30,`,
      ...days(N).flatMap((day) => [
        `300,${ymd((day[0] as Slot).from).replaceAll('-', '')},${day.map(cell).join(',')},A,,,20250306000000,`,
        '400,1,48,A,,',
      ]),
    ]),
    '900',
  ].join('\n');
const _ccee = (head: string, cells: (s: Slot) => string, separator = ';', each = H): string =>
  [
    head,
    ...each.flatMap((s) =>
      [
        `CAMPO;PTA (L);${dmy(s.from)};${s.from.getUTCHours() + 1};${cells(s)}`,
        `CAMPO;PTB (L);${dmy(s.from)};${s.from.getUTCHours() + 1};0,000;0,100;0,000;0,000`,
      ].map((line) => line.replaceAll(';', separator)),
    ),
  ].join('\r\n');
const _CCEE =
  'Agente;Ponto / Grupo;Data;Hora;Ativa G (kWh);Ativa C (kWh);Reativa G (kVArh);Reativa C (kVArh)';

/** Tables of every layout, with the lines around them. */
export const LAYOUT_FILES: readonly FieldFile[] = [
  fieldFile('bars', () => plain.replaceAll(';', '|'), C),
  fieldFile(
    'bars around',
    () =>
      plain
        .split('\n')
        .map((line) => `| ${line.replaceAll(';', ' | ')} |`)
        .join('\n'),
    C,
  ),
  fieldFile(
    'quoted everywhere',
    () =>
      plain
        .split('\n')
        .map((line) =>
          line
            .split(';')
            .map((cell) => `"${cell}"`)
            .join(','),
        )
        .join('\r\n'),
    C,
  ),
  fieldFile(
    'quoted preamble with commas',
    () =>
      [
        '"Cliente","Padaria, Rua X, 1"',
        '"Período","04/03/2025 a 05/03/2025"',
        '""',
        table('"Data e hora","Consumo (kWh)"', Q, (s) => `"${start(s)}","${value(s)}"`),
      ].join('\n'),
    C,
  ),
  fieldFile(
    'preamble with dates and numbers',
    () =>
      [
        'Medidor;12345',
        'Emitido em;06/03/2025 10:15',
        'Período;04/03/2025 00:00;06/03/2025 00:00',
        'Total (kWh);104,744',
        '',
        plain,
      ].join('\n'),
    C,
  ),
  fieldFile(
    'preamble of one cell',
    () => [...range(12, (n) => `Linha ${n + 1} do relatório`), plain].join('\n'),
    C,
  ),
  fieldFile('names in two lines', () => ['Data e hora;Energia', ';kWh', ...Q.map(row)].join('\n'), C),
  fieldFile(
    'units in the line below the names',
    () =>
      [
        'Data e hora;Energia consumida',
        '[dd/MM/yyyy HH:mm];[Wh]',
        ...Q.map((s) => `${start(s)};${wh(s)}`),
      ].join('\n'),
    C,
  ),
  fieldFile('no names', () => Q.map((s) => `${dmy(s.from)};${hm(s.from)};${value(s)}`).join('\n'), C, {
    questions: ['unit'],
  }),
  fieldFile(
    'notes below the table',
    () => [plain, '', 'Fonte: concessionária', 'Gerado em 06/03/2025 10:15'].join('\n'),
    C,
  ),
  fieldFile('newest first', () => [HEAD, ...Q.map(row).reverse()].join('\n'), C),
  fieldFile(
    'register, newest first',
    () =>
      [
        'Data e hora;Leitura (kWh)',
        ...Q.map((s) => `${start(s)};${comma(LEVELS[s.n] as number)}`).reverse(),
      ].join('\n'),
    registered(Q),
  ),
  fieldFile('the same rows twice', () => [plain, ...Q.slice(20, 60).map(row)].join('\n'), C),
  fieldFile(
    'corrections that repeat',
    () =>
      [
        'Data e hora;Consumo (kWh);Situação',
        ...Q.flatMap((s) => [
          ...(s.n % 9 === 4 ? [`${start(s)};0,000;Estimada`] : []),
          `${start(s)};${value(s)};Medida`,
        ]),
      ].join('\n'),
    C,
    { questions: ['repeats'] },
  ),
  fieldFile(
    'sums of days below their rows',
    () =>
      [
        HEAD,
        ...days(Q).flatMap((day) => doubled(day, row, (d) => `Total do dia;${total(d)}`)),
        `Total do mês;${total(Q)}`,
      ].join('\n'),
    C,
  ),
  fieldFile(
    'sums of days with their date',
    () =>
      [
        'Data;Hora;Consumo (kWh)',
        ...days(Q).flatMap((day) =>
          doubled(
            day,
            (s) => `${dmy(s.from)};${hm(s.from)};${value(s)}`,
            (d) => `${dmy((d[0] as Slot).from)};Total;${total(d)}`,
          ),
        ),
      ].join('\n'),
    C,
  ),
  fieldFile(
    'sums of days without a clock',
    () =>
      [
        'Data;Hora;Consumo (kWh)',
        ...days(Q).flatMap((day) =>
          doubled(
            day,
            (s) => `${dmy(s.from)};${hm(s.from)};${value(s)}`,
            (d) => `${dmy((d[0] as Slot).from)};;${total(d)}`,
          ),
        ),
      ].join('\n'),
    C,
  ),
  fieldFile(
    'sums of days and of the month with start and end',
    () =>
      [
        'Início;Fim;Consumo (kWh)',
        `01/03/2025 00:00;01/04/2025 00:00;${total(Q)}`,
        ...days(Q).flatMap((day) =>
          doubled(
            day,
            (s) => `${start(s)};${dmy(s.to)} ${hm(s.to)};${value(s)}`,
            (d) => `${start(d[0] as Slot)};${dmy((d.at(-1) as Slot).to)} 00:00;${total(d)}`,
          ),
        ),
      ].join('\n'),
    C,
  ),
  fieldFile(
    'sums of hours among quarters',
    () =>
      [
        'Início;Fim;Consumo (kWh)',
        ...H.flatMap((h) => {
          const own = Q.slice(h.n * 4, h.n * 4 + 4);
          return [
            `${start(h)};${dmy(h.to)} ${hm(h.to)};${total(own)}`,
            ...own.map((s) => `${start(s)};${dmy(s.to)} ${hm(s.to)};${value(s)}`),
          ];
        }),
      ].join('\n'),
    C,
  ),
  fieldFile(
    'dates repeated in a title row',
    () => [HEAD, ...days(Q).flatMap((day) => [`${dmy((day[0] as Slot).from)};`, ...day.map(row)])].join('\n'),
    C,
  ),
  fieldFile(
    'hours 1 to 24 across',
    () =>
      wide(
        range(24, (n) => `H${n + 1}`),
        H,
        value,
        'Consumo (kWh)',
      ),
    consumption(H),
  ),
  fieldFile(
    'hours 0 to 23 across',
    () =>
      wide(
        range(24, (n) => `${n}h`),
        H,
        value,
        'Dia (kWh)',
      ),
    consumption(H),
  ),
  fieldFile('ends of hours across', () => wide(range(24, endOf(60)), H, value, 'Data (kWh)'), consumption(H)),
  fieldFile(
    'ends of half hours across',
    () => wide(range(48, endOf(30)), N, value, 'Data (kWh)'),
    consumption(N),
  ),
  fieldFile('ends of quarters across', () => wide(range(96, endOf(15)), Q, value, 'Data (kWh)'), C),
  fieldFile(
    'mean power of quarters across',
    () => ['Demanda (kW)', wide(range(96, endOf(15)), Q, (s) => comma(s.kwh * 4))].join('\n'),
    C,
  ),
  fieldFile(
    'a total before the hours across',
    () =>
      [
        `Data;Total;${range(24, (n) => `Hora ${n + 1}`).join(';')}`,
        ...days(H).map((day) => `${dmy((day[0] as Slot).from)};${total(day)};${day.map(value).join(';')}`),
        'Unidade: kWh',
      ].join('\n'),
    consumption(H),
    { questions: ['unit'] },
  ),
  fieldFile(
    'two quantities a day across',
    () =>
      [
        `UC;Data;Grandeza;${range(24, (n) => `${two(n)}:00`).join(';')}`,
        ...days(H).flatMap((day) => [
          `30045;${dmy((day[0] as Slot).from)};Consumo (kWh);${day.map(value).join(';')}`,
          `30045;${dmy((day[0] as Slot).from)};Injeção (kWh);${day.map(otherValue).join(';')}`,
        ]),
      ].join('\n'),
    both,
  ),
  fieldFile(
    'days across, hours down',
    () =>
      [
        `Hora (kWh);${range(8, (d) => dmy((W[d * 24] as Slot).from)).join(';')}`,
        ...range(24, (n) => `${two(n)}:00;${range(8, (d) => value(W[d * 24 + n] as Slot)).join(';')}`),
      ].join('\n'),
    consumption(W),
  ),
  fieldFile(
    'quantity a row',
    () =>
      [
        'Data e hora;Grandeza;Valor;Unidade',
        ...H.flatMap((s) => [
          `${start(s)};Energia ativa consumida;${value(s)};kWh`,
          `${start(s)};Energia ativa injetada;${otherValue(s)};kWh`,
          `${start(s)};Tensão;220,1;V`,
        ]),
      ].join('\n'),
    both,
  ),
];
