import { isId } from '@nascente/contract/base/conventions';
import { type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { type ReadingCalendar, readingCycleAt } from '@nascente/domain/base/time/reading-cycles';
import { isSome, type TimeSpan } from '@nascente/domain/base/time/span';
import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import type { DaySpan } from '@nascente/domain/energy/forecast/alike';
import { calendarOfGroup, countedDays, zoneOfGroup } from '@nascente/domain/energy/subjects/group-members';
import {
  elapsedTime,
  isMeasuredAlike,
  type MeterPart,
  partsOf,
  stayOf,
} from '@nascente/domain/energy/subjects/meter-parts';
import { NotFound } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { requirePermission } from '../../../platform/http/permission.ts';
import {
  calendarOf,
  type EstablishmentFactsRepository,
  type EstablishmentMeter,
  type EstablishmentsService,
  isGivenTo,
} from '../../../sites/establishments/index.ts';
import type { Group } from '../../../sites/groups/index.ts';
import { type BoardType, type Meter, viewerOf } from '../../../sites/meters/index.ts';

export interface SubjectMeter {
  readonly installationId: number;
  readonly tariffId: string | null;
  readonly installedAt: Instant;
  readonly removedAt: Instant | null;
}

export type SubjectPart = MeterPart<SubjectMeter>;

/** The installations that count in an interval, each for a part of it. */
interface SubjectParts extends TimeSpan {
  readonly parts: readonly SubjectPart[];
}

/** A meter, a group or an establishment, as a caller sees it at an instant. */
export interface Subject {
  readonly type: BoardType;
  readonly zone: Zone;
  readonly calendar: ReadingCalendar;
  readonly now: Instant;
  readonly today: CivilDate;
  readonly cycle: DaySpan;
  partsOn(days: DaySpan): SubjectParts;
  /** Whether the same meters of the subject measured both intervals of days. */
  isMeasuredAlike(days: DaySpan, others: DaySpan): boolean;
}

const inTime = (zone: Zone, calendar: ReadingCalendar, now: Instant) => {
  const today = civilDateAt(now, zone);
  return {
    zone,
    calendar,
    now,
    today,
    cycle: { first: readingCycleAt(today, calendar).first, last: today },
  };
};

export const subjectOfMeter = (meter: Meter, now: Instant): Subject => {
  const { zone, calendar, type } = meter;
  const measuring = { ...meter, removedAt: null };
  return {
    ...inTime(zone, calendar, now),
    type,
    partsOn(days) {
      const time = elapsedTime(days, { zone, now });
      return { ...time, parts: [{ meter: measuring, ...stayOf(measuring, time) }] };
    },
    isMeasuredAlike: () => true,
  };
};

/** The members of a group count together as one meter, each on the days of its membership. */
export const subjectOfGroup = (group: Group, now: Instant): Subject => {
  const zone = zoneOfGroup(group);
  return {
    ...inTime(zone, calendarOfGroup(group), now),
    type: group.type,
    partsOn: (days) => ({
      ...elapsedTime(days, { zone, now }),
      parts: group.members.flatMap((meter) => {
        const counted = countedDays(meter, days);
        if (counted === null) return [];
        const part = { meter, ...stayOf(meter, elapsedTime(counted, { zone: meter.zone, now })) };
        return isSome(part) ? [part] : [];
      }),
    }),
    isMeasuredAlike: () => true,
  };
};

/** An establishment. For a client user, only the meters to which the user has access count. */
export interface EstablishmentSubject extends Subject {
  readonly id: string;
  readonly meters: readonly EstablishmentMeter[];
  partsOn(days: DaySpan): TimeSpan & { readonly parts: readonly MeterPart<EstablishmentMeter>[] };
}

const NOT_FOUND = 'Estabelecimento não encontrado.';

/** Throws NotFound if the establishment does not exist or belongs to another customer. */
export type FindEstablishment = (
  caller: Caller,
  id: string,
  type: BoardType,
) => Promise<EstablishmentSubject>;

export const createFindEstablishment =
  (needs: {
    establishments: Pick<EstablishmentsService, 'findVisible'>;
    facts: Pick<EstablishmentFactsRepository, 'read'>;
    clock: () => Instant;
  }): FindEstablishment =>
  async (caller, id, type) => {
    requirePermission(caller, 'see-consumption');
    if (!isId(id)) throw new NotFound(NOT_FOUND);
    const [{ zone }, found] = await Promise.all([
      needs.establishments.findVisible(caller, id),
      needs.facts.read(id),
    ]);
    if (found === null) throw new NotFound(NOT_FOUND);
    const isSeen = (meter: EstablishmentMeter): boolean =>
      viewerOf(caller).scope !== 'granted' || isGivenTo(meter, caller);
    const meters = found.meters.filter((meter) => meter.type === type && isSeen(meter));
    const now = needs.clock();
    const partsOn: EstablishmentSubject['partsOn'] = (days) => {
      const time = elapsedTime(days, { zone, now });
      return { ...time, parts: partsOf(meters, time) };
    };
    return {
      ...inTime(zone, calendarOf(found, type), now),
      id,
      type,
      meters,
      partsOn,
      isMeasuredAlike: (days, others) => isMeasuredAlike(partsOn(days), partsOn(others)),
    };
  };
