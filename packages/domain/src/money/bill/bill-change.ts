import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { addDays, type CivilDate, daysBetween, earlierDay } from '../../base/time/civil-day.ts';
import { addMonths, firstDayOf, lastDayOf, monthOf } from '../../base/time/civil-month.ts';
import { type ReadingCalendar, readingCycleAt, readingCycleBefore } from '../../base/time/reading-cycles.ts';
import { type Cents, cents, sumCents } from '../../base/units/money.ts';
import type { VariableKind } from '../../energy/baseline/independent-variables.ts';
import type { Influence } from '../../energy/baseline/influences.ts';
import {
  type ByTouPeriod,
  type CountedByPeriod,
  type MeasuredCycle,
  sumOfIntervals,
  volumeOf,
} from '../../energy/measured-cycle/measured-cycle.ts';
import { withQuantity, withVolume } from '../../energy/measured-cycle/replace-quantities.ts';
import type { BillingContract, FlagMonths } from '../../sites/tariffs/billing-contract.ts';
import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import { sumOfTaxes } from '../charges/charge.ts';
import { total as sumPosts } from '../lines/electric-cycle.ts';
import type { Bill, Charge, ChargeKind } from './bill.ts';

interface ComparedDays {
  readonly before: BillingCycle;
  readonly after: BillingCycle;
  /** Whether `before` covers only the first days of its period, as many as `after` has. */
  readonly isPart: boolean;
  /** Whether the compared periods are any days: no single day, cycle or civil month. */
  readonly isOfDays: boolean;
}

const WEEK_DAYS = 7;

/**
 * The days to compare with a period: the previous cycle, the previous civil month, the same weekday a week before, or equally
 * many days just before. Today is excluded: a running period is compared with equally many first days. If it has no complete day
 * yet, `after` is the previous period, and `before` the period before that.
 */
export function comparedDays(days: BillingCycle, today: CivilDate, calendar: ReadingCalendar): ComparedDays {
  const { isOfDays, ...previous } = periodBefore(days, calendar);
  if (days.first >= today) return comparedDays(previous, today, calendar);
  const after = { first: days.first, last: earlierDay(days.last, addDays(today, -1)) };
  if (after.last === days.last) return { before: previous, after, isPart: false, isOfDays };
  const count = daysBetween(after.first, after.last);
  const last = earlierDay(previous.last, addDays(previous.first, count));
  return { before: { first: previous.first, last }, after, isPart: last < previous.last, isOfDays };
}

function periodBefore(
  days: BillingCycle,
  calendar: ReadingCalendar,
): BillingCycle & Pick<ComparedDays, 'isOfDays'> {
  const { first, last } = days;
  const isOfDays = false;
  if (first === last)
    return { first: addDays(first, -WEEK_DAYS), last: addDays(first, -WEEK_DAYS), isOfDays };
  if (readingCycleAt(first, calendar).first === first && readingCycleAt(first, calendar).last === last)
    return { ...readingCycleBefore(days, calendar), isOfDays };
  const month = monthOf(first);
  if (first === firstDayOf(month) && last === lastDayOf(month)) {
    const before = addMonths(month, -1);
    return { first: firstDayOf(before), last: lastDayOf(before), isOfDays };
  }
  return { first: addDays(first, -daysBetween(first, last) - 1), last: addDays(first, -1), isOfDays: true };
}

/** A measured cycle with its bill, and a function that prices the cycle, also with changed quantities. */
export interface PricedCycle {
  readonly bill: Bill;
  readonly measured: MeasuredCycle;
  readonly flags: FlagMonths;
  /** @param contract - default: that of the bill */
  readonly price: (measured: MeasuredCycle, flags: FlagMonths, contract?: BillingContract) => Bill;
}

/** The same cycle priced by another contract. */
export function pricedBy(cycle: PricedCycle, contract: BillingContract): PricedCycle {
  const price: PricedCycle['price'] = (measured, flags) => cycle.price(measured, flags, contract);
  const { missing, completeness } = cycle.bill;
  return { ...cycle, price, bill: { ...price(cycle.measured, cycle.flags), missing, completeness } };
}

