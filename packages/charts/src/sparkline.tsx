import { area, line } from 'd3-shape';
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
  const isPresent = (value: number | null): boolean => value !== null;
  const xOf = (_: number | null, index: number): number => (index / Math.max(values.length - 1, 1)) * WIDTH;
  const yOf = (value: number | null): number =>
    height - 2 - shareOf(value ?? 0, lowest, range) * (height - 4);
  const curve = line<number | null>().defined(isPresent).x(xOf).y(yOf);
  const tint = area<number | null>().defined(isPresent).x(xOf).y0(height).y1(yOf);
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDTH} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {filled && present.length > 0 && <path d={tint([...values]) ?? ''} fill={color} opacity={0.12} />}
      {present.length > 0 && <path className={classes.line} d={curve([...values]) ?? ''} stroke={color} />}
    </svg>
  );
};
