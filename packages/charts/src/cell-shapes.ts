/** Corners of the shapes that distinguish levels besides their colour, from -1 to 1. */
const CORNERS = {
  dot: [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5],
  bar: [-1, -0.4, 1, -0.4, 1, 0.4, -1, 0.4],
  up: [-1, 0.8, 0, -1, 1, 0.8],
  down: [-1, -0.8, 0, 1, 1, -0.8],
} as const;
export type CellShape = keyof typeof CORNERS;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** A shape as a path around a point, px. */
export const shapePath = (shape: CellShape, [x, y]: readonly [number, number], reach: number): string => {
  const corners = CORNERS[shape].map((share, index) => rounded((index % 2 === 0 ? x : y) + share * reach));
  return `M${corners.join(' ')}z`;
};
