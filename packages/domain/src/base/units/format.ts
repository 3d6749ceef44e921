import { type CivilDate, civilDateAt, clockMsAt, dayNumber, weekdayOf } from '../time/civil-day.ts';
import { type CivilMonth, firstDayOf } from '../time/civil-month.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS, type Zone } from '../time/zone.ts';

const NO_BREAK_SPACE = '\u00a0';
const MONTHS = 'janfevmarabrmaijunjulagosetoutnovdez';
const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'] as const;
const MINUS = '−';
const numberFormats = new Map<string, Intl.NumberFormat>();

/** A negative number that rounds to zero is written without its sign. */
function numberFormat(style: 'decimal' | 'percent' | 'currency', decimals: number): Intl.NumberFormat {
  const key = `${style} ${decimals}`;
  const cached = numberFormats.get(key);
  if (cached) return cached;
  const format = new Intl.NumberFormat('pt-BR', {
    style,
    ...(style === 'currency' ? { currency: 'BRL' } : {}),
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  });
  numberFormats.set(key, format);
  return format;
}

/** Replaces the hyphen that `Intl` writes by the minus sign, which is as wide as a digit. */
function written(value: number, style: 'decimal' | 'percent' | 'currency', decimals: number): string {
  return numberFormat(style, decimals).format(value).replace('-', MINUS);
}

/** '1.234,56' or '−1.234,56', always with exactly `decimals` decimals. @throws RangeError unless they are 0 to 100 */
export function formatNumber(value: number, decimals: number): string {
  return written(value, 'decimal', decimals);
}

function withUnit(value: number, decimals: number, unit: string): string {
  return `${formatNumber(value, decimals)}${NO_BREAK_SPACE}${unit}`;
}

/** R$ as 'R$ 1.234,56'. */
export function formatReais(value: number): string {
  return written(value, 'currency', 2);
}

/** kWh as '1.234,5 kWh'. */
export function formatKwh(kwh: number, decimals = 1): string {
  return withUnit(kwh, decimals, 'kWh');
}

/** m³ as '12,34 m³'. */
export function formatCubicMetres(volume: number, decimals = 2): string {
  return withUnit(volume, decimals, 'm³');
}

/** W as kW: '4,21 kW'. */
export function formatPower(power: number, decimals = 2): string {
  return withUnit(power / 1000, decimals, 'kW');
}

/** Texts call a difference below this share of the earlier value equal: 0.005 is 0.5 %. */
export const NOTICEABLE_CHANGE = 0.005;

/** A ratio as '93%': 0.93 is 93 %. */
export function formatPercent(ratio: number, decimals = 0): string {
  return written(ratio, 'percent', decimals);
}

function shortMonth(text: CivilDate | CivilMonth): string {
  const month = Number(text.slice(5, 7));
  return MONTHS.slice(3 * month - 3, 3 * month);
}

/** '05/11/2026' */
export function formatDay(date: CivilDate): string {
  return `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

/** '5 nov' */
export function formatShortDay(date: CivilDate): string {
  return `${Number(date.slice(8))} ${shortMonth(date)}`;
}

/** 'qua' */
export function formatWeekday(date: CivilDate): string {
  return WEEKDAYS[weekdayOf(date)];
}

/** 'qua, 11 nov' */
export function formatWeekdayDay(date: CivilDate): string {
  return `${formatWeekday(date)}, ${formatShortDay(date)}`;
}

/** Both ends included: '5 nov – 4 dez'; with years where they differ: '5 dez 2026 – 4 jan 2027'. */
export function formatDayRange(first: CivilDate, last: CivilDate): string {
  const [firstYear, lastYear] = [first.slice(0, 4), last.slice(0, 4)];
  if (firstYear === lastYear) return `${formatShortDay(first)} – ${formatShortDay(last)}`;
  return `${formatShortDay(first)} ${firstYear} – ${formatShortDay(last)} ${lastYear}`;
}

/** A day range with its year, for periods that the user chooses: '5 nov – 4 dez 2026'. */
export function formatDatedRange(first: CivilDate, last: CivilDate): string {
  const range = formatDayRange(first, last);
  return first.slice(0, 4) === last.slice(0, 4) ? `${range} ${last.slice(0, 4)}` : range;
}

/** 'nov' */
export function formatMonth(month: CivilMonth): string {
  return shortMonth(month);
}

const longMonth = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'novembro de 2026' */
export function formatMonthLong(month: CivilMonth): string {
  return longMonth.format(dayNumber(firstDayOf(month)) * DAY_MS);
}

function clockPart(clockMs: number, unitMs: number, modulus: number): string {
  return String(Math.floor(clockMs / unitMs) % modulus).padStart(2, '0');
}

/** The local clock: '14:05'. */
export function formatClock(at: Instant, zone: Zone): string {
  const clock = clockMsAt(at, zone);
  return `${clockPart(clock, HOUR_MS, 24)}:${clockPart(clock, MINUTE_MS, 60)}`;
}

/** The local clock with seconds: '14:05:09'. */
export function formatClockSeconds(at: Instant, zone: Zone): string {
  return `${formatClock(at, zone)}:${clockPart(clockMsAt(at, zone), SECOND_MS, 60)}`;
}

/** '20/11/2026 14:05:09' */
export function formatDateTime(at: Instant, zone: Zone): string {
  return `${formatDay(civilDateAt(at, zone))} ${formatClockSeconds(at, zone)}`;
}

/** How long ago, in whole units: 'há 2 s', 'há 3 min', 'há 2 h', 'há 5 dias'; 'agora' below one second. */
export function formatAgo(elapsedMs: number): string {
  if (elapsedMs < SECOND_MS) return 'agora';
  if (elapsedMs < MINUTE_MS) return ago(elapsedMs / SECOND_MS, 's');
  if (elapsedMs < HOUR_MS) return ago(elapsedMs / MINUTE_MS, 'min');
  if (elapsedMs < DAY_MS) return ago(elapsedMs / HOUR_MS, 'h');
  return ago(elapsedMs / DAY_MS, elapsedMs < 2 * DAY_MS ? 'dia' : 'dias');
}

function ago(count: number, unit: string): string {
  return `há ${withUnit(Math.floor(count), 0, unit)}`;
}
