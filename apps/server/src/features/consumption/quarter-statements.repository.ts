import type { QuarterQuantity } from '@nascente/domain/consumption/quarter-days';
import type { SeriesColumn, StepMinutes } from '@nascente/domain/consumption/series';
import { COUNT_FACTOR, PEAK_FACTOR } from './series-columns.ts';

export type Sums = Partial<Record<SeriesColumn, string>>;

const phaseColumns = (phase: 'a' | 'b' | 'c'): Sums => {
  const name = phase.toUpperCase() as 'A' | 'B' | 'C';
  return {
    [`consumed${name}`]: `consumed_${phase}_mwh`,
    [`injected${name}`]: `injected_${phase}_mwh`,
    [`inductive${name}`]: `inductive_${phase}_mvarh`,
    [`capacitive${name}`]: `capacitive_${phase}_mvarh`,
  };
};

export const PHASE_A: Sums = phaseColumns('a');
export const PHASES: Sums = { ...PHASE_A, ...phaseColumns('b'), ...phaseColumns('c') };
export const VOLUME: Sums = { volume: 'volume_ml' };

/** The phases together, as a single column of a quarter. */
export const CONSUMED = 'consumed_a_mwh + consumed_b_mwh + consumed_c_mwh';

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

const EPOCH = "timestamptz 'epoch'";

const PEAK = `(${CONSUMED}) * ${PEAK_FACTOR} + ${PEAK_FACTOR - 1} - (date_part('epoch', start)::bigint / 900) % ${PEAK_FACTOR}`;

type Columns = readonly (readonly [name: string, sum: string])[];

/** Quarters summed into slots. Sums are float8, exact below 2^53: a sum of bigint would be numeric, which is slower. */
const summed = (columns: Columns, stepMinutes: StepMinutes): readonly [select: string, grouped: string] => [
  `date_bin('${stepMinutes} minutes', start, ${EPOCH}) as slot, count(*) as quarters, max(${PEAK}) as peak,
    ${columns.map(([name, sum]) => `sum((${sum})::float8) as "${name}"`).join(', ')}`,
  'group by slot',
];

/** Of quarters there is one row each: nothing is to be summed. */
const single = (columns: Columns): readonly [select: string, grouped: string] => [
  `start as slot, 1 as quarters, ${PEAK} as peak, ${columns.map(([name, sum]) => `${sum} as "${name}"`).join(', ')}`,
  '',
];

/**
 * Quarters with data by slots, answered as one row of arrays in text: pg builds no value for each of them, and decodes
 * no binary (it reads every answer as UTF-8). A column of zeros, such as what a meter without a solar panel injected,
 * is null.
 */
export const slotsStatement = (sums: Sums, stepMinutes: StepMinutes, inSpan: string): string => {
  const columns = Object.entries(sums);
  const [select, grouped] = stepMinutes === 15 ? single(columns) : summed(columns, stepMinutes);
  return `select count(*)::integer as length,
  array_agg((date_part('epoch', slot)::bigint / ${stepMinutes * 60}) * ${COUNT_FACTOR} + quarters)::text as slots,
  array_agg(peak)::text as peaks,
  ${columns.map(([name]) => `case when max("${name}") > 0 then array_agg("${name}"::bigint)::text end as "${name}"`).join(',\n  ')}
from (select ${select}
  from quarter where ${inSpan} ${grouped} order by slot) slots`;
};

/**
 * Quarters since 1970 and what was consumed in each, as texts of arrays in the order of the rows. Without sums there is
 * nothing to group or sort: adding up quarters is quicker here than there.
 */
export const quartersStatement = (
  consumed: string,
  inSpan: string,
): string => `select count(*)::integer as length,
  array_agg(date_part('epoch', start)::bigint / 900)::text as starts, array_agg(${consumed})::text as consumed
from quarter where ${inSpan} and frames > 0`;

const namedSums = (names: readonly QuarterQuantity[]): string =>
  names.map((name) => `${QUANTITY_SUMS[name]} as ${name}`).join(', ');

/** The quarter-hours of a day that is not closed, as texts of arrays: nothing is to be put in order there. */
export const openDayStatement = (names: readonly QuarterQuantity[], inDay: string): string =>
  `select count(*)::integer as length, array_agg(date_part('epoch', start)::bigint / 900)::text as starts,
  ${names.map((name) => `case when max(${name}) > 0 then array_agg(${name})::text end as ${name}`).join(',\n  ')}
from (select start, ${namedSums(names)} from quarter where ${inDay}) quarters`;
