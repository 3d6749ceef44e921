import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TOOLTIP_WIDTH, tooltipPosition } from './chart-tooltip.tsx';

const bar = { x: 400, y: 150, width: 800, reach: 12, height: 90 };

it('places the tooltip above its target', () => {
  expect(tooltipPosition(bar)).toEqual({ left: 400 - TOOLTIP_WIDTH / 2, top: 150 - 8 - 90 });
});

it('places the tooltip beside a bar that reaches the top, on the side with more room', () => {
  expect(tooltipPosition({ ...bar, x: 100, y: 10 })).toEqual({ left: 100 + 12 + 8, top: 0 });
  expect(tooltipPosition({ ...bar, x: 700, y: 10 })).toEqual({ left: 700 - 12 - 8 - TOOLTIP_WIDTH, top: 0 });
});

it('stays inside the graph on each side and below the figures above it', () => {
  const px = (max: number) => fc.double({ min: 0, max, noNaN: true });
  fc.assert(
    fc.property(
      px(1),
      px(300),
      fc.integer({ min: 250, max: 1_400 }),
      px(40),
      px(200),
      (at, y, width, reach, height) => {
        const { left, top } = tooltipPosition({ x: at * width, y, width, reach, height });
        expect(top).toBeGreaterThanOrEqual(0);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left + TOOLTIP_WIDTH).toBeLessThanOrEqual(width);
      },
    ),
  );
});
