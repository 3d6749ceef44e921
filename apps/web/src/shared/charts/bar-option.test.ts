import { describe, expect, it } from 'vitest';
import { barOption } from './bar-option.ts';
import type { Bar, BarSeries } from './bars.ts';
import { geometryFor } from './geometry.ts';
import { scaleFor } from './scale.ts';

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
const option = barOption({
  bars,
  series,
  geometry: geometryFor({
    width: 400,
    height: 200,
    scaleWidth: 20,
    labels: bars.map(() => ({ width: 20, rank: 1 })),
  }),
  scale: scaleFor(6, 1),
  colors: {
    of: (variable) => variable,
    ink: 'ink',
    lettering: 'muted',
    line: 'line',
    forecast: 'forecast',
    fontFamily: 'Inter',
  },
  isStill: true,
  formatScale: String,
});

const drawn = (at: number) => {
  const one = [option.series].flat()[at];
  if (one?.type !== 'bar' || !Array.isArray(one.data)) throw new Error('no bars');
  return one.data as { value: number | '-'; itemStyle?: { color: string; borderRadius: number[] } }[];
};

describe('a bar', () => {
  it('is rounded at its outer end only', () => {
    expect(drawn(0)[0]?.itemStyle?.borderRadius).toEqual([0, 0, 0, 0]);
    expect(drawn(1)[0]?.itemStyle?.borderRadius).toEqual([3, 3, 0, 0]);
    expect(drawn(0)[1]?.itemStyle?.borderRadius).toEqual([3, 3, 0, 0]);
    expect(drawn(2)[0]?.itemStyle?.borderRadius).toEqual([0, 0, 3, 3]);
  });

  it('is a gap where nothing was measured', () => {
    for (const at of [0, 1, 2]) expect(drawn(at)[2]).toEqual({ value: '-' });
  });

  it('is neutral where it is a forecast, and below the axis where it is given back', () => {
    expect(drawn(0)[3]?.itemStyle?.color).toBe('forecast');
    expect(drawn(0)[0]?.itemStyle?.color).toBe('--off-peak');
    expect(drawn(2)[0]?.value).toBe(-1);
  });

  it('takes 68 % of its step', () => {
    const one = [option.series].flat()[0];
    const { step } = geometryFor({
      width: 400,
      height: 200,
      scaleWidth: 20,
      labels: bars.map(() => ({ width: 20, rank: 1 })),
    });
    expect(one && 'barWidth' in one ? one.barWidth : 0).toBeCloseTo(step * 0.68);
  });
});

it('does not move where motion is not wanted', () => {
  expect(option.animation).toBe(false);
});
