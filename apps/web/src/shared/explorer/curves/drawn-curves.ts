import type { DrawnCurve } from '../plot/plot-geometry.ts';
import type { LoadedSeries, Series } from './use-curves.ts';

interface NamedSeries extends Pick<Series, 'id' | 'quantity'> {
  readonly board: Pick<Series['board'], 'macAddress' | 'establishmentId' | 'Alias' | 'name'>;
}
interface LoadedCurve extends Pick<LoadedSeries, 'curve' | 'laterMs'> {
  readonly series: NamedSeries;
}

const DASHES: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [9, 3, 2, 3]];
const OTHER_COLORS = [
  '--off-peak',
  '--peak',
  '--water',
  '--phase-c',
  '--injected',
  '--intermediate',
] as const;

/** Colours that are indistinguishable in the dark theme count as one hue. */
const SAME_HUE: Readonly<Record<string, string>> = { '--water': '--phase-a', '--peak': '--phase-b' };
const hueOf = (color: string): string => SAME_HUE[color] ?? color;

interface Look {
  readonly color: `--${string}`;
  readonly dash: readonly number[];
}

/** The style of each series: the colour of its quantity; if that is taken, another colour or dashes. */
const looksOf = (series: readonly NamedSeries[]): ReadonlyMap<string, Look> => {
  const taken = new Map<string, number>();
  const looks = new Map<string, Look>();
  for (const { id, quantity } of series) {
    const isFree = (color: string): boolean => !taken.has(hueOf(color));
    const color = isFree(quantity.color) ? quantity.color : (OTHER_COLORS.find(isFree) ?? quantity.color);
    const before = taken.get(hueOf(color)) ?? 0;
    taken.set(hueOf(color), before + 1);
    looks.set(id, { color, dash: DASHES[before % DASHES.length] ?? [] });
  }
  return looks;
};

/** Labels contain the meter if there are several, and the establishment if there are several. */
const labelsOf = (series: readonly NamedSeries[]): ReadonlyMap<string, string> => {
  const isOfMany = new Set(series.map(({ board }) => board.macAddress)).size > 1;
  const areManyEstablishments = new Set(series.map(({ board }) => board.establishmentId)).size > 1;
  return new Map(
    series.map(({ id, board, quantity }) => {
      if (!isOfMany) return [id, quantity.name];
      return [id, `${quantity.name} · ${areManyEstablishments ? board.Alias : board.name}`];
    }),
  );
};

export const drawnCurves = (loaded: readonly LoadedCurve[], comparedWord: string): readonly DrawnCurve[] => {
  const series = loaded.filter(({ laterMs }) => laterMs === 0).map((one) => one.series);
  const looks = looksOf(series);
  const labels = labelsOf(series);
  const drawn = loaded.flatMap(({ series: { id, quantity }, curve, laterMs }): DrawnCurve[] => {
    const look = looks.get(id);
    if (curve === null || look === undefined) return [];
    const isCompared = laterMs !== 0;
    const label = labels.get(id) ?? quantity.name;
    return [
      {
        ...look,
        id: isCompared ? `${id} ${laterMs}` : id,
        label: isCompared ? `${label}, ${comparedWord}` : label,
        quantity,
        isCompared,
        curve,
      },
    ];
  });
  return [...drawn.filter((one) => !one.isCompared), ...drawn.filter((one) => one.isCompared)];
};
