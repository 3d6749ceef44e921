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

/** A member, and the days of a period on which it counted. */
interface CountedSpan extends BillingCycle {
  readonly member: Member;
}

/** With what it measured on them. */
export interface CountedMember extends CountedSpan {
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

/** What is to be read of a member: its days lie within those that are read of its meter. */
interface PlannedMember extends CountedSpan {
  readonly place: number;
  /** Whether they are all of them: it shares them with the other groups that its meter is in. */
  readonly isAll: boolean;
}

interface PlannedGroup extends Omit<CountedGroup, 'members'> {
  readonly members: readonly PlannedMember[];
}

/** Which days are read of which meters: every meter once, however many groups it is in. */
interface Plan {
  readonly key: string;
  readonly spans: readonly DaysOfMeter[];
  readonly groups: readonly PlannedGroup[];
}

const makePlan = (
  groups: readonly Group[],
  asked: AskedDays,
  days: readonly CivilDate[],
  key: string,
): Plan => {
  const counted = groups.map((group, index) => {
    const today = days[index] as CivilDate;
    const period = periodOf(group, asked, today);
    const members = group.members.flatMap((member): CountedSpan[] => {
      const its = countedDays(member, period);
      return its === null ? [] : [{ member, ...its }];
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
  const all = [...spans.values()];
  const places = new Map([...spans.keys()].map((id, place) => [id, place]));
  const planned = (one: CountedSpan): PlannedMember => {
    const place = places.get(one.member.installationId) as number;
    const { first, last } = all[place] as DaysOfMeter;
    return { ...one, place, isAll: one.first === first && one.last === last };
  };
  return {
    key,
    spans: all,
    groups: counted.map((one) => ({ ...one, members: one.members.map(planned) })),
  };
};

const plans = new WeakMap<readonly Group[], Plan>();

/** The same while groups are the same object, until it is another day where any of them is. */
const planOf = (groups: readonly Group[], asked: AskedDays, now: Instant): Plan => {
  const days = groups.map((group) => civilDateAt(now, zoneOf(group)));
  const key = [asked.start, asked.end, ...days].join();
  const known = plans.get(groups);
  if (known?.key === key) return known;
  const plan = makePlan(groups, asked, days, key);
  plans.set(groups, plan);
  return plan;
};

/** What groups come to: every meter is read once, however many groups it is in. */
export const countGroups = async (
  reader: DaysReader,
  groups: readonly Group[],
  asked: AskedDays,
  now: Instant,
): Promise<readonly CountedGroup[]> => {
  const plan = planOf(groups, asked, now);
  const read = await reader.ofMany(plan.spans, now);
  const daysOf = ({ place, isAll, first, last }: PlannedMember): readonly DayPosts[] => {
    const days = read[place] ?? [];
    return isAll ? days : days.filter(({ date }) => date >= first && date <= last);
  };
  return plan.groups.map(({ group, today, period, members }) => ({
    group,
    today,
    period,
    // Of thousands of members, field by field is several times as quick as spread.
    members: members.map((one) => ({
      member: one.member,
      first: one.first,
      last: one.last,
      days: daysOf(one),
    })),
  }));
};
