import type { Hatch, PlotShade } from '@nascente/charts/curve-paint';
import { useEffect, useMemo, useState } from 'react';
import type { Shade, ShadeKind } from '../curves/shades.ts';

/** A theme colour for canvas and pictures, which do not resolve CSS variables. */
export type ColorOf = (name: `--${string}`) => string;

const ATTRIBUTES = ['data-mantine-color-scheme', 'data-brand'];

/** A new function when the theme changes. */
export const useThemeColors = (): ColorOf => {
  const [theme, setTheme] = useState(0);
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme((before) => before + 1));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ATTRIBUTES });
    return () => observer.disconnect();
  }, []);
  return useMemo(() => {
    const styles = getComputedStyle(document.documentElement);
    // `theme` counts theme changes; its use here makes the memo depend on it.
    const colors = new Map<string, string>([['theme', String(theme)]]);
    return (name) => {
      const color = colors.get(name) ?? styles.getPropertyValue(name).trim();
      colors.set(name, color);
      return color;
    };
  }, [theme]);
};

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
