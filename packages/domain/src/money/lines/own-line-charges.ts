import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { formatNumber, formatReais } from '../../base/units/format.ts';
import { cents, sumCents } from '../../base/units/money.ts';
import { type Price, priceToNumber, type Rounding } from '../../base/units/price.ts';
import { COMPLETE, type Rate, rateToNumber } from '../../base/units/rate.ts';
import type { OwnLine } from '../../sites/tariffs/own-line.ts';
import type { Charge } from '../bill/bill.ts';
import { NO_TAXES } from '../charges/charge.ts';
import {
  centsOf,
  dividedBy,
  type Fraction,
  fraction,
  shownPrice,
  sumFractions,
  times,
} from '../charges/fraction.ts';
import { NO_RATES, type TaxRates, taxesInside, withTaxes } from '../charges/taxes.ts';

interface OwnLinesRequest {
  readonly cycle: BillingCycle;
  /** Null if unknown: then no taxes are added or shown. */
  readonly rates: TaxRates | null;
  /** Consumption in thousandths of Wh or litres. */
  readonly consumed: number;
  readonly unit: 'kWh' | 'm³';
  readonly rounding: Rounding;
  /** Lines that the tariff prices. */
  readonly priced: readonly Pick<Charge, 'kind' | 'amount'>[];
}

/** Whether an own line appears on the bill of a cycle. */
function isOnBill({ repeats, first, last }: OwnLine, cycle: BillingCycle): boolean {
  if (repeats === 'once') return cycle.first <= first && first <= cycle.last;
  return first <= cycle.last && (last === null || cycle.last <= last);
}

/** Kinds of charges on demand, for which a retention may have its own share. */
export const DEMAND_CHARGES: ReadonlySet<string> = new Set<Charge['kind']>([
  'demand',
  'unused-demand',
  'overrun',
  'reactive-demand',
]);
const EXACT_PER_CENT = 10n ** 14n;

const shareOfCents = (amount: number, share: Rate): Fraction =>
  dividedBy(times(fraction(share), BigInt(amount) * EXACT_PER_CENT), COMPLETE);
const percentText = (share: Rate): string => `${formatNumber(rateToNumber(share) * 100, 2)}%`;

/** Factor from 1e-10 R$ to 1e-16 R$. */
const PER_UNIT = 1_000_000n;

/** Quantity × price in 1e-16 R$; the quantity is rounded to thousandths. */
export function countedValue(quantity: number, price: Price): Fraction {
  const thousandths = BigInt(Math.round(quantity * 1000));
  return dividedBy(times(fraction(price * PER_UNIT), thousandths), 1000n);
}

/** Amount of a line before taxes are added, in 1e-16 R$, and a remark in Portuguese. */
function exactValue({ value }: OwnLine, { consumed, priced }: OwnLinesRequest) {
  switch (value.mode) {
    case 'amount':
      return { exact: fraction(BigInt(value.amount) * 10n ** 14n), note: undefined };
    case 'quantity': {
      const each = formatReais(priceToNumber(value.price));
      return {
        exact: countedValue(value.quantity, value.price),
        note: `${value.quantity.toLocaleString('pt-BR')} × ${each}`,
      };
    }
    case 'per-unit':
      return { exact: times(fraction(value.price), BigInt(consumed)), note: undefined };
    case 'share': {
      const { share, demandShare = share } = value;
      const bases = priced.filter(({ kind }) => kind !== 'cosip');
      const demand = sumCents(
        bases.filter(({ kind }) => DEMAND_CHARGES.has(kind)).map(({ amount }) => amount),
      );
      const rest = sumCents(bases.map(({ amount }) => amount)) - demand;
      const exact = sumFractions([shareOfCents(rest, share), shareOfCents(demand, demandShare)]);
      const note =
        demandShare === share
          ? `de ${formatReais((rest + demand) / 100)}`
          : `${percentText(share)} de ${formatReais(rest / 100)} e ${percentText(demandShare)} de ${formatReais(demand / 100)}`;
      return { exact, note };
    }
  }
}

function chargeOfLine(line: OwnLine, request: OwnLinesRequest): Charge {
  const rates = request.rates ?? NO_RATES;
  const { exact, note } = exactValue(line, request);
  const total = line.isBeforeTaxes ? withTaxes(exact, rates, line.taxes) : exact;
  const sign = line.isCredit ? -1 : 1;
  const amount = cents(sign * centsOf(total, request.rounding));
  const isCounted = line.value.mode === 'per-unit';
  const price = line.value.mode === 'per-unit' ? fraction(line.value.price) : fraction(0n);
  return {
    label: line.label,
    kind: isCounted ? 'unit-charge' : 'given',
    touPeriod: null,
    quantity: isCounted ? request.consumed : null,
    unit: isCounted ? request.unit : null,
    unitPrice: isCounted
      ? shownPrice(times(line.isBeforeTaxes ? withTaxes(price, rates, line.taxes) : price, BigInt(sign)))
      : null,
    amount,
    ...(request.rates === null
      ? { taxes: NO_TAXES }
      : taxesInside(amount, rates, line.taxes, request.rounding)),
    sharing: line.sharing,
    ...(note === undefined ? {} : { note }),
  };
}

/** Own lines of a cycle's bill, in their order. Their kind is `given`, or `unit-charge` for a price per unit of consumption. */
export function ownLineCharges(lines: readonly OwnLine[], request: OwnLinesRequest): Charge[] {
  return lines.filter((line) => isOnBill(line, request.cycle)).map((line) => chargeOfLine(line, request));
}
