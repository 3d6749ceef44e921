import classes from './chart.module.css';

export interface LegendItem {
  readonly label: string;
  readonly color: `--${string}`;
  /** More about it, shown on hover and read aloud. */
  readonly hint?: string;
}

export const ChartLegend = ({ items }: { readonly items: readonly LegendItem[] }) => (
  <ul className={classes.legend}>
    {items.map((item) => (
      <li key={item.label} title={item.hint}>
        <i className={classes.swatch} style={{ background: `var(${item.color})` }} />
        {item.label}
        {item.hint !== undefined && <span className={classes.heard}>, {item.hint}</span>}
      </li>
    ))}
  </ul>
);
