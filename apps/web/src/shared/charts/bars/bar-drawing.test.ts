import { describe, expect, it } from 'vitest';
import { geometryFor } from '../geometry.ts';
import { scaleFor } from '../scale.ts';
import { barParts, heightOf, linesOf } from './bar-drawing.ts';
import type { Bar, BarSeries } from './bars.ts';

const series: readonly BarSeries[] = [
  { key: 'off', label: 'Fora ponta', color: '--off-peak' },
  { key: 'peak', label: 'Ponta', color: '--peak' },
  { key: 'injected', label: 'Injetada', color: '--injected', isBelowAxis: true },
];
const bar = (key: string, values: readonly number[] | null, isForecast = false): Bar => ({
  key,
  axisLabel: key,
  labelRank: 1,
  values,
  isForecast,
  isToday: key === 'hoje',
});
const bars = [bar('a', [4, 2, 1]), bar('b', [4, 0, 0]), bar('c', null), bar('hoje', [3, 1, 0], true)];
const labels = bars.map(() => ({ width: 20, rank: 1 as const }));
const geometry = geometryFor({ width: 400, height: 200, scaleWidth: 20, labels });
const scale = scaleFor(6, 1);
const parts = barParts({ bars, series, geometry, scale });

const pathOf = (key: string): string => parts.find((part) => part.key === key)?.path ?? '';
const yOf = (value: number): number => heightOf(value, geometry, scale);

describe('a bar', () => {
  it('is rounded at its outer end only', () => {
    const isRounded = (key: string) => pathOf(key).includes('Q');
    expect(['a off', 'a peak', 'a injected', 'b off'].map(isRounded)).toEqual([false, true, true, true]);
  });

  it('stands on what is stacked below it, and hangs from the axis where it is given back', () => {
    expect(pathOf('a off')).toContain(` ${yOf(0)}V${yOf(4)}H`);
    expect(pathOf('a peak')).toMatch(new RegExp(`^M[\\d.]+ ${yOf(4)}V${yOf(6) + 3}Q[\\d.]+ ${yOf(6)} `));
    expect(pathOf('a injected')).toMatch(new RegExp(`^M[\\d.]+ ${yOf(0)}V[\\d.]+Q[\\d.]+ ${yOf(-1)} `));
  });

  it('is a gap where nothing was measured, and has no part of nothing', () => {
    expect(parts.map(({ key }) => key)).toEqual([
      'a off',
      'a peak',
      'a injected',
      'b off',
      'hoje off',
      'hoje peak',
    ]);
  });

  it('is neutral where it is a forecast', () => {
    const colorOf = (key: string) => parts.find((part) => part.key === key)?.color;
    expect([colorOf('a off'), colorOf('hoje off')]).toEqual(['--off-peak', '--line-strong']);
  });

  it('takes 68 % of its step, in its middle', () => {
    const [left = 0, right = 0] = [/^M([\d.]+)/, /H([\d.]+)/].map((edge) =>
      Number(edge.exec(pathOf('a off'))?.[1]),
    );
    expect(right - left).toBeCloseTo(geometry.step * 0.68, 1);
    expect((left + right) / 2).toBeCloseTo(geometry.left + geometry.step / 2, 1);
  });

  it('is rounded within its height where that is less than the rounding', () => {
    const low = barParts({ bars: [bar('a', [0.05])], series, geometry, scale })[0]?.path ?? '';
    const heights = [...low.matchAll(/[V ]([\d.]+)(?=[VHQZ])/g)].map(([, height]) => Number(height));
    for (const height of heights) {
      expect(height).toBeGreaterThanOrEqual(yOf(0.05));
      expect(height).toBeLessThanOrEqual(yOf(0));
    }
    expect(heights.length).toBeGreaterThan(2);
  });
});

it('has lines at whole steps from the lowest to the highest, one of them at zero', () => {
  expect(linesOf(scaleFor(6))).toEqual([0, 3, 6]);
  expect(linesOf(scaleFor(0.6, 0.1))).toEqual([-0.3, 0, 0.3, 0.6]);
});
