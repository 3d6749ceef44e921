import { cellAt } from '../../base/sheet/row-cells.ts';
import { HOUR_MS } from '../../base/time/zone.ts';
import { maxPhaseEnergy, maxVolume } from '../../telemetry/frames/plausibility.ts';
import type { PhaseColumn } from '../../telemetry/intervals/totals.ts';
import { isEmptyCell, parseCellValue, splitUnit } from './cell-number.ts';
import { unitOf } from './column-names.ts';
import {
  type FileReading,
  isVolumeUnit,
  MEAN_UNITS,
  PAST_PHASES,
  PAST_QUANTITIES,
  type PastColumn,
  type PastPhase,
  type PastQuantity,
  type PastUnit,
} from './file-reading.ts';
import type { RowTime } from './row-time.ts';
import type { RowNumbers } from './taken-rows.ts';

/** Sums of one quarter-hour by quantity and phase, in whole mWh, mvarh or ml. */
export type PastSums = Record<PhaseColumn, number>;

/** The key of a quantity and a phase; values without a phase count as phase A. */
const sumKey = (quantity: PastQuantity, phase: PastPhase | null): PhaseColumn =>
  quantity === 'volume' ? 'volume' : `${quantity}${phase ?? 'A'}`;

const KEYS_OF = Object.fromEntries(
  PAST_QUANTITIES.map((quantity) => [
    quantity,
    [...new Set(PAST_PHASES.map((phase) => sumKey(quantity, phase)))],
  ]),
) as unknown as Record<PastQuantity, readonly PhaseColumn[]>;

export const PAST_SUMS: readonly PhaseColumn[] = PAST_QUANTITIES.flatMap((quantity) => KEYS_OF[quantity]);

export const emptySums = (): PastSums => Object.fromEntries(PAST_SUMS.map((key) => [key, 0])) as PastSums;

/** The sum of all phases of a quantity. */
export const ofQuantity = (sums: PastSums, quantity: PastQuantity): number =>
  KEYS_OF[quantity].reduce((total, key) => total + sums[key], 0);

/** The sum of quarter-hours by quantity. */
export function sumOf(quarters: Iterable<PastSums>): Record<PastQuantity, number> {
  const total = Object.fromEntries(PAST_QUANTITIES.map((quantity) => [quantity, 0])) as Record<
    PastQuantity,
    number
  >;
  for (const sums of quarters)
    for (const quantity of PAST_QUANTITIES) total[quantity] += ofQuantity(sums, quantity);
  return total;
}

/** Reasons for which a row is refused. */
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

/** Facts about a meter that limit plausible amounts. */
export interface PastLimits {
  readonly phases: 1 | 3;
  /** Rated power of each phase of the installation, W; null if none is entered. */
  readonly ratedPhaseWatts: number | null;
}

const REVERSE: Readonly<Partial<Record<PastQuantity, PastQuantity>>> = {
  consumed: 'injected',
  injected: 'consumed',
};

/** Offset added to a key to mark an amount of mean power. */
export const POWER_KEYS = PAST_SUMS.length;

interface Amount {
  readonly key: PhaseColumn;
  readonly amount: number;
  readonly isPower?: boolean;
}

/** Whether a unit fits a quantity: units of volume only volume, other units only energy, pulses both. */
const fits = (unit: PastUnit, quantity: PastQuantity): boolean =>
  unit === 'pulse' || isVolumeUnit(unit) === (quantity === 'volume');

const keyNumber = ({ key, isPower = false }: Amount): number =>
  PAST_SUMS.indexOf(key) + (isPower ? POWER_KEYS : 0);

const EMPTY: Amount = { key: 'consumedA', amount: Number.NaN };

type RowAmounts = (
  cells: readonly string[],
  time: RowTime,
) => Pick<RowNumbers, 'amounts' | 'keys'> | RowRefusal;

/** The highest plausible amount in the interval of a row, in thousandths. */
const highestOf = (
  { phases, ratedPhaseWatts }: PastLimits,
  quantity: PastQuantity,
  { from, to }: RowTime,
): number =>
  quantity === 'volume' ? maxVolume(to - from) : phases * maxPhaseEnergy(ratedPhaseWatts, to - from);

