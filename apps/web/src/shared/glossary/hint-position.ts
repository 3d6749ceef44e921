const MAX_WIDTH = 340;
const EDGE = 12;
const GAP = 6;
/** Room for the first sentences of a term; the rest scrolls. */
const MIN_ABOVE = 180;

interface Mark {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** CSS of the hint in the window, px. */
export interface HintPosition {
  readonly width: number;
  readonly left: number;
  readonly top: number | 'auto';
  readonly bottom: number | 'auto';
  readonly maxHeight: number;
}

/** Above its mark, since the figure that it explains stands below; under it near the top of the window. Never beyond an edge. */
export const positionOfHint = (mark: Mark, window: Size): HintPosition => {
  const width = Math.min(MAX_WIDTH, window.width - 2 * EDGE);
  const left = Math.max(EDGE, Math.min(mark.left, window.width - EDGE - width));
  const isUnder = mark.top < MIN_ABOVE;
  return {
    width,
    left,
    top: isUnder ? mark.bottom + GAP : 'auto',
    bottom: isUnder ? 'auto' : window.height - mark.top + GAP,
    maxHeight: (isUnder ? window.height - mark.bottom : mark.top) - GAP - EDGE,
  };
};
