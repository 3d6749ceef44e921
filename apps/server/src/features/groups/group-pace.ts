import { usualPace, usualShare } from '@nascente/domain/budgets/usual-pace';
import { forecastByDailyAverage } from '@nascente/domain/consumption/forecast';
import { daysTogether, type PastDay } from '@nascente/domain/consumption/past-day';
import { completenessOf } from '@nascente/domain/consumption/totals';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  daysBetween,
  endOfDay,
  startOfDay,
} from '@nascente/domain/time/civil-day';
import type { Instant } from '@nascente/domain/time/zone';
import type { Caller } from '../../platform/http/caller.ts';
import { type DaysReader, inUnits } from '../consumption/index.ts';
import type { Group } from './group.ts';
import { type PricedDays, sumOf } from './group-answer.ts';
import { type CountedGroup, type CountedStretch, countGroups, cycleOf, zoneOf } from './group-days.ts';

/** A cycle, and the share of it, 0..1, that days like those that have passed usually take. */
export interface PacedCycle {
  readonly start: CivilDate;
  readonly end: CivilDate;
  readonly total: number;
  readonly cost: number | null;
  readonly forecast: { readonly total: number; readonly cost: number | null };
  readonly usualShare: number | null;
}

/** Eight weeks: as many of each weekday. */
const LEARNT_DAYS = 56;
/** What is measured is known by quarter-hours: of less no average can be told. */
const SHORTEST_DAYS = 1 / 96;

/** All meters of the group together, day by day. */
const daysOf = (stretches: readonly CountedStretch[]): PastDay[] =>
  daysTogether(
    stretches.flatMap((stretch) =>
      stretch.days.map(({ date, total, presentQuarters, expectedQuarters }) => ({
        date,
        total,
        completeness: completenessOf(presentQuarters, expectedQuarters),
        expectedQuarters,
      })),
    ),
  );

/** The billing cycle of a group: what its page tells, its forecast by the daily average, and its usual pace. */
export const readPaced = async (
  needs: {
    readonly days: DaysReader;
    readonly clock: () => Instant;
    readonly count: (
      caller: Caller,
      groups: readonly Group[],
      asked: object,
    ) => Promise<{ counted: readonly CountedGroup[]; priced: readonly PricedDays[] }>;
  },
  caller: Caller,
  group: Group,
): Promise<PacedCycle | null> => {
  const now = needs.clock();
  const zone = zoneOf(group);
  const today = civilDateAt(now, zone);
  const { first: start, last: end } = cycleOf(group, today);
  const [{ counted, priced }, learnt] = await Promise.all([
    needs.count(caller, [group], {}),
    countGroups(needs.days, [group], { start: addDays(today, -LEARNT_DAYS), end: addDays(today, -1) }, now),
  ]);
  const members = counted[0]?.members ?? [];
  if (members.length === 0) return null;
  const { total, cost } = sumOf(members, priced);
  const [begun = start] = members.map(({ first }) => first).sort();
  const shareToCome = (endOfDay(today, zone) - now) / (endOfDay(today, zone) - startOfDay(today, zone));
  const passed = Math.max(daysBetween(begun, today) + 1 - shareToCome, SHORTEST_DAYS);
  const days = daysOf(learnt.stretches);
  const forecast = forecastByDailyAverage({
    consumed: total,
    days,
    daysElapsed: passed,
    daysInPeriod: daysBetween(begun, end) + 1,
  });
  const reais = cost === null ? null : cost / 100;
  return {
    start,
    end,
    total: inUnits(total),
    cost: reais,
    forecast: {
      total: inUnits(forecast.total),
      cost: reais === null || total === 0 ? reais : (reais * forecast.total) / total,
    },
    usualShare: usualShare(usualPace({ first: begun, last: end, today, days, shareToCome })),
  };
};
