import { useEffect, useState } from 'react';

/** The theme's colours and font as a canvas needs them: values, read from the CSS variables in force. */
export interface ChartColors {
  readonly of: (variable: `--${string}`) => string;
  readonly ink: string;
  readonly lettering: string;
  readonly line: string;
  readonly forecast: string;
  readonly fontFamily: string;
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
    fontFamily: of('--font'),
  };
};

/**
 * Follows the theme and the brand, which are attributes of the root element, and the arrival of the bundled font: text
 * is measured and drawn again then, since a canvas does not do so by itself.
 */
export const useChartColors = (): ChartColors => {
  const [colors, setColors] = useState(read);
  useEffect(() => {
    const again = () => setColors(read());
    const observer = new MutationObserver(again);
    observer.observe(document.documentElement, { attributes: true });
    document.fonts?.addEventListener('loadingdone', again);
    return () => {
      observer.disconnect();
      document.fonts?.removeEventListener('loadingdone', again);
    };
  }, []);
  return colors;
};
