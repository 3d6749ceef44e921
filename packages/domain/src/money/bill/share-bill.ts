import { type Cents, cents, sumCents } from '../../base/units/money.ts';
import type { LineSharing } from '../../sites/tariffs/own-line.ts';

interface SharedLine {
  readonly kind: string;
  readonly amount: Cents;
  readonly sharing?: LineSharing | undefined;
}

/** Lines that are the same however much was consumed. */
const FIXED: ReadonlySet<string> = new Set(['cosip', 'fee', 'minimum', 'given']);

/** The part of a bill that is shared in a way: a custom line as its owner chose, any other by its kind. */
export function sharedAs(lines: readonly SharedLine[], way: LineSharing): Cents {
  const wayOf = ({ kind, sharing }: SharedLine): LineSharing =>
    sharing ?? (FIXED.has(kind) ? 'none' : 'consumption');
  return sumCents(lines.filter((line) => wayOf(line) === way).map(({ amount }) => amount));
}

interface Apportionment {
  /** In the order of the weights. */
  readonly shares: readonly Cents[];
  /** Cents that no exact share explains: handed out one by one to the largest fractions; they are in the shares. */
  readonly rounded: Cents;
  /** The unshared amount without consumption: the whole bill then, else 0. */
  readonly unshared: Cents;
}

/**
 * Shares a total by consumption, by the largest remainder: shares and the unshared rest add up to the total.
 * @param weights - whole numbers, none negative @throws RangeError otherwise
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
  /** Cost of energy by tariff period: of the whole, and of each part. Null where the total is shared by consumption alone. */
  readonly energy: { readonly total: Cents; readonly parts: readonly Cents[] } | null;
  /** The part of the total that is not shared: public lighting, fees, a minimum. */
  readonly fixed: Cents;
  /** The part of the total that is divided equally. */
  readonly equal?: Cents;
  /** Consumption of each part; thousandths, whole numbers. */
  readonly parts: readonly number[];
  /** Consumption without a meter of its own, in the same unit. */
  readonly unmeasured: number;
}

/** A bill shared among the parts of an establishment; amounts of the parts and of the rest add up to its total. */
interface SharedBill {
  /** In the order of the parts: energy, and the shares of lines that do not depend on the tariff period. */
  readonly amounts: readonly Cents[];
  readonly rest: {
    /** Energy without a meter of its own. Negative where the parts measured more than the bill charges. */
    readonly energy: Cents;
    /** Energy and shared lines without a meter of their own. */
    readonly unmeasuredAmount: Cents;
    readonly fixed: Cents;
    /** The amount that could not be shared, because nothing was consumed. */
    readonly unshared: Cents;
    readonly amount: Cents;
  };
}

/**
 * Shares a bill to the cent: energy at the bill's prices by tariff period, other shared lines by consumption, own lines as
 * their owner says. The difference to the total is the rest.
 */
export function shareBill(bill: BillToShare): SharedBill {
  const { total, energy, fixed, equal = cents(0), parts, unmeasured } = bill;
  const complete = energy?.total ?? cents(0);
  const { shares, unshared } = apportion(cents(total - fixed - equal - complete), [...parts, unmeasured]);
  const { shares: equalShares, unshared: unsharedEqually } = apportion(
    equal,
    parts.map(() => 1),
  );
  const ofEnergy = (index: number): Cents => energy?.parts[index] ?? cents(0);
  const restEnergy = cents(complete - sumCents(energy?.parts ?? []));
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

/** A whole quantity in so many equal whole parts; the remainder goes to the first ones, one each. */
export function splitEqually(quantity: number, parts: number): number[] {
  const each = Math.floor(quantity / parts);
  const left = quantity - each * parts;
  return Array.from({ length: parts }, (_, index) => each + (index < left ? 1 : 0));
}
