import classes from './cycle-progress.module.css';
import { type ProgressShape, progressShape } from './progress-shape.ts';

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
