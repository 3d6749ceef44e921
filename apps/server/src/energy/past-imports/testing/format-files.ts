import {
  consumption,
  type FieldFile,
  fieldFile,
  otherOf,
  others,
  start,
  table,
  value,
} from '@nascente/domain/energy/past-imports/testing/field-file';
import { dmy, hm, type Slot, slots } from '@nascente/domain/energy/past-imports/testing/slots';
import { workbookOf } from '../../../testing/fixtures/workbook-of.ts';

const [Q, H, _N] = [slots(15), slots(60), slots(30)];
const HEAD = 'Data e hora;Consumo (kWh)';
const row = (s: Slot): string => `${start(s)};${value(s)}`;
const plain = table(HEAD, Q, row);
const C = consumption(Q);
const _two = (n: number): string => String(n).padStart(2, '0');
const days = (each: readonly Slot[]): Slot[][] =>
  [0, 1].map((d) => each.slice((d * each.length) / 2, ((d + 1) * each.length) / 2));
const range = (count: number, name: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => name(n));
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
