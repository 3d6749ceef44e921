import type { Hatch, PlotShade } from '@nascente/charts/curve-paint';
import type { Shade, ShadeKind } from '../curves/shades.ts';
import type { ColorOf } from './theme-colors.ts';

interface ShadeLook {
  readonly color: `--${string}`;
  readonly alpha: number;
  readonly hatch: Hatch | null;
}

/** Shades that may overlap have hatches in different directions. */
const SHADES: Readonly<Record<ShadeKind, ShadeLook>> = {
  inPoint: { color: '--peak', alpha: 0.13, hatch: null },
  interPoint: { color: '--intermediate', alpha: 0.13, hatch: null },
  excluded: { color: '--bad', alpha: 0.16, hatch: 'falling' },
  estimated: { color: '--off-peak', alpha: 0.14, hatch: 'level' },
  gap: { color: '--muted', alpha: 0.12, hatch: 'rising' },
  before: { color: '--muted', alpha: 0.12, hatch: 'rising' },
  future: { color: '--muted', alpha: 0.06, hatch: null },
};

export const shadeLook = (kind: ShadeKind): ShadeLook => SHADES[kind];

export const plotShade = ({ kind, from, to }: Shade, colorOf: ColorOf): PlotShade => {
  const { color, ...look } = SHADES[kind];
  return { ...look, from, to, color: colorOf(color) };
};
