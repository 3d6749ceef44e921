import { consolidateDays } from '@nascente/domain/consumption/consolidate';
import { stepMinutesFor } from '@nascente/domain/consumption/series';
import type { DayConsumption, Utility } from '@nascente/domain/consumption/totals';
import type { BoardKind } from '@nascente/domain/metering/frame';
import { simplePosts, singlePost } from '@nascente/domain/tariff/posts';
import { type CivilDate, endOfDay, startOfDay } from '@nascente/domain/time/civil-day';
import { QUARTER_MS, quarterStart } from '@nascente/domain/time/quarter';
import { type Instant, instant, type Zone } from '@nascente/domain/time/zone';
import type { SeriesRepository } from './series.repository.ts';

/** Of a meter, in use or removed, what its consumption is computed from. */
export interface MeteredPlace {
  readonly installationId: number;
  readonly kind: BoardKind;
  readonly zone: Zone;
  readonly installedAt: Instant;
}

export interface DaysAsked {
  /** Both included. */
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly now: Instant;
}

export interface ConsumptionReader {
  /** Days by the hour, by phase. */
  inDetail(meter: MeteredPlace, asked: DaysAsked): Promise<DayConsumption[]>;
  /** Days of which only totals by post, demand and completeness are asked: its phases are not told apart. */
  inTotal(meter: MeteredPlace, asked: DaysAsked): Promise<DayConsumption[]>;
}

export const utilityOf = (kind: BoardKind): Utility => (kind === 'water' ? 'water' : 'electric');

export const createConsumptionReader = (series: SeriesRepository): ConsumptionReader => {
  const readWith =
    (read: SeriesRepository['readInDetail']) =>
    async (meter: MeteredPlace, { first, last, now }: DaysAsked): Promise<DayConsumption[]> => {
      const { installationId, kind, zone, installedAt } = meter;
      const from = instant(Math.max(startOfDay(first, zone), quarterStart(installedAt)));
      const to = instant(Math.max(from, Math.min(endOfDay(last, zone), quarterStart(now) + QUARTER_MS)));
      const stepMinutes = stepMinutesFor(zone, from, to);
      const found = await read({ installationId, kind, from, to, stepMinutes });
      const posts = kind === 'water' ? singlePost : simplePosts;
      return consolidateDays(found, {
        zone,
        first,
        last,
        now,
        kind: utilityOf(kind),
        posts,
        since: installedAt,
      });
    };
  return {
    inDetail: readWith((request) => series.readInDetail(request)),
    inTotal: readWith((request) => series.readTotals(request)),
  };
};
