import type { Zone } from '@nascente/domain/time/zone';
import classes from './explorer.module.css';
import type { DrawnCurve } from './plot-geometry.ts';
import { instantText, pointText, valueText } from './reading.ts';
import { Swatch } from './series-strip.tsx';
import { statisticsIn } from './statistics.ts';
import type { Viewport } from './viewport.ts';

interface StatisticsTableProps {
  readonly curves: readonly DrawnCurve[];
  readonly view: Viewport;
  readonly zone: Zone;
}

const Extreme = ({ value, at }: { readonly value: string; readonly at: string }) => (
  <>
    {value} <small>{at}</small>
  </>
);

/** What is in view of each series, in figures. */
export const StatisticsTable = ({ curves, view, zone }: StatisticsTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section className={classes.statistics} tabIndex={0} aria-label="Estatísticas do que está em vista">
    <table>
      <thead>
        <tr>
          <th scope="col">Em vista</th>
          <th scope="col">Mínimo</th>
          <th scope="col">Média</th>
          <th scope="col">Máximo</th>
          <th scope="col">Soma</th>
        </tr>
      </thead>
      <tbody>
        {curves.map((one) => {
          const figures = statisticsIn(one.curve, view);
          const { quantity, curve } = one;
          const when = (at: number) => instantText(at, zone, curve.length);
          return (
            <tr key={one.id}>
              <th scope="row">
                <Swatch {...one} /> {one.label} <small>{pointText(curve)}</small>
              </th>
              <td>
                {figures && (
                  <Extreme value={valueText(figures.lowest, quantity)} at={when(figures.lowestAt)} />
                )}
              </td>
              <td>{figures ? valueText(figures.mean, quantity) : '–'}</td>
              <td>
                {figures && (
                  <Extreme value={valueText(figures.highest, quantity)} at={when(figures.highestAt)} />
                )}
              </td>
              <td>{figures?.sum == null ? '–' : valueText(figures.sum, quantity)}</td>
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
