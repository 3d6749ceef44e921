import { readEstablishmentYearBefore } from '@nascente/contract/money/establishment-consumption';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import type { MeterKind } from '../../../shared/consumption/amount.ts';
import { Stat } from '../../../shared/ui/marks/stat-list.tsx';
import { yearComparisonOf } from './year-comparison.ts';

interface YearStatProps {
  readonly establishmentId: string;
  readonly kind: MeterKind;
}

const STALE_MS = 10 * 60_000;

/** The same days of the year before; nothing where they were not measured. */
export const YearStat = ({ establishmentId: id, kind }: YearStatProps) => {
  const { data } = useQuery({
    ...queryFor(readEstablishmentYearBefore, { params: { id }, query: { type: kind } }),
    staleTime: STALE_MS,
  });
  const comparison = data && yearComparisonOf(data.yearBefore, kind);
  return (
    comparison && (
      <Stat label={comparison.label} tone={comparison.tone} qualifier={comparison.difference}>
        {comparison.change}
      </Stat>
    )
  );
};
