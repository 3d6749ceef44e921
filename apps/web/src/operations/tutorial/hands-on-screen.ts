const HEARD = ['keydown', 'input', 'wheel', 'touchmove', 'scroll', 'pointerdown'];

/** For so long after the last of it nobody is taken to be scrolling or typing. */
const LET_GO_AFTER_MS = 1_500;

/** Whether somebody has the screen in hand just now; heard until the signal ends. */
export const handsOnScreen = (signal: AbortSignal): (() => boolean) => {
  let lastAt = Number.NEGATIVE_INFINITY;
  const hear = () => {
    lastAt = performance.now();
  };
  for (const name of HEARD) document.addEventListener(name, hear, { signal, capture: true, passive: true });
  return () => performance.now() - lastAt < LET_GO_AFTER_MS;
};
