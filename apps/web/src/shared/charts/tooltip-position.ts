export const TOOLTIP_WIDTH = 220;
const GAP = 8;

interface TooltipPointer {
  /** Where it points to, px from the left and from the top of the graph. */
  readonly x: number;
  readonly y: number;
  /** Of the graph. */
  readonly width: number;
  /** Half the width of what it points to. */
  readonly reach: number;
  /** Of the tooltip. */
  readonly height: number;
}

const within = (left: number, width: number): number =>
  Math.min(Math.max(left, 0), Math.max(width - TOOLTIP_WIDTH, 0));

/**
 * The upper left corner of a tooltip, px within its graph. It stands above what it points to; where that would take it out
 * of the graph, over the figures above it, it stands beside, on the side with more room.
 */
export const tooltipPosition = ({
  x,
  y,
  width,
  reach,
  height,
}: TooltipPointer): { left: number; top: number } => {
  const above = y - GAP - height;
  if (above >= 0) return { left: within(x - TOOLTIP_WIDTH / 2, width), top: above };
  const isRoomAfter = width - x >= x;
  const beside = isRoomAfter ? x + reach + GAP : x - reach - GAP - TOOLTIP_WIDTH;
  return { left: within(beside, width), top: 0 };
};
