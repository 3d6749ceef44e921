import type { ImportPreview } from '@nascente/contract/energy/past-imports';
import styles from './past.module.css';

/** The first rows of the table, under the names of its columns. */
export const Sample = ({ columns, sample }: Pick<ImportPreview, 'columns' | 'sample'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
  <section className={styles.table} aria-label="Primeiras linhas do arquivo" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map((name, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name.
            <th key={column} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sample.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a text have no other name.
          <tr key={row}>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
