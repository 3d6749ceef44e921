import type { Zone } from '@nascente/domain/base/time/zone';
import { memo } from 'react';
import { IconButton } from '../../ui/marks/icon-button.tsx';
import { statisticsIn } from '../curves/curve.ts';
import { instantText, readAt, valueText } from '../reading.ts';
import classes from './plot.module.css';
import type { DrawnCurve } from './plot-geometry.ts';
import type { Viewport } from './viewport.ts';

interface SeriesStripProps {
  readonly curves: readonly DrawnCurve[];
  readonly view: Viewport;
  readonly cursor: number | null;
  readonly zone: Zone;
  readonly onRemove?: ((id: string) => void) | undefined;
}

/** The line of a series in its chip, with its dashes. */
export const Swatch = ({ color, dash, isCompared }: Pick<DrawnCurve, 'color' | 'dash' | 'isCompared'>) => (
  <svg width="18" height="8" aria-hidden="true">
    <line
      x1="1"
      x2="17"
      y1="4"
      y2="4"
      strokeWidth="2.5"
      strokeDasharray={isCompared ? '4 3' : dash.join(' ')}
      style={{ stroke: `var(${color})`, opacity: isCompared ? 0.6 : 1 }}
    />
  </svg>
);

/** The cursor's instant, and that of the compared period. */
const cursorText = (curves: readonly DrawnCurve[], cursor: number, zone: Zone): string => {
  const length = curves[0]?.curve.length ?? 0;
  const laterMs = curves.find(({ isCompared }) => isCompared)?.curve.laterMs;
  const read = instantText(cursor, zone, length);
  return laterMs === undefined ? read : `${read} · comparado: ${instantText(cursor - laterMs, zone, length)}`;
};

/** Each series with its value at the cursor, beside the curves. */
export const SeriesStrip = memo(({ curves, view, cursor, zone, onRemove }: SeriesStripProps) => (
  <div className={classes.strip}>
    <p
      className={classes.when}
      data-compared={curves.some(({ isCompared }) => isCompared) || undefined}
      aria-hidden="true"
    >
      {cursor === null ? 'Último valor' : cursorText(curves, cursor, zone)}
    </p>
    <ul className={classes.chips}>
      {curves.map((one) => {
        const last = cursor === null ? statisticsIn(one.curve, view) : null;
        const shown = cursor === null ? last && valueText(last.last, one.quantity) : readAt(one, cursor);
        return (
          <li key={one.id} className={classes.chip}>
            <Swatch {...one} />
            <span className={classes.name}>{one.label}</span>
            <span className={classes.value}>{shown ?? '–'}</span>
            {onRemove && !one.isCompared && (
              <IconButton
                icon="close"
                label={`Tirar ${one.label}`}
                className={classes.remove}
                onClick={() => onRemove(one.id)}
              />
            )}
          </li>
        );
      })}
    </ul>
  </div>
));
