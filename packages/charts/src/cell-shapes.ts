/** Corners, from -1 to 1, of the shapes that mark levels in addition to their colour. */
const CORNERS = {
  dot: [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5],
  bar: [-1, -0.4, 1, -0.4, 1, 0.4, -1, 0.4],
  up: [-1, 0.8, 0, -1, 1, 0.8],
  down: [-1, -0.8, 0, 1, 1, -0.8],
} as const;
export type CellShape = keyof typeof CORNERS;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** A shape as a path around a point, px. */
export const shapePath = (shape: CellShape, [x, y]: readonly [number, number], halfSize: number): string => {
  const corners = CORNERS[shape].map((share, index) => rounded((index % 2 === 0 ? x : y) + share * halfSize));
  return `M${corners.join(' ')}z`;
};