export type ChangeKind =
  | 'days'
  | VariableKind
  | 'consumption'
  | 'generation'
  | 'price'
  | 'taxes'
  | 'flag'
  | 'demand'
  | 'reactive'
  | 'minimum'
  | 'fixed';

/** A cause of the difference between two bills, and its amount; positive if it makes the later bill dearer. */
export interface ChangePart {
  readonly kind: ChangeKind;
  /** Null for other kinds, for water, and if the two tariffs have different modalities. */
  readonly touPeriod: TouPeriod | null;
  /** Label of the bill line, for the kind `fixed`; null for other kinds. */
  readonly label: string | null;
  readonly amount: Cents;
}

/** A change of daily consumption, and the price of one unit. */
export interface ConsumptionChange {
  readonly touPeriod: TouPeriod | null;
  /** Later less earlier consumption, mWh or ml. The earlier one is first multiplied by `expectedFactor`. */
  readonly quantity: number;
  /** Cents for each mWh or ml. */
  readonly unitPrice: number;
  readonly amount: Cents;
}

/** The difference of two bills, divided by cause. */
export interface BillChange {
  readonly before: Bill;
  readonly after: Bill;
  /** Causes with an amount other than zero. They add up to the later total less the earlier one. */
  readonly parts: readonly ChangePart[];
  readonly consumption: readonly ConsumptionChange[];
  /** Influences of temperature and production, also those whose amount is zero. */
  readonly influences: readonly Influence[];
  /** Factor of the earlier consumption for the number of days, temperature and production together. */
  readonly expectedFactor: number;
}

/**
 * Divides the difference of two bills by cause. The earlier cycle is priced again and again, each time with one more of its
 * quantities replaced by the later one: number of days, temperature or production, consumption by time-of-use period, injected
 * energy. The remaining differences of lines are prices, taxes, demand and fixed amounts.
 */
export function explainBillChange(
  before: PricedCycle,
  after: PricedCycle,
  influences: readonly Influence[] = [],
): BillChange {
  let [measured, total] = [before.measured, before.bill.total];
  const stepTo = (next: MeasuredCycle): Cents => {
    const nextTotal = before.price(next, before.flags).total;
    const amount = cents(nextTotal - total);
    [measured, total] = [next, nextTotal];
    return amount;
  };
  const days = partOf('days', stepTo(withDays(measured, after.measured.days)));
  let expectedFactor = after.measured.days / before.measured.days;
  const influenced = influences.map(({ kind, change }) => {
    const factor = influenceFactor(measured, change);
    expectedFactor *= factor;
    return partOf(kind, stepTo(withUse(measured, factor)));
  });
  const consumption = consumptionTargets(measured, after.measured).map(
    ({ touPeriod, change, isLarge, of }) => {
      const smallPrice = isLarge ? null : marginalPrice(before, measured, total, touPeriod);
      const amount = stepTo(of(measured));
      return { touPeriod, quantity: change, unitPrice: smallPrice ?? amount / change, amount };
    },
  );
  const injected = sumOfIntervals(after.measured.intervals, 'injected');
  const generated = stepTo(withQuantity(measured, 'injected', injected));
  const parts = [
    days,
    ...influenced,
    ...consumption.map(({ touPeriod, amount }) => ({ ...partOf('consumption', amount), touPeriod })),
    ...termsParts({ ...before, measured }, after).map((part) =>
      part.kind === 'generation' ? { ...part, amount: sumCents([part.amount, generated]) } : part,
    ),
  ];
  return {
    before: before.bill,
    after: after.bill,
    parts: parts.filter(({ amount }) => amount !== 0),
    consumption,
    influences,
    expectedFactor,
  };
}

const partOf = (kind: ChangeKind, amount: Cents, label: string | null = null): ChangePart => ({
  kind,
  touPeriod: null,
  label,
  amount,
});

