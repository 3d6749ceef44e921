/** What is stacked in a bar, from the axis upwards. `color` is the name of a CSS variable. */
export interface BarSeries {
  readonly key: string;
  readonly label: string;
  readonly color: `--${string}`;
  /** Drawn below the axis, such as energy given back to the grid. */
  readonly isBelowAxis?: boolean;
}

/** How much a label below the axis matters when there is no room for all: 1 goes first, 0 is never drawn. */
export type LabelRank = 0 | 1 | 2 | 3;

/** One step of a bar chart. */
export interface Bar {
  readonly key: string;
  readonly axisLabel: string;
  readonly labelRank: LabelRank;
  /** One value a series; null is 'not measured' and is drawn as a gap, never as zero. */
  readonly values: readonly number[] | null;
  readonly isForecast: boolean;
  readonly isToday: boolean;
}

const sumWhere = (bar: Bar, series: readonly BarSeries[], isBelowAxis: boolean): number =>
  (bar.values ?? []).reduce(
    (sum, value, index) => ((series[index]?.isBelowAxis ?? false) === isBelowAxis ? sum + value : sum),
    0,
  );

export const heightAbove = (bar: Bar, series: readonly BarSeries[]): number => sumWhere(bar, series, false);
export const depthBelow = (bar: Bar, series: readonly BarSeries[]): number => sumWhere(bar, series, true);

/** Index of the outermost series of this bar on one side of the axis: the one that wears the rounded end. */
export const outermost = (bar: Bar, series: readonly BarSeries[], isBelowAxis: boolean): number =>
  (bar.values ?? []).findLastIndex(
    (value, index) => value > 0 && (series[index]?.isBelowAxis ?? false) === isBelowAxis,
  );
