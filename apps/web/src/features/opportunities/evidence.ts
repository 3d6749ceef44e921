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

const CYCLE_WORDS = { date: 'Ciclo desde', now: 'Hoje', instead: 'Com a mudança' };
const BILLED_WORDS = { date: 'Conta desde', now: 'Cobrado', instead: 'Esperado' };
const HOURS = 24;
const MOST_LABELLED = 6;
const NEED: BarSeries = { key: 'need', label: 'Falta no fator de 0,92', color: '--intermediate' };
const QUIET: BarSeries = { key: 'quiet', label: 'Nas horas mais calmas', color: '--line-strong' };
const LEFT_ON: BarSeries = { key: 'left-on', label: 'Além delas', color: '--off-peak' };

/** One bar for each hour of the day. */
const byHour = (
  label: string,
  unit: string,
  parts: readonly { readonly series: BarSeries; readonly valueAt: (hour: number) => number }[],
): EvidenceChart => {
  const text = (value: number): string => `${formatNumber(value, value < 10 ? 1 : 0)}\u00a0${unit}`;
  const hours = Array.from({ length: HOURS }, (_, hour) => hour);
  return {
    label,
    note: `${unit} por hora do dia`,
    series: parts.map(({ series }) => series),
    bars: hours.map((hour) => ({
      key: String(hour),
      axisLabel: `${hour}h`,
      labelRank: hour % MOST_LABELLED === 0 ? 1 : 3,
      values: parts.map(({ valueAt }) => valueAt(hour)),
      isForecast: false,
      isToday: false,
    })),
    table: {
      columns: ['Hora', ...parts.map(({ series }) => `${series.label} (${unit})`)],
      rows: hours.map((hour) => [`${hour}h`, ...parts.map(({ valueAt }) => text(valueAt(hour)))]),
    },
    describe: (hour) => ({
      title: `${hour}h às ${hour + 1}h`,
      rows: parts.map(({ series, valueAt }) => ({ label: series.label, value: text(valueAt(hour)) })),
    }),
  };
};

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
  const { reactive, closed } = opportunity;
  if (reactive !== null)
    return byHour('Capacitores que faltam em cada hora do dia, em kvar', 'kvar', [
      { series: NEED, valueAt: (hour) => reactive.hours[hour] ?? 0 },
    ]);
  if (closed !== null)
    return byHour('Potência média com o local fechado, por hora do dia, em kW', 'kW', [
      { series: QUIET, valueAt: (hour) => closed.hours[hour]?.quiet ?? 0 },
      {
        series: LEFT_ON,
        valueAt: (hour) => Math.max(0, (closed.hours[hour]?.now ?? 0) - (closed.hours[hour]?.quiet ?? 0)),
      },
    ]);
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
    ...chartOf(opportunity, opportunity.kind === 'bill-wrong' ? BILLED_WORDS : CYCLE_WORDS, formatReais),
  };
};
