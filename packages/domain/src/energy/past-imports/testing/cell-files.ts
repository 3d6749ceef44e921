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

const [Q, H, N] = [slots(15), slots(60), slots(30)];
const HEAD = 'Data e hora;Consumo (kWh)';
const C = consumption(Q);
const LEVELS = levelsOf(Q, 48_213.5);
const two = (n: number): string => String(n).padStart(2, '0');
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const weekday = ({ from }: Slot): string => DAYS[from.getUTCDay()] as string;
const at = (
  name: string,
  text: (s: Slot) => string,
  header = HEAD,
  each = Q,
  questions: string[] = [],
): FieldFile =>
  fieldFile(name, () => table(header, each, (s) => `${text(s)};${value(s)}`), consumption(each), {
    questions,
  });
const flow = (name: string, header: string, text: (s: Slot) => string): FieldFile =>
  fieldFile(
    name,
    () => table(`Data e hora;${header}`, Q, (s) => `${start(s)};${text(s)}`),
    { volume: C },
    { isWater: true },
  );
const aligned = (gap: string): string =>
  [
    ['Data', 'Hora', 'Consumo(kWh)'].join(gap),
    ...Q.map((s) => [dmy(s.from), hm(s.from), value(s)].join(gap)),
  ].join('\n');
/** A register with unordered rows. */
const shuffled = Q.toSorted((one, other) => ((one.n * 7) % 192) - ((other.n * 7) % 192));
const isNegative = ({ n }: Slot): boolean => n % 5 === 2;
const compact = ({ from }: Slot): string => dmy(from, '');

