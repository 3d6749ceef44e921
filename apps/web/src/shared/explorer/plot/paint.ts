import { fillBand, fillLine, isDense } from '../curves/curve-columns.ts';
import {
  indexesIn,
  lonePoints,
  type Scales,
  strokeBand,
  strokeLine,
  strokeSteps,
} from '../curves/curve-strokes.ts';
import type { Shade, ShadeKind } from '../curves/shades.ts';
import { type DrawnCurve, type Pane, type PlotGeometry, yOf } from './plot-geometry.ts';
import type { Viewport } from './viewport.ts';

/** Colours of the theme, by name of a CSS variable. */
export type ColorOf = (name: `--${string}`) => string;

/** Lines over a shade. Shades that may lie over each other have lines in different directions. */
type Hatch = 'rising' | 'falling' | 'level';

interface ShadeLook {
  readonly color: `--${string}`;
  readonly alpha: number;
  readonly hatch: Hatch | null;
}

const SHADES: Readonly<Record<ShadeKind, ShadeLook>> = {
  inPoint: { color: '--peak', alpha: 0.13, hatch: null },
  interPoint: { color: '--intermediate', alpha: 0.13, hatch: null },
  excluded: { color: '--bad', alpha: 0.16, hatch: 'falling' },
  estimated: { color: '--off-peak', alpha: 0.14, hatch: 'level' },
  gap: { color: '--muted', alpha: 0.12, hatch: 'rising' },
  before: { color: '--muted', alpha: 0.12, hatch: 'rising' },
  future: { color: '--muted', alpha: 0.06, hatch: null },
};
const HATCH = 7;

const remainder = (px: number, period: number): number => ((px % period) + period) % period;

export const shadeLook = (kind: ShadeKind): ShadeLook => SHADES[kind];

const paintShade = (
  context: CanvasRenderingContext2D,
  { kind, from, to }: Shade,
  pane: Pane,
  { xOf }: Painting['geometry'],
  colorOf: ColorOf,
): void => {
  const { color, alpha, hatch } = shadeLook(kind);
  const [x, width] = [xOf(from), Math.max(xOf(to) - xOf(from), 1)];
  context.globalAlpha = alpha;
  context.fillStyle = colorOf(color);
  context.fillRect(x, pane.top, width, pane.height);
  if (hatch === null || width < 2) return;
  context.save();
  context.beginPath();
  context.rect(x, pane.top, width, pane.height);
  context.clip();
  context.beginPath();
  if (hatch === 'level') {
    for (let y = pane.top + HATCH / 2; y < pane.top + pane.height; y += HATCH) {
      context.moveTo(x, y);
      context.lineTo(x + width, y);
    }
  } else {
    const [begin, end] = hatch === 'rising' ? [pane.height, 0] : [0, pane.height];
    // From an instant, wherever the painting begins: hatches of two paintings side by side meet.
    const beforeHatch = remainder(x - pane.height - xOf(0), HATCH);
    for (let at = x - pane.height - beforeHatch; at < x + width; at += HATCH) {
      context.moveTo(at, pane.top + begin);
      context.lineTo(at + pane.height, pane.top + end);
    }
  }
  context.globalAlpha = alpha * 2;
  context.lineWidth = 1;
  context.strokeStyle = colorOf(color);
  context.stroke();
  context.restore();
};

interface Look {
  readonly colorOf: ColorOf;
  /** Pixels of the device in one of the page. */
  readonly ratio: number;
}

const paintCurve = (
  context: CanvasRenderingContext2D,
  drawn: DrawnCurve,
  scales: Scales,
  { ratio, colorOf }: Look,
): void => {
  const { curve, color, dash, isCompared } = drawn;
  const areColumns = isDense(curve, scales);
  const fill = context.fillRect.bind(context);
  context.fillStyle = colorOf(color);
  context.strokeStyle = colorOf(color);
  context.globalAlpha = isCompared ? 0.1 : 0.2;
  if (areColumns) fillBand(fill, curve, scales, ratio);
  else {
    context.beginPath();
    strokeBand(context, curve, scales);
    context.fill();
  }
  context.globalAlpha = isCompared ? 0.55 : 1;
  const width = isCompared ? 1.25 : 1.6;
  const dashes = isCompared ? [5, 4] : [...dash];
  // Dashes tell curves apart: they are stroked.
  if (areColumns && dashes.length === 0) fillLine(fill, curve, scales, { ratio, width });
  else {
    context.lineWidth = width;
    context.setLineDash(dashes);
    const begin = indexesIn(curve, scales.view)[0];
    const period = dashes.reduce((sum, dash) => sum + dash, 0) || 1;
    context.lineDashOffset = remainder(scales.xOf(curve.at[begin] ?? 0) - scales.xOf(0), period);
    context.lineJoin = 'bevel';
    context.beginPath();
    (curve.source === 'sums' ? strokeSteps : strokeLine)(context, curve, scales);
    context.stroke();
    context.setLineDash([]);
  }
  context.beginPath();
  for (const index of lonePoints(curve, scales.view)) {
    const x = scales.xOf(curve.at[index] as number);
    const y = scales.yOf(curve.mean[index] as number);
    context.moveTo(x + 3, y);
    context.arc(x, y, 3, 0, 2 * Math.PI);
  }
  context.fill();
};

export interface Painting {
  readonly geometry: Pick<PlotGeometry, 'left' | 'width' | 'panes' | 'xOf'>;
  readonly view: Viewport;
  readonly shades: readonly Shade[];
}

/** Draws shades and curves; axes and words stand beside it as SVG. */
export const paint = (
  context: CanvasRenderingContext2D,
  { geometry, view, shades }: Painting,
  look: Look,
): void => {
  for (const pane of geometry.panes) {
    context.save();
    context.beginPath();
    context.rect(geometry.left, pane.top - 2, geometry.width, pane.height + 4);
    context.clip();
    for (const shade of shades) paintShade(context, shade, pane, geometry, look.colorOf);
    for (const { scale, curves } of pane.axes)
      for (const drawn of curves)
        paintCurve(
          context,
          drawn,
          { view, xOf: geometry.xOf, yOf: (value) => yOf(pane, scale, value) },
          look,
        );
    context.restore();
  }
  context.globalAlpha = 1;
};
