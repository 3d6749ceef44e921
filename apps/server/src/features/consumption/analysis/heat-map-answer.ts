import type { readHeatMap } from '@nascente/contract/analysis';
import type { AnswerOf } from '@nascente/contract/call';
import { sumDays } from '@nascente/domain/consumption/consolidate';
import type { DayConsumption } from '@nascente/domain/consumption/totals';
import { inUnits } from '../days/day-answer.ts';

type HeatMap = AnswerOf<typeof readHeatMap>['heatmap'];

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Of an hour, the consumption that was measured; null without data, or still to come. */
const hourOf = (day: DayConsumption, hour: number): number | null => {
  const found = day.hours[hour];
  return found === undefined || found.presentQuarters + found.total === 0 ? null : inUnits(found.total);
};

const highestOf = (days: HeatMap['days']): HeatMap['highest'] => {
  let highest: HeatMap['highest'] = null;
  for (const { date, hours } of days) {
    for (const [hour, total] of hours.entries()) {
      if (total !== null && total > (highest?.total ?? -1)) highest = { date, hour, total };
    }
  }
  return highest;
};

export const toHeatMap = (measured: readonly DayConsumption[], posts: HeatMap['posts']): HeatMap => {
  const days = measured.map((day) => ({
    date: day.date,
    hours: HOURS.map((hour) => hourOf(day, hour)),
    total: inUnits(day.total),
    completeness: day.completeness,
  }));
  return { days, highest: highestOf(days), completeness: sumDays(measured).completeness, posts };
};
