import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { isSome } from '@nascente/domain/base/time/span';
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
  isEmpty,
  SUM_BYTES,
  splitGrids,
} from '../encoding/quarters.ts';
import {
  askOfSpans,
  type IndexedSpan,
  type InstallationSpan,
  inHalves,
  REQUESTED_SPANS,
  type RowOfSpan,
  sourceOf,
  sqlOf,
  type TotalColumn,
} from '../interval-queries.repository.ts';

const REQUESTED = `with asked as materialized (
  select * from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) with ordinality as span (id, since, until, span_index)
)`;
const REQUESTED_QUARTERS =
  'from asked join quarter on installation_id = asked.id and start >= since and start < until and frames > 0';

/**
 * One row of arrays: pg would build a value for each number, and rows by installation would take longer to send and parse. A
 * column of zeros, such as injected energy without a solar panel, is `null`.
 */
const readStatement = (columns: readonly TotalColumn[]): string => `${REQUESTED}, measured as (
  select ${['asked.span_index - 1 as span_index', "date_part('epoch', start)::bigint / 900 as quarter", ...columns.map((column) => `${sqlOf(column)} as "${column}"`)].join(', ')}
  ${REQUESTED_QUARTERS}
)
select ${[`${sentArray('span_index')} as "spanIndexes"`, `${sentArray('quarter')} as quarters`, ...columns.map((column) => `case when max("${column}") > 0 then ${sentArray(`"${column}"`)} end as "${column}"`)].join(', ')}
from measured`;

/** An addend: a quantity as sum of all phases, or the measured quantity, energy or water. */
type Addend = QuarterQuantity | 'measured';

const sqlOfAddend = (addend: Addend): string =>
  addend === 'measured' ? `${sqlOf('consumed')} + ${sqlOf('volume')}` : sqlOf(addend);

/** Sums the quarter-hours of each set of intervals, so that hundreds of meters return as few rows as one. */
const totalsStatement = (addends: readonly Addend[]): string => `with asked as materialized (
  select * from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[], $4::integer[], $5::integer[])
    as span (id, since, until, set_index, together)
), measured as (
  select ${['set_index', "date_part('epoch', start)::bigint / (900 * together) * together as quarter", 'count(*) as meters', ...addends.map((addend) => `sum((${sqlOfAddend(addend)})::float8) as ${addend}`)].join(', ')}
  ${REQUESTED_QUARTERS}
  group by 1, 2
)
select ${['set_index', 'quarter', 'meters', ...addends].map((column) => `${sentArray(column)} as "${column}"`).join(', ')}
from measured`;

/** PostgreSQL distinguishes statement names by 63 characters: `inductiveA` is indA. */
const abbreviated = (column: TotalColumn): string => column.slice(0, 3) + column.slice(-1);

/** Columns of arrays, in the same order. */
type ReadRow<C extends TotalColumn> = Readonly<Record<C, string | null>> & {
  readonly spanIndexes: string | null;
  readonly quarters: string | null;
};

/** An interval of a set that is summed. */
export type SpanOfSet = InstallationSpan & { readonly setIndex: number };

/** Sets of intervals to sum. */
export interface OpenTotals {
  readonly addends: readonly Addend[];
  /** Number of quarter-hours summed to one slot: 1, 2 or 4. */
  readonly together: number;
  readonly spans: readonly SpanOfSet[];
  /**
   * Receives a quarter-hour of a set, in several calls if the set has many intervals.
   *
   * @param quarter - of UTC, counted from 1970
   * @param meters - number of quarter-hours with data in the slot, over all intervals
   * @param totals - of each addend
   */
  readonly take: (setIndex: number, quarter: number, meters: number, totals: readonly number[]) => void;
}

type TotalsRow = Readonly<Record<Addend | 'set_index' | 'quarter' | 'meters', string | null>>;

/** Assigns the quarter-hours of a row to the intervals that contain them. */
const runsOf = <C extends TotalColumn>(
  columns: readonly C[],
  spans: readonly InstallationSpan[],
  row: ReadRow<C>,
): QuarterRunOf<C>[] => {
  const spanIndexes = sentNumbers(row.spanIndexes);
  const quarters = sentNumbers(row.quarters);
  const firsts = Float64Array.from(spans, ({ from }) => Math.floor(from / QUARTER_MS));
  const lengths = new Float64Array(spans.length);
  const offsets = quarters.map(
    (quarter, index) => quarter - (firsts[spanIndexes[index] as number] as number),
  );
  for (const [index, spanIndex] of spanIndexes.entries())
    lengths[spanIndex] = Math.max(lengths[spanIndex] as number, (offsets[index] as number) + 1);
  const present = Array.from(lengths, (length) => new Uint8Array(length));
  for (const [index, spanIndex] of spanIndexes.entries())
    (present[spanIndex] as Uint8Array)[offsets[index] as number] = 1;
  const spread = (text: string | null): readonly (Float64Array | null)[] => {
    const grids = spans.map((): Float64Array | null => null);
    if (text === null) return grids;
    for (const [index, measured] of sentNumbers(text).entries()) {
      if (measured === 0) continue;
      const spanIndex = spanIndexes[index] as number;
      const grid = grids[spanIndex] ?? new Float64Array(lengths[spanIndex] as number);
      grid[offsets[index] as number] = measured;
      grids[spanIndex] = grid;
    }
    return grids;
  };
  const grids = columns.map((column) => [column, spread(row[column])] as const);
  return spans.map((_, spanIndex) => {
    const isPresent = present[spanIndex] as Uint8Array;
    const measured = grids.map(([column, of]) => [column, of[spanIndex] ?? null] as const);
    return {
      start: instant((firsts[spanIndex] as number) * QUARTER_MS),
      length: isPresent.length,
      present: isPresent.includes(0) ? isPresent.join('') : null,
      ...(Object.fromEntries(measured) as Record<C, Float64Array | null>),
    };
  });
};

