import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import type { BillingCycle } from '@nascente/domain/time/billing-cycle';
import { addDays, type CivilDate, civilDateAt } from '@nascente/domain/time/civil-day';
import { CIVIL_MONTHS, readingCycleAt } from '@nascente/domain/time/reading-cycles';
import { DEFAULT_ZONE, type Instant, type Zone } from '@nascente/domain/time/zone';
import { checkPeriod, type DaysReader, earlierDay, laterDay } from '../consumption/index.ts';
import { type Group, isMember, type Member } from './group.ts';

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

interface CountedGroups {
  readonly groups: readonly CountedGroup[];
  readonly stretches: readonly CountedStretch[];
}

/** The zone of its meters; of an empty group, and of one across zones, that of the first. */
export const zoneOf = ({ members }: Group): Zone =>
  (members.find(isMember) ?? members[0])?.zone ?? DEFAULT_ZONE;

/** The cycle of its meters where all of them have the same, else the civil month. */
export const cycleOf = ({ members }: Group, today: CivilDate): BillingCycle => {
  const [first, ...others] = new Set(members.filter(isMember).map(({ calendar }) => calendar));
  return readingCycleAt(today, first === undefined || others.length > 0 ? CIVIL_MONTHS : first);
};

/** The days asked for, else the billing cycle so far. Throws InvalidInput unless they are in order and within a year. */
const periodOf = (group: Group, asked: AskedDays, today: CivilDate): BillingCycle => {
  const last = (asked.end ?? today) as CivilDate;
  const first = (asked.start ?? earlierDay(cycleOf(group, today).first, last)) as CivilDate;
  checkPeriod(first, last, 'end');
  return { first, last };
};

/** On which of these days a member counted; null on none. */
const countedDays = (member: Member, { first, last }: BillingCycle): BillingCycle | null => {
  const { since, until, installedAt, removedAt, zone } = member;
  const from = laterDay(first, laterDay(since, civilDateAt(installedAt, zone)));
  const ends = [
    last,
    ...(until === null ? [] : [addDays(until, -1)]),
    ...(removedAt === null ? [] : [civilDateAt(removedAt, zone)]),
  ];
  const to = ends.reduce((a, b) => earlierDay(a, b));
  return from > to ? null : { first: from, last: to };
};

/** What groups come to: a meter is read once, however many groups it is in on the same days. */
export const countGroups = async (
  reader: DaysReader,
  groups: readonly Group[],
  asked: AskedDays,
  now: Instant,
): Promise<CountedGroups> => {
  const wanted: (BillingCycle & { readonly meter: Member })[] = [];
  const places = new Map<string, number>();
  const placeOf = (meter: Member, { first, last }: BillingCycle): number => {
    const key = `${meter.installationId} ${first} ${last}`;
    const place = places.get(key) ?? wanted.push({ meter, first, last }) - 1;
    places.set(key, place);
    return place;
  };
  const counted = groups.map((group): CountedGroup => {
    const today = civilDateAt(now, zoneOf(group));
    const period = periodOf(group, asked, today);
    const members = group.members.flatMap((member): CountedMember[] => {
      const days = countedDays(member, period);
      return days === null ? [] : [{ member, ...days, stretch: placeOf(member, days) }];
    });
    return { group, today, period, members };
  });
  const read = await reader.ofMany(wanted, now);
  return {
    groups: counted,
    stretches: wanted.map(({ meter }, place) => ({ meter, days: read[place] ?? [] })),
  };
};
