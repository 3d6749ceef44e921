import { QUARTER_QUANTITIES, type QuarterQuantity } from '@nascente/domain/telemetry/intervals/quarter-days';
import type { PhaseColumn } from '@nascente/domain/telemetry/intervals/series';

/** A requested column of quarter-hours: a quantity of all phases together, or of one of them. Thousandths (mWh, mvarh, ml). */
export type TotalColumn = QuarterQuantity | PhaseColumn;

interface Source {
  readonly quantity: QuarterQuantity;
  /** 0 to 2; null: all of them together. */
  readonly phase: number | null;
}

const PHASES = ['A', 'B', 'C'] as const;

const SOURCES: ReadonlyMap<string, Source> = new Map(
  QUARTER_QUANTITIES.flatMap((quantity): [string, Source][] => [
    [quantity, { quantity, phase: null }],
    ...PHASES.map((letter, phase): [string, Source] => [`${quantity}${letter}`, { quantity, phase }]),
  ]),
);

/** The quantity and the phase of a column. */
export const sourceOf = (column: TotalColumn): Source => SOURCES.get(column) as Source;

const UNITS: Readonly<Record<QuarterQuantity, string>> = {
  consumed: 'mwh',
  injected: 'mwh',
  inductive: 'mvarh',
  capacitive: 'mvarh',
  volume: 'ml',
};

/** The columns of the table `quarter` for a quantity, a phase each; a volume has one. */
export const columnsOf = (quantity: QuarterQuantity): readonly string[] =>
  quantity === 'volume'
    ? ['volume_ml']
    : PHASES.map((phase) => `${quantity}_${phase.toLowerCase()}_${UNITS[quantity]}`);

/** SQL of a column of quarter-hours: of one phase, or of all together. */
export const sqlOf = (column: TotalColumn): string => {
  const { quantity, phase } = sourceOf(column);
  const columns = columnsOf(quantity);
  return phase === null ? columns.join(' + ') : (columns[phase] as string);
};
