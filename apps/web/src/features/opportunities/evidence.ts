import type { Opportunity } from '@nascente/contract/opportunities';
import { civilDate } from '@nascente/domain/time/civil-day';
import { formatNumber, formatReais, formatShortDay } from '@nascente/domain/units/format';
import type { Bar, BarSeries } from '../../shared/charts/bars.ts';
import type { ChartTableContent } from '../../shared/charts/chart-table.tsx';
import type { TooltipContent } from '../../shared/charts/chart-tooltip.tsx';

interface EvidenceChart {
  readonly label: string;
  /** What the axis counts. */
  readonly note: string;
  readonly series: readonly BarSeries[];
  readonly bars: readonly Bar[];
  readonly table: ChartTableContent;
  readonly describe: (index: number) => TooltipContent;
}

const SAVED: BarSeries = { key: 'saved', label: 'Economia', color: '--off-peak' };
const DEARER: BarSeries = { key: 'dearer', label: 'Custo a mais', color: '--peak' };
const USUAL: BarSeries = { key: 'usual', label: 'Normal', color: '--line-strong' };
const BEYOND: BarSeries = { key: 'beyond', label: 'Além do normal', color: '--water' };

const flowText = (flow: number): string => `${formatNumber(flow, flow < 10 ? 1 : 0)} L/h`;

const barsOf = ({ evidence }: Opportunity, valuesOf: (now: number, instead: number) => number[]): Bar[] =>
  evidence.map(({ date, now, instead }, index) => ({
    key: date,
    axisLabel: formatShortDay(civilDate(date)),
    labelRank: index === 0 || index === evidence.length - 1 ? 1 : 2,
    values: valuesOf(now, instead),
    isForecast: false,
    isToday: false,
  }));

const chartOf = (
  { evidence }: Opportunity,
  words: { readonly date: string; readonly now: string; readonly instead: string },
  text: (value: number) => string,
): Pick<EvidenceChart, 'table' | 'describe'> => ({
  table: {
    columns: [words.date, words.now, words.instead],
    rows: evidence.map(({ date, now, instead }) => [
      formatShortDay(civilDate(date)),
      text(now),
      text(instead),
    ]),
  },
  describe: (index) => {
    const one = evidence[index];
    if (one === undefined) return { title: '', rows: [] };
    return {
      title: formatShortDay(civilDate(one.date)),
      rows: [
        { label: words.now, value: text(one.now) },
        { label: words.instead, value: text(one.instead) },
      ],
    };
  },
});

/** Cycle by cycle what would have been saved, or night by night what flowed beyond the usual. */
export const evidenceChart = (opportunity: Opportunity): EvidenceChart => {
  if (opportunity.kind === 'leak') {
    return {
      label: 'Vazão na hora mais calma de cada noite, em L/h',
      note: 'L/h por noite',
      series: [USUAL, BEYOND],
      bars: barsOf(opportunity, (now, usual) => [Math.min(now, usual), Math.max(0, now - usual)]),
      ...chartOf(opportunity, { date: 'Noite', now: 'Hora mais calma', instead: 'Normal' }, flowText),
    };
  }
  const isEver = (dearer: boolean) =>
    opportunity.evidence.some(({ now, instead }) => (dearer ? instead > now : instead < now));
  const series = [
    ...(isEver(false) ? [SAVED] : []),
    ...(isEver(true) ? [{ ...DEARER, isBelowAxis: true }] : []),
  ];
  return {
    label: 'Diferença de cada ciclo, em R$',
    note: 'R$ por ciclo',
    series,
    bars: barsOf(opportunity, (now, instead) =>
      series.map(({ key }) => Math.max(0, key === 'saved' ? now - instead : instead - now)),
    ),
    ...chartOf(opportunity, { date: 'Ciclo desde', now: 'Hoje', instead: 'Com a mudança' }, formatReais),
  };
};
