/** So far a wall moves, px, so that no edge burns into the screen; it fits into its margin. */
const STEPS: readonly (readonly [number, number])[] = [
  [0, 0],
  [6, 2],
  [8, 8],
  [2, 10],
  [-6, 8],
  [-8, 0],
  [-6, -8],
  [2, -10],
];
const MINUTE_MS = 60_000;

/** Where the picture stands in this minute: another place in the next. */
export const shiftAt = (now: number): string => {
  const [x, y] = STEPS[Math.floor(now / MINUTE_MS) % STEPS.length] ?? [0, 0];
  return `translate(${x}px, ${y}px)`;
};
