import { describe, expect, it } from 'vitest';
import { lineGeometry, linePath, nearestPoint, placedTicks } from './line-geometry.ts';

const geometry = lineGeometry({
  width: 146,
  height: 132,
  fontSize: 11,
  scaleWidth: 30,
  from: 1000,
  to: 2000,
  scale: { min: 0, max: 10 },
});
const points = [
  { x: 1000, y: 0 },
  { x: 1500, y: 10 },
  { x: 2000, y: 5 },
];

describe('a curve', () => {
  it('reaches from the scale to the edge, and from the lowest line to the highest', () => {
    expect(points.map(({ x, y }) => [geometry.xOf(x), geometry.yOf(y)])).toEqual([
      [40, 108],
      [90, 8],
      [140, 58],
    ]);
  });

  it('is lifted over what was not measured', () => {
    expect(linePath(points, geometry, () => false)).toBe('M40 108L90 8L140 58');
    expect(linePath(points, geometry, ({ y }) => y === 10)).toBe('M40 108L90 8M140 58');
  });

  it('of one point, or of none, stands still', () => {
    const alone = lineGeometry({
      width: 100,
      height: 100,
      fontSize: 11,
      scaleWidth: 0,
      from: 5,
      to: 5,
      scale: { min: 0, max: 1 },
    });
    expect(alone.xOf(5)).toBe(10);
    expect(nearestPoint(50, [], alone)).toBeNull();
  });
});

it('the nearest point is looked at', () => {
  expect([0, 64, 66, 116, 999].map((px) => nearestPoint(px, points, geometry))).toEqual([0, 0, 1, 2, 2]);
});

it('labels keep inside, and the important ones go first', () => {
  const ticks = [
    { x: 1000, label: 'a', rank: 2 },
    { x: 1100, label: 'b', rank: 1 },
    { x: 2000, label: 'c', rank: 1 },
    { x: 1500, label: 'd', rank: 0 },
  ] as const;
  const placed = placedTicks(ticks, geometry, () => 40);
  expect(placed.map(({ label, anchor }) => [label, anchor])).toEqual([
    ['b', 'middle'],
    ['c', 'end'],
  ]);
  expect(placed.at(-1)).toMatchObject({ from: 106, to: 146 });
});
