import type { Opportunity } from '@nascente/contract/insight/opportunity-kinds';
import { type BillAnswer, readBill } from '@nascente/contract/money/bills';
import { addDays, type CivilDate, daysBetween } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatNumber, formatReais } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api/api-client.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import styles from './opportunities.module.css';

const DAYS_A_YEAR = 365;
const WHOLE_FROM = 100;

/** Excess of reactive energy that was billed, kvarh and R$, and the kWh beside which it was. */
const excessOf = ({ lines, reactive, consumed }: BillAnswer) => ({
  kvarh: reactive.total,
  cost: lines.reduce((sum, { kind, amount }) => sum + (kind === 'reactive-energy' ? amount : 0), 0),
  energy: consumed.total,
});

const kvarhText = (kvarh: number): string => `${formatNumber(kvarh, kvarh < WHOLE_FROM ? 1 : 0)}\u00a0kvarh`;

/** The excess of such days as they were, and at what the year before had for each kWh. */
const comparedOf = (before: BillAnswer, after: BillAnswer) => {
  const [then, now] = [excessOf(before), excessOf(after)];
  const share = then.energy === 0 ? 0 : now.energy / then.energy;
  return { now, expected: { kvarh: then.kvarh * share, cost: then.cost * share } };
};

interface ReactiveSavingProps {
  readonly establishment: Opportunity['establishment'];
  /** The day on which capacitors were installed. */
  readonly since: CivilDate;
}

/** Capacitors change no kWh: what they spare is the reactive excess of the bills, before and since. */
export const ReactiveSaving = ({ establishment, since }: ReactiveSavingProps) => {
  const yesterday = addDays(useToday(zoneOf(establishment)), -1);
  const isMeasured = yesterday > since;
  const billOf = (start: CivilDate, end: CivilDate) => ({
    ...queryFor(readBill, { params: { id: establishment._id }, query: { type: 'eletric', start, end } }),
    enabled: isMeasured,
  });
  const before = useQuery(billOf(addDays(since, -DAYS_A_YEAR), addDays(since, -1)));
  const after = useQuery(billOf(addDays(since, 1), yesterday));
  if (!isMeasured)
    return (
      <p className={styles.muted}>
        A medição começa no dia seguinte à mudança, quando esse dia tiver passado inteiro.
      </p>
    );
  const failed = [before, after].find(({ error }) => error !== null);
  if (failed?.error)
    return <ErrorState failure={failed.error} onRetry={failed.refetch} retrying={failed.isFetching} />;
  if (before.data === undefined || after.data === undefined)
    return (
      <Loading>
        <SkeletonRows rows={1} />
      </Loading>
    );
  const { now, expected } = comparedOf(before.data.bill, after.data.bill);
  const saved = expected.cost - now.cost;
  const days = daysBetween(since, yesterday);
  return (
    <p>
      <b>Energia reativa excedente:</b> {kvarhText(now.kvarh)} ({formatReais(now.cost)}) em{' '}
      {days === 1 ? '1 dia' : `${days} dias`} até {formatDay(yesterday)}. No ritmo do ano anterior seriam{' '}
      {kvarhText(expected.kvarh)} ({formatReais(expected.cost)}): {formatReais(Math.abs(saved))} a{' '}
      {saved < 0 ? 'mais' : 'menos'}.
    </p>
  );
};
