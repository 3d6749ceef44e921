import { addDays, civilDateAt, startOfDay } from '../base/time/civil-day.ts';
import { QUARTER_MS } from '../base/time/quarter.ts';
import { HOUR_MS, type Instant, instant, type Zone } from '../base/time/zone.ts';
import {
  isRuleLevel,
  type RuleLevel,
  type RuleQuantity,
  type RuleSample,
  type RuleSpan,
} from './own-rules.ts';

/** Consecutive UTC quarter-hours, each the sum of all meters of a rule: mWh, mvarh or ml. NaN: not measured. */
export interface RuleColumns {
  /** Start of the first quarter-hour. */
  readonly origin: Instant;
  readonly consumed: Float64Array;
  readonly injected: Float64Array;
  readonly reactive: Float64Array;
  readonly volume: Float64Array;
  /** Means of the instantaneous quantities that were read. */
  readonly levels: Readonly<Partial<Record<RuleLevel, Float64Array>>>;
}

const MILLION = 1_000_000;
const THOUSAND = 1_000;

interface Slot {
  readonly start: Instant;
  readonly end: Instant;
  /** Indexes of its quarter-hours in the columns, [first, last). */
  readonly first: number;
  readonly last: number;
}

const EMPTY = new Float64Array();

const columnOf = (columns: RuleColumns, quantity: RuleQuantity): Float64Array => {
  if (isRuleLevel(quantity)) return columns.levels[quantity] ?? EMPTY;
  if (quantity === 'injected') return columns.injected;
  if (quantity === 'reactive') return columns.reactive;
  return quantity === 'water' ? columns.volume : columns.consumed;
};

/** The sum, or the mean, of the measured quarter-hours of a slot; null if less than half of the slot was measured. */
const sumOf = (column: Float64Array, { first, last }: Slot, isMean = false): number | null => {
  let [sum, measured] = [0, 0];
  for (const value of column.subarray(first, last)) {
    if (Number.isNaN(value)) continue;
    sum += value;
    measured++;
  }
  if (measured === 0 || measured * 2 < last - first) return null;
  return isMean ? sum / measured : sum;
};

const powerFactorOf = (active: number, reactive: number): number | null => {
  const apparent = Math.hypot(active, reactive);
  return apparent === 0 ? null : active / apparent;
};

const valueIn = (columns: RuleColumns, quantity: RuleQuantity, span: RuleSpan, slot: Slot): number | null => {
  const sum = sumOf(columnOf(columns, quantity), slot, isRuleLevel(quantity));
  if (sum === null || isRuleLevel(quantity)) return sum;
  if (quantity === 'power-factor') return powerFactorOf(sum, sumOf(columns.reactive, slot) ?? 0);
  if (span === 'day') return sum / MILLION;
  const hours = (slot.end - slot.start) / HOUR_MS;
  return sum / (quantity === 'water' ? THOUSAND : MILLION) / hours;
};

function slotsOf(
  { origin, consumed: { length } }: RuleColumns,
  span: RuleSpan,
  zone: Zone,
  until: Instant,
): Slot[] {
  const slots: Slot[] = [];
  const indexOf = (at: number) => Math.max(0, Math.min(length, (at - origin) / QUARTER_MS));
  const add = (start: number, end: number): void => {
    if (end <= until)
      slots.push({ start: instant(start), end: instant(end), first: indexOf(start), last: indexOf(end) });
  };
  const last = origin + length * QUARTER_MS;
  if (span === 'day') {
    for (let day = civilDateAt(origin, zone); startOfDay(day, zone) < last; day = addDays(day, 1))
      if (startOfDay(day, zone) >= origin) add(startOfDay(day, zone), startOfDay(addDays(day, 1), zone));
    return slots;
  }
  const step = span === 'hour' ? HOUR_MS : QUARTER_MS;
  for (let start = Math.ceil(origin / step) * step; start < last; start += step) add(start, start + step);
  return slots;
}

/**
 * Samples of a rule: rates in kW, kvar or L/h, daily totals in kWh, kvarh or m³, means in V, A or °C, and power factors. A slot
 * that ends after `until` has no sample.
 */
export function ruleSamples(
  columns: RuleColumns,
  { quantity, span }: { readonly quantity: RuleQuantity; readonly span: RuleSpan },
  { zone, until }: { readonly zone: Zone; readonly until: Instant },
): readonly RuleSample[] {
  return slotsOf(columns, span, zone, until).map((slot) => ({
    start: slot.start,
    end: slot.end,
    value: valueIn(columns, quantity, span, slot),
  }));
}
