import type { BoardKind } from '@nascente/domain/metering/frame';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import type { Pool } from 'pg';
import type { Span } from '../readings/index.ts';
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

export interface ExportQuartersRepository {
  /** Every quarter-hour with data that begins in a span, oldest first, page by page. */
  pages(installationId: number, kind: BoardKind, span: Span): AsyncGenerator<ExportRow[]>;
}

export const createExportQuartersRepository = (pool: Pool): ExportQuartersRepository => ({
  async *pages(installationId, kind, { from, to }) {
    for (let open: number = from; ; ) {
      const { rows } = await pool.query<{ start: Date; told: string }>({
        name: `export-quarters-${kind}`,
        text: `select start, row(${VALUES[kind].join(', ')})::text as told from quarter
          where installation_id = $1 and start >= $2 and start < $3 and frames > 0
          order by start limit ${ROWS_A_PAGE}`,
        values: [installationId, new Date(open).toISOString(), new Date(to).toISOString()],
      });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(({ start, told }) => ({
        start: start.getTime(),
        end: start.getTime() + QUARTER_MS,
        values: told.slice(1, -1),
      }));
      if (rows.length < ROWS_A_PAGE) return;
      open = last.start.getTime() + 1;
    }
  },
});
