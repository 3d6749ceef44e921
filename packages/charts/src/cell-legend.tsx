import type { CellLevel } from './cell-grid.tsx';
import classes from './cell-legend.module.css';
import { shapePath } from './cell-shapes.ts';

/** Labels of the colours and shapes of cells. */
export const CellLegend = ({ levels }: { readonly levels: readonly CellLevel[] }) => (
  <ul className={classes.legend}>
    {levels.map(({ label, fill, shape }) => (
      <li key={label}>
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <rect width="12" height="12" rx="2" style={{ fill }} />
          {shape !== undefined && <path d={shapePath(shape, [6, 6], 3)} />}
        </svg>
        {label}
      </li>
    ))}
  </ul>
);
