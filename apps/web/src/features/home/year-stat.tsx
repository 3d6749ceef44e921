import { readComparison } from '@nascente/contract/analysis';
import type { AnswerOf } from '@nascente/contract/call';
import type { Board } from '@nascente/contract/meters';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { queryFor } from '../../shared/api-client.ts';
import type { MeterKind } from '../../shared/consumption/amount.ts';
import { Stat } from '../../shared/ui/stat-list.tsx';
import { loadedTogether } from './loaded.ts';
import { yearComparisonOf } from './year-comparison.ts';

interface YearStatProps {
  readonly boards: readonly Board[];
  readonly kind: MeterKind;
  readonly start: string;
  readonly today: string;
}

const STALE_MS = 10 * 60_000;

const together = (answers: UseQueryResult<AnswerOf<typeof readComparison>>[]) =>
  loadedTogether(answers, (parts) => parts.map(({ comparison }) => comparison));

/** The same days of the year before; nothing where they were not measured. */
export const YearStat = ({ boards, kind, start, today }: YearStatProps) => {
  const { data } = useQueries({
    queries: boards.map(({ macAddress: mac }) => ({
      ...queryFor(readComparison, { params: { mac }, query: { start, end: today } }),
      staleTime: STALE_MS,
    })),
    combine: together,
  });
  const comparison = data && yearComparisonOf(data, kind);
  return (
    comparison && (
      <Stat label={comparison.label} tone={comparison.tone} qualifier={comparison.difference}>
        {comparison.change}
      </Stat>
    )
  );
};
