import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { DAY_MS, instant } from '@nascente/domain/base/time/zone';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import { type QuarterRow, rowsOfRuns } from '@nascente/domain/telemetry/intervals/quarter-days';
import type { PhaseColumn } from '@nascente/domain/telemetry/intervals/totals';
import type { MeterDays } from '../../telemetry/series/index.ts';
import type { ExportRow } from './export-columns.ts';
import type { SetAsideRepository } from './set-aside.repository.ts';

const BATCH_MS = 10 * DAY_MS;
const PER_UNIT = 1_000_000;
const QUARTERS_AN_HOUR = 4;

const QUANTITIES = ['consumed', 'injected', 'inductive', 'capacitive'] as const;
const columnsOf = (phases: readonly string[]): PhaseColumn[] =>
  QUANTITIES.flatMap((quantity) => phases.map((phase) => `${quantity}${phase}` as PhaseColumn));

const COLUMNS: Readonly<Record<BoardKind, readonly PhaseColumn[]>> = {
  tri: columnsOf(['A', 'B', 'C']),
  mono: columnsOf(['A']),
  water: ['volume'],
};

const MEASURED = [100, 0] as const;
const ESTIMATED = [0, 100] as const;

/**
 * The values in the order of `TOTALS_TABLE`. A quarter-hour with data is either measured or estimated. An estimated one has no
 * demand.
 */
const valuesOf = (
  kind: BoardKind,
  values: readonly number[],
  { isEstimated, mark }: { readonly isEstimated: boolean; readonly mark: readonly number[] },
): string => {
  const inUnits = values.map((value) => value / PER_UNIT);
  const shares = isEstimated ? ESTIMATED : MEASURED;
  if (kind === 'water') return [...inUnits, ...shares, ...mark].join(',');
  const phases = values.length / QUANTITIES.length;
  const total = values.slice(0, phases).reduce((sum, value) => sum + value, 0);
  const demand = isEstimated ? '' : (total * QUARTERS_AN_HOUR) / PER_UNIT;
  return [total / PER_UNIT, ...inUnits, demand, ...shares, ...mark].join(',');
};

export type ExportQuarters = ReturnType<typeof createExportQuarters>;

export const createExportQuarters = (needs: { days: MeterDays; setAside: SetAsideRepository }) => ({
  /**
   * Every quarter-hour with data, oldest first, in pages; a partly excluded one has two rows. @param isMarked - adds set-aside
   * quarter-hours, and a last column that marks them
   */
  async *pages(
    installationId: number,
    kind: BoardKind,
    { from, to }: TimeSpan,
    isMarked: boolean,
  ): AsyncGenerator<ExportRow[]> {
    const columns = COLUMNS[kind];
    const toRow = (
      { start, values }: QuarterRow,
      mark: number,
      estimated: readonly TimeSpan[],
    ): ExportRow => ({
      start,
      end: start + QUARTER_MS,
      values: valuesOf(kind, values, {
        isEstimated: estimated.some((part) => part.from <= start && start < part.to),
        mark: isMarked ? [mark] : [],
      }),
    });
    for (let open = from; open < to; open = instant(open + BATCH_MS)) {
      const span = { installationId, from: open, to: instant(Math.min(open + BATCH_MS, to)) };
      const [[runs], [estimated = []], aside] = await Promise.all([
        needs.days.read(columns, [span]),
        needs.days.estimated([span]),
        isMarked ? needs.setAside.rows(columns, span) : [],
      ]);
      const counted = rowsOfRuns(columns, span, runs).map((row) => toRow(row, 0, estimated));
      const rows = [...counted, ...aside.map((row) => toRow(row, 1, []))];
      if (rows.length > 0) yield rows.sort((one, other) => (one.start ?? 0) - (other.start ?? 0));
    }
  },
});
