import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DAY_MS, HOUR_MS, instant, MINUTE_MS, type Zone } from '@nascente/domain/base/time/zone';
import {
  formatClock,
  formatClockSeconds,
  formatDayRange,
  formatNumber,
  formatShortDay,
} from '@nascente/domain/base/units/format';
import { type Curve, estimateAt, pointAt } from './curves/curve.ts';
import type { DrawnCurve } from './plot/plot-geometry.ts';
import type { Quantity } from './quantities.ts';

const NO_BREAK_SPACE = '\u00a0';

export const valueText = (value: number, { decimals, unit }: Pick<Quantity, 'decimals' | 'unit'>): string =>
  unit === '' ? formatNumber(value, decimals) : `${formatNumber(value, decimals)}${NO_BREAK_SPACE}${unit}`;

/**
 * An instant with suitable precision: '5 nov 2026', '5 nov 2026, 14:05', or with seconds.
 * @param lengthMs the interval's length
 */
export const instantText = (at: number, zone: Zone, lengthMs: number): string => {
  const when = instant(Math.round(at));
  const date = civilDateAt(when, zone);
  const day = `${formatShortDay(date)} ${date.slice(0, 4)}`;
  if (lengthMs >= DAY_MS) return day;
  const clock = lengthMs === 0 ? formatClockSeconds(when, zone) : formatClock(when, zone);
  return `${day}, ${clock}`;
};

const LENGTH_TEXTS: readonly (readonly [number, string])[] = [
  [DAY_MS, 'dia'],
  [HOUR_MS, 'h'],
  [MINUTE_MS, 'min'],
  [1000, 's'],
];

/** '15 min', '2 dias' */
const lengthText = (ms: number): string => {
  const [unit, word] = LENGTH_TEXTS.find(([one]) => ms >= one && ms % one === 0) ?? [1000, 's'];
  const count = Math.round(ms / unit);
  return `${formatNumber(count, 0)}${NO_BREAK_SPACE}${word === 'dia' && count > 1 ? 'dias' : word}`;
};

/** The source of minimum and maximum. */
const EXTREMES = {
  frames: 'de cada leitura',
  quarters: 'de médias de 15 min',
  hours: 'de médias de 1 h',
  sums: '',
} as const;

/** The meaning of a point: 'cada leitura', 'soma de 1 h', 'média de 12 h, extremos de médias de 15 min'. */
export const pointText = ({ source, length, low }: Pick<Curve, 'source' | 'length' | 'low'>): string => {
  if (length === 0) return 'cada leitura';
  if (source === 'sums') return `soma de ${lengthText(length)}`;
  const mean = `média de ${lengthText(length)}`;
  return low === null ? mean : `${mean}, extremos ${EXTREMES[source]}`;
};

const yearOf = (date: string): string => date.slice(0, 4);

/** '9h' and '21h', or '9:15' and '9:30' if one of them is not a full hour. */
const clockTexts = (start: number, end: number, zone: Zone): readonly [string, string] => {
  const [first, last] = [formatClock(instant(start), zone), formatClock(instant(end), zone)];
  if (!first.endsWith(':00') || !last.endsWith(':00')) return [first, last];
  return [`${Number(first.slice(0, 2))}h`, `${Number(last.slice(0, 2))}h`];
};

/** '30 out 2026, 9h–21h', with both days across midnight; only days for whole days. */
const intervalText = (start: number, end: number, zone: Zone): string => {
  const [firstDay, dayAfter] = [civilDateAt(instant(start), zone), civilDateAt(instant(end), zone)];
  const [first, last] = clockTexts(start, end, zone);
  const lastDay = civilDateAt(instant(end - 1), zone);
  const day = `${formatShortDay(firstDay)} ${yearOf(firstDay)}`;
  if (first === '0h' && last === '0h')
    return firstDay === lastDay ? day : `${formatDayRange(firstDay, lastDay)} ${yearOf(lastDay)}`;
  if (firstDay === lastDay) return `${day}, ${first}–${firstDay === dayAfter ? last : '24h'}`;
  return `${day}, ${first} – ${formatShortDay(dayAfter)} ${yearOf(dayAfter)}, ${last}`;
};

/** The interval of a point: in a thinned curve extremes lie anywhere in it, and its middle would be a wrong time. */
export const measuredText = (curve: Curve, index: number, zone: Zone): string => {
  const { source, length, laterMs, at } = curve;
  const start = (at[index] as number) - laterMs - (source === 'sums' ? 0 : length / 2);
  if (length <= MINUTE_MS) return instantText(start, zone, length);
  // A civil day may differ by an hour from its nominal length.
  if (source === 'sums' && length >= DAY_MS) return instantText(start, zone, length);
  return intervalText(Math.round(start), Math.round(start + length), zone);
};

const ESTIMATE_TEXTS = { none: '', part: ', em parte estimado', all: ', estimado' } as const;

/** The reading of a curve at an instant; null without a measurement near it. */
export const readAt = ({ curve, quantity }: DrawnCurve, at: number): string | null => {
  const index = pointAt(curve, at);
  if (index === null) return null;
  const mean = valueText(curve.mean[index] as number, quantity);
  const estimate = ESTIMATE_TEXTS[estimateAt(curve, index)];
  const [low, high] = [curve.low?.[index], curve.high?.[index]];
  if (low === undefined || high === undefined || low === high) return `${mean}${estimate}`;
  const { decimals } = quantity;
  return `${mean} (${formatNumber(low, decimals)} a ${formatNumber(high, decimals)})${estimate}`;
};

/** The reading; that of a shifted curve with its own time. */
export const datedReadingAt = (drawn: DrawnCurve, at: number, zone: Zone): string | null => {
  const { laterMs, length } = drawn.curve;
  const reading = readAt(drawn, at);
  if (reading === null || laterMs === 0) return reading;
  return `${reading}, em ${instantText(at - laterMs, zone, length)}`;
};
