import { useEffect, useRef } from 'react';

/**
 * A disabled button loses the focus while its request runs; it is restored unless another element has taken it.
 * @returns a function to call when the request starts
 */
export const useFocusBack = (isUnderWay: boolean) => {
  const held = useRef<Element | null>(null);
  useEffect(() => {
    const before = held.current;
    if (isUnderWay || before === null) return;
    held.current = null;
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  }, [isUnderWay]);
  return () => {
    held.current = document.activeElement;
  };
};