/** Files with unusual cells, columns and preambles, which a parser of one format would refuse. */
export const CELL_FILES: readonly FieldFile[] = [
  fieldFile('columns between single spaces', () => aligned(' '), C),
  fieldFile('columns between several spaces', () => aligned('     '), C),
  fieldFile(
    'columns aligned to the right, under names of several words',
    () =>
      [
        'Data e hora         Consumo (kWh)   Injetada (kWh)',
        ...Q.map((s) => `${start(s)}${value(s).padStart(17)}${comma(s.kwh * 20).padStart(17)}`),
      ].join('\n'),
    { consumed: C, injected: quartersOf(Q.map((s) => ({ ...s, amount: s.kwh * 20 }))) },
  ),
  fieldFile(
    'settlement periods',
    () =>
      table(
        'Settlement Date,Settlement Period,Consumption (kWh)',
        N,
        (s) => `${ymd(s.from)},${(s.n % 48) + 1},${s.kwh}`,
      ),
    consumption(N),
  ),
  flow('mean flow in m³/h', 'Vazão (m³/h)', (s) => comma(s.kwh * 4)),
  flow('mean flow in L/min', 'flow (L/min)', (s) => comma((s.kwh * 1_000) / 15, 6)),
  flow('mean flow in L/s', 'Vazão média (L/s)', (s) => comma((s.kwh * 1_000) / 900, 8)),
  fieldFile(
    'Enedis',
    () =>
      [
        'Identifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;Grandeur metier;Etape metier;Unite;Pas en minutes',
        '01234567890123;Courbe de charge;04/03/2025;06/03/2025;Energie active;Consommation;Comptage Brut;W;PT30M',
        'Horodate;Valeur',
        ...N.map((s) => `${ymd(s.to)}T${hm(s.to)}:00-03:00;${Math.round(s.kwh * 2_000)}`),
      ].join('\n'),
    consumption(N),
  ),
  fieldFile(
    'a register whose rows are shuffled',
    () => table('Data e hora;Leitura (kWh)', shuffled, (s) => `${start(s)};${comma(LEVELS[s.n] as number)}`),
    registered(Q),
  ),
  fieldFile(
    'a register whose rows are shuffled, without its name',
    () => table('Data e hora;Energia (kWh)', shuffled, (s) => `${start(s)};${comma(LEVELS[s.n] as number)}`),
    registered(Q),
  ),
  fieldFile(
    'thousands as K',
    () =>
      table('Data e hora;Consumo (Wh)', Q, (s) =>
        s.kwh >= 0.5 ? `${start(s)};${(s.kwh + 1).toFixed(3)} K` : `${start(s)};${Math.round(s.kwh * 1_000)}`,
      ),
    quartersOf(Q.map((s) => ({ ...s, amount: s.kwh >= 0.5 ? s.kwh + 1 : s.kwh }))),
  ),
  fieldFile(
    'thousands as k, one decimal',
    () =>
      table('Data e hora;Consumo (Wh)', Q, (s) => `${start(s)};${comma(Math.round(s.kwh * 10) / 10, 1)} k`),
    quartersOf(Q.map((s) => ({ ...s, amount: Math.round(s.kwh * 10) / 10 }))),
  ),
  at('compact date, day first', (s) => `${compact(s)};${hm(s.from)}`, 'Data;Hora;Consumo (kWh)'),
  at('compact date and clock, day first', (s) => `${compact(s)} ${hm(s.from)}`),
  at(
    'compact date and compact clock, day first',
    (s) => `${compact(s)};${hm(s.from).replace(':', '')}`,
    'Data;Hora;Consumo (kWh)',
  ),
  at(
    'clock as a fraction of a day',
    (s) => `${dmy(s.from)};${comma((s.n % 96) / 96, 4)}`,
    'Data;Hora;Consumo (kWh)',
  ),
  at(
    'clock in decimal hours',
    (s) => `${dmy(s.from)};${comma((s.n % 96) / 4, 2)}`,
    'Data;Hora;Consumo (kWh)',
  ),
  at(
    'clock in decimal hours with few decimals',
    (s) => `${dmy(s.from)};${String((s.n % 96) / 4).replace('.', ',')}`,
    'Data;Hora;Consumo (kWh)',
  ),
  at(
    'dates without a year below a month',
    (s) => `${dmy(s.from).slice(0, 5)} ${hm(s.from)}`,
    ['Mês de referência;03/2025', HEAD].join('\n'),
  ),
  at('dates without a year ask', (s) => `${dmy(s.from).slice(0, 5)} ${hm(s.from)}`, HEAD, Q, ['year']),
  fieldFile(
    'negative values in brackets',
    () =>
      table('Data e hora;Saldo (kWh)', Q, (s) => `${start(s)};${isNegative(s) ? `(${value(s)})` : value(s)}`),
    {
      consumed: quartersOf(Q.filter((s) => !isNegative(s)).map((s) => ({ ...s, amount: s.kwh }))),
      injected: quartersOf(Q.filter(isNegative).map((s) => ({ ...s, amount: s.kwh }))),
    },
  ),
  at(
    'dates as JavaScript prints them',
    (s) =>
      `${weekday(s)} Mar ${two(s.from.getUTCDate())} 2025 ${hm(s.from)}:00 GMT-0300 (Horário Padrão de Brasília)`,
  ),
  at(
    'dates of messages',
    (s) => `${weekday(s)}, ${two(s.from.getUTCDate())} Mar 2025 ${hm(s.from)}:00 -0300`,
  ),
  fieldFile(
    'dates of messages between commas',
    () =>
      table(
        'Date,kWh',
        Q,
        (s) => `${weekday(s)}, ${two(s.from.getUTCDate())} Mar 2025 ${hm(s.from)}:00 -0300,${s.kwh}`,
      ),
    C,
  ),
  fieldFile(
    'date and clock of a program between commas',
    () => table('Data e hora,kWh', Q, (s) => `${dmy(s.from)}, ${hm(s.from)}:00,${s.kwh}`),
    C,
  ),
  at('date between spaces', (s) => `${dmy(s.from, ' ')} ${hm(s.from)}`),
  fieldFile(
    'days without names, whose decimals are cut and may be half-hours',
    () =>
      [0, 1]
        .map((day) =>
          [
            dmy((H[day * 24] as Slot).from),
            ...H.slice(day * 24, day * 24 + 24).map((s) => `${1 + (s.n % 3)},${5 + (s.n % 4)}`),
          ].join(','),
        )
        .join('\n'),
    quartersOf(H.map((s) => ({ ...s, amount: 1 + (s.n % 3) + (5 + (s.n % 4)) / 10 }))),
    { questions: ['decimal', 'unit'] },
  ),
  fieldFile(
    'days without names, whose decimals are cut',
    () =>
      [0, 1]
        .map((day) =>
          [dmy((H[day * 24] as Slot).from), ...H.slice(day * 24, day * 24 + 24).map(value)].join(','),
        )
        .join('\n'),
    consumption(H),
    { questions: ['unit'] },
  ),
];
