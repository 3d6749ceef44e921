import { type LabelCandidate, labelsThatFit } from './bars/axis-labels.ts';

/** Where the plot lies inside the chart, px: known before drawing, so that pointer, tooltip and drawing agree. */
export interface Geometry {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly plotWidth: number;
  readonly plotHeight: number;
  /** Width of one bar's place. */
  readonly step: number;
  readonly shownLabels: ReadonlySet<number>;
}

interface Space {
  readonly width: number;
  readonly height: number;
  /** Width of the widest number beside the axis, px. */
  readonly scaleWidth: number;
  readonly labels: readonly LabelCandidate[];
}

const SCALE_GAP = 10;
const LABEL_BAND = 24;
/** Half a line of lettering, so that the topmost number is never clipped. */
const TOP = 8;
/** Each round is off by a step's share of the one before: four are exact to the pixel. */
const ROUNDS = 4;

const overhang = (label: LabelCandidate | undefined, step: number): number =>
  label === undefined || label.rank === 0 ? 0 : Math.max(0, Math.ceil(label.width / 2 - step / 2));

interface Sides {
  readonly left: number;
  readonly right: number;
}

/** Room beside the plot for the scale and for half a label at either end; less room for the plot asks for more of it. */
const sidesFor = ({ width, scaleWidth, labels }: Space): Sides => {
  const count = Math.max(labels.length, 1);
  let sides: Sides = { left: Math.ceil(scaleWidth) + SCALE_GAP, right: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = (width - sides.left - sides.right) / count;
    sides = {
      left: Math.max(sides.left, overhang(labels[0], step)),
      right: Math.max(sides.right, overhang(labels.at(-1), step)),
    };
  }
  return sides;
};

export const geometryFor = (space: Space): Geometry => {
  const { width, height, labels } = space;
  const { left, right } = sidesFor(space);
  const plotWidth = Math.max(width - left - right, 0);
  const step = plotWidth / Math.max(labels.length, 1);
  return {
    left,
    right,
    top: TOP,
    bottom: LABEL_BAND,
    plotWidth,
    plotHeight: Math.max(height - TOP - LABEL_BAND, 0),
    step,
    shownLabels: labelsThatFit(labels, step),
  };
};

/** The bar under a horizontal position, or null beside the plot. */
export const barAt = (x: number, { left, step }: Geometry, count: number): number | null => {
  if (step <= 0) return null;
  const index = Math.floor((x - left) / step);
  return index >= 0 && index < count ? index : null;
};
