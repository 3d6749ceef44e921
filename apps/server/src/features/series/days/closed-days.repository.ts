import {
  QUARTER_QUANTITIES,
  QUARTERS_OF_DAY,
  type QuarterQuantity,
  type QuarterRunOf,
} from '@nascente/domain/consumption/quarter-days';
import { DAY_MS, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { decodePhase, decodeSum, splitGrids } from '../encoding/quarters.ts';
import { readNumbers } from './number-text.ts';
import { gapsOf, type InstallationSpan, type RunsOfSpans } from './quarter-runs.ts';
import { askOfSpans, SPANS_ASKED } from './spans-asked.repository.ts';
import { sourceOf, type TotalColumn } from './total-columns.ts';

/** Grids of no phase. */
const NOTHING = '\\x00';
const ALL_PRESENT = '*';

/**
 * One row a span: of thousands, which is what hundreds of meters have, pg builds an object and a buffer each. What an
 * installation has none of on a day is a byte that says so, since grids tell their length.
 */
const daysStatement = (quantities: readonly QuarterQuantity[]): string =>
  `select asked.place, closed.* from ${SPANS_ASKED}
cross join lateral (select count(*)::integer as length, array_agg(day - date '1970-01-01')::text as days,
    ${[`string_agg(coalesce(present, '${ALL_PRESENT}'), '') as present`, ...quantities.map((name) => `encode(string_agg(coalesce(${name}, '${NOTHING}'), ''::bytea), 'base64') as ${name}`)].join(', ')}
  from meter_day where installation_id = asked.id and format is not null and day between asked.first and asked.last
) closed where length > 0`;

/** Closed days of a span, column by column; in the same order in each. */
type DaysRow = Readonly<Record<QuarterQuantity, string>> & {
  readonly place: number;
  readonly length: number;
  readonly days: string;
  readonly present: string;
};

/** What is closed of spans, and the stretches of them that are not. */
interface ClosedRuns<C extends TotalColumn, S> {
  readonly runs: RunsOfSpans<C>;
  readonly gaps: readonly S[];
}

/** Of each day the quarter-hours with data, a character each; null: all of them have. */
const presentIn = (text: string, days: number): (string | null)[] => {
  let at = 0;
  return Array.from({ length: days }, () => {
    const from = at;
    at += text[from] === ALL_PRESENT ? 1 : QUARTERS_OF_DAY;
    return at - from === 1 ? null : text.slice(from, at);
  });
};

/** The columns of each day, in the order of the row. */
const columnsIn = (
  column: TotalColumn,
  grids: ReadonlyMap<QuarterQuantity, readonly Buffer[]>,
): (Float64Array | null)[] => {
  const { quantity, phase } = sourceOf(column);
  const ofDays = grids.get(quantity) ?? [];
  return ofDays.map(phase === null ? decodeSum : (bytes) => decodePhase(bytes, phase));
};

const runsOf = <C extends TotalColumn>(
  columns: readonly C[],
  quantities: readonly QuarterQuantity[],
  row: DaysRow,
): QuarterRunOf<C>[] => {
  const days = new Float64Array(row.length);
  readNumbers(row.days, days, 0);
  const present = presentIn(row.present, row.length);
  const grids = new Map(
    quantities.map((name) => [name, splitGrids(Buffer.from(row[name], 'base64'))] as const),
  );
  const decoded = columns.map((column) => [column, columnsIn(column, grids)] as const);
  const runs = Array.from(days, (day, index) => {
    const run: Record<string, unknown> = {
      start: instant(day * DAY_MS),
      length: QUARTERS_OF_DAY,
      present: present[index],
    };
    for (const [column, ofDays] of decoded) run[column] = ofDays[index];
    return run as QuarterRunOf<C>;
  });
  return runs.sort(byStart);
};

const byStart = (one: QuarterRunOf<never>, other: QuarterRunOf<never>): number => one.start - other.start;

interface ClosedDaysRepository {
  /** The closed UTC days that each span touches, whole, a run each. */
  read<C extends TotalColumn, S extends InstallationSpan>(
    columns: readonly C[],
    spans: readonly S[],
  ): Promise<ClosedRuns<C, S>>;
}

export const createClosedDaysRepository = (pool: Pool): ClosedDaysRepository => ({
  async read<C extends TotalColumn, S extends InstallationSpan>(columns: readonly C[], spans: readonly S[]) {
    const quantities = QUARTER_QUANTITIES.filter((name) =>
      columns.some((column) => sourceOf(column).quantity === name),
    );
    const rows = await askOfSpans<DaysRow>(pool, spans, {
      name: `closed-days-${quantities.join('-')}`,
      text: daysStatement(quantities),
    });
    const runs: QuarterRunOf<C>[][] = spans.map(() => []);
    for (const row of rows) runs[row.place] = runsOf(columns, quantities, row);
    const gaps = spans.flatMap((span, place) =>
      gapsOf(
        span,
        (runs[place] ?? []).map(({ start }) => start),
      ),
    );
    return { runs, gaps };
  },
});
