import type { Pool } from 'pg';
import { COUNTED, FRAME_COLUMNS, type FrameField, type Span } from '../series/index.ts';
import type { ExportRow } from './export-table.ts';

/** Some milliseconds of work a page, and half a megabyte. */
const ROWS_A_PAGE = 1_000;
/** How long before a span the message before its first is looked for. */
const LOOK_BACK_MS = 86_400_000;

/** Increments leave in the unit of the meter; a `real` is written in the fewest digits that name it. */
const selected = (field: FrameField): string => {
  const { column, isIncrement } = FRAME_COLUMNS[field];
  return isIncrement ? `${column}::float8 / 1000` : column;
};

const MARK = `case when ${COUNTED} then 0 else 1 end`;

export interface ExportFramesRepository {
  /**
   * Every frame of a span, oldest first, page by page, each from the message before it. Between pages nothing is held
   * in the database: who reads slowly, or stops, keeps no cursor open.
   *
   * @param isMarked whether a last column says which frames do not count
   */
  pages(
    installationId: number,
    span: Span,
    fields: readonly FrameField[],
    isMarked: boolean,
  ): AsyncGenerator<ExportRow[]>;
}

const rowsOf = (lines: string, before: number | null): ExportRow[] => {
  let start = before;
  return lines.split('\n').map((line) => {
    const comma = line.indexOf(',');
    const end = Number(line.slice(1, comma));
    const row = { start, end, values: line.slice(comma + 1, -1) };
    start = end;
    return row;
  });
};

export const createExportFramesRepository = (pool: Pool): ExportFramesRepository => {
  const before = async (installationId: number, from: number): Promise<number | null> => {
    const { rows } = await pool.query<{ at: Date | null }>({
      name: 'export-before',
      text: 'select max(at) as at from reading where installation_id = $1 and at < $2 and at >= $3',
      values: [installationId, new Date(from).toISOString(), new Date(from - LOOK_BACK_MS).toISOString()],
    });
    return rows[0]?.at?.getTime() ?? null;
  };

  return {
    async *pages(installationId, { from, to }, fields, isMarked) {
      const columns = [...fields.map(selected), ...(isMarked ? [MARK] : [])].join(', ');
      let last = await before(installationId, from);
      for (let open: number = from; ; ) {
        const { rows } = await pool.query<{ lines: string | null }>({
          name: `export-frames-${fields.length}-${isMarked}`,
          text: `select string_agg(frame::text, E'\\n') as lines from (
            select (date_part('epoch', at) * 1000)::bigint as ms, ${columns}
            from reading where installation_id = $1 and at >= $2 and at < $3 order by at limit ${ROWS_A_PAGE}) frame`,
          values: [installationId, new Date(open).toISOString(), new Date(to).toISOString()],
        });
        const lines = rows[0]?.lines ?? null;
        if (lines === null) return;
        const page = rowsOf(lines, last);
        yield page;
        last = page.at(-1)?.end ?? last;
        if (page.length < ROWS_A_PAGE || last === null) return;
        open = last + 1;
      }
    },
  };
};
