import { daysBetween, daysFrom } from '../../base/time/civil-day.ts';
import { monthOf } from '../../base/time/civil-month.ts';
import { formatDay } from '../../base/units/format.ts';
import { type Cents, cents, sumCents } from '../../base/units/money.ts';
import { NOTHING, rateToNumber } from '../../base/units/rate.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import {
  type BillingContract,
  FLAGS,
  type Flag,
  type FlagName,
  type TaxPeriod,
} from '../../sites/tariffs/billing-contract.ts';
import { rulesOn } from '../../sites/tariffs/rules-in-force.ts';
import type { RulesVersion } from '../../sites/tariffs/tariff-rules.ts';
import type { Bill, Charge } from '../bill/bill.ts';
import { type BillTerms, priceCycle } from '../bill/price-cycle.ts';
import { taxRatesOn } from '../charges/taxes.ts';
import { flagsOfCycle } from '../flags/flags.ts';
import { byTariff } from './reconcile.ts';

/** In what a utility may have erred, at the quantities that it billed. */
type BillError = 'flag' | 'old-price' | 'old-taxes' | 'tax-base' | 'discount' | 'twice';

/** A bill with one error in it. */
export interface ErringBill {
  readonly error: BillError;
  /** What it comes to above the right one. */
  readonly amount: Cents;
  /** What of that is on lines that the tariff prices. */
  readonly ofTariff: Cents;
  /** In Portuguese, a sentence without its full stop. */
  readonly text: string;
}

/** What a bill was made from, with what it could have been made from by mistake. */
interface ErrorSource {
  /** With the quantities of the bill. */
  readonly measured: MeasuredCycle;
  readonly terms: BillTerms;
  /** All versions of the tariff. */
  readonly versions: readonly RulesVersion[];
  readonly right: Bill;
}

/** How many versions, and how many rates of taxes, are looked back. */
const LOOKED_BACK = 3;

/** The bills with one error each that cost more than the right one; of equal ones the first is the likelier. */
export function erringBills(source: ErrorSource): ErringBill[] {
  const all = [
    ...wrongFlags(source),
    ...oldPrices(source),
    ...forgottenDiscounts(source),
    ...wrongBases(source),
    ...oldTaxes(source),
    ...linesTwice(source),
  ];
  return all.filter(({ amount }) => amount > 0);
}

type Excess = Pick<ErringBill, 'amount' | 'ofTariff'>;

function excessOf(erring: Bill, right: Bill): Excess {
  return {
    amount: cents(erring.total - right.total),
    ofTariff: cents(byTariff(erring.lines) - byTariff(right.lines)),
  };
}

/** What other terms come to above the right bill. */
function above({ measured, terms, right }: ErrorSource, contract: Partial<BillingContract>): Excess {
  return excessOf(priceCycle(measured, { ...terms, contract: { ...terms.contract, ...contract } }), right);
}

/** Every flag that was known of any month, over all days of the bill. */
function wrongFlags(source: ErrorSource): ErringBill[] {
  const { measured, terms } = source;
  const { first, last } = measured.cycle;
  const months = [...new Set(daysFrom(first, last).map(monthOf))];
  const right = new Set(flagsOfCycle(measured.cycle, terms.flags).shares.map(({ name }) => name));
  const flagsByName = new Map<FlagName, Flag>([...terms.flags.values()].map((flag) => [flag.name, flag]));
  const words = [...right].map((name) => FLAGS[name].toLowerCase()).join(' e ');
  return [...flagsByName.values()].map((flag) => ({
    error: 'flag',
    ...excessOf(
      priceCycle(measured, { ...terms, flags: new Map(months.map((month) => [month, flag])) }),
      source.right,
    ),
    text: `A bandeira cobrada é a ${FLAGS[flag.name].toLowerCase()} em todos os dias; nestes dias valia a ${words}`,
  }));
}

