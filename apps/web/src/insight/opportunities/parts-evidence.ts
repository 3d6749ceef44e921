import type { OpportunityOf } from '@nascente/contract/insight/opportunity-kinds';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatNumber, formatShortDay } from '@nascente/domain/base/units/format';
import type { BarSeries } from '../../shared/charts/bars/bars.ts';
import type { EvidenceChart } from './hourly-evidence.ts';

const GIVEN: BarSeries = { key: 'given', label: 'Devolvido à rede', color: '--injected' };
const TAKEN: BarSeries = { key: 'taken', label: 'Consumido da rede', color: '--off-peak', isBelowAxis: true };
const USED: BarSeries = { key: 'used', label: 'Consumido', color: '--off-peak' };

const kwhText = (energy: number): string => `${formatNumber(energy, energy < 10 ? 1 : 0)}\u00a0kWh`;

/** Cycle by cycle what went to the grid and what came from it: what is given beyond what is taken is left for later. */
export const creditsChart = ({ cycles }: OpportunityOf<'expiring-credits'>['credits']): EvidenceChart => ({
  label: 'Energia devolvida à rede e consumida dela em cada ciclo, em kWh',
  note: 'kWh por ciclo',
  series: [GIVEN, TAKEN],
  bars: cycles.map(({ date, consumed, injected }, index) => ({
    key: date,
    axisLabel: formatShortDay(civilDate(date)),
    labelRank: index === 0 || index === cycles.length - 1 ? 1 : 2,
    values: [injected, consumed],
    isForecast: false,
    isToday: false,
  })),
  table: {
    columns: ['Ciclo desde', GIVEN.label, TAKEN.label],
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
        { label: GIVEN.label, value: kwhText(one.injected), color: GIVEN.color },
        { label: TAKEN.label, value: kwhText(one.consumed), color: TAKEN.color },
      ],
    };
  },
});

/** Meter by meter what is known of an establishment that none measures whole. */
export const partsChart = (parts: OpportunityOf<'no-general-meter'>['parts']): EvidenceChart => ({
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
