import classes from './cycle-progress.module.css';

/** The cycle's progress as shares of a bar's length. */
interface ProgressShape {
  readonly soFar: number;
  /** Null once the cycle's end lies in the past. */
  readonly forecast: { readonly low: number; readonly high: number; readonly at: number } | null;
}

interface Progress {
  readonly soFar: number;
  readonly forecast: { readonly total: number; readonly low: number; readonly high: number } | null;
}

/** The bar ends a little after the largest of what it shows. */
const HEADROOM = 1.04;

export const progressShape = ({ soFar, forecast }: Progress): ProgressShape => {
  const end = Math.max(soFar, forecast?.high ?? 0, forecast?.total ?? 0) * HEADROOM;
  const share = (value: number): number => (end <= 0 ? 0 : Math.min(Math.max(value / end, 0), 1));
  return {
    soFar: share(soFar),
    forecast:
      forecast === null
        ? null
        : { low: share(forecast.low), high: share(forecast.high), at: share(forecast.total) },
  };
};

interface CycleProgressProps {
  /** In words, for who hears it. */
  readonly label: string;
  readonly soFar: number;
  readonly forecast: { readonly total: number; readonly low: number; readonly high: number } | null;
  readonly isWater?: boolean;
}

const percent = (share: number): string => `${share * 100}%`;

const Marks = ({ shape }: { readonly shape: ProgressShape }) =>
  shape.forecast && (
    <>
      <i
        className={classes.band}
        style={{
          left: percent(shape.forecast.low),
          width: percent(shape.forecast.high - shape.forecast.low),
        }}
      />
      <i className={classes.mark} style={{ left: percent(shape.forecast.at) }} />
    </>
  );

/** What was used so far on the way to the forecast, with the forecast's band at its end. */
export const CycleProgress = ({ label, soFar, forecast, isWater = false }: CycleProgressProps) => {
  const shape = progressShape({ soFar, forecast });
  return (
    <div className={classes.progress} data-water={isWater} role="img" aria-label={label}>
      <i className={classes.track} />
      <Marks shape={shape} />
      <i className={classes.fill} style={{ width: percent(shape.soFar) }} />
    </div>
  );
};
