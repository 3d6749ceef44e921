import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Whoever decides by keyboard goes on where they were: what is decided leaves its list with the focus in it, and the row that comes
 * in its place takes it.
 *
 * @param rows - tells when rows came or went, or became others
 */
export const useKeptFocus = (rows: string) => {
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: The focus is looked after when rows change, and only then.
  useEffect(() => {
    const { children } = list.current ?? { children: [] };
    if (focused.current === null || document.activeElement !== document.body) return;
    const row = children[Math.min(focused.current, children.length - 1)];
    if (row instanceof HTMLElement) row.focus();
  }, [rows]);
  const onFocus = ({ currentTarget, target }: FocusEvent<HTMLUListElement>): void => {
    const row = [...currentTarget.children].findIndex((one) => one.contains(target));
    focused.current = row === -1 ? null : row;
  };
  return { ref: list, onFocus };
};
