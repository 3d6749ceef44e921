import type { Bar, BarSeries } from '@nascente/charts/bars';
import type { Opportunity, OpportunityOf } from '@nascente/contract/insight/opportunity-kinds';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatNumber, formatReais, formatShortDay } from '@nascente/domain/base/units/format';
import { breakEvenPrice } from '@nascente/domain/insight/opportunities/supplier-price';
import { perMwhText } from '../../shared/opportunities/advice-texts.ts';
import { demandChart } from './demand-evidence.ts';
import { byHour, type EvidenceChart } from './hourly-evidence.ts';

const PROVIDED: BarSeries = { key: 'given', label: 'Devolvido à rede', color: '--injected' };
const TAKEN: BarSeries = { key: 'taken', label: 'Consumido da rede', color: '--off-peak', isBelowAxis: true };
const USED: BarSeries = { key: 'used', label: 'Consumido', color: '--off-peak' };

const kwhText = (energy: number): string => `${formatNumber(energy, energy < 10 ? 1 : 0)}\u00a0kWh`;

const creditsChart = ({ cycles }: OpportunityOf<'expiring-credits'>['credits']): EvidenceChart => ({
  label: 'Energia devolvida à rede e consumida dela em cada ciclo, em kWh',
  note: 'kWh por ciclo',
  series: [PROVIDED, TAKEN],
  bars: cycles.map(({ date, consumed, injected }, index) => ({
    key: date,
    axisLabel: formatShortDay(civilDate(date)),
    labelRank: index === 0 || index === cycles.length - 1 ? 1 : 2,
    values: [injected, consumed],
    isForecast: false,
    isToday: false,
  })),
  table: {
    columns: ['Ciclo desde', PROVIDED.label, TAKEN.label],
    rows: cycles.map(({ date, consumed, injected }) => [
      formatShortDay(civilDate(date)),
      kwhText(injected),
      kwhText(consumed),
    ]),
  },
  describe: (index) => {
    const one = cycles[index];
    if (one === undefined) return { title: '', rows: [] };
    return {
      title: formatShortDay(civilDate(one.date)),
      rows: [
        { label: PROVIDED.label, value: kwhText(one.injected), color: PROVIDED.color },
        { label: TAKEN.label, value: kwhText(one.consumed), color: TAKEN.color },
      ],
    };
  },
});

/** The measured meters of an establishment without a general meter. */
const partsChart = (parts: OpportunityOf<'no-general-meter'>['parts']): EvidenceChart => ({
  label: 'Consumo de cada medidor nas últimas cinco semanas, em kWh',
  note: 'kWh em cinco semanas; o resto do local não é medido',
  series: [USED],
  bars: parts.map(({ mac, name, energy }, index) => ({
    key: mac,
    axisLabel: name,
    labelRank: index === 0 ? 1 : 2,
    values: [energy],
    isForecast: false,
    isToday: false,
  })),
  table: {
    columns: ['Medidor', USED.label],
    rows: parts.map(({ name, energy }) => [name, kwhText(energy)]),
  },
  describe: (index) => {
    const one = parts[index];
    if (one === undefined) return { title: '', rows: [] };
    return { title: one.name, rows: [{ label: USED.label, value: kwhText(one.energy) }] };
  },
});

type Cycle = OpportunityOf<'free-market'>['market']['cycles'][number];

const STORED: BarSeries = { key: 'kept', label: 'Fica com a distribuidora', color: '--line-strong' };
const SPARED: BarSeries = { key: 'spared', label: 'O que a energia pode custar', color: '--off-peak' };
const BREAK_EVEN = 'Preço que empata';

const sparedOf = ({ now, base }: Cycle): number => Math.max(0, now - base);
const breakEvenText = (cycle: Cycle): string => {
  const price = breakEvenPrice([cycle]);
  return price === null ? '–' : perMwhText(price);
};

