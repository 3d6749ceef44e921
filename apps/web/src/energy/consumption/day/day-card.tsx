import { addDays, type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { formatShortDay, formatWeekdayDay } from '@nascente/domain/base/units/format';
import { type RefObject, useMemo } from 'react';
import { BarChart } from '../../../shared/charts/bar-chart.tsx';
import { chartState } from '../../../shared/charts/chart-frame.tsx';
import {
  moneyOf,
  quantityOf,
  quantityText,
  type ShownKind,
  unitOfKind,
} from '../../../shared/consumption/amount.ts';
import { AmountNumber } from '../../../shared/consumption/amount-number.tsx';
import { isUnmeasured, measuredText } from '../../../shared/consumption/completeness.ts';
import type { TouPrices } from '../../../shared/consumption/tou-periods.ts';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Loading, SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';
import { StepButtons } from '../../../shared/ui/step-buttons.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import classes from './day-card.module.css';
import type { DayNow } from './day-now.ts';
import { HOURS_NAMES, hourChart } from './hour-bars.ts';

/** The day in the address if it can be shown, otherwise today. */
export const dayFrom = (text: string | null, first: CivilDate | null, today: CivilDate): CivilDate => {
  if (text === null || !isCivilDate(text) || text > today) return today;
  return first !== null && text < first ? first : text;
};

export const neighboursOf = (day: CivilDate, first: CivilDate | null, today: CivilDate) => ({
  previous: first !== null && day <= first ? null : addDays(day, -1),
  next: day >= today ? null : addDays(day, 1),
});

interface DayCardProps {
  readonly kind: ShownKind;
  /** Scroll target when a day is chosen elsewhere. */
  readonly dayRef: RefObject<HTMLDivElement | null>;
  readonly date: CivilDate;
  readonly today: CivilDate;
  readonly first: CivilDate | null;
  readonly currentHour: number;
  readonly unit: Unit;
  readonly prices: TouPrices | null;
  /** The basis of the prices. */
  readonly basis: 'contract' | 'tariff';
  readonly day: DayNow | null;
  readonly failure: Error | null;
  readonly onRetry: () => void;
  readonly onDay: (date: CivilDate) => void;
}

const HEIGHT = 230;
const LITRES = 1000;
const NO_DAY: DayNow = { total: 0, injected: 0, cost: null, completeness: 0, windows: null, hours: [] };

interface TotalsProps {
  readonly day: DayNow;
  readonly kind: ShownKind;
  readonly unit: Unit;
}

const Totals = ({ day, kind, unit }: TotalsProps) => {
  const litres = kind === 'water' && day.total < 10;
  const quantity = litres ? (
    <BigNumber
      value={quantityOf(day.total * LITRES, 'eletric').value}
      unit="L"
      muted={unit === 'money' && day.cost !== null}
    />
  ) : (
    <AmountNumber amount={quantityOf(day.total, kind)} muted={unit === 'money' && day.cost !== null} />
  );
  const money = day.cost !== null && <AmountNumber amount={moneyOf(day.cost)} muted={unit === 'energy'} />;
  return (
    <div className={classes.totals}>
      {unit === 'money' ? money : quantity}
      {unit === 'money' ? quantity : money}
      {day.injected > 0 && (
        <span className={classes.injected}>
          <i /> {quantityText(day.injected, 'eletric')} injetados
        </span>
      )}
    </div>
  );
};

/** Bill lines that no hour contains. */
const pricingOf = (basis: 'contract' | 'tariff', unit: Unit): readonly string[] =>
  unit === 'money' && basis === 'contract' ? ['preços da fatura, sem as linhas fixas'] : [];

export const DayCard = (props: DayCardProps) => {
  const { kind, dayRef, date, today, first, currentHour, unit, prices, basis, day, failure, onRetry, onDay } =
    props;
  const { previous, next } = neighboursOf(date, first, today);
  const isToday = date === today;
  const { unit: shownUnit, ...content } = useMemo(
    () =>
      hourChart({
        day: day ?? NO_DAY,
        date,
        currentHour: isToday ? currentHour : null,
        kind,
        unit,
        prices,
      }),
    [day, date, isToday, currentHour, kind, unit, prices],
  );
  const unitName = shownUnit === 'money' ? 'R$' : unitOfKind(kind);
  const label = `${HOURS_NAMES[kind]} por hora, ${formatWeekdayDay(date)}, em ${unitName}`;
  const state = chartState(
    { data: day, error: failure, refetch: onRetry },
    day !== null && isUnmeasured(day),
  );
  return (
    <Card
      tour="meter-day"
      title="Dia"
      span={7}
      className={classes.card}
      action={
        <StepButtons
          label={isToday ? `hoje, ${formatShortDay(date)}` : formatWeekdayDay(date)}
          previous="Dia anterior"
          next="Próximo dia"
          onPrevious={previous === null ? null : () => onDay(previous)}
          onNext={next === null ? null : () => onDay(next)}
        />
      }
    >
      <div ref={dayRef} className={classes.place} tabIndex={-1}>
        {day !== null && state.kind === 'ready' && <Totals day={day} kind={kind} unit={unit} />}
        {day === null && failure === null && (
          <Loading label="Carregando o dia">
            <SkeletonLine width={10} size="stat" />
          </Loading>
        )}
      </div>
      <BarChart
        {...content}
        label={label}
        state={state}
        height={HEIGHT}
        note={[`${unitName} por hora`, measuredText(day ?? NO_DAY), ...pricingOf(basis, shownUnit)].join(
          ' · ',
        )}
      />
    </Card>
  );
};
