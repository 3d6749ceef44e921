import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { type CivilDate, civilDateAt, earlierDay } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { DayPosts } from '@nascente/domain/energy/consumption/day-posts';
import { countedDays, cycleOfGroup, zoneOfGroup } from '@nascente/domain/energy/subjects/group-members';
import type { Group, Member } from '../../sites/groups/index.ts';
import { checkPeriod } from '../../telemetry/readings/index.ts';
import type { DaysReader } from '../consumption/index.ts';

export interface AskedDays {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** A member, and the days of a period on which it counted. */
export interface CountedMember extends BillingCycle {
  readonly member: Member;
  /** Where among all stretches its days are. */
  readonly stretch: number;
}

export interface CountedGroup {
  readonly group: Group;
  readonly today: CivilDate;
  readonly period: BillingCycle;
  readonly members: readonly CountedMember[];
}

/** Days of a meter: of one that is in several groups on the same days, they are counted once. */
export interface CountedStretch {
  readonly meter: Member;
  readonly days: readonly DayPosts[];
}

/** The days asked for, else the billing cycle so far. Throws InvalidInput unless they are in order and within a year. */
const periodOf = (group: Group, asked: AskedDays, today: CivilDate): BillingCycle => {
  const last = (asked.end ?? today) as CivilDate;
  const first = (asked.start ?? earlierDay(cycleOfGroup(group, today).first, last)) as CivilDate;
  checkPeriod(first, last, 'end');
  return { first, last };
};

/** What groups come to: a meter is read once, however many groups it is in on the same days. */
export const countGroups = async (
  reader: DaysReader,
  groups: readonly Group[],
  asked: AskedDays,
  now: Instant,
) => {
  const wanted: (BillingCycle & { readonly meter: Member })[] = [];
  const indexes = new Map<string, number>();
  const indexOf = (meter: Member, { first, last }: BillingCycle): number => {
    const key = `${meter.installationId} ${first} ${last}`;
    const index = indexes.get(key) ?? wanted.push({ meter, first, last }) - 1;
    indexes.set(key, index);
    return index;
  };
  const counted = groups.map((group): CountedGroup => {
    const today = civilDateAt(now, zoneOfGroup(group));
    const period = periodOf(group, asked, today);
    const members = group.members.flatMap((member): CountedMember[] => {
      const days = countedDays(member, period);
      return days === null ? [] : [{ member, ...days, stretch: indexOf(member, days) }];
    });
    return { group, today, period, members };
  });
  const read = await reader.ofMany(wanted, now);
  return {
    groups: counted,
    stretches: wanted.map(({ meter }, index): CountedStretch => ({ meter, days: read[index] ?? [] })),
  };
};
