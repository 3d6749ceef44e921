import type { BarSeries } from '@nascente/charts/bars';
import type { Opportunity, OpportunityOf } from '@nascente/contract/insight/opportunity-kinds';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatNumber, formatReais, formatShortDay } from '@nascente/domain/base/units/format';
import { breakEvenPrice } from '@nascente/domain/insight/opportunities/supplier-price';
import { perMwhText } from '../../shared/opportunities/opportunity-texts.ts';
import { byHour, chartOfRows, type EvidenceChart } from './evidence-chart.ts';

const PROVIDED: BarSeries = { key: 'given', label: 'Devolvido à rede', color: '--injected' };
const TAKEN: BarSeries = { key: 'taken', label: 'Consumido da rede', color: '--off-peak', isBelowAxis: true };
const USED: BarSeries = { key: 'used', label: 'Consumido', color: '--off-peak' };

const kwhText = (energy: number): string => `${formatNumber(energy, energy < 10 ? 1 : 0)}\u00a0kWh`;

const dayText = (date: string): string => formatShortDay(civilDate(date));

const creditsChart = ({ cycles }: OpportunityOf<'expiring-credits'>['credits']): EvidenceChart =>
  chartOfRows({
    label: 'Energia devolvida à rede e consumida dela em cada ciclo, em kWh',
    note: 'kWh por ciclo',
    series: [PROVIDED, TAKEN],
    first: 'Ciclo desde',
    columns: [PROVIDED, TAKEN],
    rows: cycles.map(({ date, consumed, injected }) => ({
      key: date,
      name: dayText(date),
      values: [injected, consumed],
      cells: [kwhText(injected), kwhText(consumed)],
    })),
  });

/** The measured meters of an establishment without a general meter. */
const partsChart = (parts: OpportunityOf<'no-general-meter'>['parts']): EvidenceChart =>
  chartOfRows({
    label: 'Consumo de cada medidor nas últimas cinco semanas, em kWh',
    note: 'kWh em cinco semanas; o resto do local não é medido',
    series: [USED],
    first: 'Medidor',
    columns: [{ label: USED.label }],
    rows: parts.map(({ mac, name, energy }) => ({
      key: mac,
      name,
      values: [energy],
      cells: [kwhText(energy)],
    })),
  });

type Cycle = OpportunityOf<'free-market'>['market']['cycles'][number];

const STORED: BarSeries = { key: 'kept', label: 'Fica com a distribuidora', color: '--line-strong' };
const SPARED: BarSeries = { key: 'spared', label: 'O que a energia pode custar', color: '--off-peak' };

const sparedOf = ({ now, base }: Cycle): number => Math.max(0, now - base);
const breakEvenText = (cycle: Cycle): string => {
  const price = breakEvenPrice([cycle]);
  return price === null ? '–' : perMwhText(price);
};

const marketChart = (cycles: readonly Cycle[]): EvidenceChart =>
  chartOfRows({
    label: 'Fatura de cada ciclo: o que fica com a distribuidora e o que a energia pode custar, em R$',
    note: 'R$ por ciclo',
    series: [STORED, SPARED],
    first: 'Ciclo desde',
    columns: [STORED, SPARED, { label: 'Energia', isDetail: true }, { label: 'Preço que empata' }],
    rows: cycles.map((cycle) => ({
      key: cycle.date,
      name: dayText(cycle.date),
      values: [cycle.base, sparedOf(cycle)],
      cells: [
        formatReais(cycle.base),
        formatReais(sparedOf(cycle)),
        `${formatNumber(cycle.energy, 0)}\u00a0kWh`,
        breakEvenText(cycle),
      ],
    })),
  });

const PARTS: readonly {
  readonly series: BarSeries;
  readonly shareOf: (highest: number, contracted: number) => number;
}[] = [
  { series: { key: 'used', label: 'Demanda medida', color: '--off-peak' }, shareOf: Math.min },
  {
    series: { key: 'unused', label: 'Contratada e não usada', color: '--line-strong' },
    shareOf: (highest, contracted) => Math.max(0, contracted - highest),
  },
  {
    series: { key: 'above', label: 'Acima da contratada', color: '--peak' },
    shareOf: (highest, contracted) => Math.max(0, highest - contracted),
  },
];

const PERIOD_TEXTS = { inPoint: 'na ponta', outPoint: 'fora ponta' } as const;

const powerText = (power: number): string => `${formatNumber(power, 1)}\u00a0kW`;

