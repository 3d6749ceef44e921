import classes from './chart.module.css';

export interface TooltipRow {
  readonly label: string;
  readonly value: string;
  /** CSS variable of the series that the row belongs to. */
  readonly color?: `--${string}`;
}

export interface TooltipContent {
  readonly title: string;
  readonly rows: readonly TooltipRow[];
  /** Completeness, or why there is nothing. */
  readonly note?: string;
}

interface ChartTooltipProps {
  readonly content: TooltipContent;
  /** Where it points to, px from the left and from the top of the graph. */
  readonly x: number;
  readonly y: number;
  /** Width of the graph: the tooltip stays inside it. */
  readonly width: number;
}

const WIDTH = 220;

/** The tooltip as one sentence, for who hears it. */
export const tooltipText = ({ title, rows, note }: TooltipContent): string =>
  [title, ...rows.map((row) => `${row.label} ${row.value}`), ...(note === undefined ? [] : [note])].join(
    ', ',
  );

export const ChartTooltip = ({ content, x, y, width }: ChartTooltipProps) => {
  const left = Math.min(Math.max(x - WIDTH / 2, 0), Math.max(width - WIDTH, 0));
  return (
    <div className={classes.tooltip} style={{ width: WIDTH, left, top: y }} aria-hidden="true">
      <strong>{content.title}</strong>
      <dl>
        {content.rows.map((row) => (
          <div key={row.label}>
            <dt>
              {row.color !== undefined && (
                <i className={classes.swatch} style={{ background: `var(${row.color})` }} />
              )}
              {row.label}
            </dt>
            <dd>{row.value}</dd>
          </div>
        ))}
      </dl>
      {content.note !== undefined && <p>{content.note}</p>}
    </div>
  );
};
