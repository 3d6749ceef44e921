import {
  type EnergySeries,
  emptySeries,
  joinSeries,
  type SeriesColumn,
  type StepMinutes,
  valueAt,
} from '@nascente/domain/consumption/series';
import type { BoardKind } from '@nascente/domain/metering/frame';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { type DayByPhase, type MeterDaysRepository, openSince } from '../series/index.ts';
import { hoursByPhase } from './hours-by-phase.ts';
import { gapsOf } from './open-gaps.ts';
import { type QuarterRow, seriesOfQuarterRows } from './quarter-columns.ts';
import {
  CONSUMED,
  PHASE_A,
  PHASES,
  quartersStatement,
  type Sums,
  slotsStatement,
  VOLUME,
} from './quarter-statements.repository.ts';
import { type SeriesRow, seriesOf } from './series-columns.ts';

/** What a kind of board measures; columns that it never fills are not read. */
const IN_DETAIL: Readonly<Record<BoardKind, Sums>> = { mono: PHASE_A, tri: PHASES, water: VOLUME };

const IN_SPAN = 'installation_id = $1 and start >= $2 and start < $3';
const WITH_DATA = `${IN_SPAN} and frames > 0`;

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
  /** Only what was consumed, by quarter-hours, the phases together in `consumedA`. */
  readQuarters(request: SpanRequest): Promise<EnergySeries>;
}

/** Days that follow one another, apart from others: between two runs something may be open. */
const runsOfDays = (days: readonly DayByPhase[]): DayByPhase[][] => {
  const runs: DayByPhase[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run?.at(-1)?.midnight === day.midnight - DAY_MS) run.push(day);
    else runs.push([day]);
  }
  return runs;
};

export const createSeriesRepository = (
  pool: Pool,
  days: MeterDaysRepository,
  clock: () => Instant,
): SeriesRepository => {
  const read = async <R extends object>(name: string, text: string, request: SpanRequest): Promise<R[]> => {
    const rows = await Promise.all(
      halves(request.from, request.to).map(async ([start, end]) => {
        const values = [request.installationId, new Date(start).toISOString(), new Date(end).toISOString()];
        return (await pool.query<R>({ name, text, values })).rows[0];
      }),
    );
    return rows.filter((row) => row !== undefined);
  };
  const readSlots = (request: SpanRequest, stepMinutes: StepMinutes): Promise<SeriesRow[]> =>
    read(
      `series-${request.kind}-${stepMinutes}`,
      slotsStatement(IN_DETAIL[request.kind], stepMinutes, WITH_DATA),
      request,
    );

  const readOpenHours = async (
    request: SpanRequest,
    columns: readonly SeriesColumn[],
  ): Promise<EnergySeries> => seriesOf(await readSlots(request, 60), columns, 60);

  /** Closed days as they were closed, the rest from the quarters. */
  const readHours = async (request: SpanRequest, columns: readonly SeriesColumn[]): Promise<EnergySeries> => {
    const { from, to } = request;
    const middle = instant(Math.min(to, Math.max(from, openSince(clock()))));
    const [closed, recent] = await Promise.all([
      days.byPhase({ ...request, to: middle }),
      readOpenHours({ ...request, from: middle }, columns),
    ]);
    const gaps = gapsOf(
      { from, to: middle },
      closed.map(({ midnight }) => midnight),
    );
    const rest = await Promise.all(gaps.map((gap) => readOpenHours({ ...request, ...gap }, columns)));
    const parts = [...runsOfDays(closed).map(hoursByPhase), ...rest, recent].filter(
      ({ length }) => length > 0,
    );
    parts.sort((one, other) => valueAt(one.start, 0) - valueAt(other.start, 0));
    return parts.reduce(joinSeries, emptySeries(0, 60));
  };

  return {
    async readInDetail(request, stepMinutes) {
      const columns = Object.keys(IN_DETAIL[request.kind]) as SeriesColumn[];
      if (request.to <= request.from) return emptySeries(0, stepMinutes);
      if (stepMinutes === 60) return readHours(request, columns);
      return seriesOf(await readSlots(request, stepMinutes), columns, stepMinutes);
    },
    async readQuarters(request) {
      const isWater = request.kind === 'water';
      const text = quartersStatement(isWater ? 'volume_ml' : CONSUMED, IN_SPAN);
      const rows = await read<QuarterRow>(isWater ? 'totals-water' : 'totals-electric', text, request);
      return seriesOfQuarterRows(rows, isWater ? 'volume' : 'consumedA');
    },
  };
};
