import { type Cents, cents } from '../../base/units/money.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import { OWN_LINE_KINDS, type OwnLine } from '../../sites/tariffs/own-line.ts';
import { TOU_PERIODS } from '../../sites/tou-windows/tou-periods.ts';
import type { Charge } from '../bill/bill.ts';
import type { BillTerms } from '../bill/price-cycle.ts';
import { sumOfTaxes } from '../charges/charge.ts';
import { centsOf } from '../charges/fraction.ts';
import { NO_RATES, taxesInside, taxRatesOf } from '../charges/taxes.ts';
import { countedValue } from '../lines/own-line-charges.ts';

/** Kinds of bill lines that no tariff prices: the kinds of own lines, and public lighting. */
export const BILLED_LINE_KINDS = [...OWN_LINE_KINDS, 'lighting'] as const;
export type BilledLineKind = (typeof BILLED_LINE_KINDS)[number];

/** A printed line of the utility's bill that no tariff prices. */
export interface BilledLine extends Pick<OwnLine, 'label' | 'isCredit' | 'taxes'> {
  readonly kind: BilledLineKind;
  readonly value: Extract<OwnLine['value'], { readonly mode: 'amount' | 'quantity' }>;
}

/**
 * A line without a tariff price, compared between the utility's bill and the computed bill. `billed` or `expected` is null if that
 * bill does not have it.
 */
export interface ComparedLine {
  /** Label as printed on the bill, or of the expected line if the bill does not have it. */
  readonly label: string;
  readonly kind: BilledLineKind;
  readonly billed: Cents | null;
  readonly expected: Cents | null;
}

/** Amount of a printed line, negative for a credit; quantity × price is rounded half up. */
export function billedAmount({ value, isCredit }: Pick<BilledLine, 'value' | 'isCredit'>): Cents {
  const size: number =
    value.mode === 'amount' ? value.amount : centsOf(countedValue(value.quantity, value.price), 'half-up');
  return cents(isCredit ? -size : size);
}

/**
 * Sum of the taxes within printed lines, cents.
 * @param measured - the cycle with the billed quantities, not the measured ones; its consumption selects the ICMS band
 */
export function taxesWithin(
  lines: readonly BilledLine[],
  measured: MeasuredCycle,
  { contract, readOn }: Pick<BillTerms, 'contract' | 'readOn'>,
): number {
  const consumed = measured.intervals.reduce(
    (sum, interval) => sum + TOU_PERIODS.reduce((all, touPeriod) => all + interval.consumed[touPeriod], 0),
    0,
  );
  const rates = taxRatesOf(contract, measured.cycle.last, consumed, readOn) ?? NO_RATES;
  return lines.reduce((sum, line) => {
    const { taxes } = taxesInside(billedAmount(line), rates, line.taxes, 'half-up');
    return sum + sumOfTaxes(taxes);
  }, 0);
}

interface NamedAmount {
  readonly label: string;
  readonly kind: BilledLineKind;
  readonly amount: Cents;
}

const plain = (label: string): string =>
  label
    .normalize('NFD')
    .replace(/[^\p{L}\d]/gu, '')
    .toLowerCase();

function kindOf({ kind, label }: Charge, { ownLines }: BillingContract): BilledLineKind {
  if (kind === 'cosip') return 'lighting';
  return ownLines?.find((line) => line.label === label)?.kind ?? 'other';
}

/** Pairs lines by label, else by kind (not `other`) if each side has one unpaired line of it. Unpaired expected lines last. */
export function compareLines(
  lines: readonly BilledLine[],
  expected: readonly Charge[],
  contract: BillingContract,
): ComparedLine[] {
  const billed = lines.map(
    (line): NamedAmount => ({ label: line.label, kind: line.kind, amount: billedAmount(line) }),
  );
  const open = new Set(
    expected.map(
      (charge): NamedAmount => ({
        label: charge.label,
        kind: kindOf(charge, contract),
        amount: charge.amount,
      }),
    ),
  );
  const expectedOf = new Map<NamedAmount, NamedAmount>();
  const pair = (one: NamedAmount, other: NamedAmount | undefined) => {
    if (other === undefined) return;
    expectedOf.set(one, other);
    open.delete(other);
  };
  for (const one of billed)
    pair(
      one,
      [...open].find(({ label }) => plain(label) === plain(one.label)),
    );
  for (const one of billed.filter((line) => !expectedOf.has(line))) {
    const alike = billed.filter((line) => !expectedOf.has(line) && line.kind === one.kind);
    const others = [...open].filter(({ kind }) => kind === one.kind);
    if (one.kind !== 'other' && alike.length === 1 && others.length === 1) pair(one, others[0]);
  }
  return [
    ...billed.map((one) => ({
      label: one.label,
      kind: one.kind,
      billed: one.amount,
      expected: expectedOf.get(one)?.amount ?? null,
    })),
    ...[...open].map(({ label, kind, amount }) => ({ label, kind, billed: null, expected: amount })),
  ];
}