/** The whole cycle by each of the versions that were no longer in force on its first day. */
function oldPrices(source: ErrorSource): ErringBill[] {
  const { measured, versions, terms, right } = source;
  const { last } = measured.cycle;
  const inForce = rulesOn(versions, last);
  const older = versions
    .filter((version) => version !== inForce && version.validFrom <= last)
    .toSorted((a, b) => daysBetween(a.validFrom, b.validFrom))
    .slice(0, LOOKED_BACK);
  return older.map((version) => {
    const stretches = measured.stretches.map((stretch) => ({ ...stretch, version }));
    return {
      error: 'old-price',
      ...excessOf(priceCycle({ ...measured, stretches }, terms), right),
      text: `Os preços são os da tarifa de ${formatDay(version.validFrom)}, que já não valia em todo o período`,
    };
  });
}

/** The rates of taxes of before. */
function oldTaxes(source: ErrorSource): ErringBill[] {
  const { measured, terms } = source;
  const { taxes } = terms.contract;
  const { last } = measured.cycle;
  const inForce = rulesOn(taxes, last);
  const older: readonly TaxPeriod[] = taxes
    .filter((period) => period !== inForce && period.validFrom <= last)
    .toSorted((a, b) => daysBetween(a.validFrom, b.validFrom))
    .slice(0, LOOKED_BACK);
  return older.map((period) => ({
    error: 'old-taxes',
    ...above(source, { taxes: [period] }),
    text: `As alíquotas são as de ${formatDay(period.validFrom)}, que já não valiam no último dia do período`,
  }));
}

function forgottenDiscounts(source: ErrorSource): ErringBill[] {
  const { contract } = source.terms;
  const { market, generation } = contract;
  const found: ErringBill[] = [];
  if (market.mode === 'livre' && market.demandDiscount > 0n) {
    found.push({
      error: 'discount',
      ...above(source, { market: { ...market, demandDiscount: NOTHING } }),
      text: 'O desconto da fonte incentivada na TUSD não foi dado',
    });
  }
  if (generation !== null) {
    found.push({
      error: 'discount',
      ...above(source, { generation: null }),
      text: 'A energia injetada e os créditos não foram compensados',
    });
  }
  for (const benefit of contract.benefits ?? [])
    found.push({
      error: 'discount',
      ...above(source, { benefits: contract.benefits?.filter((one) => one !== benefit) }),
      text: `O desconto “${benefit.label}” não foi dado`,
    });
  return found;
}

/** Taxes on what bears none, and PIS and COFINS on ICMS. */
function wrongBases(source: ErrorSource): ErringBill[] {
  const { measured, terms, right } = source;
  const { contract } = terms;
  const consumed = measured.stretches.reduce(
    (sum, stretch) =>
      sum + stretch.consumed.inPoint + stretch.consumed.interPoint + stretch.consumed.outPoint,
    0,
  );
  const rates = taxRatesOn(contract.taxes, measured.cycle.last, consumed);
  if (rates === null) return [];
  const icms = rateToNumber(rates.icms);
  const withIcms = (kind: Charge['kind']): Excess => {
    const untaxedLines = right.lines.filter((line) => line.kind === kind && line.taxes.icms === 0);
    const all = sumCents(untaxedLines.map(({ amount }) => amount));
    const amount = cents(Math.round((all * icms) / (1 - icms)));
    return { amount, ofTariff: kind === 'cosip' ? cents(0) : amount };
  };
  const found: ErringBill[] = [
    {
      error: 'tax-base',
      ...withIcms('unused-demand'),
      text: 'A demanda contratada e não utilizada foi cobrada com ICMS',
    },
    {
      error: 'tax-base',
      ...withIcms('cosip'),
      text: 'A iluminação pública (COSIP) foi cobrada com ICMS',
    },
  ];
  if (rates.method !== 'por-dentro') return found;
  const additive = contract.taxes.map((period) => ({ ...period, method: 'additive' as const }));
  return [
    ...found,
    {
      error: 'tax-base',
      ...above(source, { taxes: additive }),
      text: 'PIS e COFINS foram calculados também sobre o ICMS',
    },
  ];
}

function linesTwice({ right }: ErrorSource): ErringBill[] {
  return right.lines.map((line) => ({
    error: 'twice',
    amount: line.amount,
    ofTariff: byTariff([line]),
    text: `A linha “${line.label}” parece ter sido cobrada duas vezes`,
  }));
}
