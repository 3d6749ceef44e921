import type { AnswerOf } from '@nascente/contract/base/call';
import type { readHeatMap } from '@nascente/contract/energy/analysis';
import { sumDays } from '@nascente/domain/energy/consumption/consolidate';
import { highestHour, hourTotals } from '@nascente/domain/energy/consumption/heat-map';
import type { DayConsumption } from '@nascente/domain/telemetry/intervals/totals';
import { inUnits } from '../days/day-answer.ts';

type HeatMap = AnswerOf<typeof readHeatMap>['heatmap'];

export const toHeatMap = (measured: readonly DayConsumption[], posts: HeatMap['posts']): HeatMap => {
  const highest = highestHour(measured);
  return {
    days: measured.map((day) => ({
      date: day.date,
      hours: hourTotals(day).map((total) => (total === null ? null : inUnits(total))),
      total: inUnits(day.total),
      completeness: day.completeness,
    })),
    highest: highest && { ...highest, total: inUnits(highest.total) },
    completeness: sumDays(measured).completeness,
    posts,
  };
};
