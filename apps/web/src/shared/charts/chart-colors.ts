import { useEffect, useState } from 'react';

/** The theme's colours as a canvas needs them: values, read from the CSS variables in force. */
export interface ChartColors {
  readonly of: (variable: `--${string}`) => string;
  readonly ink: string;
  readonly lettering: string;
  readonly line: string;
  readonly forecast: string;
}

const read = (): ChartColors => {
  const style = getComputedStyle(document.documentElement);
  const of = (variable: `--${string}`): string => style.getPropertyValue(variable).trim();
  return {
    of,
    ink: of('--ink'),
    lettering: of('--muted'),
    line: of('--line'),
    forecast: of('--line-strong'),
  };
};

/** Follows the theme and the brand: both are attributes of the root element. */
export const useChartColors = (): ChartColors => {
  const [colors, setColors] = useState(read);
  useEffect(() => {
    const observer = new MutationObserver(() => setColors(read()));
    observer.observe(document.documentElement, { attributes: true });
    return () => observer.disconnect();
  }, []);
  return colors;
};
