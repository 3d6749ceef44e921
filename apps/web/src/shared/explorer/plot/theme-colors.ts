import { useEffect, useMemo, useState } from 'react';

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
