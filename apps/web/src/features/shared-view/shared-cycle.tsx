import type { CycleShown } from '@nascente/contract/shared-links';
import { civilDate } from '@nascente/domain/time/civil-day';
import { formatDayRange, formatShortDay } from '@nascente/domain/units/format';
import { BarGraph } from '../../shared/charts/bar-graph.tsx';
import type { Bar, BarSeries } from '../../shared/charts/bars.ts';
import { ChartFrame } from '../../shared/charts/chart-frame.tsx';
import { amountOf, amountText, type MeterKind } from '../../shared/consumption/amount.ts';
import { AmountNumber } from '../../shared/consumption/amount-number.tsx';
import { Card } from '../../shared/ui/card.tsx';
import type { Unit } from '../../shared/use-unit.ts';
import styles from './shared-page.module.css';

interface SharedCycleProps {
  readonly cycle: CycleShown;
  readonly kind: MeterKind;
  readonly unit: Unit;
}

const HEIGHT = 240;

/** A billing cycle day by day, as its maker sees it. */
export const SharedCycle = ({ cycle, kind, unit }: SharedCycleProps) => {
  const { start, end, forecast, days } = cycle;
  const isMoney = unit === 'money' && cycle.cost !== null;
  const color = kind === 'water' ? '--water' : '--off-peak';
  const series: readonly BarSeries[] = [{ key: 'used', label: kind === 'water' ? 'Água' : 'Energia', color }];
  const textOf = (day: CycleShown['days'][number]) => amountText(amountOf(unit, kind, day));
  const bars = days.map(
    (day, index): Bar => ({
      key: day.date,
      axisLabel: formatShortDay(civilDate(day.date)),
      labelRank: index === 0 || index === days.length - 1 ? 1 : 2,
      values: [isMoney ? (day.cost ?? 0) : day.total],
      isForecast: day.isForecast,
      isToday: false,
    }),
  );
  const label = `${kind === 'water' ? 'Água' : 'Energia'} por dia, em ${isMoney ? 'R$' : kind === 'water' ? 'm³' : 'kWh'}`;
  return (
    <Card
      title={kind === 'water' ? 'Água no ciclo' : 'Energia no ciclo'}
      qualifier={formatDayRange(civilDate(start), civilDate(end))}
    >
      <AmountNumber amount={amountOf(unit, kind, cycle)} size="page" />
      <p className={styles.numbers}>
        até agora · previsto para o fim {amountText(amountOf(unit, kind, forecast))}
      </p>
      <ChartFrame
        label={label}
        state={{ kind: 'ready' }}
        height={HEIGHT}
        legend={[...series, { label: 'Previsto', color: '--line-strong' }]}
        table={{
          columns: ['Dia', 'Quanto'],
          rows: days.map((day) => [
            formatShortDay(civilDate(day.date)),
            `${textOf(day)}${day.isForecast ? ' (previsto)' : ''}`,
          ]),
        }}
      >
        <BarGraph
          label={label}
          bars={bars}
          series={series}
          height={HEIGHT}
          describe={(index) => {
            const day = days[index];
            return day === undefined
              ? { title: '', rows: [] }
              : {
                  title: formatShortDay(civilDate(day.date)),
                  rows: [{ label: day.isForecast ? 'Previsto' : 'Consumido', value: textOf(day) }],
                };
          }}
        />
      </ChartFrame>
    </Card>
  );
};
