import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { daysBetween, daysFrom } from '../../base/time/civil-day.ts';
import { monthOf } from '../../base/time/civil-month.ts';
import { formatDay, formatNumber } from '../../base/units/format.ts';
import { type Cents, cents, sumCents } from '../../base/units/money.ts';
import { EMPTY, rateToNumber } from '../../base/units/rate.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import {
  type BillingContract,
  FLAGS,
  type Flag,
  type FlagName,
  type TaxPeriod,
} from '../../sites/tariffs/billing-contract.ts';
import { type RulesVersion, rulesOn } from '../../sites/tariffs/tariff-rules.ts';
import { TOU_PERIODS } from '../../sites/tou-windows/tou-periods.ts';
import type { Bill, BilledDemand, Charge } from '../bill/bill.ts';
import { type BillTerms, priceCycle } from '../bill/price-cycle.ts';
import { taxRatesOf } from '../charges/taxes.ts';
import { flagsOfCycle } from '../flags/flags.ts';
import type { ComparedLine } from './billed-lines.ts';
import type { BillFinding } from './finding.ts';
import { asBilled, byTariff, othersOf, type Reconciliation, type UtilityBill } from './reconcile.ts';

type BillError = 'flag' | 'old-price' | 'old-taxes' | 'tax-base' | 'discount' | 'twice';

interface ErringBill {
  readonly error: BillError;
  /** Amount by which the bill with this error exceeds the correct one. */
  readonly amount: Cents;
  /** Part of `amount` on lines that the tariff prices. */
  readonly ofTariff: Cents;
  /** Description in Portuguese, without the final full stop. */
  readonly text: string;
}

/** Data from which bills with typical errors are computed. */
interface ErrorSource {
  /** The cycle with the quantities of the utility's bill. */
  readonly measured: MeasuredCycle;
  readonly terms: BillTerms;
  /** All versions of the tariff. */
  readonly versions: readonly RulesVersion[];
  readonly right: Bill;
}

/** Number of earlier tariff versions, and of earlier tax rates, that are tried. */
const LOOKED_BACK = 3;

/** Bills that each have one error and exceed the correct bill, likelier errors first. */
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

function above({ measured, terms, right }: ErrorSource, contract: Partial<BillingContract>): Excess {
  return excessOf(priceCycle(measured, { ...terms, contract: { ...terms.contract, ...contract } }), right);
}

/** Bills that charge one flag on all days, for each flag of `terms`. */
function wrongFlags(source: ErrorSource): ErringBill[] {
  const { measured, terms } = source;
  const { first, last } = measured.cycle;
  const months = [...new Set(daysFrom(first, last).map(monthOf))];
  const right = new Set(flagsOfCycle(measured.cycle, terms.flags).shares.map(({ name }) => name));
  const flagsByName = new Map<FlagName, Flag>([...terms.flags.values()].map((flag) => [flag.name, flag]));
  const texts = [...right].map((name) => FLAGS[name].toLowerCase()).join(' e ');
  return [...flagsByName.values()].map((flag) => ({
    error: 'flag',
    ...excessOf(
      priceCycle(measured, { ...terms, flags: new Map(months.map((month) => [month, flag])) }),
      source.right,
    ),
    text: `A bandeira cobrada é a ${FLAGS[flag.name].toLowerCase()} em todos os dias; nestes dias valia a ${texts}`,
  }));
}

/** Bills in which an earlier version of the tariff prices the whole cycle. */
function oldPrices(source: ErrorSource): ErringBill[] {
  const { measured, versions, terms, right } = source;
  const { last } = measured.cycle;
  const inForce = rulesOn(versions, last);
  const older = versions
    .filter((version) => version !== inForce && version.validFrom <= last)
    .toSorted((a, b) => daysBetween(a.validFrom, b.validFrom))
    .slice(0, LOOKED_BACK);
  return older.map((version) => {
    const intervals = measured.intervals.map((interval) => ({ ...interval, version }));
    return {
      error: 'old-price',
      ...excessOf(priceCycle({ ...measured, intervals }, terms), right),
      text: `Os preços são os da tarifa de ${formatDay(version.validFrom)}, que já não valia em todo o período`,
    };
  });
}

/** Bills with earlier tax rates. */
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
      ...above(source, { market: { ...market, demandDiscount: EMPTY } }),
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

