import type { BoardKind } from '@nascente/domain/metering/frame';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import type { Pool } from 'pg';
import type { Span } from '../series/index.ts';
import type { ExportRow } from './export-table.ts';

const ROWS_A_PAGE = 1_000;

const inKilo = (column: string): string => `(${column})::float8 / 1000000`;
const sumsOf = (phases: readonly string[]): string[] => {
  const total = phases.map((phase) => `consumed_${phase}_mwh`).join(' + ');
  return [
    inKilo(total),
    ...['consumed', 'injected'].flatMap((kind) => phases.map((phase) => inKilo(`${kind}_${phase}_mwh`))),
    ...['inductive', 'capacitive'].flatMap((kind) => phases.map((phase) => inKilo(`${kind}_${phase}_mvarh`))),
    inKilo(`(${total}) * 4`),
    '100',
  ];
};

/** In the order of `TOTALS_TABLE`; a quarter-hour with data is whole. */
const VALUES: Readonly<Record<BoardKind, readonly string[]>> = {
  tri: sumsOf(['a', 'b', 'c']),
  mono: sumsOf(['a']),
  water: [inKilo('volume_ml'), '100'],
};

const page = (columns: readonly string[], table: string): string =>
  `select start, row(${columns.join(', ')})::text as told from ${table}
    where installation_id = $1 and start >= $2 and start < $3 and frames > 0
    order by start limit ${ROWS_A_PAGE}`;

/** A quarter-hour of which a part counts and another does not has two rows. */
const markedPage = (kind: BoardKind): string => {
  const marked = (table: string, mark: number) => `(${page([...VALUES[kind], String(mark)], table)})`;
  return `select * from (${marked('quarter', 0)} union all ${marked('set_aside_quarter', 1)}) both_kinds
    order by start limit ${ROWS_A_PAGE}`;
};

export interface ExportQuartersRepository {
  /**
   * Every quarter-hour with data that begins in a span, oldest first, page by page.
   *
   * @param isMarked with those that do not count, and a last column that says which they are
   */
  pages(installationId: number, kind: BoardKind, span: Span, isMarked: boolean): AsyncGenerator<ExportRow[]>;
}

export const createExportQuartersRepository = (pool: Pool): ExportQuartersRepository => ({
  async *pages(installationId, kind, { from, to }, isMarked) {
    for (let open: number = from; ; ) {
      const { rows } = await pool.query<{ start: Date; told: string }>({
        name: `export-quarters-${kind}-${isMarked}`,
        text: isMarked ? markedPage(kind) : page(VALUES[kind], 'quarter'),
        values: [installationId, new Date(open).toISOString(), new Date(to).toISOString()],
      });
      const last = rows.at(-1);
      if (last === undefined) return;
      const isLast = rows.length < ROWS_A_PAGE;
      const end = last.start.getTime();
      // The second row of a quarter-hour may be on the next page: a full one leaves out its last quarter-hour.
      const whole = isLast ? rows : rows.filter(({ start }) => start.getTime() < end);
      yield whole.map(({ start, told }) => ({
        start: start.getTime(),
        end: start.getTime() + QUARTER_MS,
        values: told.slice(1, -1),
      }));
      if (isLast) return;
      open = end;
    }
  },
});
