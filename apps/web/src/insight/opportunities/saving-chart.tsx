import type { Saving, SavingChange } from '@nascente/contract/insight/savings';
import { BarGraph } from '../../shared/charts/bars/bar-graph.tsx';
import type { Bar, BarSeries } from '../../shared/charts/bars/bars.ts';
import { ChartFrame } from '../../shared/charts/chart-frame.tsx';
import { amountText, effectText, isIn, monthName, type SavingUnit } from './saving-words.ts';

interface SavingChartProps {
  readonly saving: Saving;
  readonly changes: readonly SavingChange[];
  readonly unit: SavingUnit;
}

const USED = { key: 'used', label: 'Consumido' } as const;
const AVOIDED: BarSeries = { key: 'avoided', label: 'Evitado', color: '--line-strong' };
const BEYOND: BarSeries = { key: 'beyond', label: 'Além do esperado', color: '--peak' };
const HEIGHT = 180;

const changesText = (month: string, changes: readonly SavingChange[], unit: SavingUnit): string =>
  changes
    .filter((change) => isIn(month, change))
    .map((change) => `${change.what} (${effectText(change, unit)})`)
    .join('; ');

/** Month by month: what was consumed, and up to what was expected what was avoided, with what else changed. */
export const SavingChart = ({ saving: { months }, changes, unit }: SavingChartProps) => {
  const used: BarSeries = { ...USED, color: unit === 'm³' ? '--water' : '--off-peak' };
  const label = `Consumido e esperado por mês, em ${unit}`;
  const changesIn = (month: string): string => changesText(month, changes, unit);
  const isEverBeyond = months.some(({ expected, measured }) => measured > expected);
  const series = [used, AVOIDED, ...(isEverBeyond ? [BEYOND] : [])];
  const bars = months.map((month, index): Bar => {
    const { expected, measured } = month;
    return {
      key: month.month,
      axisLabel: `${monthName(month)}${changesIn(month.month) === '' ? '' : ' *'}`,
      labelRank: index === 0 || index === months.length - 1 ? 1 : 2,
      values: [
        Math.min(expected, measured),
        Math.max(expected - measured, 0),
        ...(isEverBeyond ? [Math.max(measured - expected, 0)] : []),
      ],
      isForecast: false,
      isToday: false,
    };
  });
  const isChanged = months.some(({ month }) => changesIn(month) !== '');
  return (
    <ChartFrame
      label={label}
      state={{ kind: 'ready' }}
      height={HEIGHT}
      legend={series}
      note={isChanged ? `${unit} por mês · * com outra mudança` : `${unit} por mês`}
      table={{
        columns: ['Mês', 'Esperado', 'Consumido', 'Outras mudanças'],
        rows: months.map((month) => [
          monthName(month),
          amountText(month.expected, unit),
          amountText(month.measured, unit),
          changesIn(month.month) || '–',
        ]),
      }}
    >
      <BarGraph
        label={label}
        bars={bars}
        series={series}
        height={HEIGHT}
        describe={(index) => {
          const month = months[index];
          if (month === undefined) return { title: '', rows: [] };
          const others = changesIn(month.month);
          return {
            title: monthName(month),
            rows: [
              { label: 'Esperado', value: amountText(month.expected, unit) },
              { label: 'Consumido', value: amountText(month.measured, unit), color: used.color },
            ],
            ...(others !== '' && { note: others }),
          };
        }}
      />
    </ChartFrame>
  );
};
