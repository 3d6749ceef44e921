import type { Zone } from '@nascente/domain/base/time/zone';
import classes from './explorer.module.css';
import type { DrawnCurve } from './plot/plot-geometry.ts';
import { Swatch } from './plot/series-strip.tsx';
import type { Viewport } from './plot/viewport.ts';
import { measuredText, pointText, valueText } from './reading.ts';
import { statisticsIn } from './statistics.ts';

interface StatisticsTableProps {
  readonly curves: readonly DrawnCurve[];
  readonly view: Viewport;
  readonly zone: Zone;
}

/** On a phone the name of a figure stands above it, where columns have no room. */
const COLUMNS = ['Mínimo', 'Média', 'Máximo', 'Soma'] as const;

interface FigureProps {
  readonly column: (typeof COLUMNS)[number];
  readonly value: string | undefined;
  readonly at?: string | undefined;
}

const Figure = ({ column, value, at }: FigureProps) => (
  <td data-column={column}>
    {value ?? '–'} {at !== undefined && <small>{at}</small>}
  </td>
);

/** What is in view of each series, in figures. */
export const StatisticsTable = ({ curves, view, zone }: StatisticsTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section className={classes.statistics} tabIndex={0} aria-label="Estatísticas do que está em vista">
    <table>
      <thead>
        <tr>
          <th scope="col">Em vista</th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {curves.map((one) => {
          const figures = statisticsIn(one.curve, view);
          const { quantity, curve } = one;
          const text = (value: number | null | undefined) =>
            value == null ? undefined : valueText(value, quantity);
          const when = (point: number | undefined) =>
            point === undefined ? undefined : measuredText(curve, point, zone);
          return (
            <tr key={one.id}>
              <th scope="row">
                <Swatch {...one} /> {one.label} <small>{pointText(curve)}</small>
              </th>
              <Figure column="Mínimo" value={text(figures?.lowest)} at={when(figures?.lowestPoint)} />
              <Figure column="Média" value={text(figures?.mean)} />
              <Figure column="Máximo" value={text(figures?.highest)} at={when(figures?.highestPoint)} />
              <Figure column="Soma" value={text(figures?.sum)} />
            </tr>
          );
        })}
      </tbody>
    </table>
  </section>
);

/** The same in a sentence, for who does not see the curves. */
export const statisticsSentence = (curves: readonly DrawnCurve[], view: Viewport): string =>
  curves
    .map(({ label, curve, quantity }) => {
      const figures = statisticsIn(curve, view);
      if (figures === null) return `${label}: sem medição em vista.`;
      const [low, mean, high] = [figures.lowest, figures.mean, figures.highest].map((value) =>
        valueText(value, quantity),
      );
      return `${label}: de ${low} a ${high}, média de ${mean}.`;
    })
    .join(' ');
