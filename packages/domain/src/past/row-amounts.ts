import type { PhaseColumn } from '../consumption/series.ts';
import { mostPhaseEnergy, mostVolume } from '../metering/plausibility.ts';
import { cellAt } from '../sheet/row-cells.ts';
import { HOUR_MS } from '../time/zone.ts';
import { isEmptyCell, parseCellValue, splitUnit } from './cell-number.ts';
import { unitOf } from './column-names.ts';
import type { FileReading, PastColumn, PastQuantity, PastUnit } from './file-reading.ts';
import { PAST_SUMS, sumKey } from './past-totals.ts';
import type { RowTime } from './row-time.ts';
import type { RowNumbers } from './taken-rows.ts';

/** Why a row is not taken. */
export const ROW_REFUSALS = [
  'cells',
  'time',
  'date',
  'empty',
  'number',
  'quantity',
  'pulse',
  'long',
  'negative',
  'implausible',
  'repeated',
  'future',
] as const;
export type RowRefusal = (typeof ROW_REFUSALS)[number];

/** What can have passed through the meter of a file. */
export interface PastLimits {
  readonly phases: 1 | 3;
  /** The installation's own limit a phase, W; null when it states none. */
  readonly ratedPhaseWatts: number | null;
}

const POWER: readonly PastUnit[] = ['W', 'kW', 'MW'];

interface Amount {
  readonly key: PhaseColumn;
  readonly amount: number;
}

type RowAmounts = (
  cells: readonly string[],
  time: RowTime,
) => Pick<RowNumbers, 'amounts' | 'keys'> | RowRefusal;

/** The most that can flow in the interval of a row, in thousandths. */
const mostOf = (
  { phases, ratedPhaseWatts }: PastLimits,
  quantity: PastQuantity,
  { from, to }: RowTime,
): number =>
  quantity === 'volume' ? mostVolume(to - from) : phases * mostPhaseEnergy(ratedPhaseWatts, to - from);

/** The energy of a mean power. */
const energyOf = (power: number, { from, to }: RowTime): number =>
  Math.round((power * (to - from)) / HOUR_MS);

const levelOf = (amount: number, quantity: PastQuantity, { phase }: PastColumn): Amount | RowRefusal =>
  amount < 0 ? 'negative' : { key: sumKey(quantity, phase), amount };

/** Reads the amounts of a row, by its mapping; or why it has none. */
export function createRowAmounts(reading: FileReading, limits: PastLimits): RowAmounts {
  const { kinds, unitColumn, pulse, decimal } = reading;
  const quantities = new Map(kinds?.texts.map(({ text, quantity }) => [text, quantity]));
  const isTwoWay = [...reading.values.map(({ quantity }) => quantity), ...quantities.values()].includes(
    'injected',
  );

  const unitIn = (cells: readonly string[], cell: string, { unit }: PastColumn): PastUnit => {
    const text = splitUnit(cell).unit ?? (unitColumn === null ? null : cellAt(cells, unitColumn));
    return (text === null ? null : unitOf(text)) ?? unit;
  };

  const quantityIn = (cells: readonly string[], value: PastColumn): PastQuantity | null =>
    kinds === null ? value.quantity : (quantities.get(cellAt(cells, kinds.column)) ?? null);

  /** An amount of an interval. A negative consumption is an injection, where no column has injections of its own. */
  const flowOf = (
    amount: number,
    quantity: PastQuantity,
    value: PastColumn,
    time: RowTime,
  ): Amount | RowRefusal => {
    const isReturned = amount < 0 && quantity === 'consumed' && !isTwoWay;
    if (amount < 0 && !isReturned) return 'negative';
    if (Math.abs(amount) > mostOf(limits, quantity, time)) return 'implausible';
    return { key: sumKey(isReturned ? 'injected' : quantity, value.phase), amount: Math.abs(amount) };
  };

  const amountOf = (cells: readonly string[], value: PastColumn, time: RowTime): Amount | RowRefusal => {
    const cell = cellAt(cells, value.column);
    if (isEmptyCell(cell)) return 'empty';
    const unit = unitIn(cells, cell, value);
    const constant = unit === 'pulse' ? pulse : 1;
    if (constant === null) return 'pulse';
    const parsed = parseCellValue(cell, decimal, unit, constant);
    if (parsed === null) return 'number';
    const quantity = quantityIn(cells, value);
    if (quantity === null) return 'quantity';
    return value.isRegister
      ? levelOf(parsed, quantity, value)
      : flowOf(POWER.includes(unit) ? energyOf(parsed, time) : parsed, quantity, value, time);
  };

  return (cells, time) => {
    const [amounts, keys]: [number[], number[]] = [[], []];
    for (const value of reading.values) {
      const found = amountOf(cells, value, time);
      if (typeof found === 'string' && found !== 'empty') return found;
      amounts.push(typeof found === 'string' ? Number.NaN : found.amount);
      keys.push(typeof found === 'string' ? 0 : PAST_SUMS.indexOf(found.key));
    }
    return amounts.every(Number.isNaN) ? 'empty' : { amounts, keys };
  };
}
