import type { QuarterQuantity } from '@nascente/domain/consumption/quarter-days';
import { sourceOf, type TotalColumn } from './days/total-columns.ts';

const UNITS: Readonly<Record<QuarterQuantity, string>> = {
  consumed: 'mwh',
  injected: 'mwh',
  inductive: 'mvarh',
  capacitive: 'mvarh',
  volume: 'ml',
};
const PHASES = ['a', 'b', 'c'] as const;

/** The columns of the table `quarter` for a quantity, a phase each; a volume has one. */
export const columnsOf = (quantity: QuarterQuantity): readonly string[] =>
  quantity === 'volume' ? ['volume_ml'] : PHASES.map((phase) => `${quantity}_${phase}_${UNITS[quantity]}`);

/** SQL of a column of quarter-hours: of one phase, or of all together. */
export const sqlOf = (column: TotalColumn): string => {
  const { quantity, phase } = sourceOf(column);
  const columns = columnsOf(quantity);
  return phase === null ? columns.join(' + ') : (columns[phase] as string);
};
