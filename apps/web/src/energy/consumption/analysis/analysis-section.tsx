import { readConsumption } from '@nascente/contract/energy/period-consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { queryFor } from '../../../shared/api/api-client.ts';
import { isInverter } from '../../../shared/boards/solar-role.ts';
import type { MeterView } from '../meter-view.ts';
import type { Period } from '../period/period-range.ts';
import { analysedDays, DAYS_STALE_MS } from '../period/period-range.ts';
import { NearCard, restingHeights } from './near-card.tsx';

/** Less in a whole period is noise of the meter, kWh. */
const MIN_INJECTED = 0.05;

/** Whether energy flows back through this meter: marked as solar, or seen in the period. */
export const useInjects = (board: Board, period: Period): boolean => {
  const { start, end } = analysedDays(period);
  const { data } = useQuery({
    ...queryFor(readConsumption, { body: { id: board.macAddress, dateIn: start, dateOut: end } }),
    staleTime: DAYS_STALE_MS,
    enabled: board.type === 'eletric' && !board.solarPanel,
    select: ({ value }) => value.injected > MIN_INJECTED,
  });
  return board.type === 'eletric' && (board.solarPanel || data === true);
};

const ComparisonCard = lazy(async () => ({
  default: (await import('./comparison/comparison-card.tsx')).ComparisonCard,
}));
const BaseLoadCard = lazy(async () => ({
  default: (await import('./base/base-load-card.tsx')).BaseLoadCard,
}));
const DemandCard = lazy(async () => ({ default: (await import('./demand/demand-card.tsx')).DemandCard }));
const HeatCard = lazy(async () => ({ default: (await import('./heat/heat-card.tsx')).HeatCard }));
const QualityCard = lazy(async () => ({ default: (await import('./quality/quality-card.tsx')).QualityCard }));
const SolarCard = lazy(async () => ({ default: (await import('./solar/solar-card.tsx')).SolarCard }));

export const AnalysisSection = (view: Omit<MeterView, 'kind'>) => {
  const { board, period } = view;
  const isElectric = board.type === 'eletric';
  const isConsuming = !isInverter(board);
  const injects = useInjects(board, period);
  const heights = restingHeights(board);
  return (
    <>
      {injects && (
        <NearCard title="Solar" tour="meter-solar" heights={heights.solar}>
          <SolarCard {...view} />
        </NearCard>
      )}
      {isConsuming && (
        <>
          <NearCard title="Comparação" tour="meter-comparison" span={6} heights={heights.comparison}>
            <ComparisonCard {...view} />
          </NearCard>
          <NearCard title="Carga permanente" tour="meter-base" span={6} heights={heights.base}>
            <BaseLoadCard {...view} />
          </NearCard>
        </>
      )}
      {isElectric && isConsuming && (
        <NearCard title="Demanda" tour="meter-demand" heights={heights.demand}>
          <DemandCard {...view} />
        </NearCard>
      )}
      {isConsuming && (
        <NearCard title="Mapa de calor" tour="meter-heat" heights={heights.heat}>
          <HeatCard {...view} />
        </NearCard>
      )}
      {isElectric && (
        <NearCard title="Fator de potência e tensão" tour="meter-quality" heights={heights.quality}>
          <QualityCard {...view} />
        </NearCard>
      )}
    </>
  );
};
