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

const EPOCH = "timestamptz 'epoch'";

/**
 * Quarters with data, summed into slots and answered as one row of arrays in text: pg builds no value for each of
 * them, and decodes no binary (it reads every answer as UTF-8). Sums are float8, exact below 2^53: a sum of bigint
 * would be numeric, which is slower. A column of zeros, such as what a meter without a solar panel injected, is null.
 */
export const slotsStatement = (sums: Sums, stepMinutes: StepMinutes, inSpan: string): string => {
  const columns = Object.entries(sums);
  const seconds = stepMinutes * 60;
  return `select count(*)::integer as length,
  array_agg((date_part('epoch', slot)::bigint / ${seconds}) * ${COUNT_FACTOR} + quarters)::text as slots,
  array_agg(peak)::text as peaks,
  ${columns.map(([name]) => `case when max("${name}") > 0 then array_agg("${name}"::bigint)::text end as "${name}"`).join(',\n  ')}
from (
  select date_bin('${stepMinutes} minutes', start, ${EPOCH}) as slot, count(*) as quarters,
    max((${CONSUMED}) * ${PEAK_FACTOR} + ${PEAK_FACTOR - 1} - (date_part('epoch', start)::bigint / 900) % ${PEAK_FACTOR}) as peak,
    ${columns.map(([name, sum]) => `sum((${sum})::float8) as "${name}"`).join(', ')}
  from quarter where ${inSpan}
  group by slot order by slot) slots`;
};
