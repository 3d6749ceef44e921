import type { Board } from '@nascente/contract/sites/meters';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { lazy } from 'react';
import { isInverter } from '../../../shared/boards/solar-role.ts';
import type { TouPrices } from '../../../shared/consumption/tou-periods.ts';
import type { Unit } from '../../../shared/use-unit.ts';
import type { Period } from '../period/period-range.ts';
import { NearCard } from './near-card.tsx';
import { restingHeights } from './resting-heights.ts';
import { useInjects } from './use-injects.ts';

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

interface AnalysisSectionProps {
  readonly board: Board;
  readonly period: Period;
  readonly unit: Unit;
  readonly today: CivilDate;
  readonly prices: TouPrices | null;
  readonly onDay: (date: CivilDate) => void;
}

export const AnalysisSection = ({ board, period, unit, today, prices, onDay }: AnalysisSectionProps) => {
  const isElectric = board.type === 'eletric';
  const isConsuming = !isInverter(board);
  const injects = useInjects(board, period);
  const heights = restingHeights(board);
  return (
    <>
      {injects && (
        <NearCard title="Solar" tour="meter-solar" heights={heights.solar}>
          <SolarCard board={board} period={period} today={today} prices={prices} />
        </NearCard>
      )}
      {isConsuming && (
        <>
          <NearCard title="Comparação" tour="meter-comparison" span={6} heights={heights.comparison}>
            <ComparisonCard board={board} period={period} unit={unit} />
          </NearCard>
          <NearCard title="Carga permanente" tour="meter-base" span={6} heights={heights.base}>
            <BaseLoadCard board={board} period={period} />
          </NearCard>
        </>
      )}
      {isElectric && isConsuming && (
        <NearCard title="Demanda" tour="meter-demand" heights={heights.demand}>
          <DemandCard board={board} period={period} />
        </NearCard>
      )}
      {isConsuming && (
        <NearCard title="Mapa de calor" tour="meter-heat" heights={heights.heat}>
          <HeatCard board={board} period={period} onDay={onDay} />
        </NearCard>
      )}
      {isElectric && (
        <NearCard title="Fator de potência e tensão" tour="meter-quality" heights={heights.quality}>
          <QualityCard board={board} period={period} />
        </NearCard>
      )}
    </>
  );
};
