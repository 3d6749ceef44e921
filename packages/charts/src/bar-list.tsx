import { type Bar, type BarSeries, heightAbove } from './bars.ts';
import classes from './chart.module.css';

interface BarListProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly series: readonly BarSeries[];
  readonly height: number;
  /** Name and value of a row. */
  readonly describe: (index: number) => { readonly name: string; readonly value: string };
}

/** Bars one below the other, for more steps than a narrow screen can show beside each other. */
export const BarList = ({ label, bars, series, height, describe }: BarListProps) => {
  const highest = Math.max(...bars.map((bar) => heightAbove(bar, series)), Number.EPSILON);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.listScroll} style={{ maxHeight: height }} tabIndex={0} aria-label={label}>
      <ol className={classes.list}>
        {bars.map((bar, index) => {
          const { name, value } = describe(index);
          return (
            <li key={bar.key}>
              <span>{name}</span>
              <span className={classes.track} aria-hidden="true">
                {series.map((one, at) => (
                  <i
                    key={one.key}
                    style={{
                      width: `${one.isBelowAxis ? 0 : ((bar.values?.[at] ?? 0) / highest) * 100}%`,
                      background: `var(${bar.isForecast ? '--line-strong' : one.color})`,
                    }}
                  />
                ))}
              </span>
              <span>{value}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
};
