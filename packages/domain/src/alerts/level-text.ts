import { civilDateAt } from '../base/time/civil-day.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, type Zone } from '../base/time/zone.ts';
import {
  formatClock,
  formatNumber,
  formatPercent,
  formatReais,
  formatShortDay,
} from '../base/units/format.ts';

/** '9,2 kW', '120 kW'. */
export function kilowattText(kw: number): string {
  return `${formatNumber(kw, kw < 10 ? 1 : 0)}\u00a0kW`;
}

/** 'hoje às 14:05', or '22 nov, 14:05' on other days. */
export function momentText(at: Instant, now: Instant, zone: Zone): string {
  const day = civilDateAt(at, zone);
  const clock = formatClock(at, zone);
  return day === civilDateAt(now, zone) ? `hoje às ${clock}` : `${formatShortDay(day)}, ${clock}`;
}

/** 'menos de 1 min', '12 min', '3 h 20 min', '2 dias e 4 h'. */
export function durationText(ms: number): string {
  if (ms < MINUTE_MS) return 'menos de 1 min';
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  const days = Math.floor(ms / DAY_MS);
  if (days > 0) return `${days === 1 ? '1 dia' : `${days} dias`}${hours > 0 ? ` e ${hours} h` : ''}`;
  if (hours > 0) return `${hours} h${minutes > 0 ? ` ${minutes} min` : ''}`;
  return `${minutes} min`;
}

/** Units of an alert's value and limit. 0.83 is shown as '83%' if it is a `share`, as '0,83' if it is a `ratio`. */
export const LEVEL_UNITS = [
  'kWh',
  'kW',
  'kvar',
  'kvarh',
  'L/h',
  'm³',
  'R$',
  'V',
  'A',
  '°C',
  'share',
  'ratio',
  'min',
  'days',
] as const;
export type LevelUnit = (typeof LEVEL_UNITS)[number];

const TEN = 10;

const TEXTS: Partial<Record<LevelUnit, (value: number) => string>> = {
  R$: formatReais,
  share: (value) => formatPercent(value),
  ratio: (value) => formatNumber(value, 2),
  V: (value) => `${formatNumber(value, 0)}\u00a0V`,
  min: (value) => `${formatNumber(value, 0)}\u00a0min`,
  days: (value) => (value === 1 ? '1 dia' : `${formatNumber(value, 0)} dias`),
};

/** '12,4 kWh', '0,81', '83%', '12 dias'. */
export function levelText(value: number, unit: LevelUnit): string {
  const quantity = `${formatNumber(value, Math.abs(value) < TEN ? 2 : 1)}\u00a0${unit}`;
  return TEXTS[unit]?.(value) ?? quantity;
}
