import { type CivilDate, daysFrom, earlierDay } from '@nascente/domain/base/time/civil-day';
import {
  alwaysOffPeak,
  SIMPLE_WINDOWS,
  simplePostsOn,
} from '@nascente/domain/sites/tou-windows/posts-by-window';
import type { MeterPrices, PricedPosts } from '../../../energy/consumption/index.ts';
import type { EstablishmentPostsReader } from '../../../energy/tou-periods/index.ts';
import { calendarOf } from '../../../sites/establishments/index.ts';
import type { BilledEstablishments } from '../billed-establishments.service.ts';
import { cyclesOf, todayAt } from '../establishment-cycles.ts';
import type { BilledAmounts } from './billed-amounts.ts';

/** By which posts the days of meters are told apart: those by which their bill prices them. */
export interface BilledPosts {
  readonly of: MeterPrices['postsOf'];
}

const OF_WATER: PricedPosts = { postsOn: alwaysOffPeak, windowsOn: () => null };
const SIMPLE: PricedPosts = { postsOn: simplePostsOn, windowsOn: () => SIMPLE_WINDOWS };

export const createBilledPosts = (needs: {
  amounts: Pick<BilledAmounts, 'billedAmong' | 'establishmentOf'>;
  establishments: Pick<BilledEstablishments, 'seesWhole'>;
  posts: EstablishmentPostsReader;
}): BilledPosts => {
  const { amounts, establishments, posts } = needs;
  return {
    async of(caller, { establishmentId, type }, { first, last }) {
      if (type === 'water') return OF_WATER;
      const isBilled = (await amounts.billedAmong([establishmentId], type)).has(establishmentId);
      const establishment = isBilled
        ? await amounts.establishmentOf(caller, { establishmentId, type })
        : null;
      if (establishment === null) return SIMPLE;
      const today = todayAt(establishment);
      const asked = { first, last, today, calendar: calendarOf(establishment.facts, type) };
      const { spans, postsOn } = await posts.read({ establishmentId, ...asked });
      const cycles = cyclesOf(establishment, daysFrom(first, last)).filter((cycle) =>
        establishments.seesWhole(caller, establishment, { ...cycle, last: earlierDay(cycle.last, today) }),
      );
      const isPriced = (date: CivilDate) => cycles.some((cycle) => cycle.first <= date && date <= cycle.last);
      return {
        postsOn: (date) => (isPriced(date) ? postsOn : simplePostsOn)(date),
        windowsOn: (date) =>
          (isPriced(date) ? spans.find((span) => date <= span.last)?.windows : undefined) ?? SIMPLE_WINDOWS,
      };
    },
  };
};
