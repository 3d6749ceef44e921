import { useEffect, useRef } from 'react';

/**
 * Of a form that takes the place of the button that opens it: its first field has the focus then, and once it is left the
 * button has it back, which is marked by `data-opens`.
 * @returns what goes around both
 */
export const useFocusInPlace = <Around extends HTMLElement>(isOpen: boolean) => {
  const around = useRef<Around>(null);
  const was = useRef(isOpen);
  useEffect(() => {
    if (isOpen === was.current) return;
    was.current = isOpen;
    const next = around.current?.querySelector<HTMLElement>(
      isOpen ? 'form :is(input, select)' : '[data-opens]',
    );
    next?.focus();
  }, [isOpen]);
  return around;
};
