import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { Viewport } from './viewport.ts';

/** A hand that rests so long has found what it looked for. */
const RESTS_MS = 180;
/** A hand that goes on is followed where so much of the view is new, or so much longer or shorter. */
const [FAR, OTHER_LENGTH] = [0.4, 1.5];

const lengthOf = ({ from, to }: Viewport): number => to - from;
const isSame = (one: Viewport, other: Viewport): boolean => one.from === other.from && one.to === other.to;

const isFar = (one: Viewport, other: Viewport): boolean => {
  const ratio = lengthOf(one) / lengthOf(other);
  const isOtherLength = ratio > OTHER_LENGTH || ratio < 1 / OTHER_LENGTH;
  return isOtherLength || Math.abs(one.from - other.from) > FAR * lengthOf(other);
};

/**
 * The view as it moves below a hand, a frame at a time, while the screen around is told where the hand rests or has come
 * far: what that draws anew waits for the frames of the hand.
 * @param told - what the screen around knows; where it changes by itself, the view follows
 */
export const useLiveView = (told: Viewport, onTell: (view: Viewport) => void) => {
  const [live, setLive] = useState(told);
  const [known, setKnown] = useState(told);
  const [sent, setSent] = useState(told);
  if (!isSame(known, told)) {
    setKnown(told);
    if (!isSame(sent, told)) setLive(told);
  }
  const current = useRef(live);
  const last = useRef(told);
  const timer = useRef(0);
  useEffect(() => {
    current.current = live;
  }, [live]);
  useEffect(() => {
    last.current = told;
  }, [told]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const move = useCallback(
    (next: (view: Viewport) => Viewport): void => {
      const view = next(current.current);
      current.current = view;
      setLive(view);
      const tell = () => {
        last.current = view;
        startTransition(() => {
          setSent(view);
          onTell(view);
        });
      };
      window.clearTimeout(timer.current);
      if (isFar(view, last.current)) tell();
      else timer.current = window.setTimeout(tell, RESTS_MS);
    },
    [onTell],
  );
  return [live, move] as const;
};
