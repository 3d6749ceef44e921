import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatShortDay } from '@nascente/domain/base/units/format';
import type { Bar, BarSeries } from '../../../shared/charts/bars/bars.ts';
import type { ChartTableContent } from '../../../shared/charts/chart-table.tsx';
import type { TooltipContent } from '../../../shared/charts/chart-tooltip.tsx';
import { sumReais } from '../cycle-bill/bill-groups.ts';
import { reaisText, signedReais } from '../page-frame/bill-words.ts';
import type { TariffOption } from './tariff-options.ts';

type Cycle = TariffOption['cycles'][number];

const inWords = ({ start, end }: Pick<Cycle, 'start' | 'end'>): string =>
  formatDayRange(civilDate(start), civilDate(end));

/** What is held against each other cycle by cycle. */
export interface Rivals {
  readonly today: TariffOption;
  readonly other: TariffOption;
}

interface SavingChart {
  readonly series: readonly BarSeries[];
  readonly bars: readonly Bar[];
  readonly describe: (index: number) => TooltipContent;
}

const SAVED: BarSeries = { key: 'saved', label: 'Economia', color: '--off-peak' };
const DEARER: BarSeries = { key: 'dearer', label: 'Custo a mais', color: '--peak' };

/** Savings above the axis and what is dearer below it; what is all of one kind stands on the axis. */
const seriesOf = (saved: readonly number[]): readonly BarSeries[] => {
  const [hasSaved, hasDearer] = [saved.some((one) => one > 0), saved.some((one) => one < 0)];
  if (hasSaved && hasDearer) return [SAVED, { ...DEARER, isBelowAxis: true }];
  return hasDearer ? [DEARER] : [SAVED];
};

/** By how much the other option would have been below today's, cycle by cycle; dearer cycles below the axis. */
export const savingChart = ({ today, other }: Rivals): SavingChart => {
  const months = today.cycles.map((cycle, index) => {
    const instead = other.cycles[index]?.cost ?? cycle.cost;
    return { ...cycle, instead, saved: sumReais([cycle.cost, -instead]) };
  });
  const series = seriesOf(months.map(({ saved }) => saved));
  return {
    series,
    bars: months.map(({ start, saved }, index) => ({
      key: start,
      axisLabel: formatShortDay(civilDate(start)),
      labelRank: index === 0 || index === months.length - 1 ? 1 : 2,
      values: series.map(({ key }) => Math.max(key === 'saved' ? saved : -saved, 0)),
      isForecast: false,
      isToday: false,
    })),
    describe: (index) => {
      const month = months[index];
      if (month === undefined) return { title: '', rows: [] };
      return {
        title: inWords(month),
        rows: [
          { label: today.name, value: reaisText(month.cost) },
          { label: other.name, value: reaisText(month.instead) },
          {
            label: month.saved >= 0 ? 'Economia' : 'Custo a mais',
            value: reaisText(Math.abs(month.saved)),
            color: month.saved >= 0 ? '--off-peak' : '--peak',
          },
        ],
      };
    },
  };
};

/** Every cycle under every option, and their totals. */
export const comparisonTable = (options: readonly TariffOption[]): ChartTableContent => {
  const [first] = options;
  return {
    columns: ['Ciclo', ...options.map(({ name }) => name)],
    rows: [
      ...(first?.cycles ?? []).map((cycle, index) => [
        inWords(cycle),
        ...options.map(({ cycles }) => reaisText(cycles[index]?.cost ?? 0)),
      ]),
      ['Total', ...options.map(({ cost }) => reaisText(cost))],
    ],
  };
};

/** What an option would have cost against today: '−R$ 1.200,00'; nothing for today itself. */
export const againstToday = (option: TariffOption, today: TariffOption | null): string | null =>
  today === null || option === today ? null : signedReais(sumReais([option.cost, -today.cost]));
