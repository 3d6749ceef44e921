import type { OpportunityOf } from '@nascente/contract/insight/opportunity-kinds';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatNumber, formatReais, formatShortDay } from '@nascente/domain/base/units/format';
import { breakEvenPrice } from '@nascente/domain/insight/opportunities/supplier-price';
import type { BarSeries } from '../../shared/charts/bars/bars.ts';
import { perMwhText } from '../../shared/opportunities/advice-words.ts';
import type { EvidenceChart } from './hourly-evidence.ts';

type Cycle = OpportunityOf<'free-market'>['market']['cycles'][number];

const KEPT: BarSeries = { key: 'kept', label: 'Fica com a distribuidora', color: '--line-strong' };
const SPARED: BarSeries = { key: 'spared', label: 'O que a energia pode custar', color: '--off-peak' };
const BREAK_EVEN = 'Preço que empata';

const sparedOf = ({ now, base }: Cycle): number => Math.max(0, now - base);
const breakEvenText = (cycle: Cycle): string => {
  const price = breakEvenPrice([cycle]);
  return price === null ? '–' : perMwhText(price);
};

/** Cycle by cycle the bill of today: what the distributor would still get, and what is left for a supplier. */
export const marketChart = (cycles: readonly Cycle[]): EvidenceChart => ({
  label: 'Conta de cada ciclo: o que fica com a distribuidora e o que a energia pode custar, em R$',
  note: 'R$ por ciclo',
  series: [KEPT, SPARED],
  bars: cycles.map((cycle, index) => ({
    key: cycle.date,
    axisLabel: formatShortDay(civilDate(cycle.date)),
    labelRank: index === 0 || index === cycles.length - 1 ? 1 : 2,
    values: [cycle.base, sparedOf(cycle)],
    isForecast: false,
    isToday: false,
  })),
  table: {
    columns: ['Ciclo desde', KEPT.label, SPARED.label, 'Energia', BREAK_EVEN],
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
        { label: KEPT.label, value: formatReais(cycle.base), color: KEPT.color },
        { label: SPARED.label, value: formatReais(sparedOf(cycle)), color: SPARED.color },
        { label: BREAK_EVEN, value: breakEvenText(cycle) },
      ],
    };
  },
});
