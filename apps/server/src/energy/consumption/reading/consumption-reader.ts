import { type CivilDate, civilDateAt, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { QUARTER_MS, quarterStart } from '@nascente/domain/base/time/quarter';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { consolidateDays } from '@nascente/domain/energy/consumption/consolidate';
import {
  type DayByTouPeriod,
  dayTotalsByPeriod,
  stepOfTouPeriods,
  touDays,
} from '@nascente/domain/energy/consumption/day-tou-periods';
import {
  alwaysOffPeak,
  simpleTouPeriodsOn,
  type TouPeriodsOn,
} from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import {
  type DayConsumption,
  type EnergySeries,
  expectedBetween,
  type PhaseColumn,
  type StepMinutes,
  type Utility,
} from '@nascente/domain/telemetry/intervals/totals';
import type { MeterDays, SeriesRequest } from '../../../telemetry/series/index.ts';

interface DaysOfMeter {
  readonly meter: MeteredEstablishment & { readonly removedAt: Instant | null };
  readonly first: CivilDate;
  readonly last: CivilDate;
  /** The time-of-use periods that divide the days; by default those of the simple tariff. */
  readonly touPeriodsOn?: TouPeriodsOn | undefined;
}

export type DaysReader = ReturnType<typeof createDaysReader>;

const calendarOf = ({ meter: { kind, zone }, first, last, touPeriodsOn }: DaysOfMeter) => {
  const requested = { first, last, zone, touPeriodsOn: touPeriodsOf(kind, touPeriodsOn) };
  return { days: touDays(requested), stepMinutes: stepOfTouPeriods(requested) };
};

const calendarsOf = (requested: readonly DaysOfMeter[]) => {
  const calendars = new Map<TouPeriodsOn, Map<string, ReturnType<typeof calendarOf>>>();
  return requested.map((one) => {
    const { meter, first, last } = one;
    const touPeriodsOn = touPeriodsOf(meter.kind, one.touPeriodsOn);
    const ofTouPeriods = calendars.get(touPeriodsOn) ?? new Map<string, ReturnType<typeof calendarOf>>();
    calendars.set(touPeriodsOn, ofTouPeriods);
    const key = `${meter.zone} ${first} ${last}`;
    const calendar = ofTouPeriods.get(key) ?? calendarOf(one);
    ofTouPeriods.set(key, calendar);
    return { ...one, touPeriodsOn, calendar };
  });
};

export const createDaysReader = ({ readEach }: Pick<MeterDays, 'readEach'>) => ({
  async ofMany(
    requested: readonly DaysOfMeter[],
    now: Instant,
  ): Promise<readonly (readonly DayByTouPeriod[])[]> {
    const cut = calendarsOf(requested);
    const measured = await readEach(
      cut.map(({ meter, first, last, calendar: { stepMinutes } }) => ({
        ...spanOf(meter, { first, last, now }),
        stepMinutes,
      })),
    );
    return cut.map(({ meter, first, last, touPeriodsOn, calendar }, index) => {
      const { zone, installedAt: since, removedAt: removed } = meter;
      const options = { first, last, now, zone, kind: utilityOf(meter.kind), touPeriodsOn, since, removed };
      return dayTotalsByPeriod(measured[index] as EnergySeries, options, calendar.days);
    });
  },
});

/** An installation, as needed to read its consumption. */
export interface MeteredEstablishment {
  readonly installationId: number;
  readonly kind: BoardKind;
  readonly zone: Zone;
  readonly installedAt: Instant;
}

export interface DaysQuery {
  /** `first` and `last` are included. */
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly now: Instant;
  /** Time-of-use periods; by default those of the simple tariff. */
  readonly touPeriodsOn?: TouPeriodsOn | undefined;
}

/** Time-of-use periods may be a promise, so that days are read while the periods are queried. */
interface DetailQuery extends Omit<DaysQuery, 'touPeriodsOn'> {
  readonly touPeriodsOn?: TouPeriodsOn | Promise<TouPeriodsOn> | undefined;
}

interface TotalsQuery extends DetailQuery {
  /** Highest quarter-hours are computed from this day on; without it, for no day. */
  readonly demandFrom?: CivilDate | undefined;
}

export type ConsumptionReader = ReturnType<typeof createConsumptionReader>;

const PHASE_A: readonly PhaseColumn[] = ['consumedA', 'injectedA', 'inductiveA', 'capacitiveA'];
const OTHER_PHASES: readonly PhaseColumn[] = [
  ...(['consumedB', 'injectedB', 'inductiveB', 'capacitiveB'] as const),
  ...(['consumedC', 'injectedC', 'inductiveC', 'capacitiveC'] as const),
];

/** Quantities of each kind of board; columns that it never fills are not read. */
const PHASES: Readonly<Record<BoardKind, readonly PhaseColumn[]>> = {
  mono: PHASE_A,
  tri: [...PHASE_A, ...OTHER_PHASES],
  water: ['volume'],
};

const utilityOf = (kind: BoardKind): Utility => (kind === 'water' ? 'water' : 'electric');

/** Expected quarter-hours of a period before the meter was installed, up to now. They reduce the completeness of the period. */
export const missingFrom = (
  { installedAt }: Pick<MeteredEstablishment, 'installedAt'>,
  { from, to }: { readonly from: Instant; readonly to: Instant },
  now: Instant,
): number => expectedBetween(from, Math.min(installedAt, to, now));

/** The interval of some days, from the quarter-hour of the installation to the current one. */
export const spanOf = (
  meter: MeteredEstablishment,
  { first, last, now }: Pick<DaysQuery, 'first' | 'last' | 'now'>,
): SeriesRequest => {
  const { installationId, zone, installedAt } = meter;
  const from = instant(Math.max(startOfDay(first, zone), quarterStart(installedAt)));
  const until = Math.min(endOfDay(last, zone), quarterStart(now) + QUARTER_MS);
  return { installationId, zone, from, to: instant(Math.max(from, until)) };
};

/** Water has no time-of-use periods. */
const touPeriodsOf = (kind: BoardKind, touPeriodsOn: TouPeriodsOn = simpleTouPeriodsOn): TouPeriodsOn =>
  kind === 'water' ? alwaysOffPeak : touPeriodsOn;

/** @param read - async, so that a failure is handled together with that of the time-of-use periods */
const consolidate = async (
  meter: MeteredEstablishment,
  { touPeriodsOn, ...requested }: DetailQuery,
  read: () => Promise<EnergySeries>,
): Promise<DayConsumption[]> => {
  const [series, cutBy] = await Promise.all([read(), touPeriodsOn]);
  return consolidateDays(series, {
    ...requested,
    zone: meter.zone,
    kind: utilityOf(meter.kind),
    touPeriodsOn: touPeriodsOf(meter.kind, cutBy),
    since: meter.installedAt,
  });
};

export const createConsumptionReader = (days: Pick<MeterDays, 'readTogether' | 'readInDetail'>) => {
  /** A time-of-use period may begin at any quarter-hour. */
  const stepMinutes: StepMinutes = 15;
  return {
    async inSpan(
      meter: MeteredEstablishment,
      {
        from,
        to,
        now,
        touPeriodsOn,
      }: { readonly from: Instant; readonly to: Instant } & Pick<DetailQuery, 'now' | 'touPeriodsOn'>,
    ): Promise<DayConsumption[]> {
      const first = civilDateAt(from, meter.zone);
      const last = civilDateAt(instant(to - 1), meter.zone);
      const requested = { first, last, now: instant(Math.min(now, to)) };
      const total = spanOf(meter, { ...requested, now });
      const start = instant(Math.max(total.from, from));
      const end = instant(Math.max(start, Math.min(total.to, to)));
      const span = { ...total, from: start, to: end, stepMinutes };
      const since = instant(Math.max(meter.installedAt, from));
      const read = async () => days.readInDetail(span, PHASES[meter.kind]);
      return consolidate({ ...meter, installedAt: since }, { ...requested, touPeriodsOn }, read);
    },
    /** Days by hour and phase. */
    inDetail: (meter: MeteredEstablishment, requested: DetailQuery): Promise<DayConsumption[]> =>
      consolidate(meter, requested, async () =>
        days.readInDetail({ ...spanOf(meter, requested), stepMinutes }, PHASES[meter.kind]),
      ),
    /** Days as totals by time-of-use period with completeness, and with demand from `demandFrom` on, without phases. */
    inTotal(
      meter: MeteredEstablishment,
      { demandFrom, ...requested }: TotalsQuery,
    ): Promise<DayConsumption[]> {
      return consolidate(meter, requested, async () => {
        const highestFrom = demandFrom === undefined ? undefined : startOfDay(demandFrom, meter.zone);
        return days.readTogether([{ ...spanOf(meter, requested), highestFrom, stepMinutes }]);
      });
    },
  };
};
