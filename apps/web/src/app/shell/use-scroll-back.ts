import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const GIVES_UP_MS = 5_000;
/** Events by which a person moves the page. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Scrolls towards a position as the page grows, until it is reached or the person moves the page. */
const scrollAsItGrows = (position: number, onEnd: () => void): (() => void) => {
  const end = () => {
    observer.disconnect();
    window.clearTimeout(timer);
    for (const move of MOVES) window.removeEventListener(move, end);
    onEnd();
  };
  const observer = new ResizeObserver(() => {
    window.scrollTo({ top: position });
    if (Math.abs(window.scrollY - position) < 1) end();
  });
  const timer = window.setTimeout(end, GIVES_UP_MS);
  for (const move of MOVES) window.addEventListener(move, end, { passive: true });
  observer.observe(document.body);
  return end;
};

/** Restores the scroll position on Back for content that arrives later: the router restores it once, while the page is still short. */
export const useScrollBack = (): void => {
  const { key } = useLocation();
  const type = useNavigationType();
  const positions = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const { current } = positions;
    let isReturning = false;
    const remember = () => {
      if (!isReturning) current.set(key, window.scrollY);
    };
    window.addEventListener('scroll', remember, { passive: true });
    const position = current.get(key) ?? 0;
    let stop: () => void = () => undefined;
    if (type === 'POP' && position > 0) {
      isReturning = true;
      stop = scrollAsItGrows(position, () => {
        isReturning = false;
      });
    }
    return () => {
      window.removeEventListener('scroll', remember);
      stop();
    };
  }, [key, type]);
};
