import {
  consumption,
  type FieldFile,
  fieldFile,
  levelsOf,
  quartersOf,
  registered,
  start,
  table,
  value,
} from './field-file.ts';
import { comma, dmy, hm, type Slot, slots, ymd } from './slots.ts';

const [Q, H] = [slots(15), slots(60)];
const JUNE = slots(60, Date.UTC(2025, 5, 16), 4);
const HEAD = 'Data e hora;Consumo (kWh)';
const LEVELS = levelsOf(Q, 99_990.5);
const FULL = levelsOf(Q, 999.9);
const isFirstDay = ({ n }: Slot): boolean => n < H.length / 2;
const isFirstHalf = ({ n }: Slot): boolean => n < Q.length / 2;
const changing = (
  name: string,
  row: (slot: Slot) => string,
  questions: string[] = [],
  each = JUNE,
  header = HEAD,
): FieldFile => fieldFile(name, () => table(header, each, row), consumption(each), { questions });
const yearFirst = ({ from }: Slot): string => ymd(from).slice(2).replaceAll('-', '/');
const monthFirst = ({ from }: Slot): string =>
  `${String(from.getUTCMonth() + 1).padStart(2, '0')}/${String(from.getUTCDate()).padStart(2, '0')}/2025`;
const scaledOver = (s: Slot): number => s.kwh + 1;
const over = (each: readonly Slot[]) => quartersOf(each.map((s) => ({ ...s, amount: scaledOver(s) })));
const isLarge = (s: Slot): boolean => s.n % 3 === 1;

