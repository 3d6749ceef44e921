import { ChartTable } from '@nascente/charts/chart-table';
import { type ReactNode, useMemo, useState } from 'react';
import chart from '../charts/chart-frame.module.css';
import { useNow } from '../consumption/use-now.ts';
import { TableHead } from '../ui/marks/table-head.tsx';
import { statisticsIn } from './curves/curve.ts';
import { tableOf } from './curves/curve-table.ts';
import { SHADE_TEXTS, shadesIn } from './curves/shades.ts';
import classes from './explorer.module.css';
import { ExportButtons } from './export-buttons.tsx';
import { Plot, type PlotProps } from './plot/plot.tsx';
import type { DrawnCurve } from './plot/plot-geometry.ts';
import { Swatch } from './plot/series-strip.tsx';
import { shadeLook } from './plot/theme-colors.ts';
import type { Viewport } from './plot/viewport.ts';
import { measuredText, pointText, valueText } from './reading.ts';

/** Names of the figures. On a phone each stands above its figure. */
const COLUMNS = ['Mínimo', 'Média', 'Máximo', 'Soma'] as const;

const PARTLY_ESTIMATED = 'em parte estimado';

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

const StatisticsTable = ({ curves, view, zone }: Pick<PlotProps, 'curves' | 'view' | 'zone'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section className={classes.statistics} tabIndex={0} aria-label="Estatísticas do que está em vista">
    <table>
      <TableHead columns={['Em vista', ...COLUMNS]} />
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
              <Figure
                column="Soma"
                value={text(figures?.sum)}
                at={figures?.sum == null || figures.estimatedPoints === 0 ? undefined : PARTLY_ESTIMATED}
              />
            </tr>
          );
        })}
      </tbody>
    </table>
  </section>
);

/** The statistics as a sentence for screen readers. */
const statisticsSentence = (curves: readonly DrawnCurve[], view: Viewport): string =>
  curves
    .map(({ label, curve, quantity }) => {
      const figures = statisticsIn(curve, view);
      if (figures === null) return `${label}: sem medição em vista.`;
      const [low, mean, high] = [figures.lowest, figures.mean, figures.highest].map((value) =>
        valueText(value, quantity),
      );
      const estimate = figures.estimatedPoints === 0 ? '' : `, ${PARTLY_ESTIMATED}`;
      return `${label}: de ${low} a ${high}, média de ${mean}${estimate}.`;
    })
    .join(' ');

type ShadeLegendProps = Pick<PlotProps, 'curves' | 'view' | 'zone' | 'isShaded'>;

const MINUTE_MS = 60_000;

const ShadeLegend = ({ curves, view, zone, isShaded }: ShadeLegendProps) => {
  const now = useNow(MINUTE_MS);
  const kinds = isShaded ? [...new Set(shadesIn(curves, view, zone, now).map(({ kind }) => kind))] : [];
  return (
    <ul className={classes.shades} aria-label="Faixas ao fundo">
      {kinds.map((kind) => {
        const { color, hatch } = shadeLook(kind);
        return (
          <li key={kind}>
            <i data-hatch={hatch ?? undefined} style={{ color: `var(${color})` }} />
            {SHADE_TEXTS[kind]}
          </li>
        );
      })}
    </ul>
  );
};

interface CurvesShownProps extends Omit<PlotProps, 'label' | 'onReach'> {
  readonly title: string;
  readonly isBrief: boolean;
  /** By default `onView`. */
  readonly onReach?: PlotProps['onReach'];
  readonly children?: ReactNode;
}

const isEmpty = (drawn: readonly DrawnCurve[]): boolean => drawn.every(({ curve }) => curve.at.length === 0);

export const CurvesShown = (props: CurvesShownProps) => {
  const { title, curves, view, zone, isApart, isShaded, marks, isWheelOwn, isBrief, children } = props;
  const [isTable, setIsTable] = useState(false);
  const table = useMemo(() => (isTable ? tableOf(curves, view, zone) : null), [isTable, curves, view, zone]);
  return (
    <>
      {table ? (
        <ChartTable caption={title} table={table} height={420} />
      ) : (
        <Plot
          label={title}
          {...{ curves, view, zone, isApart, isShaded, marks, isWheelOwn }}
          onView={props.onView}
          onReach={props.onReach ?? props.onView}
          onRemove={props.onRemove}
        />
      )}
      {isEmpty(curves) && (
        <p className={classes.fault} role="status">
          Não chegou nenhuma medição neste período.
        </p>
      )}
      {children}
      <p className="visually-hidden" aria-live="polite">
        {statisticsSentence(curves, view)}
      </p>
      <div className={classes.foot}>
        <ShadeLegend {...{ curves, view, zone, isShaded }} />
        <p className={classes.note}>
          {[...new Set(curves.map(({ curve }) => pointText(curve)))].join(' · ')}
          <button
            type="button"
            className={chart.textButton}
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? 'ver gráfico' : 'ver tabela'}
            <span className="visually-hidden">: {title}</span>
          </button>
        </p>
      </div>
      {!isBrief && (
        <>
          <StatisticsTable {...{ curves, view, zone }} />
          <ExportButtons {...{ title, curves, view, zone, isApart, isShaded }} />
        </>
      )}
    </>
  );
};
