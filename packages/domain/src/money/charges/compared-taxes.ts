import { formatShortDay } from '../../base/units/format.ts';
import { type Cents, cents } from '../../base/units/money.ts';
import type { TaxCredits } from '../../sites/tariffs/billing-contract.ts';
import type { Bill } from '../bill/bill.ts';

/** The total of a bill without the taxes that the company takes as credit. It is the cost of the company; the bill is the same. */
export function withoutTaxCredits(
  { total, taxes: { pis, cofins, vat } }: Pick<Bill, 'total' | 'taxes'>,
  credits: TaxCredits,
): Cents {
  const pisCofins = credits.pisCofins ? pis + cofins : 0;
  const ofVat = credits.vat && vat !== undefined ? vat.cbs + vat.ibsState + vat.ibsMunicipal : 0;
  return cents(total - pisCofins - ofVat);
}

type TaxedBill = Pick<Bill, 'last' | 'taxes'>;

/** The national taxes of a bill, in Portuguese; null without any. */
function namesOf({ taxes: { pis, cofins, vat } }: TaxedBill): string | null {
  const names = [...(pis + cofins > 0 ? ['PIS/COFINS'] : []), ...(vat === undefined ? [] : ['CBS'])];
  return names.length === 0 ? null : names.join(' e ');
}

/** In Portuguese: '2027 com CBS, 2026 com PIS/COFINS'; null if both bills have the same national taxes, or one has none. */
export function taxRulesText(before: TaxedBill, after: TaxedBill): string | null {
  const [earlier, later] = [namesOf(before), namesOf(after)];
  if (earlier === null || later === null || earlier === later) return null;
  const [yearBefore, yearAfter] = [before, after].map(({ last }) => last.slice(0, 4));
  const dayOf = ({ last }: TaxedBill): string =>
    yearBefore === yearAfter ? `até ${formatShortDay(last)}` : last.slice(0, 4);
  return `${dayOf(after)} com ${later}, ${dayOf(before)} com ${earlier}`;
}

/** As `taxRulesText` of the first and the last bill of consecutive cycles; null without bills. */
export function taxRulesOfCycles(bills: readonly TaxedBill[]): string | null {
  const [first, last] = [bills[0], bills.at(-1)];
  return first === undefined || last === undefined ? null : taxRulesText(first, last);
}
