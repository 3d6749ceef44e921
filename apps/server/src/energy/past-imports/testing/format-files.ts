import {
  consumption,
  type FieldFile,
  fieldFile,
  levelsOf,
  otherOf,
  others,
  start,
  table,
  value,
} from '@nascente/domain/energy/past-imports/testing/field-file';
import {
  comma,
  dmy,
  hm,
  type Slot,
  START,
  slots,
  ymd,
} from '@nascente/domain/energy/past-imports/testing/slots';
import { workbookOf } from './workbook-of.ts';

const [Q, H, N] = [slots(15), slots(60), slots(30)];
const HEAD = 'Data e hora;Consumo (kWh)';
const _W = slots(60, START, 8);
const row = (s: Slot): string => `${start(s)};${value(s)}`;
const plain = table(HEAD, Q, row);
const C = consumption(Q);
const two = (n: number): string => String(n).padStart(2, '0');
const days = (each: readonly Slot[]): Slot[][] =>
  [0, 1].map((d) => each.slice((d * each.length) / 2, ((d + 1) * each.length) / 2));
const _wide = (
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
const _endOf =
  (minutes: number) =>
  (n: number): string =>
    `${two(Math.floor(((n + 1) * minutes) / 60))}:${two(((n + 1) * minutes) % 60)}`;
const _both = { consumed: consumption(H), injected: others(H) };
const _utc = (s: Slot): string => new Date(s.from.getTime() + 3 * 3_600_000).toISOString();
const _LEVELS = levelsOf(Q, 48_213.5);
const _doubled = (
  day: readonly Slot[],
  row: (s: Slot) => string,
  sum: (day: readonly Slot[]) => string,
): string[] => [...day.map(row), sum(day)];
const _total = (day: readonly Slot[]): string => comma(day.reduce((t, s) => t + s.kwh, 0));
const serial = (at: Date): number => (at.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000;
const reading = (s: Slot, value: number): string =>
  `<espi:IntervalReading><espi:cost>3</espi:cost><espi:timePeriod><espi:duration>900</espi:duration><espi:start>${s.from.getTime() / 1_000 + 10_800}</espi:start></espi:timePeriod><espi:value>${value}</espi:value><espi:ReadingQuality><espi:quality>14</espi:quality></espi:ReadingQuality></espi:IntervalReading>`;
const entry = (href: string, content: string, related = ''): string =>
  `<entry><link rel="self" href="${href}"/>${related === '' ? '' : `<link rel="related" href="${related}"/>`}<content>${content}</content></entry>`;
const type = (direction: number, power: number, unit = 72): string =>
  `<espi:ReadingType><espi:flowDirection>${direction}</espi:flowDirection><espi:powerOfTenMultiplier>${power}</espi:powerOfTenMultiplier><espi:uom>${unit}</espi:uom></espi:ReadingType>`;
const feed = (...entries: string[]): string =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:espi="http://naesb.org/espi">${entries.join('')}</feed>`;
const summary =
  '<espi:UsageSummary><espi:overallConsumptionLastPeriod><espi:powerOfTenMultiplier>3</espi:powerOfTenMultiplier><espi:uom>42</espi:uom><espi:value>91</espi:value></espi:overallConsumptionLastPeriod></espi:UsageSummary>';
const block = (values: string): string =>
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

/** Encodings, workbooks and XML. */
export const FORMAT_FILES: readonly FieldFile<string | Buffer | Promise<Buffer>>[] = [
  fieldFile<string | Buffer | Promise<Buffer>>(
    'UTF-16 big endian with tabs',
    () => Buffer.from(`\uFEFF${plain.replaceAll(';', '\t').replaceAll('\n', '\r\n')}`, 'utf16le').swap16(),
    C,
  ),
  fieldFile<string | Buffer | Promise<Buffer>>(
    'UTF-16 without a mark',
    () => Buffer.from(plain, 'utf16le'),
    C,
  ),
  fieldFile<string | Buffer | Promise<Buffer>>(
    'Latin-1',
    () => Buffer.from(table('Início;Consumo (kWh)', Q, row, '\r\n'), 'latin1'),
    C,
  ),
  fieldFile<string | Buffer | Promise<Buffer>>(
    'returns alone with a preamble',
    () => ['Relatório de medição', '', plain].join('\n').replaceAll('\n', '\r'),
    C,
  ),
  fieldFile<string | Buffer | Promise<Buffer>>(
    'mixed line ends',
    () =>
      plain
        .split('\n')
        .map((line, n) => line + (n % 2 ? '\r\n' : '\n'))
        .join(''),
    C,
  ),
  fieldFile<string | Buffer | Promise<Buffer>>(
    'Green Button with injection and cost',
    () =>
      feed(
        entry('/UsagePoint/1', ''),
        entry('/UsagePoint/1/MeterReading/1', '', '/ReadingType/1'),
        entry('/ReadingType/1', type(1, 0)),
        entry(
          '/UsagePoint/1/MeterReading/1/IntervalBlock/1',
          block(Q.map((s) => reading(s, wh(s))).join('')),
        ),
        entry('/UsagePoint/1/MeterReading/2', '', '/ReadingType/2'),
        entry('/ReadingType/2', type(19, 0)),
        entry(
          '/UsagePoint/1/MeterReading/2/IntervalBlock/1',
          block(Q.map((s) => reading(s, Math.round(otherOf(s) * 1_000))).join('')),
        ),
      ),
    { consumed: C, injected: others(Q) },
  ),
  fieldFile<string | Buffer | Promise<Buffer>>(
    'Green Button in thousandths',
    () =>
      feed(
        entry('/ReadingType/1', type(1, -3)),
        entry(
          '/UsagePoint/1/MeterReading/1/IntervalBlock/1',
          block(Q.map((s) => reading(s, wh(s) * 1_000)).join('')),
        ),
      ),
    C,
  ),
  fieldFile<string | Buffer | Promise<Buffer>>(
    'Green Button with a summary of gas',
    () =>
      feed(
        entry('/ReadingType/1', type(1, 0)),
        entry('/UsagePoint/1/UsageSummary/1', summary),
        entry(
          '/UsagePoint/1/MeterReading/1/IntervalBlock/1',
          block(Q.map((s) => reading(s, wh(s))).join('')),
        ),
      ),
    C,
  ),
  fieldFile<string | Buffer | Promise<Buffer>>(
    'workbook with a preamble',
    () =>
      workbookOf({
        Dados: [
          ['Relatório de consumo'],
          ['Cliente', 'Padaria'],
          [],
          ['Data e hora', 'Consumo (kWh)'],
          ...Q.map((s) => [{ serial: serial(s.from) }, s.kwh]),
        ],
      }),
    C,
  ),
  fieldFile<string | Buffer | Promise<Buffer>>(
    'workbook with a cover',
    () =>
      workbookOf({
        Capa: [['Relatório de consumo'], ['Cliente', 'Padaria']],
        Dados: [['Data e hora', 'Consumo (kWh)'], ...Q.map((s) => [{ serial: serial(s.from) }, s.kwh])],
      }),
    C,
  ),
  fieldFile<string | Buffer | Promise<Buffer>>(
    'workbook of texts',
    () =>
      workbookOf({
        Dados: [['Data', 'Hora', 'Consumo (kWh)'], ...Q.map((s) => [dmy(s.from), hm(s.from), value(s)])],
      }),
    C,
  ),
  fieldFile<string | Buffer | Promise<Buffer>>(
    'workbook with date and clock',
    () =>
      workbookOf({
        Dados: [
          ['Data', 'Hora', 'Consumo (kWh)'],
          ...Q.map((s) => [{ serial: Math.floor(serial(s.from)) }, { serial: serial(s.from) % 1 }, s.kwh]),
        ],
      }),
    C,
  ),
  fieldFile<string | Buffer | Promise<Buffer>>(
    'workbook of unformatted dates',
    () => workbookOf({ Dados: [['Data', 'Consumo (kWh)'], ...Q.map((s) => [serial(s.from), s.kwh])] }),
    C,
  ),
  fieldFile<string | Buffer | Promise<Buffer>>(
    'workbook with a day a row',
    () =>
      workbookOf({
        Dados: [
          ['Data', ...range(24, (n) => String(n + 1))],
          ...days(H).map((day) => [
            { serial: Math.floor(serial((day[0] as Slot).from)) },
            ...day.map(({ kwh }) => kwh),
          ]),
        ],
      }),
    consumption(H),
    { questions: ['unit'] },
  ),
];
