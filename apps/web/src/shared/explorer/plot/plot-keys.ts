import { type Curve, firstFrom, visible } from '../curves/curve.ts';
import { panned, type Viewport, zoomed } from './viewport.ts';

const ZOOM_STEP = 0.7;
const PAN_STEP = 0.2;

/** What a key does to a plot; null: it means nothing to it. */
type KeyEffect =
  | { readonly kind: 'view'; readonly next: (view: Viewport) => Viewport }
  | { readonly kind: 'cursor'; readonly instant: number | null };

interface At {
  readonly view: Viewport;
  readonly cursor: number | null;
  /** By whose points the cursor steps. */
  readonly curve: Curve | null;
  readonly now: number;
}

const toView = (next: (view: Viewport) => Viewport): KeyEffect => ({ kind: 'view', next });

const step = ({ view, cursor, curve }: At, direction: 1 | -1): KeyEffect | null => {
  if (curve === null) return null;
  const [first, end] = visible(curve, view);
  if (end <= first) return null;
  const nearest = (): number => {
    if (cursor === null) return direction === 1 ? first : end - 1;
    const after = firstFrom(curve.at, cursor);
    return direction === -1 ? after - 1 : curve.at[after] === cursor ? after + 1 : after;
  };
  const index = Math.min(Math.max(nearest(), first), end - 1);
  return { kind: 'cursor', instant: curve.at[index] as number };
};

/** Arrows read point by point, with Shift they move; + and − zoom about what is read; Esc reads nothing. */
export const keyEffect = (key: string, isShifted: boolean, at: At): KeyEffect | null => {
  const { view, cursor, curve, now } = at;
  const middle = cursor ?? (view.from + view.to) / 2;
  const pan = (share: number) => toView((one) => panned(one, share * (one.to - one.from), now));
  switch (key) {
    case 'ArrowLeft':
      return isShifted ? pan(-PAN_STEP) : step(at, -1);
    case 'ArrowRight':
      return isShifted ? pan(PAN_STEP) : step(at, 1);
    case 'PageUp':
      return pan(-1);
    case 'PageDown':
      return pan(1);
    case '+':
    case '=':
    case 'ArrowUp':
      return toView((one) => zoomed(one, ZOOM_STEP, middle, now));
    case '-':
    case '_':
    case 'ArrowDown':
      return toView((one) => zoomed(one, 1 / ZOOM_STEP, middle, now));
    case 'Home':
    case 'End': {
      if (curve === null) return null;
      const [first, end] = visible(curve, view);
      const instant = curve.at[key === 'Home' ? first : end - 1];
      return instant === undefined || end <= first ? null : { kind: 'cursor', instant };
    }
    case 'Escape':
      return { kind: 'cursor', instant: null };
    default:
      return null;
  }
};
