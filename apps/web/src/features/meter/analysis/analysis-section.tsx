import type { Board } from '@nascente/contract/meters';
import { lazy } from 'react';
import type { Unit } from '../../../shared/use-unit.ts';
import type { Period } from '../period/period-range.ts';
import { NearCard } from './near-card.tsx';

const ComparisonCard = lazy(async () => ({
  default: (await import('./comparison/comparison-card.tsx')).ComparisonCard,
}));
const BaseLoadCard = lazy(async () => ({
  default: (await import('./base/base-load-card.tsx')).BaseLoadCard,
}));
const DemandCard = lazy(async () => ({ default: (await import('./demand/demand-card.tsx')).DemandCard }));

interface AnalysisSectionProps {
  readonly board: Board;
  readonly period: Period;
  readonly unit: Unit;
}

/** What the period shows beyond its total; each card is fetched when it comes near the window. */
export const AnalysisSection = ({ board, period, unit }: AnalysisSectionProps) => {
  const isElectric = board.type === 'eletric';
  return (
    <>
      <NearCard title="Comparação" span={6} height={258}>
        <ComparisonCard board={board} period={period} unit={unit} />
      </NearCard>
      <NearCard title="Carga permanente" span={6} height={258}>
        <BaseLoadCard board={board} period={period} />
      </NearCard>
      {isElectric && (
        <NearCard title="Demanda" height={420}>
          <DemandCard board={board} period={period} />
        </NearCard>
      )}
    </>
  );
};
