import {
  QUARTER_QUANTITIES,
  QUARTERS_OF_DAY,
  type QuarterQuantity,
  type QuarterRunOf,
} from '@nascente/domain/consumption/quarter-days';
import { DAY_MS, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { decodePhases, decodeSum, type PhaseGrids } from '../encoding/quarters.ts';
import { daysTouched, gapsOf, type InstallationSpan, isSome, type RunsOfSpans } from './quarter-runs.ts';
import { sourceOf, type TotalColumn } from './total-columns.ts';

const DAY_NUMBER = `day - date '1970-01-01'`;
/** Spans, by their place. */
const ASKED =
  'unnest($1::integer[], $2::date[], $3::date[]) with ordinality as asked (id, first, last, place)';

const daysStatement = (quantities: readonly QuarterQuantity[]): string =>
  `select asked.place::integer - 1 as place, ${DAY_NUMBER} as day, ${['present', ...quantities].join(', ')}
from ${ASKED} join meter_day on installation_id = asked.id and format is not null and day between first and last
order by place, day`;

type DayRow = Readonly<Partial<Record<QuarterQuantity, Buffer | null>>> & {
  readonly place: number;
  readonly day: number;
  readonly present: string | null;
};

/** What is closed of spans, and the stretches of them that are not. */
interface ClosedRuns<C extends TotalColumn, S> {
  readonly runs: RunsOfSpans<C>;
  readonly gaps: readonly S[];
}

const runOf = <C extends TotalColumn>(columns: readonly C[], row: DayRow): QuarterRunOf<C> => {
  const phases = new Map<QuarterQuantity, PhaseGrids>();
  const phaseOf = (quantity: QuarterQuantity, phase: number): Float64Array | null => {
    const grids = phases.get(quantity) ?? decodePhases(row[quantity] ?? null);
    phases.set(quantity, grids);
    return grids[phase] ?? null;
  };
  const decoded = columns.map((column) => {
    const { quantity, phase } = sourceOf(column);
    return [column, phase === null ? decodeSum(row[quantity]) : phaseOf(quantity, phase)] as const;
  });
  return {
    start: instant(row.day * DAY_MS),
    length: QUARTERS_OF_DAY,
    present: row.present,
    ...(Object.fromEntries(decoded) as Record<C, Float64Array | null>),
  };
};

const valuesOf = (spans: readonly InstallationSpan[]): unknown[] => {
  const days = spans.map(daysTouched);
  return [
    spans.map(({ installationId }) => installationId),
    days.map(([first]) => first),
    days.map(([, last]) => last),
  ];
};

interface ClosedDaysRepository {
  /** The closed UTC days that each span touches, whole, a run each. */
  read<C extends TotalColumn, S extends InstallationSpan>(
    columns: readonly C[],
    spans: readonly S[],
  ): Promise<ClosedRuns<C, S>>;
}

export const createClosedDaysRepository = (pool: Pool): ClosedDaysRepository => ({
  async read<C extends TotalColumn, S extends InstallationSpan>(columns: readonly C[], spans: readonly S[]) {
    const asked = spans.filter(isSome);
    if (asked.length === 0) return { runs: spans.map(() => []), gaps: [] };
    const quantities = QUARTER_QUANTITIES.filter((name) =>
      columns.some((column) => sourceOf(column).quantity === name),
    );
    const { rows } = await pool.query<DayRow>({
      name: `closed-days-${quantities.join('-')}`,
      text: daysStatement(quantities),
      values: valuesOf(asked),
    });
    const runsOf = new Map(asked.map((span): [S, QuarterRunOf<C>[]] => [span, []]));
    for (const row of rows) runsOf.get(asked[row.place] as S)?.push(runOf(columns, row));
    return {
      runs: spans.map((span) => runsOf.get(span) ?? []),
      gaps: asked.flatMap((span) =>
        gapsOf(
          span,
          (runsOf.get(span) ?? []).map(({ start }) => start),
        ),
      ),
    };
  },
});
