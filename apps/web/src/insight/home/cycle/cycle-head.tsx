import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import { type CivilDate, civilDate } from '@nascente/domain/base/time/civil-day';
import { formatShortDay } from '@nascente/domain/base/units/format';
import {
  amountOf,
  amountText,
  bandText,
  forecastAmount,
  type MeterKind,
} from '../../../shared/consumption/amount.ts';
import { AmountNumber } from '../../../shared/consumption/amount-number.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import classes from './cycle-head.module.css';
import { CycleProgress } from './cycle-progress.tsx';

interface CycleHeadProps {
  readonly cycle: MonthSoFar;
  readonly kind: MeterKind;
  readonly unit: Unit;
  readonly today: CivilDate;
  readonly size: 'page' | 'card';
}

/** In money where every price is known, in the meter's unit otherwise: one unit for figure, band and bar. */
const measuredIn = (cycle: MonthSoFar, unit: Unit) => {
  const { forecast } = cycle;
  if (unit === 'money' && cycle.cost !== null && forecast.cost !== null) {
    return {
      inMoney: true,
      soFar: cycle.cost,
      total: forecast.cost,
      low: forecast.lowCost ?? forecast.cost,
      high: forecast.highCost ?? forecast.cost,
    };
  }
  return {
    inMoney: false,
    soFar: cycle.total,
    total: forecast.total,
    low: forecast.low,
    high: forecast.high,
  };
};

/** So far, and what it will be. The forecast is shown only while the cycle's end lies ahead. */
export const CycleHead = ({ cycle, kind, unit, today, size }: CycleHeadProps) => {
  const measured = measuredIn(cycle, unit);
  const isAhead = cycle.end > today;
  const soFar = amountOf(unit, kind, cycle);
  const forecast = forecastAmount(unit, kind, cycle.forecast);
  const band = bandText(measured.low, measured.high, measured.inMoney ? 'money' : kind);
  const end = formatShortDay(civilDate(cycle.end));
  const progressLabel = isAhead
    ? `${amountText(soFar)} até agora; previsão de ${amountText(forecast)} em ${end}, entre ${band}`
    : `${amountText(soFar)} no ciclo`;
  return (
    <div className={classes.head}>
      <div className={classes.figures}>
        <div>
          <p className={classes.label}>
            Até agora, dia {cycle.daysElapsed} de {cycle.daysInPeriod}
          </p>
          <AmountNumber amount={soFar} size={size} />
        </div>
        {isAhead && (
          <div>
            <p className={classes.label}>Previsão para {end}</p>
            <span className={classes.forecast}>
              <AmountNumber amount={forecast} />
              <Tag>
                <span className="visually-hidden">entre </span>
                {band}
              </Tag>
            </span>
          </div>
        )}
      </div>
      {isAhead && (
        <CycleProgress
          label={progressLabel}
          soFar={measured.soFar}
          forecast={measured}
          isWater={kind === 'water'}
        />
      )}
    </div>
  );
};
