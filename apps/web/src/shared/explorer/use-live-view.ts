import { useCallback, useEffect, useRef, useState } from 'react';
import type { Viewport } from './viewport.ts';

/** What follows a hand is told at most so often: what is loaded for it, and the address. */
const TOLD_EVERY_MS = 180;

const isSame = (one: Viewport, other: Viewport): boolean => one.from === other.from && one.to === other.to;

/**
 * The view as it moves below a hand, a frame at a time, while the screen around is told of it now and then.
 * @param told - what the screen around knows; where it changes by itself, the view follows
 */
export const useLiveView = (told: Viewport, onTell: (view: Viewport) => void) => {
  const [live, setLive] = useState(told);
  const [known, setKnown] = useState(told);
  const [sent, setSent] = useState(told);
  const waiting = useRef<{ timer: number; view: Viewport } | null>(null);
  if (!isSame(known, told)) {
    setKnown(told);
    if (!isSame(sent, told)) setLive(told);
  }
  const current = useRef(live);
  useEffect(() => {
    current.current = live;
  }, [live]);
  useEffect(() => () => window.clearTimeout(waiting.current?.timer), []);

  const move = useCallback(
    (next: (view: Viewport) => Viewport): void => {
      const view = next(current.current);
      current.current = view;
      setLive(view);
      if (waiting.current !== null) {
        waiting.current.view = view;
        return;
      }
      const tell = () => {
        const last = waiting.current?.view ?? view;
        waiting.current = null;
        setSent(last);
        onTell(last);
      };
      waiting.current = { view, timer: window.setTimeout(tell, TOLD_EVERY_MS) };
    },
    [onTell],
  );
  return [live, move] as const;
};
