import { consumption, type FieldFile, fieldFile, start, table, value } from './field-file.ts';
import { comma, dmy, half, hm, named, type Slot, serial, slots, ymd } from './slots.ts';

const [Q, H, N, M] = [slots(15), slots(60), slots(30), slots(15, Date.UTC(2025, 2, 14))];
const two = (n: number): string => String(n).padStart(2, '0');
const END_MINUTE = (s: Slot): string => hm(new Date(s.to.getTime() - 60_000));
const LONG_MONTHS = ['janeiro', 'fevereiro', 'março'];
const long = (at: Date): string =>
  `${at.getUTCDate()} de ${LONG_MONTHS[at.getUTCMonth()]} de ${at.getUTCFullYear()}`;
const english = (at: Date): string => `${two(at.getUTCDate())}-Mar-${at.getUTCFullYear()}`;
const compact = (at: Date): string => ymd(at).replaceAll('-', '');
const clock = (at: Date): string => hm(at).replace(':', '');
const utc = (at: Date): Date => new Date(at.getTime() + 3 * 3_600_000);
const HEAD = 'Data e hora;Consumo (kWh)';
const at = (
  name: string,
  each: readonly Slot[],
  text: (s: Slot) => string,
  header = HEAD,
  questions: string[] = [],
): FieldFile =>
  fieldFile(name, () => table(header, each, (s) => `${text(s)};${value(s)}`), consumption(each), {
    questions,
  });

