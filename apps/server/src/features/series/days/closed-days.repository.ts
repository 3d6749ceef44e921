import {
  QUARTER_QUANTITIES,
  QUARTERS_OF_DAY,
  type QuarterQuantity,
  type QuarterRunOf,
} from '@nascente/domain/consumption/quarter-days';
import { openParts } from '@nascente/domain/time/span';
import { DAY_MS, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { sentArray, sentNumbers } from '../../../platform/database/sent-array.ts';
import {
  decodePhase,
  decodeSum,
  type GridsAt,
  IS_WIDE,
  SUM_BYTES,
  splitGrids,
} from '../encoding/quarters.ts';
import { spanOfDay } from '../utc-day.ts';
import type { InstallationSpan } from './installation-span.ts';
import { askOfSpans, SPANS_ASKED } from './spans-asked.repository.ts';
import { sourceOf, type TotalColumn } from './total-columns.ts';

/** Grids of no phase. */
const NOTHING = '\\x00';
const ALL_PRESENT = '*';

const sumOfGrids = (name: QuarterQuantity): string =>
  `substring(${name} for case when get_byte(${name}, 0) >= ${IS_WIDE} then ${SUM_BYTES.wide} else ${SUM_BYTES.narrow} end)`;

/** A quantity of quarter-hours, of which the phases together are asked and nothing else, or any of them. */
interface AskedQuantity {
  readonly name: QuarterQuantity;
  readonly isSum: boolean;
}

const quantitiesOf = (columns: readonly TotalColumn[]): readonly AskedQuantity[] =>
  QUARTER_QUANTITIES.flatMap((name) => {
    const phases = columns.map(sourceOf).flatMap(({ quantity, phase }) => (quantity === name ? [phase] : []));
    return phases.length === 0 ? [] : [{ name, isSum: phases.every((phase) => phase === null) }];
  });

/** PostgreSQL tells statements apart by 63 characters. */
const abbreviated = ({ name, isSum }: AskedQuantity): string => `${name.slice(0, 3)}${isSum ? '' : 'ABC'}`;

/**
 * One row a span: of thousands, which is what hundreds of meters have, pg builds an object and a buffer each. What an
 * installation has none of on a day is a byte that says so, since grids tell their length.
 */
const daysStatement = (quantities: readonly AskedQuantity[]): string =>
  `select asked.span_index as "spanIndex", closed.* from ${SPANS_ASKED}
cross join lateral (select count(*)::integer as length, ${sentArray("day - date '1970-01-01'")} as days,
    ${[`string_agg(coalesce(present, '${ALL_PRESENT}'), '') as present`, ...quantities.map(({ name, isSum }) => `encode(string_agg(coalesce(${isSum ? sumOfGrids(name) : name}, '${NOTHING}'), ''::bytea), 'base64') as ${name}`)].join(', ')}
  from meter_day where installation_id = asked.id and format is not null and day between asked.first and asked.last
) closed where length > 0`;

/** Closed days of a span, column by column; in the same order in each. */
type DaysRow = Readonly<Record<QuarterQuantity, string>> & {
  readonly spanIndex: number;
  readonly length: number;
  readonly days: string;
  readonly present: string;
};

/** Of each day the quarter-hours with data, a character each; null: all of them have. */
const presentIn = (text: string, days: number): (string | null)[] => {
  let at = 0;
  return Array.from({ length: days }, () => {
    const from = at;
    at += text[from] === ALL_PRESENT ? 1 : QUARTERS_OF_DAY;
    return at - from === 1 ? null : text.slice(from, at);
  });
};

/** Takes in the run of a day of a span. */
export type TakeRun<C extends TotalColumn> = (spanIndex: number, run: QuarterRunOf<C>) => void;

/** Hands over the days of a row one by one, in the order of the row. */
const takeDays = <C extends TotalColumn>(
  columns: readonly C[],
  quantities: readonly AskedQuantity[],
  row: DaysRow,
  take: TakeRun<C>,
  roomOf: ((column: C) => Float64Array) | undefined,
): Float64Array => {
  const days = sentNumbers(row.days);
  const present = presentIn(row.present, row.length);
  const grids = new Map(
    quantities.map(({ name, isSum }) => [name, splitGrids(Buffer.from(row[name], 'base64'), isSum)] as const),
  );
  const sources = columns.map((column) => {
    const { quantity, phase } = sourceOf(column);
    const room = roomOf && (() => roomOf(column));
    return { column, phase, room, grids: grids.get(quantity) ?? [] };
  });
  for (const [index, date] of days.entries()) {
    const run: Record<string, unknown> = {
      start: instant(date * DAY_MS),
      length: QUARTERS_OF_DAY,
      present: present[index],
    };
    for (const { column, phase, room, grids: ofDays } of sources) {
      const day = ofDays[index] as GridsAt;
      run[column] = phase === null ? decodeSum(day, room) : decodePhase(day, phase, room);
    }
    take(row.spanIndex, run as QuarterRunOf<C>);
  }
  return days;
};

/** A grid a column that is written over with each day: hundreds of meters have tens of thousands of them. */
const createRooms = <C extends TotalColumn>(columns: readonly C[]) => {
  const rooms = new Map(columns.map((column) => [column, new Float64Array(QUARTERS_OF_DAY)]));
  return (column: C): Float64Array => (rooms.get(column) as Float64Array).fill(0);
};

interface ClosedDaysRepository {
  /**
   * Hands over the closed UTC days that each span touches, whole, a run each and in no order. Answers the stretches that are
   * not closed.
   *
   * @param isKept - whether runs are held on to; else the next one takes the place of the one before
   */
  each<C extends TotalColumn, S extends InstallationSpan>(
    columns: readonly C[],
    spans: readonly S[],
    take: TakeRun<C>,
    isKept: boolean,
  ): Promise<readonly S[]>;
}

export const createClosedDaysRepository = (pool: Pool): ClosedDaysRepository => ({
  async each<C extends TotalColumn, S extends InstallationSpan>(
    columns: readonly C[],
    spans: readonly S[],
    take: TakeRun<C>,
    isKept: boolean,
  ) {
    const quantities = quantitiesOf(columns);
    const rows = await askOfSpans<DaysRow>(pool, spans, {
      name: `closed-days-${quantities.map(abbreviated).join('-')}`,
      text: daysStatement(quantities),
    });
    const roomOf = isKept ? undefined : createRooms(columns);
    const daysOf = new Map(
      rows.map((row) => [row.spanIndex, takeDays(columns, quantities, row, take, roomOf).sort()]),
    );
    return spans.flatMap((span, spanIndex) =>
      openParts(span, Array.from(daysOf.get(spanIndex) ?? [], spanOfDay)),
    );
  },
});
