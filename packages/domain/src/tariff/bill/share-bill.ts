import { type Cents, cents } from '../../units/money.ts';
import { apportion } from './apportion.ts';

interface BillToShare {
  readonly total: Cents;
  /** The part of the total that consumption does not explain: public lighting, fees, a minimum. */
  readonly fixed: Cents;
  /** The part of the total that is divided equally. */
  readonly equal?: Cents;
  /** What the whole establishment consumed; thousandths, a whole number. */
  readonly consumed: number;
  /** What each part consumed, in the same unit. */
  readonly parts: readonly number[];
}

/** A bill shared among the parts of an establishment; amounts of the parts and of the rest add up to its total. */
interface SharedBill {
  /** In the order of the parts. */
  readonly amounts: readonly Cents[];
  readonly rest: {
    /** What no part measured: the whole less the parts, never negative. */
    readonly unmeasured: number;
    /** The share of that. */
    readonly unmeasuredAmount: Cents;
    readonly fixed: Cents;
    /** What could not be shared, because nothing was consumed. */
    readonly unshared: Cents;
    /** All of it. */
    readonly amount: Cents;
  };
  /** By how much the parts measured more than the whole: they share it all, and somewhere is a fault. */
  readonly measuredTooMuch: number;
}

/** Shares a bill by consumption, and what is to be shared in equal parts so, to the cent: what no part consumed and what nobody did is the rest. */
export function shareBill({ total, fixed, equal = cents(0), consumed, parts }: BillToShare): SharedBill {
  const measured = parts.reduce((sum, part) => sum + part, 0);
  const unmeasured = Math.max(0, consumed - measured);
  const { shares, unshared } = apportion(cents(total - fixed - equal), [...parts, unmeasured]);
  const { shares: equalShares, unshared: ofNobody } = apportion(
    equal,
    parts.map(() => 1),
  );
  const unmeasuredAmount = shares[parts.length] as Cents;
  return {
    amounts: parts.map((_, index) => cents((shares[index] as Cents) + (equalShares[index] as Cents))),
    rest: {
      unmeasured,
      unmeasuredAmount,
      fixed,
      unshared: cents(unshared + ofNobody),
      amount: cents(unmeasuredAmount + fixed + unshared + ofNobody),
    },
    measuredTooMuch: Math.max(0, measured - consumed),
  };
}

/** A whole quantity in so many equal whole parts; what is left over goes to the first ones, one each. */
export function splitEqually(quantity: number, parts: number): number[] {
  const each = Math.floor(quantity / parts);
  const left = quantity - each * parts;
  return Array.from({ length: parts }, (_, index) => each + (index < left ? 1 : 0));
}
