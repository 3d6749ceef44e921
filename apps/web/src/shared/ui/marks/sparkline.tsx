import styles from './sparkline.module.css';

interface SparklineProps {
  /** Oldest first; null is a gap and is drawn as one. */
  values: readonly (number | null)[];
  /** A CSS colour: the meaning's token, such as `var(--water)`. */
  color?: string;
  height?: number;
  /** A tint below the line. */
  filled?: boolean;
}

const WIDTH = 100;

/** Where a value lies between lowest and highest; what never changes lies in the middle, nothing at the bottom. */
const shareOf = (value: number, lowest: number, range: number): number => {
  if (range > 0) return (value - lowest) / range;
  return value === 0 ? 0 : 0.5;
};

/** Runs of neighbouring values, each as points `x,y`. */
const runsOf = (values: readonly (number | null)[], height: number): string[][] => {
  const present = values.filter((value) => value !== null);
  const lowest = Math.min(...present);
  const range = Math.max(...present) - lowest;
  const runs: string[][] = [];
  let run: string[] = [];
  values.forEach((value, index) => {
    if (value === null) {
      run = [];
      return;
    }
    const x = values.length === 1 ? 0 : (index / (values.length - 1)) * WIDTH;
    const y = height - 2 - shareOf(value, lowest, range) * (height - 4);
    if (run.length === 0) runs.push(run);
    run.push(`${x.toFixed(2)},${y.toFixed(2)}`);
  });
  return runs;
};

/** The shape of the last minutes, without axes; always beside the figure that it explains. */
export const Sparkline = ({
  values,
  color = 'var(--off-peak)',
  height = 24,
  filled = false,
}: SparklineProps) => (
  <svg
    className={styles.spark}
    viewBox={`0 0 ${WIDTH} ${height}`}
    height={height}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {runsOf(values, height)
      .filter((run) => run.length > 1)
      .map((run) => {
        const start = run[0]?.split(',')[0];
        const end = run.at(-1)?.split(',')[0];
        return (
          <g key={start}>
            {filled && (
              <polygon
                points={`${start},${height} ${run.join(' ')} ${end},${height}`}
                fill={color}
                opacity={0.12}
              />
            )}
            <polyline points={run.join(' ')} stroke={color} />
          </g>
        );
      })}
  </svg>
);
