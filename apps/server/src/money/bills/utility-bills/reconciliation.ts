import { readBilledLines } from '@nascente/contract/money/billed-lines';
import {
  differenceCauses,
  type Reconciliation,
  type UtilityBillAnswer,
} from '@nascente/contract/money/utility-bills';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { readingCycleOf } from '@nascente/domain/base/time/reading-cycles';
import { type Cents, fromReais, reais } from '@nascente/domain/base/units/money';
import type { ByTouPeriod } from '@nascente/domain/energy/measured-cycle/measured-cycle';
import type { Bill } from '@nascente/domain/money/bill/bill';
import { checkBill } from '@nascente/domain/money/bill-check/check-bill';
import { reconcile, type UtilityBill } from '@nascente/domain/money/bill-check/reconcile';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import { InvalidInput } from '../../../platform/errors.ts';
import { calendarOf } from '../../../sites/establishments/index.ts';
import { toLine } from '../bill-answer.ts';
import type { BillMaker } from '../bill-maker.ts';
import { type BilledEstablishment, todayAt } from '../measured-days.ts';

const MILLION = 1_000_000;

/** kWh and kW as the engine counts them. */
const toCounted = (touPeriods: UtilityBillAnswer['consumed']): Partial<ByTouPeriod> =>
  Object.fromEntries(
    Object.entries(touPeriods).flatMap(([touPeriod, quantity]) =>
      quantity === undefined ? [] : [[touPeriod, Math.round(quantity * MILLION)]],
    ),
  );

const isEmpty = (touPeriods: object): boolean => Object.keys(touPeriods).length === 0;

/** A tariff with one price counts all energy as off-peak, so the other periods keep nothing of ours. */
const consumedIn = (billed: UtilityBillAnswer): Partial<ByTouPeriod> => {
  const consumed = toCounted(billed.consumed);
  const isSingle = consumed.outPoint !== undefined && Object.keys(consumed).length === 1;
  return isSingle ? { inPoint: 0, interPoint: 0, ...consumed } : consumed;
};

/** Water carries none of them. */
const taxesIn = ({ type, taxes }: UtilityBillAnswer): number | null => (type === 'water' ? 0 : taxes);

const toUtilityBill = (billed: UtilityBillAnswer): UtilityBill => ({
  total: fromReais(billed.total),
  consumed: consumedIn(billed),
  ...(billed.volume === null ? {} : { volume: Math.round(billed.volume * MILLION) }),
  ...(isEmpty(billed.demand) ? {} : { demand: toCounted(billed.demand) }),
  ...(taxesIn(billed) === null ? {} : { taxes: fromReais(taxesIn(billed) ?? 0) }),
  ...(billed.others === null ? {} : { others: fromReais(billed.others) }),
  ...(billed.lines === null ? {} : { lines: readBilledLines(billed.lines) }),
});

const toPriced = ({ first, last, total, lines }: Bill) => ({
  start: first as string,
  end: last as string,
  total: reais(total),
  lines: lines.map(toLine),
});

const reaisOrNull = (amount: Cents | null): number | null => (amount === null ? null : reais(amount));

const cycleOf = ({ start, end }: Pick<UtilityBillAnswer, 'start' | 'end'>): BillingCycle => ({
  first: civilDate(start),
  last: civilDate(end),
});

/** Throws InvalidInput where the bill is of days to come. @param entered - all bills of the establishment, this one too */
export const reconciliationOf = async (
  establishment: BilledEstablishment,
  { billed, entered }: { billed: UtilityBillAnswer; entered: readonly UtilityBillAnswer[] },
  maker: BillMaker,
): Promise<Reconciliation> => {
  const days = cycleOf(billed);
  if (days.last > todayAt(establishment))
    throw new InvalidInput('O período desta fatura ainda não terminou.');
  const terms = maker.billTerms(establishment, days);
  const ours = readingCycleOf(days, calendarOf(establishment.facts, establishment.type));
  const [expected, same] = await Promise.all([
    maker.make(establishment, ours, terms),
    maker.make(establishment, days, terms),
  ]);
  const { contract, versions, tariff, validFrom } = same.terms;
  const compared = {
    billed: toUtilityBill(billed),
    samePeriod: same.measured,
    terms: { contract, flags: establishment.flags },
  };
  const found = reconcile({ ...compared, ours: expected.measured });
  const findings = checkBill({
    ...compared,
    days,
    cycle: ours,
    reconciliation: found,
    versions,
    isAgreed: validFrom !== null,
    others: entered.filter(({ id }) => id !== billed.id).map(cycleOf),
  });
  return {
    billed,
    expected: toPriced(found.expected),
    repriced: toPriced(found.repriced),
    difference: reais(found.difference),
    parts: differenceCauses.map((cause) => ({ cause, amount: reais(found.parts[cause]) })),
    lines: found.lines.map((line) => ({
      ...line,
      billed: reaisOrNull(line.billed),
      expected: reaisOrNull(line.expected),
    })),
    findings: findings.map(({ kind, amount, text }) => ({ kind, amount: reais(amount), text })),
    distributor: tariff?.distributor ?? null,
    missing: [...same.bill.missing],
    ...repeatShares(same.bill),
  };
};