/** Files that change their format midway. */
export const CHANGING_FILES: readonly FieldFile[] = [
  fieldFile(
    'unit of power in cells of two sizes',
    () =>
      table('Data e hora;Potência', Q, (s) =>
        isLarge(s) ? `${start(s)};${comma(scaledOver(s))} kW` : `${start(s)};${Math.round(s.kwh * 1_000)} W`,
      ),
    quartersOf(Q.map((s) => ({ ...s, amount: (isLarge(s) ? scaledOver(s) : s.kwh) / 4 }))),
  ),
  fieldFile(
    'unit of energy in cells of two sizes, with points',
    () =>
      table('Time,Energy', Q, (s) =>
        isLarge(s)
          ? `${ymd(s.from)} ${hm(s.from)},${scaledOver(s).toFixed(3)} kWh`
          : `${ymd(s.from)} ${hm(s.from)},${Math.round(s.kwh * 1_000)} Wh`,
      ),
    quartersOf(Q.map((s) => ({ ...s, amount: isLarge(s) ? scaledOver(s) : s.kwh }))),
  ),
  fieldFile(
    'unit beside values of two sizes',
    () =>
      table('Data e hora;Energia;Unidade', Q, (s) =>
        isLarge(s)
          ? `${start(s)};${comma(scaledOver(s))};kWh`
          : `${start(s)};${Math.round(s.kwh * 1_000)};Wh`,
      ),
    quartersOf(Q.map((s) => ({ ...s, amount: isLarge(s) ? scaledOver(s) : s.kwh }))),
  ),
  changing('decimal commas, then points', (s) => `${start(s)};${isFirstHalf(s) ? value(s) : s.kwh}`, [], Q),
  fieldFile(
    'decimal commas, then points, all above one',
    () =>
      table(
        HEAD,
        Q,
        (s) =>
          `${start(s)};${isFirstHalf(s) ? comma(scaledOver(s), 4) : scaledOver(s).toFixed(s.n % 2 ? 3 : 2)}`,
      ),
    quartersOf(
      Q.map((s) => ({
        ...s,
        amount: isFirstHalf(s) ? scaledOver(s) : Number(scaledOver(s).toFixed(s.n % 2 ? 3 : 2)),
      })),
    ),
  ),
  fieldFile(
    'decimal commas among decimal points asks',
    () => table(HEAD, Q, (s) => `${start(s)};${s.n % 2 ? comma(scaledOver(s)) : scaledOver(s).toFixed(3)}`),
    over(Q),
    { questions: ['decimal'] },
  ),
  changing(
    'day first, then year first',
    (s) => `${isFirstDay(s) ? dmy(s.from) : ymd(s.from)} ${hm(s.from)};${value(s)}`,
  ),
  changing(
    'year first, then day first',
    (s) => `${isFirstDay(s) ? ymd(s.from) : dmy(s.from)} ${hm(s.from)};${value(s)}`,
  ),
  changing(
    'month by name, then year first',
    (s) => `${isFirstDay(s) ? `${s.from.getUTCDate()}-jun-2025` : ymd(s.from)} ${hm(s.from)};${value(s)}`,
  ),
  changing(
    'day first, then month first',
    (s) => `${isFirstDay(s) ? dmy(s.from) : monthFirst(s)} ${hm(s.from)};${value(s)}`,
  ),
  changing(
    'day first, then month first, in days of either, asks',
    (s) => `${s.n < 5 * 24 ? dmy(s.from) : monthFirst(s)} ${hm(s.from)};${value(s)}`,
    ['date'],
    slots(60, Date.UTC(2025, 5, 8), 10),
  ),
  changing(
    'months first where a program took them for days asks',
    (s) => `${s.from.getUTCDate() > 12 ? dmy(s.from) : monthFirst(s)} ${hm(s.from)};${value(s)}`,
    ['date'],
    slots(60, Date.UTC(2025, 5, 10), 6),
  ),
  changing('two digits of the year first', (s) => `${yearFirst(s)} ${hm(s.from)};${value(s)}`),
  changing(
    'two digits of the year first, one day, asks',
    (s) => `${yearFirst(s)} ${hm(s.from)};${value(s)}`,
    ['date'],
    slots(60, Date.UTC(2025, 5, 16), 1),
  ),
  changing(
    'date of issue before that of the reading',
    (s) => `02/07/2025;${dmy(s.from)};${hm(s.from)};${value(s)}`,
    [],
    slots(60, Date.UTC(2025, 5, 16), 1),
    'Data emissão;Data leitura;Hora;Consumo (kWh)',
  ),
  changing(
    'date of the measurement before that of the export',
    (s) => `${dmy(s.from)};20/07/2025;${hm(s.from)};${value(s)}`,
    [],
    slots(60, Date.UTC(2025, 5, 16), 1),
    'Data medição;Data exportação;Hora;Consumo (kWh)',
  ),
  changing(
    'two dates whose names do not say ask',
    (s) => `02/07/2025;${dmy(s.from)};${hm(s.from)};${value(s)}`,
    ['day'],
    slots(60, Date.UTC(2025, 5, 16), 1),
    'Data 1;Data 2;Hora;Consumo (kWh)',
  ),
  changing(
    'a date that never changes beside one that does',
    (s) => `02/07/2025;${dmy(s.from)};${hm(s.from)};${value(s)}`,
    [],
    JUNE,
    'Data 1;Data 2;Hora;Consumo (kWh)',
  ),
  fieldFile(
    'a register that rolls over asks',
    () =>
      table('Data e hora;Leitura (kWh)', Q, (s) => `${start(s)};${comma((LEVELS[s.n] as number) % 100_000)}`),
    registered(Q),
    { questions: ['rollover'] },
  ),
  fieldFile(
    'a register of Wh that rolls over in its second row asks',
    () =>
      table(
        'Data e hora;Leitura (Wh)',
        Q,
        (s) => `${start(s)};${Math.round((FULL[s.n] as number) * 1_000) % 1_000_000}`,
      ),
    registered(Q),
    { questions: ['rollover'] },
  ),
  ...['timestamp_utc', 'datetime_utc', 'utc_timestamp', 'time (UTC)'].map((name) =>
    fieldFile(
      name,
      () =>
        table(`${name},kwh`, Q, (s) => {
          const utc = new Date(s.from.getTime() + 3 * 3_600_000);
          return `${ymd(utc)} ${hm(utc)}:00,${s.kwh}`;
        }),
      consumption(Q),
    ),
  ),
  fieldFile(
    'InfluxDB with the bounds of its query',
    () =>
      [
        '#group,false,false,true,true,false,false',
        '#datatype,string,long,dateTime:RFC3339,dateTime:RFC3339,dateTime:RFC3339,double',
        '#default,_result,,,,,',
        ',result,table,_start,_stop,_time,_value',
        ...Q.map(
          (s) =>
            `,,0,2025-03-04T03:00:00Z,2025-03-06T03:00:00Z,${new Date(s.from.getTime() + 10_800_000).toISOString()},${s.kwh}`,
        ),
      ].join('\n'),
    consumption(Q),
    { questions: ['unit'] },
  ),
  fieldFile(
    'phases under one date',
    () =>
      table('Data e hora;Fase;Energia (kWh)', Q, (s) =>
        ['R', 'S', 'T'].map((phase, n) => `${n === 0 ? start(s) : ''};${phase};${value(s)}`).join('\n'),
      ),
    quartersOf(Q.map((s) => ({ ...s, amount: s.kwh * 3 }))),
  ),
  fieldFile(
    'phases under one date and clock',
    () =>
      table('Data;Hora;Fase;Energia (kWh)', Q, (s) =>
        ['A', 'B', 'C']
          .map((phase, n) => `${n === 0 ? `${dmy(s.from)};${hm(s.from)}` : ';'};${phase};${value(s)}`)
          .join('\n'),
      ),
    quartersOf(Q.map((s) => ({ ...s, amount: s.kwh * 3 }))),
  ),
];
