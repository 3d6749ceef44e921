import { DAY_MS, instant } from '@nascente/domain/base/time/zone';
import {
  type AddableRun,
  QUARTER_QUANTITIES,
  QUARTERS_OF_DAY,
  type QuarterQuantity,
  type QuarterRunOf,
} from '@nascente/domain/telemetry/intervals/quarter-days';
import type { Pool } from 'pg';
import { createAskTogether } from '../../../platform/database/one-reading.ts';
import { sentArray, sentNumbers } from '../../../platform/database/sent-array.ts';
import {
  addSum,
  decodePhase,
  decodeSum,
  type GridsAt,
  IS_WIDE,
  SUM_BYTES,
  splitGrids,
} from '../encoding/quarters.ts';
import type { InstallationSpan } from '../utc-day.ts';
import {
  askOfSpans,
  REQUESTED_SPANS,
  type RowOfSpan,
  sourceOf,
  type TotalColumn,
} from './interval-queries.repository.ts';

/**
 * Returns one row for each interval, because thousands of rows would take longer to parse than their content. The totals are in
 * the index. For an interval with a cut, complete days send only the head, the total and the running total before the cut.
 */
const CLOSED_TOTALS = `select asked.span_index as "spanIndex", closed.records
from unnest($1::integer[], $2::integer[], $3::date[], $4::date[], $5::integer[]) as asked (span_index, id, first, last, cut)
cross join lateral (
  select encode(string_agg(case when asked.cut is null or day = asked.first or day = asked.last or width >= 128 then totals
    else substring(totals for 4 + width) || substring(totals from 5 + asked.cut * width for width) end, ''::bytea), 'base64') as records
  from meter_day cross join lateral (select get_byte(totals, 3) as width) head
  where installation_id = asked.id and format is not null and day between asked.first and asked.last
) closed where records is not null`;

interface TotalsRow extends RowOfSpan {
  readonly records: string;
}

/** An interval of closed days, complete or cut at the same quarter-hour of each day. */
type ClosedTotalsSpan = InstallationSpan & { readonly cut: number | null };

/** The records of the closed days that each interval overlaps, in any order; `null`: it overlaps none. */
export const createReadClosedTotals = (
  pool: Pool,
): ((spans: readonly ClosedTotalsSpan[]) => Promise<readonly (Buffer | null)[]>) =>
  createAskTogether(async (spans) => {
    const statement = { name: 'closed-totals', text: CLOSED_TOTALS };
    const rows = await askOfSpans<TotalsRow, ClosedTotalsSpan>(pool, spans, statement, (request) => [
      request.map(({ cut }) => cut),
    ]);
    return rows.map((row) => (row === undefined ? null : Buffer.from(row.records, 'base64')));
  });

/** Closed UTC days of an interval, unordered; parallel arrays. */
export interface ClosedDays {
  /** Days since 1970. */
  readonly days: Float64Array;
  /** For each day, one character a quarter-hour, '1' if it has data; `null`: all have data. */
  readonly present: readonly (string | null)[];
  /** The grids of each day by requested quantity. */
  readonly grids: ReadonlyMap<QuarterQuantity, readonly GridsAt[]>;
}

const headsOf = ({ days, present }: ClosedDays): readonly QuarterRunOf<never>[] =>
  Array.from(days, (day, index) => ({
    start: instant(day * DAY_MS),
    length: QUARTERS_OF_DAY,
    present: present[index] ?? null,
  }));

/** Decodes closed days to runs of quarter-hours with the requested columns. */
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

/** Days that are summed without decoding each one, because hundreds of meters have tens of thousands. */
export const addableDays = (closed: ClosedDays): readonly AddableRun[] =>
  headsOf(closed).map((head, index) => ({
    ...head,
    addTo: (column, quantity, at, from, to) =>
      addSum(closed.grids.get(quantity)?.[index] as GridsAt, { column, at, from, to }),
  }));

