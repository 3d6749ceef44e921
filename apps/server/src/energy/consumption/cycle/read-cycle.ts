import { addDays, type CivilDate, civilDateAt, laterDay } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import { type CycleSoFar, cycleAround, cycleSoFar } from '@nascente/domain/energy/forecast/cycle-so-far';
import type { ForecastSource } from '../reading/day-source.ts';

/** The days before the recent ones, of which a forecast learns what the year before was like. */
const readOlder = async (source: ForecastSource, first: CivilDate, last: CivilDate, now: Instant) =>
  last < first ? [] : await source.pastDays({ first, last, now });

export const readCycleSoFar = async (source: ForecastSource, now: Instant): Promise<CycleSoFar> => {
  const { zone, calendar, since } = source;
  const around = cycleAround(civilDateAt(now, zone), calendar);
  const { today, cycle, countedFrom: first, learntFrom } = around;
  const learnt = laterDay(learntFrom, civilDateAt(since, zone));
  const [read, older] = await Promise.all([
    source.inTotal({ first, last: today, now, demandFrom: cycle.first }),
    readOlder(source, learnt, addDays(first, -1), now),
  ]);
  return cycleSoFar(around, { ...source, now, read, older });
};
