import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import type { BillingCycle } from '@nascente/domain/time/billing-cycle';
import { addDays, type CivilDate, civilDateAt } from '@nascente/domain/time/civil-day';
import { CIVIL_MONTHS, readingCycleAt } from '@nascente/domain/time/reading-cycles';
import { DEFAULT_ZONE, type Instant, type Zone } from '@nascente/domain/time/zone';
import { checkPeriod, type DaysOfMeter, type DaysReader } from '../consumption/index.ts';
import { type Group, isMember, type Member } from './group.ts';

export interface AskedDays {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** A member and the days of a period on which it counted. */
export interface CountedMember {
  readonly member: Member;
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly days: readonly DayPosts[];
}

export interface CountedGroup {
  readonly group: Group;
  readonly today: CivilDate;
  readonly period: BillingCycle;
  readonly members: readonly CountedMember[];
}

const later = (a: CivilDate, b: CivilDate): CivilDate => (a > b ? a : b);
const earlier = (a: CivilDate, b: CivilDate): CivilDate => (a < b ? a : b);

/** The zone of its meters; of an empty group, and of one across zones, that of the first. */
const zoneOf = ({ members }: Group): Zone => (members.find(isMember) ?? members[0])?.zone ?? DEFAULT_ZONE;

/** The cycle of its meters where all of them have the same, else the civil month. */
const cycleOf = ({ members }: Group, today: CivilDate): BillingCycle => {
  const [first, ...others] = new Set(members.filter(isMember).map(({ calendar }) => calendar));
  return readingCycleAt(today, first === undefined || others.length > 0 ? CIVIL_MONTHS : first);
};

/** The days asked for, else the billing cycle so far. Throws InvalidInput unless they are in order and within a year. */
const periodOf = (group: Group, asked: AskedDays, today: CivilDate): BillingCycle => {
  const last = (asked.end ?? today) as CivilDate;
  const first = (asked.start ?? earlier(cycleOf(group, today).first, last)) as CivilDate;
  checkPeriod(first, last, 'end');
  return { first, last };
};

/** On which of these days a member counted; null on none. */
const countedDays = (member: Member, { first, last }: BillingCycle): BillingCycle | null => {
  const { since, until, installedAt, removedAt, zone } = member;
  const from = later(first, later(since, civilDateAt(installedAt, zone)));
  const ends = [
    last,
    ...(until === null ? [] : [addDays(until, -1)]),
    ...(removedAt === null ? [] : [civilDateAt(removedAt, zone)]),
  ];
  const to = ends.reduce(earlier);
  return from > to ? null : { first: from, last: to };
};

/** Whoever counted on all of the days shares them with the other groups that its meter is in. */
const daysWithin = (days: readonly DayPosts[], { first, last }: BillingCycle): readonly DayPosts[] => {
  const isWhole = (days[0]?.date ?? first) >= first && (days.at(-1)?.date ?? last) <= last;
  return isWhole ? days : days.filter(({ date }) => date >= first && date <= last);
};

/** What groups come to: every meter is read once, however many groups it is in. */
export const countGroups = async (
  reader: DaysReader,
  groups: readonly Group[],
  asked: AskedDays,
  now: Instant,
): Promise<readonly CountedGroup[]> => {
  const counted = groups.map((group) => {
    const today = civilDateAt(now, zoneOf(group));
    const period = periodOf(group, asked, today);
    const members = group.members.flatMap((member) => {
      const days = countedDays(member, period);
      return days === null ? [] : [{ member, ...days }];
    });
    return { group, today, period, members };
  });
  const spans = new Map<number, DaysOfMeter>();
  for (const { member, first, last } of counted.flatMap(({ members }) => members)) {
    const known = spans.get(member.installationId);
    spans.set(member.installationId, {
      meter: member,
      first: known === undefined ? first : earlier(known.first, first),
      last: known === undefined ? last : later(known.last, last),
    });
  }
  const read = await reader.ofMany([...spans.values()], now);
  const daysOf = new Map([...spans.keys()].map((id, index) => [id, read[index] ?? []]));
  return counted.map(({ members, ...group }) => ({
    ...group,
    members: members.map((one) => ({
      ...one,
      days: daysWithin(daysOf.get(one.member.installationId) ?? [], one),
    })),
  }));
};
