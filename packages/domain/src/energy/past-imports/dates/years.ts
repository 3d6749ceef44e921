import { cellAt } from '../../../base/sheet/row-cells.ts';
import type { Instant } from '../../../base/time/zone.ts';
import { candidate, type FileCandidate, type SheetRow } from '../file-question.ts';
import { yearlessParts } from './written-dates.ts';

const HALF = 0.5;
const NO_DAY = [0, 0] as const;
const MAX_COLUMNS = 60;
const YEAR = /\b(20[0-5]\d)\b/g;
const REFERENCE = /\b(\d{1,2})[/-](20[0-5]\d)\b/;

/** Dates without a year, and the years that lines before them name. */
interface YearlessDates {
  readonly column: number;
  /** Day and month of the first row. */
  readonly firstDay: readonly [number, number];
  /** The year of the first row; `null`: the file does not say. */
  readonly year: number | null;
}

const columnOf = (rows: readonly SheetRow[]): number | null => {
  const width = Math.min(
    rows.reduce((most, { cells }) => Math.max(most, cells.length), 0),
    MAX_COLUMNS,
  );
  const columns = Array.from({ length: width }, (_, column) => column);
  return (
    columns.find(
      (column) =>
        rows.filter(({ cells }) => yearlessParts(cellAt(cells, column)) !== null).length > rows.length * HALF,
    ) ?? null
  );
};

/** Finds dates such as `16/06 00:15`, whose year stands before the table, if anywhere. */
export function yearlessDatesIn(rows: readonly SheetRow[]): YearlessDates | null {
  const column = columnOf(rows);
  if (column === null) return null;
  const first = rows.findIndex(({ cells }) => yearlessParts(cellAt(cells, column)) !== null);
  const before = rows.slice(0, first).map(({ cells }) => cells.join(' '));
  const years = new Set(before.flatMap((text) => text.match(YEAR) ?? []));
  const [year, another] = [...years].map(Number);
  const isOne = year !== undefined && another === undefined;
  const month = Number(before.map((text) => REFERENCE.exec(text)?.[1]).find((each) => each !== undefined));
  const [firstDay = NO_DAY] = rows.flatMap(({ cells }) => {
    const parts = yearlessParts(cellAt(cells, column));
    return parts === null ? [] : [parts];
  });
  // A bill of January begins in December.
  const isBefore = month > 0 && firstDay[1] > month;
  return {
    column,
    firstDay,
    year: isOne ? year - Number(isBefore) : null,
  };
}

const NAMED_YEARS = 3;

/** The year of dates without one, or the years between which a person chooses, the newest that is not in the future first. */
export function yearsOf(
  { year, column, firstDay }: YearlessDates,
  newest: Instant,
): { readonly year: number; readonly column: number; readonly candidates: readonly FileCandidate[] } {
  if (year !== null) return { year, column, candidates: [] };
  const now = new Date(newest);
  const [day, month] = firstDay;
  const isAhead = Date.UTC(now.getUTCFullYear(), month - 1, day) > newest;
  const last = now.getUTCFullYear() - Number(isAhead);
  const candidates = Array.from({ length: NAMED_YEARS }, (_, back) =>
    candidate(`as datas são de ${last - back}`, { year: last - back }),
  );
  return { year: last, column, candidates };
}
