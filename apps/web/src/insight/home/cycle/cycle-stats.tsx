import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatNumber, formatWeekdayDay } from '@nascente/domain/base/units/format';
import { amountOf, amountText, type MeterKind } from '../../../shared/consumption/amount.ts';
import { Stat, StatList } from '../../../shared/ui/marks/stat-list.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import { comparisonOf, economyPercentOf, savingText } from './comparison.ts';
import { YearStat } from './year-stat.tsx';

interface CycleStatsProps {
  readonly cycle: MonthSoFar;
  readonly kind: MeterKind;
  readonly unit: Unit;
  readonly establishmentId: string;
}

const ComparisonStat = ({ cycle, kind, unit }: Pick<CycleStatsProps, 'cycle' | 'kind' | 'unit'>) => {
  const comparison = comparisonOf(cycle, unit, kind);
  return (
    comparison && (
      <Stat label={comparison.label} tone={comparison.tone} qualifier={comparison.difference}>
        {comparison.change}
      </Stat>
    )
  );
};

const EconomyStat = ({ cycle, kind, unit }: Pick<CycleStatsProps, 'cycle' | 'kind' | 'unit'>) => {
  const percent = economyPercentOf(cycle, unit);
  return (
    percent !== null && (
      <Stat label="Economia" qualifier={savingText(cycle, unit, kind) ?? 'da previsão'}>
        {`${formatNumber(percent, 1)}%`}
      </Stat>
    )
  );
};

/** Highest day (in R$ the dearest), daily average, the same days of the cycle and of the year before, and the economy that the forecast promises. */
export const CycleStats = ({ cycle, kind, unit, establishmentId }: CycleStatsProps) => {
  const highest = unit === 'money' && cycle.cost !== null ? cycle.dearestDay : cycle.highestDay;
  return (
    <StatList ruled>
      {highest !== null && (
        <Stat label="Maior consumo" qualifier={formatWeekdayDay(civilDate(highest.date))}>
          {amountText(amountOf(unit, kind, highest))}
        </Stat>
      )}
      <Stat label="Média diária">
        {amountText(amountOf(unit, kind, { total: cycle.dailyAverage, cost: cycle.dailyAverageCost }))}
      </Stat>
      <ComparisonStat cycle={cycle} kind={kind} unit={unit} />
      <YearStat establishmentId={establishmentId} kind={kind} />
      <EconomyStat cycle={cycle} kind={kind} unit={unit} />
    </StatList>
  );
};