/** The energy of a mean power, or the volume of a mean flow. Rounding happens later, by quarter-hour. */
const energyOf = (power: number, { from, to }: RowTime): number => (power * (to - from)) / HOUR_MS;

const levelOf = (amount: number, quantity: PastQuantity, { phase }: PastColumn): Amount | RowRefusal =>
  amount < 0 ? 'negative' : { key: sumKey(quantity, phase), amount };

/** Returns a function that reads the amounts of a row by the mapping, or the reason why it has none. */
export function createRowAmounts(reading: FileReading, limits: PastLimits): RowAmounts {
  const { kinds, unitColumn, pulse, decimal } = reading;
  /** Value columns of each phase or time-of-use period. */
  const marked = new Map(
    reading.marks?.texts.map(({ text, phase }) => [
      text,
      reading.values.map((value) => ({ ...value, phase: phase ?? value.phase })),
    ]),
  );
  const quantities = new Map(kinds?.texts.map(({ text, quantity }) => [text, quantity]));
  const all = [...(kinds === null ? reading.values.map(({ quantity }) => quantity) : quantities.values())];
  const has = (quantity: PastQuantity): boolean => all.includes(quantity);

  /** The unit of a cell; null if its row states a unit of neither energy nor volume. */
  const unitIn = (cells: readonly string[], cell: string, { unit }: PastColumn): PastUnit | null => {
    const text = splitUnit(cell).unit ?? cellAt(cells, unitColumn);
    return isEmptyCell(text) ? unit : unitOf(text);
  };

  const quantityIn = (cells: readonly string[], value: PastColumn): PastQuantity | null =>
    kinds === null ? value.quantity : (quantities.get(cellAt(cells, kinds.column)) ?? null);

  /** A negative amount counts in the opposite direction, if no column has that direction. Injection may have either sign. */
  const flowOf = (
    amount: number,
    quantity: PastQuantity,
    value: PastColumn,
    time: RowTime,
  ): Amount | RowRefusal => {
    const reverse = REVERSE[quantity];
    const isSigned = amount < 0 && quantity === 'injected';
    if (amount < 0 && (reverse === undefined || (has(reverse) && !isSigned))) return 'negative';
    if (Math.abs(amount) > highestOf(limits, quantity, time)) return 'implausible';
    const isReversed = amount < 0 && reverse !== undefined && !has(reverse);
    const key = sumKey(isReversed ? reverse : quantity, value.phase);
    return { key, amount: Math.abs(amount) };
  };

  const parsedIn = (cell: string, unit: PastUnit, factor: number): number | RowRefusal => {
    const constant = unit === 'pulse' ? pulse : 1;
    if (constant === null) return 'pulse';
    return parseCellValue(cell, decimal, unit, constant * factor) ?? 'number';
  };

  const amountOf = (cells: readonly string[], value: PastColumn, time: RowTime): Amount | RowRefusal => {
    const cell = cellAt(cells, value.column);
    if (isEmptyCell(cell)) return 'empty';
    const [unit, quantity] = [unitIn(cells, cell, value), quantityIn(cells, value)];
    if (unit === null || quantity === null || !fits(unit, quantity)) return 'quantity';
    const parsed = parsedIn(cell, unit, value.factor ?? 1);
    if (typeof parsed === 'string') return parsed;
    if (value.isRegister) return levelOf(parsed, quantity, value);
    if (!MEAN_UNITS.includes(unit)) return flowOf(parsed, quantity, value, time);
    const flow = flowOf(energyOf(parsed, time), quantity, value, time);
    return typeof flow === 'string' ? flow : { ...flow, isPower: true };
  };

  const valuesOf = (cells: readonly string[]): readonly PastColumn[] | undefined =>
    reading.marks === null ? reading.values : marked.get(cellAt(cells, reading.marks.column));

  return (cells, time) => {
    const values = valuesOf(cells);
    if (values === undefined || values.length === 0) return 'quantity';
    const [amounts, keys]: [number[], number[]] = [[], []];
    for (const value of values) {
      const found = amountOf(cells, value, time);
      if (typeof found === 'string' && found !== 'empty') return found;
      const each = typeof found === 'string' ? EMPTY : found;
      amounts.push(each.amount);
      keys.push(keyNumber(each));
    }
    return amounts.every(Number.isNaN) ? 'empty' : { amounts, keys };
  };
}
