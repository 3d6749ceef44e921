import { useEffect, useMemo, useState } from 'react';
import type { ColorOf } from './paint.ts';

const ATTRIBUTES = ['data-mantine-color-scheme', 'data-brand'];

/** Colours of the theme for a canvas, which knows no CSS variables; another function once the theme is another. */
export const useThemeColors = (): ColorOf => {
  const [theme, setTheme] = useState(0);
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme((before) => before + 1));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ATTRIBUTES });
    return () => observer.disconnect();
  }, []);
  return useMemo(() => {
    const styles = getComputedStyle(document.documentElement);
    // The theme is another whenever its number is.
    const colors = new Map<string, string>([['theme', String(theme)]]);
    return (name) => {
      const color = colors.get(name) ?? styles.getPropertyValue(name).trim();
      colors.set(name, color);
      return color;
    };
  }, [theme]);
};
