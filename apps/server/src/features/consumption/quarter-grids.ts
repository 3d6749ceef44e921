import {
  QUARTER_QUANTITIES,
  QUARTERS_OF_DAY,
  type QuarterQuantity,
  type QuarterRun,
} from '@nascente/domain/consumption/quarter-days';
import { DAY_MS, instant } from '@nascente/domain/time/zone';
import { CONSUMED } from './hours-statement.ts';
import { readNumbers } from './series-columns.ts';

const phases = (quantity: string, unit: string): string =>
  ['a', 'b', 'c'].map((phase) => `${quantity}_${phase}_${unit}`).join(' + ');

/** What a quarter of the database measured, all phases together. */
export const QUANTITY_SUMS: Readonly<Record<QuarterQuantity, string>> = {
  consumed: CONSUMED,
  injected: phases('injected', 'mwh'),
  inductive: phases('inductive', 'mvarh'),
  capacitive: phases('capacitive', 'mvarh'),
  volume: 'volume_ml',
};

/** Four bytes hold 4 MWh in a quarter-hour, which is nearly always enough. */
const grid = (name: QuarterQuantity): string => `case when max(${name}) > 0 then
    case when max(${name}) < 4294967296 then string_agg(substring(int8send(${name}) from 5), ''::bytea)
    else string_agg(int8send(${name}), ''::bytea) end end as ${name}`;

const HOURS = `(select case when max(total) > 0 then string_agg(int8send(total), ''::bytea order by hour) end
  from (select place / 4 as hour, sum(consumed + volume)::bigint as total from grids group by 1) hours) as hours`;

const SUMS_OF = (names: readonly QuarterQuantity[]): string =>
  names.map((name) => `${QUANTITY_SUMS[name]} as ${name}`).join(', ');

/** The quarter-hours of a day that is not packed, as texts of arrays: nothing is to be put in order there. */
export const openDayStatement = (names: readonly QuarterQuantity[], inDay: string): string =>
  `select count(*)::integer as length, array_agg(date_part('epoch', start)::bigint / 900)::text as starts,
  ${names.map((name) => `case when max(${name}) > 0 then array_agg(${name})::text end as ${name}`).join(',\n  ')}
from (select start, ${SUMS_OF(names)} from quarter where ${inDay}) quarters`;

/** The row of a day in `packed_quarters`, from the quarters of it that have data. */
export const gridsStatement = (inDay: string): string => `with grids as materialized (
  select place, frames, import_id, ${QUARTER_QUANTITIES.map((name) => `coalesce(${name}, 0) as ${name}`).join(', ')}
  from generate_series(0, ${QUARTERS_OF_DAY - 1}) place left join (
    select (date_part('epoch', start)::bigint / 900 % ${QUARTERS_OF_DAY})::integer as place, frames, import_id,
      ${SUMS_OF(QUARTER_QUANTITIES)}
    from quarter where ${inDay}
  ) measured using (place)
  order by place
)
select coalesce(sum(frames) filter (where import_id is null), 0)::integer as frames,
  case when count(frames) < ${QUARTERS_OF_DAY} then string_agg(case when frames is null then '0' else '1' end, '') end as present,
  ${QUARTER_QUANTITIES.map(grid).join(',\n  ')}, ${HOURS}
from grids`;

export interface GridRow extends Partial<Readonly<Record<QuarterQuantity, Buffer | null>>> {
  /** Days since 1970. */
  readonly day: number;
  readonly present: string | null;
}

const FOUR = 4;
const BEYOND_FOUR = 2 ** 32;

/** Numbers of eight bytes each. */
export const readNumbers8 = (bytes: Buffer): Float64Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Float64Array(bytes.length / (2 * FOUR));
  for (let place = 0; place < numbers.length; place++) {
    numbers[place] = view.getUint32(place * 2 * FOUR) * BEYOND_FOUR + view.getUint32((place * 2 + 1) * FOUR);
  }
  return numbers;
};

/** The numbers of a grid, of four bytes each or of eight. */
export const readGrid = (bytes: Buffer): Float64Array => {
  if (bytes.length !== FOUR * QUARTERS_OF_DAY) return readNumbers8(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Float64Array(QUARTERS_OF_DAY);
  for (let place = 0; place < QUARTERS_OF_DAY; place++) numbers[place] = view.getUint32(place * FOUR);
  return numbers;
};

const columnOf = (bytes: Buffer | null | undefined): Float64Array | null => (bytes ? readGrid(bytes) : null);

export const toQuarterDay = ({ day, present, ...grids }: GridRow): QuarterRun => ({
  start: instant(day * DAY_MS),
  length: QUARTERS_OF_DAY,
  present,
  consumed: columnOf(grids.consumed),
  injected: columnOf(grids.injected),
  inductive: columnOf(grids.inductive),
  capacitive: columnOf(grids.capacitive),
  volume: columnOf(grids.volume),
});

/** A day that is not packed: quarters since 1970, and what was measured in each, in any order. */
export interface OpenRow extends Partial<Readonly<Record<QuarterQuantity, string | null>>> {
  readonly day: number;
  readonly length: number;
  readonly starts: string;
}

export const toOpenQuarterDay = ({ day, length, starts, ...columns }: OpenRow): QuarterRun => {
  const places = new Float64Array(length);
  readNumbers(starts, places, 0);
  for (const [index, quarter] of places.entries()) places[index] = quarter - day * QUARTERS_OF_DAY;
  const read = new Float64Array(length);
  const columnFrom = (text: string | null | undefined): Float64Array | null => {
    if (!text) return null;
    readNumbers(text, read, 0);
    const numbers = new Float64Array(QUARTERS_OF_DAY);
    for (const [index, place] of places.entries()) numbers[place] = read[index] ?? 0;
    return numbers;
  };
  const present = Array.from({ length: QUARTERS_OF_DAY }, () => '0');
  for (const place of places) present[place] = '1';
  return {
    start: instant(day * DAY_MS),
    length: QUARTERS_OF_DAY,
    present: length === QUARTERS_OF_DAY ? null : present.join(''),
    consumed: columnFrom(columns.consumed),
    injected: columnFrom(columns.injected),
    inductive: columnFrom(columns.inductive),
    capacitive: columnFrom(columns.capacitive),
    volume: columnFrom(columns.volume),
  };
};