/** Kinds of lines that charge consumption. With equal quantities they differ by prices and taxes only. */
const CONSUMPTION_KINDS: ReadonlySet<ChargeKind> = new Set([
  'energy',
  'supplier',
  'water',
  'sewage',
  'flag',
  'consumption-vat',
]);

const CAUSES: Readonly<Partial<Record<ChargeKind, ChangeKind>>> = {
  demand: 'demand',
  'unused-demand': 'demand',
  overrun: 'demand',
  'reactive-energy': 'reactive',
  'reactive-demand': 'reactive',
  compensation: 'generation',
  minimum: 'minimum',
};

function termsParts(before: PricedCycle, after: PricedCycle): ChangePart[] {
  const [plainBefore, plainAfter] = [withoutFlags(before), withoutFlags(after)];
  const flagsOf = ({ measured, flags, price }: PricedCycle, plain: Bill) =>
    price(measured, flags).total - plain.total;
  const change = (isOf: (line: Charge) => boolean): Cents =>
    cents(sumOf(plainAfter.lines.filter(isOf)) - sumOf(plainBefore.lines.filter(isOf)));
  const isPriced = ({ kind }: Charge) => CONSUMPTION_KINDS.has(kind);
  const isFixed = (line: Charge) => !isPriced(line) && CAUSES[line.kind] === undefined;
  const changeOfCause = (cause: ChangeKind) =>
    partOf(
      cause,
      change(({ kind }) => CAUSES[kind] === cause),
    );
  const taxes = taxChange(plainBefore.lines.filter(isPriced), plainAfter.lines.filter(isPriced));
  const labels = new Set(
    [...plainBefore.lines, ...plainAfter.lines].filter(isFixed).map(({ label }) => label),
  );
  return [
    changeOfCause('generation'),
    partOf('price', cents(change(isPriced) - taxes)),
    partOf('flag', cents(flagsOf(after, plainAfter) - flagsOf(before, plainBefore))),
    partOf('taxes', taxes),
    changeOfCause('demand'),
    changeOfCause('reactive'),
    changeOfCause('minimum'),
    ...[...labels].map((label) =>
      partOf(
        'fixed',
        change((line) => isFixed(line) && line.label === label),
        label,
      ),
    ),
  ];
}

const sumOf = (lines: readonly Charge[]): Cents => sumCents(lines.map(({ amount }) => amount));

function withoutFlags({ measured, flags, price }: PricedCycle): Bill {
  const free = [...flags].map(
    ([month, flag]) => [month, { ...flag, price: 0n as typeof flag.price }] as const,
  );
  return price(measured, new Map(free));
}

/** Part of a difference that is due to tax rates: the later amount less the later untaxed amount at the earlier tax ratio. */
function taxChange(before: readonly Charge[], after: readonly Charge[]): Cents {
  const untaxed = (lines: readonly Charge[]) =>
    sumCents(lines.map(({ amount, taxes }) => cents(amount - sumOfTaxes(taxes))));
  const [net, netAfter] = [untaxed(before), untaxed(after)];
  if (net === 0 || netAfter === 0) return cents(0);
  return cents(sumOf(after) - Math.round((netAfter * sumOf(before)) / net));
}

interface ConsumptionTarget {
  readonly touPeriod: TouPeriod | null;
  readonly change: number;
  /**
   * Whether the change of consumption is large enough for amount / quantity to be a price, and not an effect of rounded cents.
   */
  readonly isLarge: boolean;
  readonly of: (measured: MeasuredCycle) => MeasuredCycle;
}

const LARGE_CHANGE = 0.05;

const changeOf = (before: number, after: number): Pick<ConsumptionTarget, 'change' | 'isLarge'> => ({
  change: after - before,
  isLarge: Math.abs(after - before) > LARGE_CHANGE * Math.max(before, after),
});

const modalitiesOf = ({ intervals }: MeasuredCycle): string =>
  [...new Set(intervals.map(({ version }) => version?.rules.modality ?? ''))].sort().join(' ');

