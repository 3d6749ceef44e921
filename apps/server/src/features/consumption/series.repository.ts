import type { EnergySeries, SeriesColumn, StepMinutes } from '@nascente/domain/consumption/series';
import type { BoardKind } from '@nascente/domain/metering/frame';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { type QuarterRow, seriesOfQuarterRows } from './quarter-columns.ts';
import { COUNT_FACTOR, PEAK_FACTOR, type SeriesRow, seriesOf } from './series-columns.ts';

type Sums = Partial<Record<SeriesColumn, string>>;

const phaseColumns = (phase: 'a' | 'b' | 'c'): Sums => {
  const name = phase.toUpperCase() as 'A' | 'B' | 'C';
  return {
    [`consumed${name}`]: `consumed_${phase}_mwh`,
    [`injected${name}`]: `injected_${phase}_mwh`,
    [`inductive${name}`]: `inductive_${phase}_mvarh`,
    [`capacitive${name}`]: `capacitive_${phase}_mvarh`,
  };
};

/** What a kind of board measures; columns that it never fills are not read. */
const IN_DETAIL: Readonly<Record<BoardKind, Sums>> = {
  mono: phaseColumns('a'),
  tri: { ...phaseColumns('a'), ...phaseColumns('b'), ...phaseColumns('c') },
  water: { volume: 'volume_ml' },
};

const CONSUMED = 'consumed_a_mwh + consumed_b_mwh + consumed_c_mwh';

const IN_SPAN = 'installation_id = $1 and start >= $2 and start < $3 and frames > 0';
const EPOCH = "timestamptz 'epoch'";

/**
 * Quarters with data, summed into slots and answered as one row of arrays in text: pg builds no value for each of
 * them, and decodes no binary (it reads every answer as UTF-8). Sums are float8, exact below 2^53: a sum of bigint
 * would be numeric, which is slower. A column of zeros, such as what a meter without a solar panel injected, is null.
 */
const statement = (sums: Sums, stepMinutes: StepMinutes): string => {
  const columns = Object.entries(sums);
  const seconds = stepMinutes * 60;
  return `select count(*)::integer as length,
  array_agg((date_part('epoch', slot)::bigint / ${seconds}) * ${COUNT_FACTOR} + quarters)::text as slots,
  array_agg(peak)::text as peaks,
  ${columns.map(([name]) => `case when max("${name}") > 0 then array_agg("${name}"::bigint)::text end as "${name}"`).join(',\n  ')}
from (
  select date_bin('${stepMinutes} minutes', start, ${EPOCH}) as slot, count(*) as quarters,
    max((${CONSUMED}) * ${PEAK_FACTOR} + ${PEAK_FACTOR - 1} - (date_part('epoch', start)::bigint / 900) % ${PEAK_FACTOR}) as peak,
    ${columns.map(([name, sum]) => `sum((${sum})::float8) as "${name}"`).join(', ')}
  from quarter where ${IN_SPAN}
  group by slot order by slot) slots`;
};

/** Without sums there is nothing to group or sort: adding up the quarters of one column is quicker here than there. */
const totalsStatement = (consumed: string): string => `select count(*)::integer as length,
  array_agg(date_part('epoch', start)::bigint / 900)::text as starts, array_agg(${consumed})::text as consumed
from quarter where ${IN_SPAN}`;

/** Longer spans are read in two halves at once: two processors are better than one. */
const READ_WHOLE_MS = 8 * DAY_MS;

const halves = (from: Instant, to: Instant): [Instant, Instant][] => {
  if (to - from <= READ_WHOLE_MS) return [[from, to]];
  const middle = instant(Math.floor((from + to) / 2 / HOUR_MS) * HOUR_MS);
  return [
    [from, middle],
    [middle, to],
  ];
};

export interface SpanRequest {
  readonly installationId: number;
  readonly kind: BoardKind;
  readonly from: Instant;
  readonly to: Instant;
}

export interface SeriesRepository {
  /** By phase: consumed, injected, inductive, capacitive. */
  readInDetail(request: SpanRequest, stepMinutes: StepMinutes): Promise<EnergySeries>;
  /** Only what was consumed, by quarter-hours, the phases together in `consumedA`: in half the time. */
  readTotals(request: SpanRequest): Promise<EnergySeries>;
}

export const createSeriesRepository = (pool: Pool): SeriesRepository => {
  const read = async <R extends object>(name: string, text: string, request: SpanRequest): Promise<R[]> => {
    const rows = await Promise.all(
      halves(request.from, request.to).map(async ([start, end]) => {
        const values = [request.installationId, new Date(start).toISOString(), new Date(end).toISOString()];
        return (await pool.query<R>({ name, text, values })).rows[0];
      }),
    );
    return rows.filter((row) => row !== undefined);
  };
  return {
    async readInDetail(request, stepMinutes) {
      const sums = IN_DETAIL[request.kind];
      const name = `series-${request.kind}-${stepMinutes}`;
      const rows = await read<SeriesRow>(name, statement(sums, stepMinutes), request);
      return seriesOf(rows, Object.keys(sums) as SeriesColumn[], stepMinutes);
    },
    async readTotals(request) {
      const isWater = request.kind === 'water';
      const text = totalsStatement(isWater ? 'volume_ml' : CONSUMED);
      const rows = await read<QuarterRow>(isWater ? 'totals-water' : 'totals-electric', text, request);
      return seriesOfQuarterRows(rows, isWater ? 'volume' : 'consumedA');
    },
  };
};