const boundsOf = (spans: readonly InstallationSpan[]): unknown[] => [
  spans.map(({ installationId }) => installationId),
  spans.map(({ from }) => new Date(from).toISOString()),
  spans.map(({ to }) => new Date(to).toISOString()),
];

/** The addends of all requests together. Energy and volume replace 'measured' if quantities are requested too. */
const addendsOf = (all: readonly OpenTotals[]): readonly Addend[] => {
  const addends = new Set(all.flatMap((one) => one.addends));
  if (addends.size === 1 || !addends.delete('measured')) return [...addends];
  return [...addends.add('consumed').add('volume')];
};

/** Selects the totals of one request from those of all addends. */
const pickTotals = (of: readonly Addend[], addends: readonly Addend[]) => {
  const sources = of.map((addend) =>
    (addends.includes(addend) ? [addend] : (['consumed', 'volume'] as const)).map((one) =>
      addends.indexOf(one),
    ),
  );
  return (columns: readonly Float64Array[], row: number): readonly number[] =>
    sources.map((source) => source.reduce((sum, column) => sum + (columns[column]?.[row] ?? 0), 0));
};

const createReadTotals =
  (pool: Pool) =>
  async (all: readonly OpenTotals[]): Promise<readonly unknown[]> => {
    const addends = addendsOf(all);
    const sets: {
      readonly own: number;
      readonly take: OpenTotals['take'];
      readonly pick: ReturnType<typeof pickTotals>;
    }[] = [];
    const spans = all.flatMap(({ addends: of, together, spans: ofOne, take }) => {
      const first = sets.length;
      const pick = pickTotals(of, addends);
      const last = ofOne.reduce((maximum, { setIndex }) => Math.max(maximum, setIndex), -1);
      for (let own = 0; own <= last; own++) sets.push({ own, take, pick });
      return ofOne.map((span) => ({ ...span, together, setIndex: first + span.setIndex }));
    });
    await inHalves(spans.filter(isSome), async (requested) => {
      const { rows } = await pool.query<TotalsRow>({
        name: `open-totals-${addends.map((addend) => addend.slice(0, 3)).join('-')}`,
        text: totalsStatement(addends),
        values: [
          ...boundsOf(requested),
          requested.map(({ setIndex }) => setIndex),
          requested.map(({ together }) => together),
        ],
      });
      const row = rows[0] as TotalsRow;
      const [quarters, meters] = [sentNumbers(row.quarter), sentNumbers(row.meters)];
      const columns = addends.map((addend) => sentNumbers(row[addend]));
      for (const [index, setIndex] of sentNumbers(row.set_index).entries()) {
        const { own, take, pick } = sets[setIndex] as (typeof sets)[number];
        take(own, quarters[index] as number, meters[index] as number, pick(columns, index));
      }
    });
    return all;
  };

export const createOpenQuartersRepository = (pool: Pool) => {
  const totals = createAskTogether(createReadTotals(pool));
  return {
    /** The open quarter-hours of each interval, as a run from its start to the last one with data. */
    async read<C extends TotalColumn>(
      columns: readonly C[],
      spans: readonly IndexedSpan[],
    ): Promise<readonly { readonly spanIndex: number; readonly run: QuarterRunOf<C> }[]> {
      const runs = await inHalves(spans.filter(isSome), async (requested) => {
        const { rows } = await pool.query<ReadRow<C>>({
          name: `open-${columns.map(abbreviated).join('')}`,
          text: readStatement(columns),
          values: boundsOf(requested),
        });
        return runsOf(columns, requested, rows[0] as ReadRow<C>).map((run, index) => ({
          spanIndex: (requested[index] as IndexedSpan).spanIndex,
          run,
        }));
      });
      return runs.flat();
    },
    /** Resolves when all quarter-hours are received. */
    totals: (requested: OpenTotals): Promise<unknown> => totals([requested]),
  };
};

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

interface ClosedTotalsRow extends RowOfSpan {
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
    const rows = await askOfSpans<ClosedTotalsRow, ClosedTotalsSpan>(pool, spans, statement, (request) => [
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
    isZero: (quantity) => isEmpty(closed.grids.get(quantity)?.[index] as GridsAt),
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
const abbreviationOf = ({ name, isSum }: RequestedQuantity): string =>
  `${name.slice(0, 3)}${isSum ? '' : 'ABC'}`;

/**
 * Returns one row for each interval, because pg would build an object and a buffer for each of thousands of rows. A quantity
 * without data is one byte, because grids contain their length.
 */
const closedDaysStatement = (quantities: readonly RequestedQuantity[]): string =>
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
    const name = `closed-days-${quantities.map(abbreviationOf).join('-')}`;
    const reader =
      readers.get(name) ??
      createAskTogether<InstallationSpan, ClosedDays | null>(async (request) => {
        const rows = await askOfSpans<DaysRow>(pool, request, {
          name,
          text: closedDaysStatement(quantities),
        });
        return rows.map((row) => (row === undefined ? null : closedDaysOf(row, quantities)));
      });
    readers.set(name, reader);
    return reader(spans);
  };
};
