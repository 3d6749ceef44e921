import { useDeferredValue, useState } from 'react';
import { useIsLate } from './use-is-late.ts';

/**
 * Whether the first figures of a screen are rendered, or late. Other queries and content wait for them: on a cheap
 * phone they would compete for network and processor.
 */
export const useFiguresDrawn = (areKnown: boolean): boolean => {
  const isLate = useIsLate();
  const [wereKnown, setWereKnown] = useState(areKnown);
  if (areKnown && !wereKnown) setWereKnown(true);
  // Deferred, it becomes true in a render of its own, after the figures.
  return useDeferredValue(wereKnown || isLate, false);
};
