import classes from './chart.module.css';

/** The content of a chart as a table: the first column names the row. */
export interface ChartTableContent {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface ChartTableProps {
  readonly caption: string;
  readonly table: ChartTableContent;
  readonly height: number;
}

export const ChartTable = ({ caption, table, height }: ChartTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section className={classes.tableScroll} style={{ height }} tabIndex={0} aria-label={caption}>
    <table className={classes.table}>
      <caption className={classes.heard}>{caption}</caption>
      <thead>
        <tr>
          {table.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={table.columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