/** The highest demand of each cycle beside the contracted demand and its cost. */
const demandChart = ({ demanded, evidence }: OpportunityOf<'demand'>): EvidenceChart => {
  const billOf = new Map(evidence.map((cycle) => [cycle.date, cycle]));
  const rows = demanded
    .flatMap(({ touPeriod, contracted, cycles }) =>
      cycles.map((cycle) => ({ touPeriod, contracted, ...cycle })),
    )
    .sort((one, other) => one.date.localeCompare(other.date));
  // A part that never occurs has no legend entry.
  const parts = PARTS.filter(({ shareOf }) =>
    rows.some(({ highest, contracted }) => shareOf(highest, contracted) > 0),
  );
  const reais = (amount: number | undefined): string => (amount === undefined ? '–' : formatReais(amount));
  return chartOfRows({
    label: 'Maior demanda de cada ciclo, em kW, e a contratada hoje',
    note: 'kW por ciclo',
    series: parts.map(({ series }) => series),
    first: 'Ciclo desde',
    columns: ['Demanda medida', 'Contratada hoje', 'Fatura de hoje', 'Com a mudança'].map((label) => ({
      label,
    })),
    rows: rows.map(({ date, touPeriod, highest, contracted }) => ({
      key: `${date} ${touPeriod ?? ''}`,
      name: `${dayText(date)}${touPeriod === null ? '' : `, ${PERIOD_TEXTS[touPeriod]}`}`,
      axisLabel: touPeriod === 'outPoint' ? '' : dayText(date),
      values: parts.map(({ shareOf }) => shareOf(highest, contracted)),
      cells: [
        powerText(highest),
        powerText(contracted),
        reais(billOf.get(date)?.now),
        reais(billOf.get(date)?.instead),
      ],
    })),
  });
};

const SAVED: BarSeries = { key: 'saved', label: 'Economia', color: '--off-peak' };
const DEARER: BarSeries = { key: 'dearer', label: 'Custo a mais', color: '--peak' };
const USUAL: BarSeries = { key: 'usual', label: 'Normal', color: '--line-strong' };
const BEYOND: BarSeries = { key: 'beyond', label: 'Além do normal', color: '--water' };

const flowText = (flow: number): string => `${formatNumber(flow, flow < 10 ? 1 : 0)} L/h`;

interface AmountLabels {
  readonly date: string;
  readonly now: string;
  /** Without it, only the present amount shows. */
  readonly instead?: string;
}

/** The present amount of each cycle or night, and that with the change. */
const amountsChart = (
  { evidence }: Pick<Opportunity, 'evidence'>,
  chart: Pick<EvidenceChart, 'label' | 'note' | 'series'>,
  labels: AmountLabels,
  text: (value: number) => string,
  valuesOf: (now: number, instead: number) => number[],
): EvidenceChart => {
  const columns = [labels.now, ...(labels.instead === undefined ? [] : [labels.instead])];
  return chartOfRows({
    ...chart,
    first: labels.date,
    columns: columns.map((label) => ({ label })),
    rows: evidence.map(({ date, now, instead }) => ({
      key: date,
      name: dayText(date),
      values: valuesOf(now, instead),
      cells: [text(now), text(instead)].slice(0, columns.length),
    })),
  });
};

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
const billsChart = (opportunity: Opportunity): EvidenceChart =>
  amountsChart(
    opportunity,
    {
      label: 'Fatura estimada de cada ciclo, com os preços antigos, em R$',
      note: 'R$ por ciclo',
      series: [BILLED],
    },
    { date: 'Ciclo desde', now: 'Preços antigos' },
    formatReais,
    (now) => [now],
  );

const leakChart = (opportunity: OpportunityOf<'leak'>): EvidenceChart =>
  amountsChart(
    opportunity,
    {
      label: 'Vazão na hora mais calma de cada noite, em L/h',
      note: 'L/h por noite',
      series: [USUAL, BEYOND],
    },
    { date: 'Noite', now: 'Hora mais calma', instead: 'Normal' },
    flowText,
    (now, usual) => [Math.min(now, usual), Math.max(0, now - usual)],
  );

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
  return amountsChart(
    opportunity,
    { label: 'Diferença de cada ciclo, em R$', note: 'R$ por ciclo', series },
    textOf(opportunity),
    formatReais,
    (now, instead) => series.map(({ key }) => Math.max(0, key === 'saved' ? now - instead : instead - now)),
  );
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
