/** The stacked parts of a bar, from the axis upwards. `color` is the name of a CSS variable. */
export interface BarSeries {
  readonly key: string;
  readonly label: string;
  readonly color: `--${string}`;
  /** Drawn below the axis, such as energy injected into the grid. */
  readonly isBelowAxis?: boolean;
}

/** Importance of a label below the axis where there is no room for all: 1 is placed first, 0 never. */
export type LabelRank = 0 | 1 | 2 | 3;

/** One step of a bar chart. */
export interface Bar {
  readonly key: string;
  readonly axisLabel: string;
  readonly labelRank: LabelRank;
  /** One value a series; `null` is 'not measured' and is drawn as a gap, never as zero. */
  readonly values: readonly number[] | null;
  readonly isForecast?: boolean;
  readonly isToday?: boolean;
}

const sumWhere = (bar: Bar, series: readonly BarSeries[], isBelowAxis: boolean): number =>
  (bar.values ?? []).reduce(
    (sum, value, index) => ((series[index]?.isBelowAxis ?? false) === isBelowAxis ? sum + value : sum),
    0,
  );

export const heightAbove = (bar: Bar, series: readonly BarSeries[]): number => sumWhere(bar, series, false);
export const depthBelow = (bar: Bar, series: readonly BarSeries[]): number => sumWhere(bar, series, true);
