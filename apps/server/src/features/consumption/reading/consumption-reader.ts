import { consolidateDays } from '@nascente/domain/consumption/consolidate';
import { areHoursEnough, postCuts, postsDays } from '@nascente/domain/consumption/day-posts';
import { type EnergySeries, stepMinutesFor } from '@nascente/domain/consumption/series';
import type { DayConsumption, Utility } from '@nascente/domain/consumption/totals';
import type { BoardKind } from '@nascente/domain/metering/frame';
import { alwaysOffPeak, type PostsOn, simplePostsOn } from '@nascente/domain/tariff/posts/posts-by-window';
import { type CivilDate, civilDateAt, endOfDay, startOfDay } from '@nascente/domain/time/civil-day';
import { QUARTER_MS, quarterStart } from '@nascente/domain/time/quarter';
import { type Instant, instant, type Zone } from '@nascente/domain/time/zone';
import type { MeasuredSeries, SpanRequest } from './measured-series.ts';
import type { SpansReader } from './spans-reader.ts';

/** Of a meter, in use or removed, what its consumption is computed from. */
export interface MeteredEstablishment {
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
  /** By which posts they are told apart; without them, by those of the simple tariff. */
  readonly postsOn?: PostsOn | undefined;
}

export interface TotalsAsked extends DaysAsked {
  /** Of the days before it the highest quarter-hours are not told. Without it, of none. */
  readonly demandFrom?: CivilDate | undefined;
}

export interface ConsumptionReader {
  /** The part of civil days that lies between two instants: the quarter-hours that begin there. */
  inSpan(
    meter: MeteredEstablishment,
    asked: { readonly from: Instant; readonly to: Instant } & Pick<DaysAsked, 'now' | 'postsOn'>,
  ): Promise<DayConsumption[]>;
  /** Days by the hour, by phase. */
  inDetail(meter: MeteredEstablishment, asked: DaysAsked): Promise<DayConsumption[]>;
  /**
   * Days of which only totals by post and completeness are asked, and demand from a day on: phases are not told apart.
   */
  inTotal(meter: MeteredEstablishment, asked: TotalsAsked): Promise<DayConsumption[]>;
}

export const utilityOf = (kind: BoardKind): Utility => (kind === 'water' ? 'water' : 'electric');

/** Nothing is read before the installation or after now. */
export const spanOf = (meter: MeteredEstablishment, { first, last, now }: DaysAsked): SpanRequest => {
  const { installationId, kind, zone, installedAt } = meter;
  const from = instant(Math.max(startOfDay(first, zone), quarterStart(installedAt)));
  const until = Math.min(endOfDay(last, zone), quarterStart(now) + QUARTER_MS);
  return { installationId, kind, from, to: instant(Math.max(from, until)) };
};

/** Water has no posts. */
export const postsOf = (kind: BoardKind, postsOn: PostsOn = simplePostsOn): PostsOn =>
  kind === 'water' ? alwaysOffPeak : postsOn;

/** Whether hours of a day are split between posts. */
const arePostsOfQuarters = (
  { kind, zone }: Pick<MeteredEstablishment, 'kind' | 'zone'>,
  { first, last, postsOn }: Pick<DaysAsked, 'first' | 'last' | 'postsOn'>,
): boolean =>
  postsOn !== undefined &&
  !areHoursEnough(postCuts(postsDays({ first, last, zone, postsOn: postsOf(kind, postsOn) })));

const consolidate = (meter: MeteredEstablishment, asked: DaysAsked, series: EnergySeries): DayConsumption[] =>
  consolidateDays(series, {
    ...asked,
    zone: meter.zone,
    kind: utilityOf(meter.kind),
    postsOn: postsOf(meter.kind, asked.postsOn),
    since: meter.installedAt,
  });

export const createConsumptionReader = ({
  series,
  spans,
}: {
  series: MeasuredSeries;
  spans: SpansReader;
}): ConsumptionReader => ({
  async inSpan(meter, { from, to, now, postsOn }) {
    const first = civilDateAt(from, meter.zone);
    const last = civilDateAt(instant(to - 1), meter.zone);
    const days = { first, last, now: instant(Math.min(now, to)), postsOn };
    const whole = spanOf(meter, { ...days, now });
    const start = instant(Math.max(whole.from, from));
    const span = { ...whole, from: start, to: instant(Math.max(start, Math.min(whole.to, to))) };
    const since = instant(Math.max(meter.installedAt, from));
    return consolidate({ ...meter, installedAt: since }, days, await series.inDetail(span, 15));
  },
  async inDetail(meter, asked) {
    const span = spanOf(meter, asked);
    const stepMinutes = arePostsOfQuarters(meter, asked)
      ? 15
      : stepMinutesFor(meter.zone, span.from, span.to);
    return consolidate(meter, asked, await series.inDetail(span, stepMinutes));
  },
  async inTotal(meter, { demandFrom, ...asked }) {
    const { zone } = meter;
    const highestFrom = demandFrom === undefined ? undefined : startOfDay(demandFrom, zone);
    const byQuarters = arePostsOfQuarters(meter, asked);
    const [read] = await spans.read([{ ...spanOf(meter, asked), zone, highestFrom, byQuarters }]);
    return consolidate(meter, asked, read as EnergySeries);
  },
});
