import type { CycleShown } from '@nascente/contract/connections/shared-links';
import { type CivilDate, civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { amountOf, amountText, type MeterKind } from '../../shared/consumption/amount.ts';
import { AmountNumber } from '../../shared/consumption/amount-number.tsx';
import { EstablishmentBillNote } from '../../shared/consumption/bill-note.tsx';
import { DayChart } from '../../shared/consumption/day-chart.tsx';
import { ForecastNote } from '../../shared/consumption/forecast-note.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import type { Unit } from '../../shared/use-unit.ts';
import styles from './shared-page.module.css';

interface SharedCycleProps {
  readonly cycle: CycleShown;
  readonly kind: MeterKind;
  readonly unit: Unit;
  /** Of the establishment, when the figures were told. */
  readonly today: CivilDate;
}

const HEIGHT = 240;

/** A billing cycle day by day, as its maker sees it on Home. */
export const SharedCycle = ({ cycle, kind, unit, today }: SharedCycleProps) => {
  const { start, end, forecast, days, prices, restOfToday } = cycle;
  return (
    <Card
      title={kind === 'water' ? 'Água no ciclo' : 'Energia no ciclo'}
      qualifier={formatDayRange(civilDate(start), civilDate(end))}
    >
      <AmountNumber amount={amountOf(unit, kind, cycle)} size="page" />
      <p className={styles.numbers}>
        até agora · previsto para o fim {amountText(amountOf(unit, kind, forecast))}
      </p>
      <DayChart
        rows={days}
        kind={kind}
        unit={unit}
        today={today}
        prices={prices}
        restOfToday={restOfToday}
        height={HEIGHT}
      />
      <EstablishmentBillNote cycle={cycle} unit={unit} />
      {end > today && <ForecastNote cycle={cycle} kind={kind} unit={unit} />}
    </Card>
  );
};
