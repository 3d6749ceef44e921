import type { EnergySeries, SeriesColumn, StepMinutes } from '@nascente/domain/consumption/series';
import type { BoardKind } from '@nascente/domain/metering/frame';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
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
const IN_TOTAL: Readonly<Record<BoardKind, Sums>> = {
  mono: { consumedA: CONSUMED },
  tri: { consumedA: CONSUMED },
  water: { volume: 'volume_ml' },
};

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
  from quarter where installation_id = $1 and start >= $2 and start < $3 and frames > 0
  group by slot order by slot) slots`;
};

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

export interface SeriesRequest {
  readonly installationId: number;
  readonly kind: BoardKind;
  readonly from: Instant;
  readonly to: Instant;
  readonly stepMinutes: StepMinutes;
}

export interface SeriesRepository {
  /** By phase: consumed, injected, inductive, capacitive. */
  readInDetail(request: SeriesRequest): Promise<EnergySeries>;
  /** Only what was consumed, the phases together in `consumedA`: where no phase is shown, three times as quick. */
  readTotals(request: SeriesRequest): Promise<EnergySeries>;
}

export const createSeriesRepository = (pool: Pool): SeriesRepository => {
  const read = async (name: string, sums: Sums, request: SeriesRequest): Promise<EnergySeries> => {
    const { installationId, from, to, stepMinutes } = request;
    const text = statement(sums, stepMinutes);
    const rows = await Promise.all(
      halves(from, to).map(async ([start, end]) => {
        const values = [installationId, new Date(start).toISOString(), new Date(end).toISOString()];
        const answer = await pool.query<SeriesRow>({ name: `${name}-${stepMinutes}`, text, values });
        return answer.rows[0];
      }),
    );
    const found = rows.filter((row) => row !== undefined);
    return seriesOf(found, Object.keys(sums) as SeriesColumn[], stepMinutes);
  };
  return {
    readInDetail: (request) => read(`series-${request.kind}`, IN_DETAIL[request.kind], request),
    readTotals: (request) =>
      read(`totals-${request.kind === 'water' ? 'water' : 'electric'}`, IN_TOTAL[request.kind], request),
  };
};
