import { useDeferredValue, useState } from 'react';
import { useIsLate } from './use-is-late.ts';

/**
 * Whether the figures that a screen opens with are drawn, or keep its reader waiting. What the screen asks and shows besides
 * comes after them: on a cheap phone it would take network and processor from them.
 */
export const useFiguresDrawn = (areKnown: boolean): boolean => {
  const isLate = useIsLate();
  const [wereKnown, setWereKnown] = useState(areKnown);
  if (areKnown && !wereKnown) setWereKnown(true);
  // Deferred, it becomes true in a rendering of its own, after the one that draws the figures.
  return useDeferredValue(wereKnown || isLate, false);
};
