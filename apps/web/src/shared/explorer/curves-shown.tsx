import type { Zone } from '@nascente/domain/base/time/zone';
import { type ReactNode, useMemo, useState } from 'react';
import chart from '../charts/chart.module.css';
import { ChartTable } from '../charts/chart-table.tsx';
import { tableOf } from './curves/curve-table.ts';
import classes from './explorer.module.css';
import { ExportButtons } from './export-buttons.tsx';
import { Plot } from './plot/plot.tsx';
import type { DrawnCurve } from './plot/plot-geometry.ts';
import type { PlotMark } from './plot/plot-layer.tsx';
import type { Viewport } from './plot/viewport.ts';
import { pointText } from './reading.ts';
import { ShadeLegend } from './shade-legend.tsx';
import { StatisticsTable, statisticsSentence } from './statistics-table.tsx';

interface CurvesShownProps {
  readonly title: string;
  readonly curves: readonly DrawnCurve[];
  readonly view: Viewport;
  readonly zone: Zone;
  readonly isApart: boolean;
  readonly isShaded: boolean;
  readonly marks: readonly PlotMark[];
  readonly isWheelOwn: boolean;
  /** Without figures and files. */
  readonly isBrief: boolean;
  readonly onView: (view: Viewport) => void;
  /** Where a hand that goes on has come, if the curves are to be drawn for it before the screen around is told. */
  readonly onReach?: (view: Viewport) => void;
  readonly onRemove?: (id: string) => void;
  /** What stands in the way of some of them, below the curves. */
  readonly children?: ReactNode;
}

const TABLE_HEIGHT = 420;

const isEmpty = (drawn: readonly DrawnCurve[]): boolean => drawn.every(({ curve }) => curve.at.length === 0);

/** Curves that are there, as a plot or a table, with their figures and files. */
export const CurvesShown = (props: CurvesShownProps) => {
  const { title, curves, view, zone, isApart, isShaded, marks, isWheelOwn, isBrief, children } = props;
  const [isTable, setIsTable] = useState(false);
  const table = useMemo(() => (isTable ? tableOf(curves, view, zone) : null), [isTable, curves, view, zone]);
  return (
    <>
      {table ? (
        <ChartTable caption={title} table={table} height={TABLE_HEIGHT} />
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
          Nada foi medido neste período.
        </p>
      )}
      {children}
      <p className={classes.heard} aria-live="polite">
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
            <span className={chart.heard}>: {title}</span>
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