/** Bills with ICMS on lines without ICMS, or with PIS and COFINS computed on an amount that includes ICMS. */
function wrongBases(source: ErrorSource): ErringBill[] {
  const { measured, terms, right } = source;
  const { contract } = terms;
  const consumed = measured.intervals.reduce(
    (sum, interval) =>
      sum + interval.consumed.inPoint + interval.consumed.interPoint + interval.consumed.outPoint,
    0,
  );
  const rates = taxRatesOf(contract, measured.cycle.last, consumed, terms.readOn);
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

/** Sum of billed less expected amounts over the lines that exist on both sides. */
function matchedDifference(lines: readonly ComparedLine[]): number {
  return lines.reduce(
    (sum, { billed, expected }) => (billed === null || expected === null ? sum : sum + billed - expected),
    0,
  );
}

/** Unexpected lines that repeat the label and amount of another line. */
function printedTwice(lines: readonly ComparedLine[]): BillFinding[] {
  return lines.flatMap(({ label, billed, expected }, index) => {
    const isRepeated = lines
      .slice(0, index)
      .some((before) => before.label === label && before.billed === billed);
    if (billed === null || billed <= 0 || expected !== null || !isRepeated) return [];
    return [
      { kind: 'twice' as const, amount: billed, text: `A linha “${label}” está duas vezes na fatura.` },
    ];
  });
}

/** Credits of the contract that the bill lacks. */
function forgottenCredits(lines: readonly ComparedLine[]): BillFinding[] {
  return lines.flatMap(({ label, billed, expected }) => {
    const amount = cents(0 - (expected ?? 0));
    if (billed !== null || amount <= 0) return [];
    return [{ kind: 'discount' as const, amount, text: `O crédito “${label}” não foi dado.` }];
  });
}

interface BillToCheck {
  readonly billed: UtilityBill;
  readonly days: BillingCycle;
  /** Measurements over the days of the bill. */
  readonly samePeriod: MeasuredCycle;
  /** The billing cycle by the reading dates. */
  readonly cycle: BillingCycle;
  readonly reconciliation: Reconciliation;
  readonly terms: BillTerms;
  /** Whether a person entered the contract's terms. Prices and taxes are not checked against assumed terms. */
  readonly isAgreed: boolean;
  /** All versions of the tariff. */
  readonly versions: readonly RulesVersion[];
  /** Days of the other entered bills. */
  readonly others: readonly BillingCycle[];
}

const PER_UNIT = 1_000_000;

/** Two class B meters may differ by this share; smaller differences of energy and demand are not reported. */
const METER_ERROR = 0.02;

/** Tolerance in cents for rounding: one for each line, and at least this many. */
const MIN_TOLERANCE = 5;

/**
 * Compares a bill with measurements and rules. @returns overcharges, the largest first. An error in prices, taxes or lines is
 * named if it alone, or together with one other, explains the difference.
 */
export function checkBill(bill: BillToCheck): BillFinding[] {
  const found = [
    ...unseenEnergy(bill),
    ...unseenDemand(bill),
    ...otherDays(bill),
    ...daysTwice(bill),
    ...errors(bill),
  ];
  return found.toSorted((a, b) => b.amount - a.amount);
}

const kwhOf = (thousandths: number): string => formatNumber(thousandths / PER_UNIT, 1);

/** Billed energy or water above the measured one, after gaps and meter error. */
function unseenEnergy({ billed, samePeriod, reconciliation }: BillToCheck): BillFinding[] {
  const amount = reconciliation.parts.consumption;
  const isWater = billed.volume !== undefined;
  const ours = samePeriod.intervals.reduce(
    (sum, { consumed, volume }) =>
      sum +
      (isWater
        ? volume
        : TOU_PERIODS.reduce(
            (all, touPeriod) => all + (billed.consumed[touPeriod] === undefined ? 0 : consumed[touPeriod]),
            0,
          )),
    0,
  );
  const billedQuantity =
    billed.volume ?? TOU_PERIODS.reduce((sum, touPeriod) => sum + (billed.consumed[touPeriod] ?? 0), 0);
  if (amount <= 0 || samePeriod.completeness === 0 || billedQuantity <= ours * (1 + METER_ERROR)) return [];
  const unit = isWater ? 'm³' : 'kWh';
  const gaps =
    samePeriod.completeness === 1
      ? ''
      : ` (faltam ${formatNumber((1 - samePeriod.completeness) * 100, 1)}% das medições; a diferença já desconta essa parte)`;
  const text = `Foram faturados ${kwhOf(billedQuantity)} ${unit}; o medidor registrou ${kwhOf(ours)} ${unit} nos mesmos dias${gaps}.`;
  return [{ kind: 'energy', amount, text }];
}

/** Billed demand above the measured one, after meter error. */
function unseenDemand({ samePeriod, reconciliation, terms }: BillToCheck): BillFinding[] {
  const amount = reconciliation.parts.demand;
  if (amount <= 0 || samePeriod.completeness === 0) return [];
  const ours = priceCycle(samePeriod, terms).demand;
  const measuredIn = ({ touPeriod }: BilledDemand) =>
    Math.max(...ours.filter((one) => one.touPeriod === touPeriod).map(({ measured }) => measured));
  const above = reconciliation.repriced.demand.filter(
    (one) => one.measured > measuredIn(one) * (1 + METER_ERROR),
  );
  if (above.length === 0) return [];
  const texts = above.map(
    (one) =>
      `${kwhOf(one.measured)} kW${periodText(one)}, e o medidor registrou ${kwhOf(measuredIn(one))} kW`,
  );
  return [{ kind: 'demand', amount, text: `A demanda faturada é de ${texts.join('; ')}.` }];
}

function periodText({ touPeriod }: BilledDemand): string {
  return touPeriod === null ? '' : touPeriod === 'inPoint' ? ' na ponta' : ' fora da ponta';
}

/** Both dates have their year, because a complaint may be read much later. */
const dayRange = ({ first, last }: BillingCycle): string => `${formatDay(first)} a ${formatDay(last)}`;

const lengthOf = ({ first, last }: BillingCycle): number => daysBetween(first, last) + 1;

/** A bill with other days than the billing cycle. */
function otherDays({ days, cycle, reconciliation }: BillToCheck): BillFinding[] {
  const amount = reconciliation.parts.period;
  const isSame = days.first === cycle.first && days.last === cycle.last;
  if (isSame || amount <= 0) return [];
  const text = `A fatura cobra ${lengthOf(days)} dias, de ${dayRange(days)}; o ciclo de leitura tem ${lengthOf(cycle)}, de ${dayRange(cycle)}.`;
  return [{ kind: 'period', amount, text }];
}

/** Days that another bill has already charged, with their proportional amount. */
function daysTwice({ days, others, reconciliation }: BillToCheck): BillFinding[] {
  return others.flatMap((other) => {
    const shared = daysFrom(days.first, days.last).filter((day) => other.first <= day && day <= other.last);
    const [first, last, twice] = [shared[0], shared.at(-1), shared.length];
    if (first === undefined || last === undefined) return [];
    const amount = cents(Math.round((byTariff(reconciliation.repriced.lines) * twice) / lengthOf(days)));
    if (amount <= 0) return [];
    const texts = twice === 1 ? 'Um dia já estava' : `${twice} dias já estavam`;
    const text = `${texts} na fatura de ${dayRange(other)}: ${dayRange({ first, last })} (valor pela proporção dos dias).`;
    return [{ kind: 'overlap' as const, amount, text }];
  });
}

/** Whether the bill states all quantities, so that the remaining difference lies in prices, taxes and lines. */
function saysQuantities(billed: UtilityBill, { demand }: Bill): boolean {
  const hasEnergy = billed.volume !== undefined || billed.consumed.outPoint !== undefined;
  return hasEnergy && (demand.length === 0 || billed.demand !== undefined);
}

function errors(bill: BillToCheck): BillFinding[] {
  const { billed, samePeriod, terms, versions, isAgreed, reconciliation } = bill;
  const counted = asBilled(samePeriod, billed);
  // With the billed quantities no measurement is missing.
  const measured = { ...counted, presentQuarters: counted.expectedQuarters };
  const right = priceCycle(measured, terms);
  const isComplete = isAgreed && right.missing.length === 0;
  if (!isComplete || !saysQuantities(billed, right)) return [];
  const ofTariff = byTariff(right.lines);
  const erring = erringBills({ measured, terms, versions, right });
  const all = (one: ErringBill) => one.amount;
  const others = othersOf(billed, reconciliation.lines);
  if (others === null) return explain(billed.total - right.total, erring, all, right);
  const beside = (one: ErringBill) => cents(one.amount - one.ofTariff);
  const besideDifference =
    billed.lines === undefined ? others - (right.total - ofTariff) : matchedDifference(reconciliation.lines);
  return [
    ...explain(billed.total - others - ofTariff, erring, (one) => one.ofTariff, right),
    ...explain(besideDifference, erring, beside, right),
    ...printedTwice(reconciliation.lines),
    ...forgottenCredits(reconciliation.lines),
  ];
}

/** Explains a difference above the tolerance by one error, else by two errors of different kinds, else as unexplained. */
function explain(
  difference: number,
  errors: readonly ErringBill[],
  amountOf: (one: ErringBill) => Cents,
  right: Bill,
): BillFinding[] {
  const tolerance = Math.max(MIN_TOLERANCE, right.lines.length);
  if (difference <= tolerance) return [];
  const ones = errors.filter((one) => amountOf(one) > 0);
  const twos = ones.flatMap((one, index) =>
    ones.slice(index + 1).flatMap((two) => (two.error === one.error ? [] : [[one, two]])),
  );
  const missedBy = (set: readonly ErringBill[]) => Math.abs(difference - sumCents(set.map(amountOf)));
  const nearest = (sets: readonly (readonly ErringBill[])[]) =>
    sets.filter((set) => missedBy(set) <= tolerance).toSorted((a, b) => missedBy(a) - missedBy(b))[0];
  const best = nearest(ones.map((one) => [one])) ?? nearest(twos);
  if (best !== undefined) {
    return best.map((one) => ({ kind: one.error, amount: amountOf(one), text: `${one.text}.` }));
  }
  const text = 'Este valor não corresponde à tarifa, aos tributos e às quantidades da própria fatura.';
  return [{ kind: 'unexplained', amount: cents(difference), text }];
}
