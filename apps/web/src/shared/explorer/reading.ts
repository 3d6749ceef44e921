import { civilDateAt } from '@nascente/domain/time/civil-day';
import { DAY_MS, HOUR_MS, instant, type Zone } from '@nascente/domain/time/zone';
import { formatClock, formatClockSeconds, formatNumber, formatShortDay } from '@nascente/domain/units/format';
import { type Curve, pointAt } from './curve.ts';
import type { DrawnCurve } from './plot-geometry.ts';
import type { Quantity } from './quantities.ts';

const NO_BREAK_SPACE = '\u00a0';

export const valueText = (value: number, { decimals, unit }: Pick<Quantity, 'decimals' | 'unit'>): string =>
  unit === '' ? formatNumber(value, decimals) : `${formatNumber(value, decimals)}${NO_BREAK_SPACE}${unit}`;

/** An instant as finely as it is looked at: '5 nov 2026', '5 nov 2026, 14:05', or with seconds. @param lengthMs of what is told */
export const instantText = (at: number, zone: Zone, lengthMs: number): string => {
  const when = instant(Math.round(at));
  const date = civilDateAt(when, zone);
  const day = `${formatShortDay(date)} ${date.slice(0, 4)}`;
  if (lengthMs >= DAY_MS) return day;
  const clock = lengthMs === 0 ? formatClockSeconds(when, zone) : formatClock(when, zone);
  return `${day}, ${clock}`;
};

const LENGTH_WORDS: readonly (readonly [number, string])[] = [
  [DAY_MS, 'dia'],
  [HOUR_MS, 'h'],
  [60_000, 'min'],
  [1000, 's'],
];

/** '15 min', '2 dias' */
const lengthText = (ms: number): string => {
  const [unit, word] = LENGTH_WORDS.find(([one]) => ms >= one && ms % one === 0) ?? [1000, 's'];
  const count = Math.round(ms / unit);
  return `${formatNumber(count, 0)}${NO_BREAK_SPACE}${word === 'dia' && count > 1 ? 'dias' : word}`;
};

/** What a point of a curve stands for: 'cada leitura', 'soma de 1 h', 'média de 15 min'. */
export const pointText = ({ source, length }: Pick<Curve, 'source' | 'length'>): string => {
  if (length === 0) return 'cada leitura';
  return `${source === 'sums' ? 'soma' : 'média'} de ${lengthText(length)}`;
};

/** What a curve says at an instant; null where nothing was measured about then. */
export const readAt = ({ curve, quantity }: DrawnCurve, at: number): string | null => {
  const index = pointAt(curve, at);
  if (index === null) return null;
  const mean = valueText(curve.mean[index] as number, quantity);
  const [low, high] = [curve.low?.[index], curve.high?.[index]];
  if (low === undefined || high === undefined || low === high) return mean;
  const { decimals } = quantity;
  return `${mean} (${formatNumber(low, decimals)} a ${formatNumber(high, decimals)})`;
};
