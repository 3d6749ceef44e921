import { type CivilDate, civilDateAt, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { QUARTER_MS, quarterStart } from '@nascente/domain/base/time/quarter';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { consolidateDays } from '@nascente/domain/energy/consumption/consolidate';
import {
  alwaysOffPeak,
  type PostsOn,
  simplePostsOn,
} from '@nascente/domain/sites/tou-windows/posts-by-window';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import { expectedBetween } from '@nascente/domain/telemetry/intervals/expected-quarters';
import type { EnergySeries, PhaseColumn, StepMinutes } from '@nascente/domain/telemetry/intervals/series';
import type { DayConsumption, Utility } from '@nascente/domain/telemetry/intervals/totals';
import type { MeterDays, SeriesRequest } from '../../../telemetry/series/index.ts';

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

/** Days are read while it becomes known by which posts they are told apart. */
interface DetailAsked extends Omit<DaysAsked, 'postsOn'> {
  readonly postsOn?: PostsOn | Promise<PostsOn> | undefined;
}

interface TotalsAsked extends DetailAsked {
  /** Of the days before it the highest quarter-hours are not told. Without it, of none. */
  readonly demandFrom?: CivilDate | undefined;
}

export type ConsumptionReader = ReturnType<typeof createConsumptionReader>;

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

/** Quarter-hours of a period until now in which the meter was not there yet: they are missing from the whole of it. */
export const missingFrom = (
  { installedAt }: Pick<MeteredEstablishment, 'installedAt'>,
  { from, to }: { readonly from: Instant; readonly to: Instant },
  now: Instant,
): number => expectedBetween(from, Math.min(installedAt, to, now));

/** Nothing is read before the installation or after now. */
export const spanOf = (
  meter: MeteredEstablishment,
  { first, last, now }: Pick<DaysAsked, 'first' | 'last' | 'now'>,
): SeriesRequest => {
  const { installationId, zone, installedAt } = meter;
  const from = instant(Math.max(startOfDay(first, zone), quarterStart(installedAt)));
  const until = Math.min(endOfDay(last, zone), quarterStart(now) + QUARTER_MS);
  return { installationId, zone, from, to: instant(Math.max(from, until)) };
};

/** Water has no posts. */
export const postsOf = (kind: BoardKind, postsOn: PostsOn = simplePostsOn): PostsOn =>
  kind === 'water' ? alwaysOffPeak : postsOn;

/** @param read - as an async function: whatever fails in it is waited for beside the posts */
const consolidate = async (
  meter: MeteredEstablishment,
  { postsOn, ...asked }: DetailAsked,
  read: () => Promise<EnergySeries>,
): Promise<DayConsumption[]> => {
  const [series, cutBy] = await Promise.all([read(), postsOn]);
  return consolidateDays(series, {
    ...asked,
    zone: meter.zone,
    kind: utilityOf(meter.kind),
    postsOn: postsOf(meter.kind, cutBy),
    since: meter.installedAt,
  });
};

export const createConsumptionReader = (days: Pick<MeterDays, 'readTogether' | 'readInDetail'>) => {
  /** Posts may begin at any quarter-hour. */
  const stepMinutes: StepMinutes = 15;
  return {
    /** The part of civil days that lies between two instants: the quarter-hours that begin there. */
    async inSpan(
      meter: MeteredEstablishment,
      {
        from,
        to,
        now,
        postsOn,
      }: { readonly from: Instant; readonly to: Instant } & Pick<DetailAsked, 'now' | 'postsOn'>,
    ): Promise<DayConsumption[]> {
      const first = civilDateAt(from, meter.zone);
      const last = civilDateAt(instant(to - 1), meter.zone);
      const asked = { first, last, now: instant(Math.min(now, to)) };
      const whole = spanOf(meter, { ...asked, now });
      const start = instant(Math.max(whole.from, from));
      const end = instant(Math.max(start, Math.min(whole.to, to)));
      const span = { ...whole, from: start, to: end, stepMinutes };
      const since = instant(Math.max(meter.installedAt, from));
      const read = async () => days.readInDetail(span, PHASES[meter.kind]);
      return consolidate({ ...meter, installedAt: since }, { ...asked, postsOn }, read);
    },
    /** Days by the hour, by phase. */
    inDetail: (meter: MeteredEstablishment, asked: DetailAsked): Promise<DayConsumption[]> =>
      consolidate(meter, asked, async () =>
        days.readInDetail({ ...spanOf(meter, asked), stepMinutes }, PHASES[meter.kind]),
      ),
    /**
     * Days of which only totals by post and completeness are asked, and demand from a day on: phases are not told apart.
     */
    inTotal(meter: MeteredEstablishment, { demandFrom, ...asked }: TotalsAsked): Promise<DayConsumption[]> {
      return consolidate(meter, asked, async () => {
        const highestFrom = demandFrom === undefined ? undefined : startOfDay(demandFrom, meter.zone);
        return days.readTogether([{ ...spanOf(meter, asked), highestFrom, stepMinutes }]);
      });
    },
  };
};
