import { useEffect, useRef } from 'react';

/**
 * A button whose work is under way takes no focus, so that it loses the one it had: it is given back, unless something else has it.
 * @returns to be called where the work begins
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