/** The encoding of a quantity without data. */
const EMPTY = '\\x00';
const ALL_PRESENT = '*';

const sumOfGrids = (name: QuarterQuantity): string =>
  `substring(${name} for case when get_byte(${name}, 0) >= ${IS_WIDE} then ${SUM_BYTES.wide} else ${SUM_BYTES.narrow} end)`;

/** A quantity of quarter-hours, requested as the sum of the phases or by phase. */
type RequestedQuantity = ReturnType<typeof quantitiesOf>[number];

const quantitiesOf = (columns: readonly TotalColumn[]) =>
  QUARTER_QUANTITIES.flatMap((name) => {
    const phases = columns.map(sourceOf).flatMap(({ quantity, phase }) => (quantity === name ? [phase] : []));
    return phases.length === 0 ? [] : [{ name, isSum: phases.every((phase) => phase === null) }];
  });

/** PostgreSQL distinguishes statement names by 63 characters. */
const abbreviated = ({ name, isSum }: RequestedQuantity): string =>
  `${name.slice(0, 3)}${isSum ? '' : 'ABC'}`;

/**
 * Returns one row for each interval, because pg would build an object and a buffer for each of thousands of rows. A quantity
 * without data is one byte, because grids contain their length.
 */
const daysStatement = (quantities: readonly RequestedQuantity[]): string =>
  `select asked.span_index as "spanIndex", closed.* from ${REQUESTED_SPANS}
cross join lateral (select count(*)::integer as length, ${sentArray("day - date '1970-01-01'")} as days,
    ${[`string_agg(coalesce(present, '${ALL_PRESENT}'), '') as present`, ...quantities.map(({ name, isSum }) => `encode(string_agg(coalesce(${isSum ? sumOfGrids(name) : name}, '${EMPTY}'), ''::bytea), 'base64') as ${name}`)].join(', ')}
  from meter_day where installation_id = asked.id and format is not null and day between asked.first and asked.last
) closed where length > 0`;

/** Closed days of an interval as columns in the same order. */
type DaysRow = RowOfSpan &
  Readonly<Record<QuarterQuantity, string>> & {
    readonly length: number;
    readonly days: string;
    readonly present: string;
  };

/** For each day, one character a quarter-hour with or without data; `null`: all have data. */
const presentIn = (text: string, days: number): (string | null)[] => {
  let at = 0;
  return Array.from({ length: days }, () => {
    const from = at;
    at += text[from] === ALL_PRESENT ? 1 : QUARTERS_OF_DAY;
    return at - from === 1 ? null : text.slice(from, at);
  });
};

const closedDaysOf = (row: DaysRow, quantities: readonly RequestedQuantity[]): ClosedDays => ({
  days: sentNumbers(row.days),
  present: presentIn(row.present, row.length),
  grids: new Map(
    quantities.map(({ name, isSum }) => [name, splitGrids(Buffer.from(row[name], 'base64'), isSum)] as const),
  ),
});

type ReadClosedDays = (
  columns: readonly TotalColumn[],
  spans: readonly InstallationSpan[],
) => Promise<readonly (ClosedDays | null)[]>;

/** Reads the complete closed UTC days that each interval overlaps; `null`: it overlaps none. */
export const createReadClosedDays = (pool: Pool): ReadClosedDays => {
  /** One statement for each set of quantities. */
  const readers = new Map<string, (spans: readonly InstallationSpan[]) => ReturnType<ReadClosedDays>>();
  return (columns, spans) => {
    const quantities = quantitiesOf(columns);
    const name = `closed-days-${quantities.map(abbreviated).join('-')}`;
    const reader =
      readers.get(name) ??
      createAskTogether<InstallationSpan, ClosedDays | null>(async (request) => {
        const rows = await askOfSpans<DaysRow>(pool, request, { name, text: daysStatement(quantities) });
        return rows.map((row) => (row === undefined ? null : closedDaysOf(row, quantities)));
      });
    readers.set(name, reader);
    return reader(spans);
  };
};