/**
 * The steps from the earlier to the later consumption: one for each time-of-use period, or a single one for water and for tariffs
 * with different modalities.
 */
function consumptionTargets(before: MeasuredCycle, after: MeasuredCycle): ConsumptionTarget[] {
  const volumes = [volumeOf(before.intervals), volumeOf(after.intervals)] as const;
  if (volumes[0] > 0 || volumes[1] > 0)
    return [{ touPeriod: null, ...changeOf(...volumes), of: (measured) => withVolume(measured, volumes[1]) }];
  const consumed = sumOfIntervals(before.intervals, 'consumed');
  const later = sumOfIntervals(after.intervals, 'consumed');
  if (modalitiesOf(before) !== modalitiesOf(after)) {
    const [sum, laterSum] = [sumPosts(consumed), sumPosts(later)];
    const target = sum === 0 ? later : scaledPeriods(consumed, laterSum / sum);
    const of = (measured: MeasuredCycle) => withQuantity(measured, 'consumed', target);
    return [{ touPeriod: null, ...changeOf(sum, laterSum), of }];
  }
  return TOU_PERIODS.filter((touPeriod) => consumed[touPeriod] > 0 || later[touPeriod] > 0).map(
    (touPeriod) => ({
      touPeriod,
      ...changeOf(consumed[touPeriod], later[touPeriod]),
      of: (measured) => withQuantity(measured, 'consumed', { [touPeriod]: later[touPeriod] }),
    }),
  );
}

/** The price of an additional mWh or ml in cents, from doubling the consumption; 0 without consumption. */
function marginalPrice(
  { price, flags }: PricedCycle,
  measured: MeasuredCycle,
  total: Cents,
  touPeriod: TouPeriod | null,
): number {
  const volume = volumeOf(measured.intervals);
  const consumed = sumOfIntervals(measured.intervals, 'consumed');
  const twice: ByTouPeriod =
    touPeriod === null ? scaledPeriods(consumed, 2) : { ...consumed, [touPeriod]: consumed[touPeriod] * 2 };
  const quantity = volume > 0 ? volume : sumPosts(twice) - sumPosts(consumed);
  if (quantity === 0) return 0;
  const doubled = volume > 0 ? withVolume(measured, volume * 2) : withQuantity(measured, 'consumed', twice);
  return (price(doubled, flags).total - total) / quantity;
}

const scaledPeriods = (quantities: ByTouPeriod, factor: number): ByTouPeriod => ({
  inPoint: Math.round(quantities.inPoint * factor),
  interPoint: Math.round(quantities.interPoint * factor),
  outPoint: Math.round(quantities.outPoint * factor),
});

/** Factor of consumption under an influence; never negative. @param change - mWh or ml */
function influenceFactor({ intervals }: MeasuredCycle, change: number): number {
  const use = sumPosts(sumOfIntervals(intervals, 'consumed')) + volumeOf(intervals);
  return use === 0 ? 1 : Math.max(0, 1 + change / use);
}

function withUse(measured: MeasuredCycle, factor: number): MeasuredCycle {
  const consumed = scaledPeriods(sumOfIntervals(measured.intervals, 'consumed'), factor);
  const volume = Math.round(volumeOf(measured.intervals) * factor);
  return withVolume(withQuantity(measured, 'consumed', consumed), volume);
}

/** The same daily quantities for another number of days. */
function withDays(measured: MeasuredCycle, days: number): MeasuredCycle {
  const factor = days / measured.days;
  const scaled = (name: CountedByPeriod) => scaledPeriods(sumOfIntervals(measured.intervals, name), factor);
  const consumed = withQuantity(measured, 'consumed', scaled('consumed'));
  const injected = withQuantity(consumed, 'injected', scaled('injected'));
  const reactive = withQuantity(injected, 'reactiveExcess', scaled('reactiveExcess'));
  return withVolume(reactive, Math.round(volumeOf(measured.intervals) * factor));
}