/** Files with the dates, times of day and intervals that occur in practice. */
export const DATED_FILES: readonly FieldFile[] = [
  at('dd/mm/yy hh:mm:ss', Q, (s) => `${dmy(s.from).replace('/20', '/')} ${hm(s.from)}:00`),
  at(
    'day and month of one digit',
    Q,
    (s) =>
      `${s.from.getUTCDate()}/${s.from.getUTCMonth() + 1}/2025 ${s.from.getUTCHours()}:${two(s.from.getUTCMinutes())}`,
  ),
  at('long month in Portuguese', H, (s) => `${long(s.from)} ${hm(s.from)}`),
  at('weekday and long month', H, (s) => `terça-feira, ${long(s.from)} ${hm(s.from)}`),
  at('English month, AM/PM', Q, (s) => `${english(s.from)} ${half(s.from)}`, 'Timestamp;Usage (kWh)'),
  at('English month first', H, (s) => `Mar ${s.from.getUTCDate()}, 2025 ${half(s.from)}`, 'Time;Usage (kWh)'),
  at(
    'month first with PM',
    H,
    (s) => `${two(s.from.getUTCMonth() + 1)}/${two(s.from.getUTCDate())}/2025 ${half(s.from)}`,
    'Date/Time;Usage (kWh)',
  ),
  at(
    'month first, unmistakable',
    M,
    (s) => `${two(s.from.getUTCMonth() + 1)}/${two(s.from.getUTCDate())}/2025 ${hm(s.from)}`,
    'Date/Time;Usage (kWh)',
  ),
  at('compact with T', Q, (s) => `${compact(s.from)}T${clock(s.from)}00`),
  at('compact of twelve digits', Q, (s) => `${compact(s.from)}${clock(s.from)}`),
  at('compact of fourteen digits', Q, (s) => `${compact(s.from)}${clock(s.from)}00`),
  at(
    'compact date and clock of four digits',
    Q,
    (s) => `${compact(s.from)};${clock(s.from)}`,
    'Data;Hora;Consumo (kWh)',
  ),
  at(
    'date and clock of numbers',
    Q,
    (s) => `${dmy(s.from)};${Number(clock(s.from))}`,
    'Data;Hora;Consumo (kWh)',
  ),
  at('year first with slashes', Q, (s) => `${ymd(s.from).replaceAll('-', '/')} ${hm(s.from)}`),
  at('serial with comma', Q, (s) => serial(s.from).replace('.', ',')),
  fieldFile(
    'serial with point between commas',
    () => table('Time,kWh', H, (s) => `${serial(s.from)},${s.kwh}`),
    consumption(H),
  ),
  fieldFile(
    'serial of the date and of the clock',
    () =>
      table(
        'Data;Hora;Consumo (kWh)',
        Q,
        (s) => `${Math.floor(Number(serial(s.from)))};${comma(Number(serial(s.from)) % 1, 6)};${value(s)}`,
      ),
    consumption(Q),
  ),
  at('15h00', Q, (s) => `${dmy(s.from)};${hm(s.from).replace(':', 'h')}`, 'Data;Hora;Consumo (kWh)'),
  at('15h', H, (s) => `${dmy(s.from)};${s.from.getUTCHours()}h`, 'Data;Hora;Consumo (kWh)'),
  at('15h00min', Q, (s) => `${dmy(s.from)} ${hm(s.from).replace(':', 'h')}min`),
  at('a.m. and p.m.', Q, (s) => `${dmy(s.from)} ${half(s.from).replace('AM', 'a.m.').replace('PM', 'p.m.')}`),
  at('offset of the instant', Q, (s) => `${ymd(s.from)}T${hm(s.from)}:00-03:00`),
  at('offset without minutes', Q, (s) => `${ymd(s.from)} ${hm(s.from)}:00-03`),
  at('offset in four digits', Q, (s) => `${ymd(s.from)} ${hm(s.from)}:00 -0300`),
  at('Z', Q, (s) => `${utc(s.from).toISOString()}`),
  at('BRT', Q, (s) => `${ymd(s.from)} ${hm(s.from)} BRT`),
  at('UTC behind the instant', H, (s) => `${ymd(utc(s.from))} ${hm(utc(s.from))}:00 UTC`),
  at('UTC-3 behind the instant', H, (s) => `${ymd(s.from)} ${hm(s.from)} UTC-3`),
  at('GMT-03:00 behind the instant', H, (s) => `${ymd(s.from)} ${hm(s.from)} GMT-03:00`),
  at('place behind the instant', H, (s) => `${ymd(s.from)}T${hm(s.from)}:00-03:00[America/Sao_Paulo]`),
  at(
    'UTC in the header',
    Q,
    (s) => `${dmy(utc(s.from))} ${hm(utc(s.from))}`,
    'Data e hora (UTC);Consumo (kWh)',
  ),
  at('UTC-3 in the header', Q, (s) => `${dmy(s.from)} ${hm(s.from)}`, 'Data e hora (UTC-3);Consumo (kWh)'),
  at(
    'GMT-03:00 in the header',
    Q,
    (s) => `${dmy(s.from)} ${hm(s.from)}`,
    'Data e hora (GMT-03:00);Consumo (kWh)',
  ),
  at(
    'UTC before the table',
    Q,
    (s) => `${dmy(utc(s.from))} ${hm(utc(s.from))}`,
    ['Fuso horário;UTC', HEAD].join('\n'),
  ),
  at('UTC-3 before the table', Q, start, ['Fuso horário;UTC-3', HEAD].join('\n')),
  at('UTC in the header of dates', Q, (s) => `${ymd(utc(s.from))};${hm(utc(s.from))}`, 'Date (UTC);Time;kWh'),
  at('UTC in the header of clocks', Q, (s) => `${ymd(utc(s.from))};${hm(utc(s.from))}`, 'Date;Time UTC;kWh'),
  at(
    'local beside UTC',
    Q,
    (s) => `${dmy(s.from)} ${hm(s.from)};${dmy(utc(s.from))} ${hm(utc(s.from))}`,
    'Horário local;Horário UTC;Consumo (kWh)',
  ),
  at(
    'UTC beside local',
    Q,
    (s) => `${dmy(utc(s.from))} ${hm(utc(s.from))};${dmy(s.from)} ${hm(s.from)}`,
    'Horário UTC;Horário local;Consumo (kWh)',
  ),
  fieldFile(
    'seconds since 1970',
    () => table('timestamp,kwh', Q, (s) => `${utc(s.from).getTime() / 1_000},${s.kwh}`),
    consumption(Q),
    { questions: [] },
  ),
  fieldFile(
    'milliseconds since 1970',
    () => table('time,consumption_kwh', Q, (s) => `${utc(s.from).getTime()},${s.kwh}`),
    consumption(Q),
  ),
  at('short weekday', Q, (s) => `ter ${dmy(s.from)} ${hm(s.from)}`),
  at(
    'month by name, two digits of the year',
    Q,
    (s) => `${named(s.from)};${hm(s.from)}`,
    'Data;Hora;Consumo (kWh)',
  ),
  at(
    'date once a day',
    Q,
    (s) => `${s.n % 96 === 0 ? dmy(s.from) : ''};${hm(s.from)}`,
    'Data;Hora;Consumo (kWh)',
  ),
  fieldFile(
    'date in a line of its own',
    () =>
      table(
        'Hora;Consumo (kWh)',
        Q,
        (s) => `${s.n % 96 === 0 ? `${dmy(s.from)};\n` : ''}${hm(s.from)};${value(s)}`,
      ),
    consumption(Q),
  ),
  fieldFile(
    'date in a line of words',
    () =>
      table(
        'Hora;Consumo (kWh)',
        H,
        (s) => `${s.n % 24 === 0 ? `Dia: ${dmy(s.from)};\n` : ''}${hm(s.from)};${value(s)}`,
      ),
    consumption(H),
  ),
  fieldFile(
    'date in a line of its own, newest first',
    () =>
      [
        'Data e hora;Potência (W);Natureza',
        ...[1, 0].flatMap((d) => [
          `${dmy((N[d * 48] as Slot).from)};;`,
          ...N.slice(d * 48, d * 48 + 48)
            .reverse()
            .map((s) => `${hm(s.from)}:00;${Math.round(s.kwh * 2_000)};Real`),
        ]),
      ].join('\n'),
    consumption(N),
  ),
  // Intervals.
  at('ends at midnight of the next day', Q, (s) => `${dmy(s.to)} ${hm(s.to)}`, 'Data/Hora Fim;Consumo (kWh)'),
  at('ends with a late midnight', Q, (s) => `${dmy(s.from)};${hm(s.to)}`, 'Data;Hora;Consumo (kWh)'),
  at(
    'ends with 24:00',
    N,
    (s) => `${dmy(s.from)};${hm(s.to) === '00:00' ? '24:00' : hm(s.to)}`,
    'Data;Hora;Consumo (kWh)',
  ),
  at(
    'ends with 23:59',
    Q,
    (s) => `${dmy(s.from)};${hm(s.to) === '00:00' ? '23:59' : hm(s.to)}`,
    'Data;Hora;Consumo (kWh)',
  ),
  at(
    'end before start',
    Q,
    (s) => `${dmy(s.to)} ${hm(s.to)};${dmy(s.from)} ${hm(s.from)}`,
    'Fim;Início;Consumo (kWh)',
  ),
  at(
    'end before start, clocks',
    Q,
    (s) => `${dmy(s.from)};${hm(s.to)};${hm(s.from)}`,
    'Data;Hora fim;Hora início;Consumo (kWh)',
  ),
  at('start and duration', Q, (s) => `${dmy(s.from)} ${hm(s.from)};15`, 'Início;Duração (min);Consumo (kWh)'),
  at('start and duration in seconds', Q, (s) => `${dmy(s.from)} ${hm(s.from)};900`, 'start;duration;kWh'),
  at(
    'interval in one cell beside the date',
    H,
    (s) => `${dmy(s.from)};${hm(s.from)} às ${END_MINUTE(s)}`,
    'Data;Período;Consumo (kWh)',
  ),
  at(
    'interval in one cell without spaces',
    H,
    (s) => `${dmy(s.from)};${hm(s.from)}-${hm(s.to)}`,
    'Data;Horário;Consumo (kWh)',
  ),
  at(
    'hours in one cell',
    H,
    (s) => `${dmy(s.from)};${two(s.from.getUTCHours())}-${two(s.from.getUTCHours() + 1)}`,
    'Data;Hora;Consumo (kWh)',
  ),
  at(
    'last minutes as ends',
    H,
    (s) => `${dmy(s.from)} ${hm(s.from)};${dmy(s.from)} ${END_MINUTE(s)}`,
    'Início;Fim;Consumo (kWh)',
  ),
  at(
    'last seconds as ends',
    Q,
    (s) => `${dmy(s.from)} ${hm(s.from)}:00;${dmy(s.from)} ${END_MINUTE(s)}:59`,
    'Início;Fim;Consumo (kWh)',
  ),
  at(
    'neither start nor end',
    slots(15, Date.UTC(2025, 2, 4, 9, 20), 0.5),
    start,
    'Data da leitura;Consumo (kWh)',
    ['instant'],
  ),
  at(
    'hours 1 to 24 with h',
    H,
    (s) => `${dmy(s.from)};H${two(s.from.getUTCHours() + 1)}`,
    'Data;Hora;Consumo (kWh)',
  ),
  at('quarters 1 to 96', Q, (s) => `${dmy(s.from)};${(s.n % 96) + 1}`, 'Data;Intervalo;Consumo (kWh)'),
];
