const LOOK_EVERY_MS = 150;

/** What is on its way, and what lies over the screen. */
const UNRESTED = 'main [data-loading], main [aria-busy="true"], dialog[open], [aria-modal="true"]';

const isAtRest = (): boolean =>
  document.querySelector('main h1') !== null && document.querySelector(UNRESTED) === null;

/**
 * Resolves once the screen shows its data and nothing lies over it, at two looks in a row; never, where it is left
 * before. Looked at rather than watched: live screens change many times a second.
 */
export const screenAtRest = (signal: AbortSignal, isReady: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    let wasAtRest = false;
    const timer = setInterval(() => {
      const isNow = isAtRest() && isReady();
      if (isNow && wasAtRest) {
        clearInterval(timer);
        resolve();
      }
      wasAtRest = isNow;
    }, LOOK_EVERY_MS);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  });
