import type { Bar, BarSeries } from '@nascente/charts/bars';
import type { ChartTableContent } from '@nascente/charts/chart-table';
import type { TooltipContent } from '@nascente/charts/chart-tooltip';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatShortDay, formatWeekdayDay } from '@nascente/domain/base/units/format';
import { type SolarRole, selfConsumedIn } from '@nascente/domain/energy/subjects/solar';
import { quantityText } from '../../../../shared/consumption/amount.ts';
import { HOURS } from '../hour-rows.ts';
import type { PlacedHour } from './solar-hours.ts';

export type Step = 'day' | 'hour';

const OUTWARD: Readonly<Record<SolarRole, BarSeries>> = {
  grid: { key: 'injected', label: 'Injetada', color: '--injected' },
  load: { key: 'injected', label: 'No sentido da rede', color: '--injected' },
  inverter: { key: 'injected', label: 'Gerada', color: '--injected' },
};
const SELF: BarSeries = { key: 'self', label: 'Consumida na hora', color: '--intermediate' };

interface Row {
  readonly key: string;
  readonly name: string;
  readonly axisLabel: string;
  readonly labelRank: Bar['labelRank'];
  /** kWh; null where nothing was measured. */
  readonly injected: number | null;
  readonly self: number | null;
}

const dividedBy = (hours: readonly PlacedHour[], parts: number): Pick<Row, 'injected' | 'self'> => {
  const measured = hours.filter(({ isMeasured }) => isMeasured);
  const withGeneration = measured.filter(({ generated }) => generated !== null);
  const sum = (values: readonly number[]): number =>
    values.reduce((total, value) => total + value, 0) / parts;
  return {
    injected: measured.length === 0 ? null : sum(measured.map(({ injected }) => injected)),
    self: withGeneration.length === 0 ? null : sum(withGeneration.map((hour) => selfConsumedIn(hour) ?? 0)),
  };
};

const WEEK = 7;

const rowsByDay = (hours: readonly PlacedHour[]): Row[] => {
  const days = [...Map.groupBy(hours, ({ date }) => date)];
  return days.map(([date, ofDay], index) => ({
    key: date,
    name: formatWeekdayDay(civilDate(date)),
    axisLabel: formatShortDay(civilDate(date)),
    labelRank: days.length <= WEEK || (days.length - 1 - index) % WEEK === 0 ? 1 : 0,
    ...dividedBy(ofDay, 1),
  }));
};

const rowsByHour = (hours: readonly PlacedHour[]): Row[] => {
  const byHour = Map.groupBy(hours, ({ hour }) => hour);
  return HOURS.map((hour) => {
    const ofHour = (byHour.get(hour) ?? []).filter(({ isMeasured }) => isMeasured);
    return {
      key: String(hour),
      name: `${hour}h às ${hour + 1}h`,
      axisLabel: `${hour}h`,
      labelRank: hour % 6 === 0 ? 1 : hour % 3 === 0 ? 2 : 0,
      ...dividedBy(ofHour, Math.max(ofHour.length, 1)),
    };
  });
};

const textOf = (value: number | null): string => (value === null ? '–' : quantityText(value, 'eletric'));

interface SolarChart {
  readonly bars: readonly Bar[];
  readonly series: readonly BarSeries[];
  readonly describe: (index: number) => TooltipContent;
  readonly table: ChartTableContent;
}

export const solarChart = (hours: readonly PlacedHour[], step: Step, role: SolarRole): SolarChart => {
  const outward = OUTWARD[role];
  const rows = step === 'day' ? rowsByDay(hours) : rowsByHour(hours);
  const knowsSelf = rows.some(({ self }) => self !== null);
  const series = knowsSelf ? [SELF, outward] : [outward];
  return {
    series,
    bars: rows.map(({ key, axisLabel, labelRank, injected, self }) => ({
      key,
      axisLabel,
      labelRank,
      values: injected === null ? null : knowsSelf ? [self ?? 0, injected] : [injected],
      isForecast: false,
      isToday: false,
    })),
    describe: (index) => {
      const row = rows[index];
      if (row === undefined) return { title: '', rows: [] };
      if (row.injected === null) return { title: row.name, rows: [], note: 'sem dados' };
      return {
        title: row.name,
        rows: [
          { label: outward.label, value: textOf(row.injected), color: '--injected' },
          ...(knowsSelf
            ? [{ label: SELF.label, value: textOf(row.self), color: '--intermediate' as const }]
            : []),
        ],
        ...(step === 'hour' && { note: 'média dos dias' }),
      };
    },
    table: {
      columns: [step === 'day' ? 'Dia' : 'Hora', outward.label, ...(knowsSelf ? [SELF.label] : [])],
      rows: rows.map(({ name, injected, self }) => [
        name,
        textOf(injected),
        ...(knowsSelf ? [textOf(self)] : []),
      ]),
    },
  };
};
