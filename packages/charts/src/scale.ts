import { formatNumber } from '@nascente/domain/base/units/format';
import { range, tickStep } from 'd3-array';

/** A vertical axis in one unit, with few lines at round numbers. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  /** Values of the lines across the plot, ascending. */
  readonly lines: readonly number[];
  /** Decimals that distinguish neighbouring lines. */
  readonly decimals: number;
}

/** Gives two or three steps between the lowest and the highest line. */
const STEPS = 1.9;
/** In the first minutes of a day smaller values would give grid lines with the same label. */
const MIN_REACH = 0.002;
/** Part of a step by which a value may exceed a line through rounding. */
const ROUNDING = 1e-9;

const scaleBetween = (lowest: number, highest: number): Scale => {
  const step = tickStep(lowest, highest, STEPS);
  const first = Math.floor(lowest / step + ROUNDING);
  const last = Math.ceil(highest / step - ROUNDING);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + ROUNDING));
  const lines = range(first, last + 1).map((index) => Number((index * step).toFixed(decimals)));
  return { min: lines[0] ?? 0, max: lines.at(-1) ?? 1, lines, decimals };
};

/** @param deepest - the lowest value, such as injected energy, as a positive number */
export const scaleFor = (highest: number, deepest = 0): Scale => {
  const reach = Math.max(highest, deepest);
  return reach <= 0 ? scaleBetween(0, 1) : scaleBetween(-deepest, Math.max(highest, reach / 4, MIN_REACH));
};

/** For values far from zero, such as volts: the axis covers their variation only. */
export const scaleAround = (lowest: number, highest: number): Scale => {
  const middle = (lowest + highest) / 2;
  const half = Math.max(highest - lowest, Math.abs(highest) * 1e-3) / 2;
  return half > 0 ? scaleBetween(middle - half, middle + half) : scaleFor(0);
};

export const scaleText = (value: number, { decimals }: Pick<Scale, 'decimals'>): string =>
  value === 0 ? '0' : formatNumber(value, decimals);
