import classes from './sparkline.module.css';

interface SparklineProps {
  /** Oldest first; `null` is a gap. */
  values: readonly (number | null)[];
  /** A CSS colour: the meaning's token, such as `var(--water)`. */
  color?: string;
  height?: number;
  /** A tint below the line. */
  filled?: boolean;
}

const WIDTH = 100;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Share of the height of a value. A constant course lies in the middle, at zero at the bottom. */
const shareOf = (value: number, lowest: number, range: number): number => {
  if (range > 0) return (value - lowest) / range;
  return value === 0 ? 0 : 0.5;
};

/** The shape of the last minutes, without axes; always beside the figure that it explains. */
export const Sparkline = ({
  values,
  color = 'var(--off-peak)',
  height = 24,
  filled = false,
}: SparklineProps) => {
  const present = values.filter((value) => value !== null);
  const lowest = Math.min(...present);
  const range = Math.max(...present) - lowest;
  const isGap = (index: number): boolean => (values[index] ?? null) === null;
  const pathOf = (isArea: boolean): string =>
    values
      .map((value, index) => {
        if (value === null) return '';
        const x = rounded((index / Math.max(values.length - 1, 1)) * WIDTH);
        const y = rounded(height - 2 - shareOf(value, lowest, range) * (height - 4));
        const start = isGap(index - 1) ? `M${x} ${isArea ? height : y}` : '';
        return `${start}L${x} ${y}${isArea && isGap(index + 1) ? `V${height}Z` : ''}`;
      })
      .join('');
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDTH} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {filled && <path d={pathOf(true)} fill={color} opacity={0.12} />}
      {present.length > 0 && <path className={classes.line} d={pathOf(false)} stroke={color} />}
    </svg>
  );
};
