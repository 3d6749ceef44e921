import { useEffect, useState } from 'react';

/** Whether the bundled fonts have arrived; a canvas does not redraw itself when they do. */
export const useFontsReady = (): boolean => {
  const [ready, setReady] = useState(() => !('fonts' in document) || document.fonts.status === 'loaded');
  useEffect(() => {
    if (ready) return;
    let isMounted = true;
    document.fonts.ready.then(
      () => isMounted && setReady(true),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [ready]);
  return ready;
};
