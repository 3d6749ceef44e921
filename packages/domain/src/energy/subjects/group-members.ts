import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { addDays, type CivilDate, civilDateAt, earlierDay, laterDay } from '../../base/time/civil-day.ts';
import {
  CIVIL_MONTHS,
  isSameCalendar,
  type ReadingCalendar,
  readingCycleAt,
} from '../../base/time/reading-cycles.ts';
import { DEFAULT_ZONE, type Instant, type Zone } from '../../base/time/zone.ts';

/** A meter of a group, for the civil days [since, until). */
export interface GroupMember {
  readonly installationId: number;
  readonly since: CivilDate;
  /** First day on which it does not count; null if it was not taken out of the group. */
  readonly until: CivilDate | null;
  readonly installedAt: Instant;
  /** Removal of the meter, which ends its membership even if `until` is later or null. */
  readonly removedAt: Instant | null;
  readonly zone: Zone;
  /** Reading dates of its establishment, by which billing cycles begin. */
  readonly calendar: ReadingCalendar;
}

interface MeterGroup {
  /** Present and former members. */
  readonly members: readonly GroupMember[];
}

export function isMember({ until, removedAt }: Pick<GroupMember, 'until' | 'removedAt'>): boolean {
  return until === null && removedAt === null;
}

/** The days of an interval on which a member counts; null if there are none. */
export function countedDays(member: GroupMember, { first, last }: BillingCycle): BillingCycle | null {
  const { since, until, installedAt, removedAt, zone } = member;
  const from = laterDay(first, laterDay(since, civilDateAt(installedAt, zone)));
  const left = until === null ? last : earlierDay(last, addDays(until, -1));
  const to = removedAt === null ? left : earlierDay(left, civilDateAt(removedAt, zone));
  return from > to ? null : { first: from, last: to };
}

/** The zone of a group's first present member, else of its first former member, else the default zone. */
export function zoneOfGroup({ members }: MeterGroup): Zone {
  return (members.find(isMember) ?? members[0])?.zone ?? DEFAULT_ZONE;
}

/** The reading calendar that all present members share; civil months if they differ, or without present members. */
export function calendarOfGroup({ members }: MeterGroup): ReadingCalendar {
  const [first, ...others] = new Set(members.filter(isMember).map(({ calendar }) => calendar));
  const isOne = first !== undefined && others.every((other) => isSameCalendar(first, other));
  return isOne ? first : CIVIL_MONTHS;
}

/** The billing cycle of a group on a day, by `calendarOfGroup`. */
export function cycleOfGroup(group: MeterGroup, today: CivilDate): BillingCycle {
  return readingCycleAt(today, calendarOfGroup(group));
}
