import type { Bar, BarSeries } from '@nascente/charts/bars';
import { describeRows } from '@nascente/charts/chart-tooltip';
import type { ConsolidatedDay } from '@nascente/contract/energy/consumption';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatShortDay, formatWeekdayDay } from '@nascente/domain/base/units/format';
import {
  generationOf,
  type SolarHour,
  type SolarRole,
  selfConsumedIn,
} from '@nascente/domain/energy/subjects/solar';
import type { BarContent } from '../../../../shared/charts/bar-chart.tsx';
import { quantityText } from '../../../../shared/consumption/amount.ts';
import { injectedIn } from '../../../../shared/consumption/injected-in.ts';
import { HOURS } from '../hour-rows.ts';

/** An hour of a civil day with its solar balance; `isMeasured` states whether this meter had data. */
export interface PlacedHour extends SolarHour {
  readonly date: string;
  readonly hour: number;
  readonly isMeasured: boolean;
}

const EMPTY: SolarHour['injectedByTouPeriod'] = { inPoint: 0, interPoint: 0, outPoint: 0 };

const keyOf = (date: string, hour: number): string => `${date} ${hour}`;

const generationByHour = (
  inverters: readonly (readonly ConsolidatedDay[])[],
): ReadonlyMap<string, number> => {
  const sums = new Map<string, { total: number; meters: number }>();
  for (const days of inverters) {
    const hours = days
      .flatMap(({ date, hours: all }) => all.map((hour) => ({ key: keyOf(date, hour.hour), hour })))
      .filter(({ hour }) => hour.completeness > 0);
    const generated = generationOf(
      hours.map(({ hour }) => ({ consumed: hour.total, injected: injectedIn(hour) })),
    );
    hours.forEach(({ key }, index) => {
      const hourSum = sums.get(key) ?? { total: 0, meters: 0 };
      sums.set(key, { total: hourSum.total + (generated[index] ?? 0), meters: hourSum.meters + 1 });
    });
  }
  return new Map(
    [...sums].filter(([, { meters }]) => meters === inverters.length).map(([key, { total }]) => [key, total]),
  );
};

/** Hours of a meter beside the generation of its establishment's inverters. */
export const solarHours = (
  days: readonly ConsolidatedDay[],
  inverters: readonly (readonly ConsolidatedDay[])[],
): readonly PlacedHour[] => {
  const generated = generationByHour(inverters);
  return days.flatMap(({ date, hours }) =>
    hours.map((hour) => ({
      date,
      hour: hour.hour,
      imported: hour.total,
      injected: injectedIn(hour),
      injectedByTouPeriod: hour.injectedTouPeriods ?? { ...EMPTY, [hour.touPeriod]: injectedIn(hour) },
      generated: hour.completeness > 0 ? (generated.get(keyOf(date, hour.hour)) ?? null) : null,
      isMeasured: hour.completeness > 0,
    })),
  );
};

/** All energy at an inverter's meter is generation, whichever way its clamps lie; it may never reach the grid. */
export const generatedHours = (days: readonly ConsolidatedDay[]): readonly PlacedHour[] => {
  const generated = generationByHour([days]);
  return solarHours(days, []).map((hour) => ({
    ...hour,
    imported: 0,
    injected: generated.get(keyOf(hour.date, hour.hour)) ?? 0,
    injectedByTouPeriod: EMPTY,
  }));
};

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

export const solarChart = (hours: readonly PlacedHour[], step: Step, role: SolarRole): BarContent => {
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
    })),
    describe: describeRows(rows, (row) => {
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
    }),
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
