import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import type { Reconciliation } from '@nascente/contract/money/utility-bills';
import { addDays, type CivilDate } from '@nascente/domain/base/time/civil-day';

/** Smaller differences between a bill and its expectation are normal: in R$, and as a share of the expected total. */
const MIN_DIFFERENCE = 10;
const MIN_SHARE = 0.02;
const DAYS_A_YEAR = 365;
const CENTS = 100;

interface ReconciledBill extends Pick<Reconciliation, 'difference'> {
  readonly parts: readonly Pick<Reconciliation['parts'][number], 'cause' | 'amount'>[];
  readonly expected: Pick<Reconciliation['expected'], 'total'>;
  readonly billed: Pick<Reconciliation['billed'], 'start' | 'end' | 'total'>;
}

/** Overbilled amount; missing measurements explain their part. */
const excessOf = ({ difference, parts, expected }: ReconciledBill): number => {
  const unmeasured = parts.find(({ cause }) => cause === 'missingData')?.amount ?? 0;
  const excess = difference - unmeasured;
  return excess > Math.max(MIN_DIFFERENCE, expected.total * MIN_SHARE) ? excess : 0;
};

/** Bills of the last year above expectation. */
export const wrongBillsSaving = (
  reconciled: readonly ReconciledBill[],
  today: CivilDate,
): SavingOf<'bill-wrong'> | null => {
  const lastYear = reconciled
    .filter(({ billed }) => billed.end >= addDays(today, -DAYS_A_YEAR))
    .toSorted((one, other) => one.billed.start.localeCompare(other.billed.start));
  const excesses = lastYear.map((one) => Math.round(excessOf(one) * CENTS) / CENTS);
  // Reclaimed once, so it is not extrapolated to a year.
  const claimed = excesses.reduce((sum, excess) => sum + excess, 0);
  if (claimed === 0) return null;
  const amount = Math.round(claimed * CENTS) / CENTS;
  return {
    kind: 'bill-wrong',
    perYear: amount,
    low: amount,
    high: amount,
    sureness: 'medium',
    bills: { count: excesses.filter((excess) => excess > 0).length },
    evidence: lastYear.map(({ billed }, index) => ({
      date: billed.start,
      now: billed.total,
      instead: Math.round((billed.total - (excesses[index] ?? 0)) * CENTS) / CENTS,
    })),
  };
};
