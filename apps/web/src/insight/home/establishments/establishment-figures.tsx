import type { Board } from '@nascente/contract/sites/meters';
import { partlyMeasuredText } from '@nascente/domain/energy/consumption/partly-measured';
import { amountOf, amountText, forecastAmount } from '../../../shared/consumption/amount.ts';
import { averageForecastText } from '../../../shared/consumption/average-forecast.ts';
import { SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import { useCycle } from '../cycle/use-cycle.ts';
import { kindOf } from './use-establishment-amounts.ts';

interface EstablishmentFiguresProps {
  readonly id: string;
  readonly boards: readonly Board[];
  readonly unit: Unit;
  /** Adds the formula of the daily average, which an open card of the same establishment shows already. */
  readonly hasAverage?: boolean;
}

/** Amount and forecast in a line; it queries when rendered, so render it near the viewport. */
export const EstablishmentFigures = ({ id, boards, unit, hasAverage = false }: EstablishmentFiguresProps) => {
  const kind = kindOf(boards);
  const { data, isPending } = useCycle(id, kind);
  if (boards.length === 0) return 'sem medidores';
  if (isPending) return <SkeletonLine width={12} size="small" />;
  if (data === undefined) return '–';
  if (data === null) return ' ';
  if (boards.every(({ lastSeen }) => lastSeen === null) && data.total === 0) return 'sem medições';
  const share = partlyMeasuredText(data.completeness, data.estimated);
  return (
    <>
      <b>{amountText(amountOf(unit, kind, data))}</b>
      <span>previsão {amountText(forecastAmount(unit, kind, data.forecast))}</span>
      {hasAverage && <span>{averageForecastText(data.forecast.byDailyAverage, kind, unit)}</span>}
      {share !== null && <span>{share}</span>}
    </>
  );
};
