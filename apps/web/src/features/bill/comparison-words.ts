import type { TariffComparison } from '@nascente/contract/tariff-comparison';
import { civilDate } from '@nascente/domain/time/civil-day';
import { formatDayRange, formatShortDay } from '@nascente/domain/units/format';
import type { Bar, BarSeries } from '../../shared/charts/bars.ts';
import type { ChartTableContent } from '../../shared/charts/chart-table.tsx';
import type { TooltipContent } from '../../shared/charts/chart-tooltip.tsx';
import { modalityNames } from '../../shared/tariffs/modality-words.ts';
import { sumReais } from './bill-groups.ts';
import { reaisText, signedReais } from './bill-words.ts';

type Compared = TariffComparison['modalities'][number];
type Days = Compared['months'][number];

const inWords = ({ start, end }: Pick<Days, 'start' | 'end'>): string =>
  formatDayRange(civilDate(start), civilDate(end));

/** The modality that is held against the others: the one of the contract, and what would be cheapest instead. */
export interface Rivals {
  readonly current: Compared;
  readonly cheapest: Compared;
}

/** Null where fewer than two can be compared, or the current one is not among them. */
export const rivalsOf = ({ current, modalities }: TariffComparison): Rivals | null => {
  const mine = modalities.find(({ modality }) => modality === current);
  const other = modalities.find(({ modality }) => modality !== current);
  return mine === undefined || other === undefined ? null : { current: mine, cheapest: other };
};

export interface SavingChart {
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

/** By how much the other modality would have been below the current one, cycle by cycle; dearer ones below the axis. */
export const savingChart = ({ current, cheapest }: Rivals): SavingChart => {
  const months = current.months.map((month, index) => {
    const other = cheapest.months[index]?.total ?? month.total;
    return { ...month, other, saved: sumReais([month.total, -other]) };
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
          { label: modalityNames[current.modality], value: reaisText(month.total) },
          { label: modalityNames[cheapest.modality], value: reaisText(month.other) },
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

/** Every cycle under every modality, and their totals. */
export const comparisonTable = (modalities: readonly Compared[]): ChartTableContent => {
  const [first] = modalities;
  const cycles = first?.months ?? [];
  return {
    columns: ['Ciclo', ...modalities.map(({ modality }) => modalityNames[modality])],
    rows: [
      ...cycles.map((cycle, index) => [
        inWords(cycle),
        ...modalities.map(({ months }) => reaisText(months[index]?.total ?? 0)),
      ]),
      ['Total', ...modalities.map(({ total }) => reaisText(total))],
    ],
  };
};

/** What a modality would have cost against the current one: '−R$ 1.200,00'; nothing for the current one itself. */
export const againstCurrent = (compared: Compared, current: Compared | undefined): string | null =>
  current === undefined || current.modality === compared.modality
    ? null
    : signedReais(sumReais([compared.total, -current.total]));
