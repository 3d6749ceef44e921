import type { EnergySeries, SeriesColumn, StepMinutes } from '@nascente/domain/consumption/series';
import type { BoardKind } from '@nascente/domain/metering/frame';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { openSince, utcDay } from './closed-after.ts';
import { CONSUMED, PHASE_A, PHASES, type Sums, slotsStatement, VOLUME } from './hours-statement.ts';
import type { PackedDaysRepository } from './packed-days.repository.ts';
import { gapsOf } from './packed-gaps.ts';
import { type QuarterRow, quartersStatement, seriesOfQuarterRows } from './quarter-columns.ts';
import { type SeriesRow, seriesOf, startOfRow } from './series-columns.ts';

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

export const createSeriesRepository = (
  pool: Pool,
  packedDays: PackedDaysRepository,
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

  /** Closed days as they were packed, the rest from the quarters. */
  const readHours = async (request: SpanRequest, columns: readonly SeriesColumn[]): Promise<SeriesRow[]> => {
    const { installationId, from, to } = request;
    if (to <= from) return [];
    const middle = instant(Math.min(to, Math.max(from, openSince(clock()))));
    const [packed, open] = await Promise.all([
      from < middle ? packedDays.read(installationId, utcDay(from), utcDay(middle - 1), columns) : [],
      middle < to ? readSlots({ ...request, from: middle }, 60) : [],
    ]);
    const gaps = gapsOf(
      { from, to: middle },
      packed.map(({ day }) => Date.parse(day)),
    );
    const rest = await Promise.all(gaps.map((gap) => readSlots({ ...request, ...gap }, 60)));
    const rows = [...packed, ...open, ...rest.flat()].filter((row) => row.length > 0);
    return rows.sort((a, b) => startOfRow(a) - startOfRow(b));
  };

  return {
    async readInDetail(request, stepMinutes) {
      const columns = Object.keys(IN_DETAIL[request.kind]) as SeriesColumn[];
      const rows =
        stepMinutes === 60 ? await readHours(request, columns) : await readSlots(request, stepMinutes);
      return seriesOf(rows, columns, stepMinutes);
    },
    async readQuarters(request) {
      const isWater = request.kind === 'water';
      const text = quartersStatement(isWater ? 'volume_ml' : CONSUMED, IN_SPAN);
      const rows = await read<QuarterRow>(isWater ? 'totals-water' : 'totals-electric', text, request);
      return seriesOfQuarterRows(rows, isWater ? 'volume' : 'consumedA');
    },
  };
};
