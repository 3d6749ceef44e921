import { type LabelCandidate, labelsThatFit } from './axis-labels.ts';

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

const overhang = (label: LabelCandidate | undefined, step: number): number =>
  label === undefined || label.rank === 0 ? 0 : Math.max(0, Math.ceil(label.width / 2 - step / 2));

export const geometryFor = ({ width, height, scaleWidth, labels }: Space): Geometry => {
  const count = Math.max(labels.length, 1);
  const roughStep = (width - scaleWidth - SCALE_GAP) / count;
  const left = Math.max(Math.ceil(scaleWidth) + SCALE_GAP, overhang(labels[0], roughStep));
  const right = overhang(labels.at(-1), roughStep);
  const plotWidth = Math.max(width - left - right, 0);
  const step = plotWidth / count;
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
