import type { NightFlow } from '@nascente/contract/energy/water';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatWeekdayDay } from '@nascente/domain/base/units/format';
import type { Bar, BarSeries } from '../../../shared/charts/bars/bars.ts';
import type { ChartTableContent } from '../../../shared/charts/chart-table.tsx';
import type { TooltipContent } from '../../../shared/charts/chart-tooltip.tsx';
import { flowText } from '../../../shared/consumption/leak-words.ts';

type Night = NightFlow['nights'][number];

export const NIGHT_SERIES: readonly BarSeries[] = [
  { key: 'usual', label: 'Normal', color: '--water' },
  { key: 'above', label: 'Acima do normal', color: '--bad' },
];

/** As many nights as a card shows. */
const SHOWN_NIGHTS = 30;

interface NightFlowChart {
  readonly bars: readonly Bar[];
  readonly describe: (index: number) => TooltipContent;
  readonly table: ChartTableContent;
}

const labelRank = (date: string): Bar['labelRank'] => (Number(date.slice(8)) % 5 === 0 ? 1 : 2);
const dayText = ({ date }: Night): string => formatWeekdayDay(civilDate(date));
const judgement = ({ isAbove }: Night): string => (isAbove ? 'acima do normal' : 'normal');

/** The quietest hour of each of the last nights. */
export const nightFlowChart = ({ nights }: Pick<NightFlow, 'nights'>): NightFlowChart => {
  const shown = nights.slice(-SHOWN_NIGHTS);
  return {
    bars: shown.map((night, index) => ({
      key: night.date,
      axisLabel: String(Number(night.date.slice(8))),
      labelRank: labelRank(night.date),
      values: night.flow === null ? null : night.isAbove ? [0, night.flow] : [night.flow, 0],
      isForecast: false,
      isToday: index === shown.length - 1,
    })),
    describe: (index) => {
      const night = shown[index];
      if (night === undefined) return { title: '', rows: [] };
      if (night.flow === null) return { title: dayText(night), rows: [], note: 'sem dados' };
      return {
        title: dayText(night),
        rows: [{ label: 'Menor vazão da noite', value: flowText(night.flow) }],
        note: judgement(night),
      };
    },
    table: {
      columns: ['Noite', 'Menor vazão', 'Situação'],
      rows: shown.map((night) =>
        night.flow === null
          ? [dayText(night), '–', 'sem dados']
          : [dayText(night), flowText(night.flow), judgement(night)],
      ),
    },
  };
};
