import type { CellLevel, CellShape } from './cell-grid-geometry.ts';
import classes from './cell-legend.module.css';

const SHAPES: Readonly<Record<Exclude<CellShape, 'none'>, string>> = {
  dot: 'M4.5 4.5h3v3h-3z',
  bar: 'M3 4.8h6v2.4h-6z',
  cross: 'M3 6L6 3L9 6L6 9z',
  up: 'M3 8.4L6 3L9 8.4z',
  down: 'M3 3.6L6 9L9 3.6z',
};

/** What the colours and shapes of cells mean, in words. */
export const CellLegend = ({ levels }: { readonly levels: readonly CellLevel[] }) => (
  <ul className={classes.legend}>
    {levels.map(({ label, fill, shape = 'none' }) => (
      <li key={label}>
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <rect width="12" height="12" rx="2" style={{ fill }} />
          {shape !== 'none' && <path d={SHAPES[shape]} />}
        </svg>
        {label}
      </li>
    ))}
  </ul>
);
