import { readDemandOptimum, readTariffComparison } from '@nascente/contract/money/tariff-comparison';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { SkeletonBlock } from '../../../shared/ui/page/skeleton.tsx';
import { Answered } from '../page-frame/answered.tsx';
import { useBillAddress } from '../page-frame/bill-address.ts';
import { BillFrame } from '../page-frame/bill-frame.tsx';
import { ComparisonCard } from './comparison-card.tsx';
import { DemandCard } from './demand-card.tsx';
import { MarketCard } from './market-card.tsx';

/** Under which tariff the last year would have cost least, and below it, with which contracted demand. */
export const TariffsPage = () => {
  const { id } = useBillAddress();
  const comparison = useQuery(queryFor(readTariffComparison, { params: { id } }));
  const optimum = useQuery(queryFor(readDemandOptimum, { params: { id } }));
  return (
    <BillFrame title="Qual tarifa" isElectricOnly>
      <Answered query={comparison} title="Comparação de modalidades" rest={<SkeletonBlock height={300} />}>
        {(answer) => <ComparisonCard comparison={answer.comparison} />}
      </Answered>
      {optimum.data === undefined && optimum.error !== null && comparison.data !== undefined && (
        <Card title="Demanda contratada" terms={['demanda-contratada', 'demanda', 'ultrapassagem']}>
          <ErrorState failure={optimum.error} onRetry={optimum.refetch} retrying={optimum.isFetching} />
        </Card>
      )}
      {!comparison.isPending &&
        optimum.data?.optimum.demands.map((demand) => (
          <DemandCard
            key={demand.post ?? 'single'}
            demand={demand}
            cycles={optimum.data.optimum.cycles.length}
          />
        ))}
      {comparison.data !== undefined && <MarketCard />}
    </BillFrame>
  );
};
