import { consolidateDays } from '@nascente/domain/consumption/consolidate';
import { stepOfPosts } from '@nascente/domain/consumption/day-posts';
import type { EnergySeries, StepMinutes } from '@nascente/domain/consumption/series';
import type { DayConsumption, Utility } from '@nascente/domain/consumption/totals';
import type { BoardKind } from '@nascente/domain/metering/frame';
import { alwaysOffPeak, type PostsOn, simplePostsOn } from '@nascente/domain/tariff/posts/posts-by-window';
import { type CivilDate, civilDateAt, endOfDay, startOfDay } from '@nascente/domain/time/civil-day';
import { QUARTER_MS, quarterStart } from '@nascente/domain/time/quarter';
import { type Instant, instant, type Zone } from '@nascente/domain/time/zone';
import type { MeterDays, PhaseColumn, SeriesRequest } from '../../series/index.ts';

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

const PHASE_A: readonly PhaseColumn[] = ['consumedA', 'injectedA', 'inductiveA', 'capacitiveA'];
const OTHER_PHASES: readonly PhaseColumn[] = [
  ...(['consumedB', 'injectedB', 'inductiveB', 'capacitiveB'] as const),
  ...(['consumedC', 'injectedC', 'inductiveC', 'capacitiveC'] as const),
];

/** What a kind of board measures; columns that it never fills are not read. */
const PHASES: Readonly<Record<BoardKind, readonly PhaseColumn[]>> = {
  mono: PHASE_A,
  tri: [...PHASE_A, ...OTHER_PHASES],
  water: ['volume'],
};

export const utilityOf = (kind: BoardKind): Utility => (kind === 'water' ? 'water' : 'electric');

/** Nothing is read before the installation or after now. */
export const spanOf = (meter: MeteredEstablishment, { first, last, now }: DaysAsked): SeriesRequest => {
  const { installationId, zone, installedAt } = meter;
  const from = instant(Math.max(startOfDay(first, zone), quarterStart(installedAt)));
  const until = Math.min(endOfDay(last, zone), quarterStart(now) + QUARTER_MS);
  return { installationId, zone, from, to: instant(Math.max(from, until)) };
};

/** Water has no posts. */
export const postsOf = (kind: BoardKind, postsOn: PostsOn = simplePostsOn): PostsOn =>
  kind === 'water' ? alwaysOffPeak : postsOn;

const consolidate = (meter: MeteredEstablishment, asked: DaysAsked, series: EnergySeries): DayConsumption[] =>
  consolidateDays(series, {
    ...asked,
    zone: meter.zone,
    kind: utilityOf(meter.kind),
    postsOn: postsOf(meter.kind, asked.postsOn),
    since: meter.installedAt,
  });

export const createConsumptionReader = (
  days: Pick<MeterDays, 'readEach' | 'readInDetail'>,
): ConsumptionReader => {
  const stepOf = ({ kind }: MeteredEstablishment, asked: DaysAsked): StepMinutes =>
    stepOfPosts({ ...asked, postsOn: postsOf(kind, asked.postsOn) });
  return {
    async inSpan(meter, { from, to, now, postsOn }) {
      const first = civilDateAt(from, meter.zone);
      const last = civilDateAt(instant(to - 1), meter.zone);
      const asked = { first, last, now: instant(Math.min(now, to)), postsOn };
      const whole = spanOf(meter, { ...asked, now });
      const start = instant(Math.max(whole.from, from));
      const end = instant(Math.max(start, Math.min(whole.to, to)));
      const span = { ...whole, from: start, to: end, stepMinutes: 15 as const };
      const since = instant(Math.max(meter.installedAt, from));
      const measured = await days.readInDetail(span, PHASES[meter.kind]);
      return consolidate({ ...meter, installedAt: since }, asked, measured);
    },
    async inDetail(meter, asked) {
      const span = { ...spanOf(meter, asked), stepMinutes: stepOf(meter, asked) };
      return consolidate(meter, asked, await days.readInDetail(span, PHASES[meter.kind]));
    },
    async inTotal(meter, { demandFrom, ...asked }) {
      const highestFrom = demandFrom === undefined ? undefined : startOfDay(demandFrom, meter.zone);
      const stepMinutes = stepOf(meter, asked);
      const [read] = await days.readEach([{ ...spanOf(meter, asked), highestFrom, stepMinutes }]);
      return consolidate(meter, asked, read as EnergySeries);
    },
  };
};
