import { type TooltipContent, tooltipText } from './chart-tooltip.tsx';

interface Slid {
  readonly label: string;
  readonly count: number;
  readonly active: number | null;
  readonly content: TooltipContent | null;
}

/** A graph whose values are walked through by keys is, to who listens, a slider over them (WAI-ARIA 1.2). */
export const graphSlider = ({ label, count, active, content }: Slid) =>
  ({
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-orientation': 'horizontal',
    'aria-valuemin': 1,
    'aria-valuemax': Math.max(count, 1),
    'aria-valuenow': (active ?? 0) + 1,
    'aria-valuetext': content === null ? 'Use as setas para percorrer os valores' : tooltipText(content),
  }) as const;
