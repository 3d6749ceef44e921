import { type Cents, cents, sumCents } from '../../base/units/money.ts';
import { apportion } from './apportion.ts';

interface BillToShare {
  readonly total: Cents;
  /** Cost of energy by tariff period: of the whole, and of each part. Null where the total is shared by consumption alone. */
  readonly energy: { readonly whole: Cents; readonly parts: readonly Cents[] } | null;
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
    /** Energy and shared lines of what has no meter of its own. */
    readonly unmeasuredAmount: Cents;
    readonly fixed: Cents;
    /** The amount that could not be shared, because nothing was consumed. */
    readonly unshared: Cents;
    /** The sum of all three. */
    readonly amount: Cents;
  };
}

/**
 * Shares a bill to the cent. Energy costs each part its own consumption at the prices of the bill, by tariff period, as on
 * every other screen. Other shared lines (demand, reactive excess) go by consumption, lines of one's own as their owner says.
 * The difference to the total is the rest.
 */
export function shareBill(bill: BillToShare): SharedBill {
  const { total, energy, fixed, equal = cents(0), parts, unmeasured } = bill;
  const whole = energy?.whole ?? cents(0);
  const { shares, unshared } = apportion(cents(total - fixed - equal - whole), [...parts, unmeasured]);
  const { shares: equalShares, unshared: unsharedEqually } = apportion(
    equal,
    parts.map(() => 1),
  );
  const ofEnergy = (index: number): Cents => energy?.parts[index] ?? cents(0);
  const restEnergy = cents(whole - sumCents(energy?.parts ?? []));
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

/** A whole quantity in so many equal whole parts; what is left over goes to the first ones, one each. */
export function splitEqually(quantity: number, parts: number): number[] {
  const each = Math.floor(quantity / parts);
  const left = quantity - each * parts;
  return Array.from({ length: parts }, (_, index) => each + (index < left ? 1 : 0));
}
