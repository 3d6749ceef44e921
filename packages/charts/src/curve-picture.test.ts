import { expect, it } from 'vitest';
import type { PlottedCurve } from './curve-paint.ts';
import { curveSvg } from './curve-picture.ts';

/** Five points; two steps are missing after the third and after the fourth. */
const aCurve = (more: Partial<PlottedCurve> = {}): PlottedCurve => ({
  id: 'power',
  at: Float64Array.of(0, 10, 20, 50, 80),
  mean: Float64Array.of(1, 2, 3, 2, 5),
  low: null,
  high: null,
  step: 10,
  stepLength: null,
  range: [0, 10],
  color: '#123456',
  alpha: 1,
  bandAlpha: 0.2,
  width: 1.6,
  dash: [],
  ...more,
});
const scales = { xOf: (instant: number) => instant, yOf: (value: number) => 10 - value };
const attributes = (svg: string, name: string): string[] =>
  [...svg.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value ?? '');

it('draws a line that ends at gaps, and a dot for an isolated point', () => {
  const svg = curveSvg(aCurve(), scales);
  expect(attributes(svg, 'd')).toEqual(['M0,9L10,8L20,7M50,8ZM80,5Z']);
  expect(attributes(svg, 'cx')).toEqual(['50', '80']);
});

it('draws sums as steps with the length of their interval', () => {
  const svg = curveSvg(aCurve({ stepLength: 10 }), scales);
  expect(attributes(svg, 'd')).toEqual(['M0,9L10,9L10,8L20,8L20,7L30,7L30,7M50,8L60,8L60,8M80,5L90,5L90,5']);
  expect(attributes(svg, 'cx')).toEqual([]);
});

it('draws the extremes as a band behind the line', () => {
  const svg = curveSvg(
    aCurve({ low: Float64Array.of(0, 1, 2, 1, 4), high: Float64Array.of(2, 3, 9, 3, 6) }),
    scales,
  );
  expect(attributes(svg, 'fill-opacity')).toEqual(['0.2']);
  expect(attributes(svg, 'd')[0]).toMatch(/^M0,8L10,7L20,1L20,8L10,9L0,10Z/);
});
