import {
  QUARTERS_OF_DAY,
  type QuarterQuantity,
  type QuarterRun,
} from '@nascente/domain/consumption/quarter-days';
import { DAY_MS, instant } from '@nascente/domain/time/zone';
import { decodeSum } from '../series/index.ts';
import { readNumbers } from './series-columns.ts';

export interface GridRow extends Partial<Readonly<Record<QuarterQuantity, Buffer | null>>> {
  /** Days since 1970. */
  readonly day: number;
  readonly present: string | null;
}

export const toQuarterDay = ({ day, present, ...grids }: GridRow): QuarterRun => ({
  start: instant(day * DAY_MS),
  length: QUARTERS_OF_DAY,
  present,
  consumed: decodeSum(grids.consumed),
  injected: decodeSum(grids.injected),
  inductive: decodeSum(grids.inductive),
  capacitive: decodeSum(grids.capacitive),
  volume: decodeSum(grids.volume),
});

/** A day that is not closed: quarters since 1970, and what was measured in each, in any order. */
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
