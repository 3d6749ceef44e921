import { useEffect, useState } from 'react';

/** Whoever waits longer than this sees the rest of the page without what it waits for. */
const MAX_WAIT_MS = 3000;

export const useIsLate = (): boolean => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
};
