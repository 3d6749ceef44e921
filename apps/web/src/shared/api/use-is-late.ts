import { useEffect, useState } from 'react';

/** After this wait the rest of the page appears without the figures. */
const MAX_WAIT_MS = 3000;

export const useIsLate = (): boolean => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
};
