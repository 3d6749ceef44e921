import {
  addDays,
  type CivilDate,
  civilDateAt,
  endOfDay,
  laterDay,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import type { ReadingCalendar } from '@nascente/domain/base/time/reading-cycles';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { consolidateDays } from '@nascente/domain/energy/consumption/consolidate';
import { civilDays, pastDaysOf } from '@nascente/domain/energy/consumption/day-sums';
import {
  type DayByTouPeriod,
  dayTotalsByPeriod,
  stepOfTouPeriods,
} from '@nascente/domain/energy/consumption/day-tou-periods';
import type { DaySpan } from '@nascente/domain/energy/forecast/alike';
import { type CycleAround, type CycleSoFar, cycleSoFar } from '@nascente/domain/energy/forecast/cycle-so-far';
import { measuringTime, spansOfParts } from '@nascente/domain/energy/subjects/meter-parts';
import {
  alwaysOffPeak,
  simpleTouPeriodsOn,
  type TouPeriodsOn,
} from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import {
  addStays,
  type DayConsumption,
  type EnergySeries,
  type StepMinutes,
} from '@nascente/domain/telemetry/intervals/totals';
import type { MeterDays, SeriesRequest } from '../../../telemetry/series/index.ts';
import type { Subject, SubjectPart } from './subject.ts';

type MeterSums = MeterDays['readTogether'];

/** A subject with the time-of-use periods of its bill; without them, those of the simple tariff apply. */
export type CutSubject = Subject & { readonly touPeriodsOn?: TouPeriodsOn | undefined };

interface ConsumedParts {
  readonly parts: readonly SubjectPart[];
  readonly consumed: Promise<EnergySeries>;
}

/** Days of a subject, as of one meter. */
export interface DaySource {
  readonly zone: Zone;
  readonly calendar: ReadingCalendar;
  /** Start of the measurement, inclusive. */
  readonly since: Instant;
  /** End of the measurement, exclusive; `null`: it continues. */
  readonly until: Instant | null;
  /** Totals by time-of-use period with completeness; phases are added up. */
  inTotal(days: DaySpan): Promise<DayConsumption[]>;
}

/**
 * The joint consumption of parts. @param how.highestFrom - computes the highest quarter-hours from this time on; for a single
 * part only
 */
export const measureParts = (
  sums: MeterSums,
  { zone }: Pick<Subject, 'zone'>,
  { parts }: { readonly parts: readonly SubjectPart[] },
  { from: since, ...how }: Partial<Pick<SeriesRequest, 'from' | 'highestFrom' | 'stepMinutes'>> = {},
): ConsumedParts => ({
  parts,
  consumed: sums(
    spansOfParts(parts).map(({ from, to, ...span }) => {
      const start = instant(Math.max(from, since ?? from));
      return { ...span, zone, from: start, to: instant(Math.max(start, to)), ...how };
    }),
  ),
});

/** Water has no time-of-use periods. */
const touPeriodsOf = ({ type, touPeriodsOn = simpleTouPeriodsOn }: CutSubject): TouPeriodsOn =>
  type === 'water' ? alwaysOffPeak : touPeriodsOn;

/** The longest slots that separate the time-of-use periods of some days. */
const stepOf = (subject: CutSubject, days: DaySpan): StepMinutes =>
  stepOfTouPeriods({ ...days, touPeriodsOn: touPeriodsOf(subject) });

const cutBy = (subject: CutSubject, parts: readonly SubjectPart[]) => ({
  zone: subject.zone,
  now: subject.now,
  kind: subject.type === 'water' ? ('water' as const) : ('electric' as const),
  touPeriodsOn: touPeriodsOf(subject),
  since: null,
  stays: addStays(parts.map(measuringTime)),
});

/** Totals of days by time-of-use period, for several parts together. */
export const dayPeriodsOfParts = async (
  subject: CutSubject,
  measured: ConsumedParts,
  days: DaySpan,
): Promise<readonly DayByTouPeriod[]> =>
  dayTotalsByPeriod(await measured.consumed, { ...cutBy(subject, measured.parts), ...days, removed: null });

/** Consumption on civil days by the tariff of the meters: each kWh has the price of the meter that measured it. */
export const daysByTariff = (sums: MeterSums, subject: CutSubject, days: DaySpan) => {
  const stepMinutes = stepOf(subject, days);
  return Promise.all(
    [...Map.groupBy(subject.partsOn(days).parts, ({ meter }) => meter.tariffId)].map(
      async ([tariffId, parts]) => {
        const measured = measureParts(sums, subject, { parts }, { stepMinutes });
        return { tariffId, days: await dayPeriodsOfParts(subject, measured, days) };
      },
    ),
  );
};

/** The days of several parts as of one meter that was installed with the first of them. */
const daysOfParts = (subject: CutSubject, measured: ConsumedParts): DaySource => {
  const { zone, calendar, now } = subject;
  const cut = cutBy(subject, measured.parts);
  const stays = measured.parts.map(measuringTime);
  const isOver = measured.parts.every(({ to }) => to <= now);
  return {
    zone,
    calendar,
    since: instant(Math.min(...stays.map(({ from }) => from))),
    until: isOver ? instant(Math.max(...stays.map(({ to }) => to))) : null,
    inTotal: async (days) => consolidateDays(await measured.consumed, { ...cut, ...days }),
  };
};

/** The days of a subject as one meter, read on request. */
export const daysOfSubject = (
  sums: MeterSums,
  subject: Subject,
  touPeriodsOf: (days: DaySpan) => Promise<TouPeriodsOn>,
): Pick<DaySource, 'zone' | 'calendar' | 'inTotal'> => ({
  zone: subject.zone,
  calendar: subject.calendar,
  async inTotal(days) {
    const cut = { ...subject, touPeriodsOn: await touPeriodsOf(days) };
    const measured = measureParts(sums, cut, subject.partsOn(days), { stepMinutes: stepOf(cut, days) });
    return daysOfParts(cut, measured).inTotal(days);
  },
});

const olderDays = async (
  daySums: MeterDays['readDays'],
  { zone, now }: Subject,
  parts: readonly SubjectPart[],
  { first, last }: DaySpan,
) => {
  if (last < first) return [];
  const days = civilDays(first, last, zone);
  const [since, until] = [startOfDay(first, zone), endOfDay(last, zone)];
  const spans = spansOfParts(parts).map((span) => {
    const from = instant(Math.max(span.from, since));
    return { ...span, from, to: instant(Math.max(from, Math.min(span.to, until))) };
  });
  return pastDaysOf(days, await daySums(spans, days), {
    now,
    since: null,
    stays: addStays(parts.map(measuringTime)),
  });
};

/** The current cycle of parts until now, with the earlier days on which its forecast is based. */
export const readCycleSoFar = async (
  { sums, daySums }: { readonly sums: MeterSums; readonly daySums: MeterDays['readDays'] },
  subject: CutSubject,
  parts: readonly SubjectPart[],
  around: CycleAround,
): Promise<CycleSoFar> => {
  const { zone, now } = subject;
  const { today, cycle, countedFrom: first, learntFrom } = around;
  const source = daysOfParts(
    subject,
    measureParts(
      sums,
      subject,
      { parts },
      {
        from: startOfDay(first, zone),
        // The highest demand is known for a single part only.
        ...(parts.length === 1 && { highestFrom: startOfDay(cycle.first, zone) }),
        stepMinutes: stepOf(subject, { first, last: today }),
      },
    ),
  );
  const learnt: CivilDate = laterDay(learntFrom, civilDateAt(source.since, zone));
  const [read, older] = await Promise.all([
    source.inTotal({ first, last: today }),
    olderDays(daySums, subject, parts, { first: learnt, last: addDays(first, -1) }),
  ]);
  return cycleSoFar(around, { ...source, now, read, older });
};
