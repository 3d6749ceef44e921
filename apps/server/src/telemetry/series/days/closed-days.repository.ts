import {
  QUARTER_QUANTITIES,
  QUARTERS_OF_DAY,
  type QuarterQuantity,
} from '@nascente/domain/telemetry/intervals/quarter-days';
import type { Pool } from 'pg';
import { sentArray, sentNumbers } from '../../../platform/database/sent-array.ts';
import { IS_WIDE, SUM_BYTES, splitGrids } from '../encoding/quarters.ts';
import type { ClosedDays } from './closed-runs.ts';
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

const closedDaysOf = (row: DaysRow, quantities: readonly AskedQuantity[]): ClosedDays => ({
  spanIndex: row.spanIndex,
  days: sentNumbers(row.days),
  present: presentIn(row.present, row.length),
  grids: new Map(
    quantities.map(({ name, isSum }) => [name, splitGrids(Buffer.from(row[name], 'base64'), isSum)] as const),
  ),
});

interface ClosedDaysRepository {
  /** The closed UTC days that spans touch, whole; of each span that touches any. */
  read(columns: readonly TotalColumn[], spans: readonly InstallationSpan[]): Promise<readonly ClosedDays[]>;
}

export const createClosedDaysRepository = (pool: Pool): ClosedDaysRepository => ({
  async read(columns, spans) {
    const quantities = quantitiesOf(columns);
    const rows = await askOfSpans<DaysRow>(pool, spans, {
      name: `closed-days-${quantities.map(abbreviated).join('-')}`,
      text: daysStatement(quantities),
    });
    return rows.map((row) => closedDaysOf(row, quantities));
  },
});