const marketChart = (cycles: readonly Cycle[]): EvidenceChart => ({
  label: 'Fatura de cada ciclo: o que fica com a distribuidora e o que a energia pode custar, em R$',
  note: 'R$ por ciclo',
  series: [STORED, SPARED],
  bars: cycles.map((cycle, index) => ({
    key: cycle.date,
    axisLabel: formatShortDay(civilDate(cycle.date)),
    labelRank: index === 0 || index === cycles.length - 1 ? 1 : 2,
    values: [cycle.base, sparedOf(cycle)],
    isForecast: false,
    isToday: false,
  })),
  table: {
    columns: ['Ciclo desde', STORED.label, SPARED.label, 'Energia', BREAK_EVEN],
    rows: cycles.map((cycle) => [
      formatShortDay(civilDate(cycle.date)),
      formatReais(cycle.base),
      formatReais(sparedOf(cycle)),
      `${formatNumber(cycle.energy, 0)}\u00a0kWh`,
      breakEvenText(cycle),
    ]),
  },
  describe: (index) => {
    const cycle = cycles[index];
    if (cycle === undefined) return { title: '', rows: [] };
    return {
      title: formatShortDay(civilDate(cycle.date)),
      rows: [
        { label: STORED.label, value: formatReais(cycle.base), color: STORED.color },
        { label: SPARED.label, value: formatReais(sparedOf(cycle)), color: SPARED.color },
        { label: BREAK_EVEN, value: breakEvenText(cycle) },
      ],
    };
  },
});

const SAVED: BarSeries = { key: 'saved', label: 'Economia', color: '--off-peak' };
const DEARER: BarSeries = { key: 'dearer', label: 'Custo a mais', color: '--peak' };
const USUAL: BarSeries = { key: 'usual', label: 'Normal', color: '--line-strong' };
const BEYOND: BarSeries = { key: 'beyond', label: 'Além do normal', color: '--water' };

const flowText = (flow: number): string => `${formatNumber(flow, flow < 10 ? 1 : 0)} L/h`;

const barsOf = (
  { evidence }: Pick<Opportunity, 'evidence'>,
  valuesOf: (now: number, instead: number) => number[],
): Bar[] =>
  evidence.map(({ date, now, instead }, index) => ({
    key: date,
    axisLabel: formatShortDay(civilDate(date)),
    labelRank: index === 0 || index === evidence.length - 1 ? 1 : 2,
    values: valuesOf(now, instead),
    isForecast: false,
    isToday: false,
  }));

/** @param texts - without `instead`, only the present amount shows */
const chartOf = (
  { evidence }: Pick<Opportunity, 'evidence'>,
  texts: { readonly date: string; readonly now: string; readonly instead?: string },
  text: (value: number) => string,
): Pick<EvidenceChart, 'table' | 'describe'> => ({
  table: {
    columns: [texts.date, texts.now, ...(texts.instead === undefined ? [] : [texts.instead])],
    rows: evidence.map(({ date, now, instead }) => [
      formatShortDay(civilDate(date)),
      text(now),
      ...(texts.instead === undefined ? [] : [text(instead)]),
    ]),
  },
  describe: (index) => {
    const one = evidence[index];
    if (one === undefined) return { title: '', rows: [] };
    return {
      title: formatShortDay(civilDate(one.date)),
      rows: [
        { label: texts.now, value: text(one.now) },
        ...(texts.instead === undefined ? [] : [{ label: texts.instead, value: text(one.instead) }]),
      ],
    };
  },
});

const CYCLE_LABELS = { date: 'Ciclo desde', now: 'Hoje', instead: 'Com a mudança' };
const PRICE_LABELS = { date: 'Ciclo desde', now: 'Preços antigos', instead: 'Preços novos' };
const MARKET_LABELS = { date: 'Ciclo desde', now: 'Fatura de hoje', instead: 'No mercado livre' };
const BILLED_LABELS = { date: 'Fatura desde', now: 'Cobrado', instead: 'Esperado' };
const textOf = ({ kind }: Opportunity) => {
  if (kind === 'bill-wrong') return BILLED_LABELS;
  if (kind === 'free-market') return MARKET_LABELS;
  return kind === 'old-prices' ? PRICE_LABELS : CYCLE_LABELS;
};
const NEED: BarSeries = { key: 'need', label: 'Falta no fator de 0,92', color: '--intermediate' };
const QUIET: BarSeries = { key: 'quiet', label: 'Nos dias mais calmos', color: '--line-strong' };
const LEFT_ON: BarSeries = { key: 'left-on', label: 'Além deles', color: '--off-peak' };

const STAYS: BarSeries = { key: 'stays', label: 'Consumo', color: '--line-strong' };
const MOVES: BarSeries = { key: 'moves', label: 'Pode sair da ponta', color: '--peak' };

const MADE: BarSeries = { key: 'made', label: 'Gerado e usado na hora', color: '--injected' };
const SENT: BarSeries = { key: 'sent', label: 'Gerado e devolvido', color: '--line-strong' };
const FROM_GRID: BarSeries = { key: 'grid', label: 'Usado da rede', color: '--off-peak' };
type Hour = OpportunityOf<'larger-generation'>['generation']['hours'][number];
const covered = (hour: Hour | undefined): number => Math.min(hour?.used ?? 0, hour?.generated ?? 0);

