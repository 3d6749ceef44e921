/** A page that is never at rest goes on all the same. */
const MAX_WAIT_MS = 2_000;

/** Calls back once what is there is painted and nothing else is to be done; at once where a browser does not tell (Safari). */
export const onceAtRest = (callback: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: MAX_WAIT_MS });
  else callback();
};
