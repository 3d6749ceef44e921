import { formatNumber, formatPercent, formatReais } from '../base/units/format.ts';

/** In what a level is told. Shares, and `%` of rules, are told in percent. */
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
