import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
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

interface LiveView {
  /** What is drawn. */
  readonly drawn: Viewport;
  /** Where the hand is now. */
  readonly now: RefObject<Viewport>;
  readonly move: (next: (view: Viewport) => Viewport) => void;
}

/**
 * The view as it moves below a hand, while the screen around is told where the hand rests, and the plot where it has come
 * far: what is drawn anew waits for the frames of the hand.
 * @param settled - what the plot is drawn for; where it changes by itself, the view follows
 * @param shift - moves what is drawn to where the view is, without drawing; false where it must be drawn
 */
export const useLiveView = (
  settled: Viewport,
  { onRest, onReach }: Readonly<Record<'onRest' | 'onReach', (view: Viewport) => void>>,
  shift: RefObject<(view: Viewport) => boolean>,
): LiveView => {
  const [drawn, setDrawn] = useState(settled);
  const [sent, setSent] = useState(settled);
  const [start, setStart] = useState({ view: settled });
  if (!isSame(sent, settled)) {
    // Told from elsewhere, as by a button: the hand begins there.
    setSent(settled);
    setStart({ view: settled });
    setDrawn(settled);
  }
  const now = useRef(settled);
  const last = useRef(settled);
  const timer = useRef(0);
  useLayoutEffect(() => {
    now.current = start.view;
  }, [start]);
  useEffect(() => {
    last.current = settled;
  }, [settled]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const move = useCallback(
    (next: (view: Viewport) => Viewport): void => {
      const view = next(now.current);
      now.current = view;
      if (!shift.current(view)) setDrawn(view);
      const tell = (hear: (view: Viewport) => void) => {
        last.current = view;
        startTransition(() => {
          setDrawn(view);
          setSent(view);
          hear(view);
        });
      };
      window.clearTimeout(timer.current);
      if (isFar(view, last.current)) tell(onReach);
      timer.current = window.setTimeout(tell, RESTS_MS, onRest);
    },
    [onRest, onReach, shift],
  );
  return { drawn, now, move };
};
