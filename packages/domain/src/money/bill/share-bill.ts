import { type Cents, cents, sumCents } from '../../base/units/money.ts';
import type { LineSharing } from '../../sites/tariffs/own-line.ts';

interface SharedLine {
  readonly kind: string;
  readonly amount: Cents;
  readonly sharing?: LineSharing | undefined;
}

/** Kinds of lines that do not depend on consumption. */
const FIXED: ReadonlySet<string> = new Set(['cosip', 'fee', 'minimum', 'given']);

/** How a line is apportioned. */
export function wayOf({ kind, sharing }: Pick<SharedLine, 'kind' | 'sharing'>): LineSharing {
  return sharing ?? (FIXED.has(kind) ? 'none' : 'consumption');
}

/** Sum of the lines that are apportioned in one way. The owner chooses the way of an own line; other lines follow their kind. */
export function sharedAs(lines: readonly SharedLine[], way: LineSharing): Cents {
  return sumCents(lines.filter((line) => wayOf(line) === way).map(({ amount }) => amount));
}

interface Apportionment {
  /** In the order of the weights. */
  readonly shares: readonly Cents[];
  /** Cents left over by rounding down, each added to one of the shares with the largest remainders; included in `shares`. */
  readonly rounded: Cents;
  /** The whole amount if all weights are 0; else 0. */
  readonly unshared: Cents;
}

/**
 * Divides a total in proportion to weights by the largest remainder method. `shares` and `unshared` add up to the total.
 * @param weights - whole numbers, none negative
 * @throws RangeError for a fraction
 */
export function apportion(total: Cents, weights: readonly number[]): Apportionment {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (all === 0n) return { shares: weights.map(() => cents(0)), rounded: cents(0), unshared: total };
  const sign = total < 0 ? -1 : 1;
  const size = BigInt(Math.abs(total));
  const parts = weights.map((weight, index) => {
    const exact = size * BigInt(weight);
    return { index, quotient: Number(exact / all), rest: exact % all };
  });
  const left = Math.abs(total) - parts.reduce((sum, { quotient }) => sum + quotient, 0);
  const served = [...parts].sort((a, b) =>
    a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1,
  );
  const raised = new Set(served.slice(0, left).map(({ index }) => index));
  return {
    shares: parts.map(({ index, quotient }) => cents(sign * (quotient + (raised.has(index) ? 1 : 0)))),
    rounded: cents(sign * left),
    unshared: cents(0),
  };
}

interface BillToShare {
  readonly total: Cents;
  /**
   * Cost of energy at the prices of the time-of-use periods, for the whole bill and for each part. Null if the total is
   * apportioned by consumption alone.
   */
  readonly energy: { readonly total: Cents; readonly parts: readonly Cents[] } | null;
  /** The part of the total that is not apportioned: public lighting, fees, a minimum. */
  readonly fixed: Cents;
  /** The part of the total that is divided equally. */
  readonly equal?: Cents;
  /** Consumption of each part, mWh or ml. */
  readonly parts: readonly number[];
  /** Consumption that no part measures, in the same unit. */
  readonly unmeasured: number;
}

/** A bill apportioned among the parts of an establishment; the amounts of the parts and of the remainder add up to its total. */
interface SharedBill {
  /** Amount of each part: its energy, and its shares of the other apportioned lines. */
  readonly amounts: readonly Cents[];
  readonly rest: {
    /** Cost of energy that no part measures; negative if the parts measured more than the bill charges. */
    readonly energy: Cents;
    /** `energy` and the remainder's share of the other apportioned lines. */
    readonly unmeasuredAmount: Cents;
    readonly fixed: Cents;
    /** Amount that cannot be apportioned, because nothing was consumed or there is no part. */
    readonly unshared: Cents;
    readonly amount: Cents;
  };
}

/**
 * Apportions a bill to the cent: energy at the bill's prices by time-of-use period, equally divided lines equally, and all other
 * lines by consumption. The difference to the total is the remainder.
 */
export function shareBill(bill: BillToShare): SharedBill {
  const { total, energy, fixed, equal = cents(0), parts, unmeasured } = bill;
  const energyTotal = energy?.total ?? cents(0);
  const { shares, unshared } = apportion(cents(total - fixed - equal - energyTotal), [...parts, unmeasured]);
  const { shares: equalShares, unshared: unsharedEqually } = apportion(
    equal,
    parts.map(() => 1),
  );
  const ofEnergy = (index: number): Cents => energy?.parts[index] ?? cents(0);
  const restEnergy = cents(energyTotal - sumCents(energy?.parts ?? []));
  const unmeasuredAmount = cents(restEnergy + (shares[parts.length] as Cents));
  const withoutOwner = cents(unshared + unsharedEqually);
  return {
    amounts: parts.map((_, index) =>
      cents(ofEnergy(index) + (shares[index] as Cents) + (equalShares[index] as Cents)),
    ),
    rest: {
      energy: restEnergy,
      unmeasuredAmount,
      fixed,
      unshared: withoutOwner,
      amount: cents(unmeasuredAmount + fixed + withoutOwner),
    },
  };
}

/** Divides a whole quantity into equal whole parts; the remainder goes to the first parts, one unit each. */
export function splitEqually(quantity: number, parts: number): number[] {
  const each = Math.floor(quantity / parts);
  const left = quantity - each * parts;
  return Array.from({ length: parts }, (_, index) => each + (index < left ? 1 : 0));
}
