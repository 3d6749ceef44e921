import type { BarSeries } from '@nascente/charts/bars';
import type { OpportunityOf } from '@nascente/contract/insight/opportunity-kinds';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatNumber, formatReais, formatShortDay } from '@nascente/domain/base/units/format';
import type { EvidenceChart } from './hourly-evidence.ts';

const USED: BarSeries = { key: 'used', label: 'Demanda medida', color: '--off-peak' };
const UNUSED: BarSeries = { key: 'unused', label: 'Contratada e não usada', color: '--line-strong' };
const ABOVE: BarSeries = { key: 'above', label: 'Acima da contratada', color: '--peak' };

const PARTS: readonly {
  readonly series: BarSeries;
  readonly shareOf: (highest: number, contracted: number) => number;
}[] = [
  { series: USED, shareOf: Math.min },
  { series: UNUSED, shareOf: (highest, contracted) => Math.max(0, contracted - highest) },
  { series: ABOVE, shareOf: (highest, contracted) => Math.max(0, highest - contracted) },
];

const PERIOD_TEXTS = { inPoint: 'na ponta', outPoint: 'fora ponta' } as const;

const powerText = (power: number): string => `${formatNumber(power, 1)}\u00a0kW`;

/** The highest demand of each cycle beside the contracted demand and its cost. */
export const demandChart = ({
  demanded,
  evidence,
}: Pick<OpportunityOf<'demand'>, 'demanded' | 'evidence'>): EvidenceChart => {
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
  const nameOf = ({ date, touPeriod }: (typeof rows)[number]): string =>
    `${formatShortDay(civilDate(date))}${touPeriod === null ? '' : `, ${PERIOD_TEXTS[touPeriod]}`}`;
  const reais = (amount: number | undefined): string => (amount === undefined ? '–' : formatReais(amount));
  return {
    label: 'Maior demanda de cada ciclo, em kW, e a contratada hoje',
    note: 'kW por ciclo',
    series: parts.map(({ series }) => series),
    bars: rows.map(({ date, touPeriod, contracted, highest }, index) => ({
      key: `${date} ${touPeriod ?? ''}`,
      axisLabel: touPeriod === 'outPoint' ? '' : formatShortDay(civilDate(date)),
      labelRank: index === 0 || index === rows.length - 1 ? 1 : 2,
      values: parts.map(({ shareOf }) => shareOf(highest, contracted)),
      isForecast: false,
      isToday: false,
    })),
    table: {
      columns: ['Ciclo desde', USED.label, 'Contratada hoje', 'Fatura de hoje', 'Com a mudança'],
      rows: rows.map((row) => [
        nameOf(row),
        powerText(row.highest),
        powerText(row.contracted),
        reais(billOf.get(row.date)?.now),
        reais(billOf.get(row.date)?.instead),
      ]),
    },
    describe: (index) => {
      const row = rows[index];
      if (row === undefined) return { title: '', rows: [] };
      const bill = billOf.get(row.date);
      return {
        title: nameOf(row),
        rows: [
          { label: USED.label, value: powerText(row.highest) },
          { label: 'Contratada hoje', value: powerText(row.contracted) },
          { label: 'Fatura de hoje', value: reais(bill?.now) },
          { label: 'Com a mudança', value: reais(bill?.instead) },
        ],
      };
    },
  };
};