const BILLED: BarSeries = { key: 'billed', label: 'Fatura estimada', color: '--off-peak' };
const billsChart = (opportunity: Opportunity): EvidenceChart => ({
  label: 'Fatura estimada de cada ciclo, com os preços antigos, em R$',
  note: 'R$ por ciclo',
  series: [BILLED],
  bars: barsOf(opportunity, (now) => [now]),
  ...chartOf(opportunity, { date: 'Ciclo desde', now: 'Preços antigos' }, formatReais),
});

const leakChart = (opportunity: OpportunityOf<'leak'>): EvidenceChart => ({
  label: 'Vazão na hora mais calma de cada noite, em L/h',
  note: 'L/h por noite',
  series: [USUAL, BEYOND],
  bars: barsOf(opportunity, (now, usual) => [Math.min(now, usual), Math.max(0, now - usual)]),
  ...chartOf(opportunity, { date: 'Noite', now: 'Hora mais calma', instead: 'Normal' }, flowText),
});

const generationChart = ({ generation: { hours } }: OpportunityOf<'larger-generation'>): EvidenceChart =>
  byHour('Potência média gerada e usada, por hora do dia, em kW', 'kW', [
    { series: MADE, valueAt: (hour) => covered(hours[hour]) },
    { series: SENT, valueAt: (hour) => (hours[hour]?.generated ?? 0) - covered(hours[hour]) },
    { series: FROM_GRID, valueAt: (hour) => (hours[hour]?.used ?? 0) - covered(hours[hour]) },
  ]);

const closedChart = ({ closed: { hours } }: OpportunityOf<'closed-hours'>): EvidenceChart =>
  byHour('Potência média com o estabelecimento fechado, por hora do dia, em kW', 'kW', [
    { series: QUIET, valueAt: (hour) => Math.min(hours[hour]?.quiet ?? 0, hours[hour]?.now ?? 0) },
    {
      series: LEFT_ON,
      valueAt: (hour) => Math.max(0, (hours[hour]?.now ?? 0) - (hours[hour]?.quiet ?? 0)),
    },
  ]);

const peakChart = ({ peak: { hours } }: OpportunityOf<'peak'>): EvidenceChart =>
  byHour('Potência média dos dias com ponta, por hora do dia, em kW', 'kW', [
    {
      series: STAYS,
      valueAt: (hour) => (hours[hour]?.now ?? 0) - Math.max(0, hours[hour]?.movable ?? 0),
    },
    { series: MOVES, valueAt: (hour) => Math.max(0, hours[hour]?.movable ?? 0) },
  ]);

const reactiveChart = ({ reactive: { hours } }: OpportunityOf<'reactive'>): EvidenceChart =>
  byHour('Capacitores que faltam em cada hora do dia, em kvar', 'kvar', [
    { series: NEED, valueAt: (hour) => hours[hour] ?? 0 },
  ]);

const differenceChart = (opportunity: Opportunity): EvidenceChart => {
  const { evidence } = opportunity;
  const isEver = (dearer: boolean) =>
    evidence.some(({ now, instead }) => (dearer ? instead > now : instead < now));
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
    ...chartOf(opportunity, textOf(opportunity), formatReais),
  };
};

export const evidenceChart = (opportunity: Opportunity): EvidenceChart => {
  switch (opportunity.kind) {
    case 'leak':
      return leakChart(opportunity);
    case 'expiring-credits':
      return creditsChart(opportunity.credits);
    case 'no-general-meter':
      return partsChart(opportunity.parts);
    case 'larger-generation':
      return generationChart(opportunity);
    case 'reactive':
      return reactiveChart(opportunity);
    case 'closed-hours':
      return closedChart(opportunity);
    case 'peak':
      return opportunity.peak.hours.length > 0 ? peakChart(opportunity) : differenceChart(opportunity);
    case 'demand':
      return opportunity.demanded.length > 0 ? demandChart(opportunity) : differenceChart(opportunity);
    case 'free-market':
      return opportunity.evidence.length === 0
        ? marketChart(opportunity.market.cycles)
        : differenceChart(opportunity);
    case 'old-prices':
      return opportunity.perYear === null ? billsChart(opportunity) : differenceChart(opportunity);
    case 'modality':
    case 'bill-wrong':
      return differenceChart(opportunity);
  }
};
