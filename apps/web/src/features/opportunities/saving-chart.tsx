import type { Saving, SavingChange } from '@nascente/contract/savings';
import { formatCubicMetres } from '@nascente/domain/units/format';
import { BarGraph } from '../../shared/charts/bar-graph.tsx';
import type { Bar, BarSeries } from '../../shared/charts/bars.ts';
import { ChartFrame } from '../../shared/charts/chart-frame.tsx';
import { effectText, isIn, monthName } from './saving-words.ts';

interface SavingChartProps {
  readonly saving: Saving;
  readonly changes: readonly SavingChange[];
}

const USED: BarSeries = { key: 'used', label: 'Consumido', color: '--water' };
const AVOIDED: BarSeries = { key: 'avoided', label: 'Evitado', color: '--line-strong' };
const BEYOND: BarSeries = { key: 'beyond', label: 'Além do esperado', color: '--peak' };
const LABEL = 'Consumido e esperado por mês, em m³';
const HEIGHT = 180;

const changesText = (month: string, changes: readonly SavingChange[]): string =>
  changes
    .filter((change) => isIn(month, change))
    .map((change) => `${change.what} (${effectText(change)})`)
    .join('; ');

/** Month by month: what was consumed, and up to what was expected what was avoided, with what else changed. */
export const SavingChart = ({ saving: { months }, changes }: SavingChartProps) => {
  const isEverBeyond = months.some(({ expected, measured }) => measured > expected);
  const series = [USED, AVOIDED, ...(isEverBeyond ? [BEYOND] : [])];
  const bars = months.map((month, index): Bar => {
    const { expected, measured } = month;
    return {
      key: month.month,
      axisLabel: `${monthName(month)}${changesText(month.month, changes) === '' ? '' : ' *'}`,
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
  const isChanged = months.some(({ month }) => changesText(month, changes) !== '');
  return (
    <ChartFrame
      label={LABEL}
      state={{ kind: 'ready' }}
      height={HEIGHT}
      legend={series}
      note={isChanged ? 'm³ por mês · * com outra mudança' : 'm³ por mês'}
      table={{
        columns: ['Mês', 'Esperado', 'Consumido', 'Outras mudanças'],
        rows: months.map((month) => [
          monthName(month),
          formatCubicMetres(month.expected),
          formatCubicMetres(month.measured),
          changesText(month.month, changes) || '–',
        ]),
      }}
    >
      <BarGraph
        label={LABEL}
        bars={bars}
        series={series}
        height={HEIGHT}
        describe={(index) => {
          const month = months[index];
          if (month === undefined) return { title: '', rows: [] };
          const others = changesText(month.month, changes);
          return {
            title: monthName(month),
            rows: [
              { label: 'Esperado', value: formatCubicMetres(month.expected) },
              { label: 'Consumido', value: formatCubicMetres(month.measured), color: USED.color },
            ],
            ...(others !== '' && { note: others }),
          };
        }}
      />
    </ChartFrame>
  );
};
