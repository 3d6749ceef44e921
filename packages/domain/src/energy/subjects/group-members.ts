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
  /** Null: not taken out. */
  readonly until: CivilDate | null;
  readonly installedAt: Instant;
  /** It left with its removal, whatever `until` says. */
  readonly removedAt: Instant | null;
  readonly zone: Zone;
  /** The reading calendar of its establishment, which divides billing cycles. */
  readonly calendar: ReadingCalendar;
}

interface MeterGroup {
  /** Also those that have left. */
  readonly members: readonly GroupMember[];
}

export function isMember({ until, removedAt }: Pick<GroupMember, 'until' | 'removedAt'>): boolean {
  return until === null && removedAt === null;
}

/** On which of these days a member counted; null on none. */
export function countedDays(member: GroupMember, { first, last }: BillingCycle): BillingCycle | null {
  const { since, until, installedAt, removedAt, zone } = member;
  const from = laterDay(first, laterDay(since, civilDateAt(installedAt, zone)));
  const left = until === null ? last : earlierDay(last, addDays(until, -1));
  const to = removedAt === null ? left : earlierDay(left, civilDateAt(removedAt, zone));
  return from > to ? null : { first: from, last: to };
}

/** The zone of its meters; of an empty group, and of one across zones, that of the first. */
export function zoneOfGroup({ members }: MeterGroup): Zone {
  return (members.find(isMember) ?? members[0])?.zone ?? DEFAULT_ZONE;
}

/** The reading calendar of its meters where all of them have the same, else civil months. */
export function calendarOfGroup({ members }: MeterGroup): ReadingCalendar {
  const [first, ...others] = new Set(members.filter(isMember).map(({ calendar }) => calendar));
  const isOne = first !== undefined && others.every((other) => isSameCalendar(first, other));
  return isOne ? first : CIVIL_MONTHS;
}

/** The billing cycle of a group on a day, by `calendarOfGroup`. */
export function cycleOfGroup(group: MeterGroup, today: CivilDate): BillingCycle {
  return readingCycleAt(today, calendarOfGroup(group));
}
