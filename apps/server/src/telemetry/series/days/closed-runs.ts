import { DAY_MS, instant } from '@nascente/domain/base/time/zone';
import {
  type AddableRun,
  QUARTERS_OF_DAY,
  type QuarterQuantity,
  type QuarterRunOf,
} from '@nascente/domain/telemetry/intervals/quarter-days';
import { addSum, decodePhase, decodeSum, type GridsAt } from '../encoding/quarters.ts';
import { sourceOf, type TotalColumn } from './total-columns.ts';

/** Closed UTC days that a span touches, in no order; what is said of them stands in the same order. */
export interface ClosedDays {
  readonly spanIndex: number;
  /** Since 1970. */
  readonly days: Float64Array;
  /** Of each day a character a quarter-hour, '1' where it has data; null: all of them have. */
  readonly present: readonly (string | null)[];
  /** Of each quantity that was asked the grids of each day. */
  readonly grids: ReadonlyMap<QuarterQuantity, readonly GridsAt[]>;
}

const headsOf = ({ days, present }: ClosedDays): readonly QuarterRunOf<never>[] =>
  Array.from(days, (day, index) => ({
    start: instant(day * DAY_MS),
    length: QUARTERS_OF_DAY,
    present: present[index] ?? null,
  }));

/** Days by the columns that are asked of them. */
export const closedRuns = <C extends TotalColumn>(
  columns: readonly C[],
  closed: ClosedDays,
): readonly QuarterRunOf<C>[] =>
  headsOf(closed).map((head, index) => {
    const measured = columns.map((column) => {
      const { quantity, phase } = sourceOf(column);
      const grids = closed.grids.get(quantity)?.[index] as GridsAt;
      return [column, phase === null ? decodeSum(grids) : decodePhase(grids, phase)] as const;
    });
    return { ...head, ...(Object.fromEntries(measured) as Record<C, Float64Array | null>) };
  });

/** Days to be added up where they lie: of hundreds of meters there are tens of thousands. */
export const addableDays = (closed: ClosedDays): readonly AddableRun[] =>
  headsOf(closed).map((head, index) => ({
    ...head,
    addTo: (column, quantity, at, from, to) =>
      addSum(closed.grids.get(quantity)?.[index] as GridsAt, { column, at, from, to }),
  }));
