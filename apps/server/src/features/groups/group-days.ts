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

const later = (a: CivilDate, b: CivilDate): CivilDate => (a > b ? a : b);
const earlier = (a: CivilDate, b: CivilDate): CivilDate => (a < b ? a : b);

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

/** Days of a meter, which lie within those that are read of it. */
interface Stretch extends BillingCycle {
  readonly meter: Member;
  /** Where among what is read. */
  readonly place: number;
  readonly isAll: boolean;
}

/** Which days are read of which meters: every meter once, however many groups it is in. */
interface Plan {
  readonly spans: readonly DaysOfMeter[];
  readonly stretches: readonly Stretch[];
  readonly groups: readonly CountedGroup[];
}

type CountedSpan = Omit<CountedMember, 'stretch'>;

/** Of every meter all days on which it counted in any group. */
const spansOf = (counted: readonly CountedSpan[]): ReadonlyMap<number, DaysOfMeter> => {
  const spans = new Map<number, DaysOfMeter>();
  for (const { member, first, last } of counted) {
    const daysOfMeter = spans.get(member.installationId);
    spans.set(member.installationId, {
      meter: member,
      first: daysOfMeter === undefined ? first : earlier(daysOfMeter.first, first),
      last: daysOfMeter === undefined ? last : later(daysOfMeter.last, last),
    });
  }
  return spans;
};

/** Finds where the days of a member stand among stretches, and adds them where they do not yet. */
const createStretches = (spans: ReadonlyMap<number, DaysOfMeter>) => {
  const places = new Map([...spans.keys()].map((id, place) => [id, place]));
  const stretches: Stretch[] = [];
  const hashes = new Map<string, number>();
  const stretchOf = ({ member: meter, first, last }: CountedSpan): number => {
    const { installationId } = meter;
    const key = `${installationId} ${first} ${last}`;
    const before = hashes.get(key);
    if (before !== undefined) return before;
    const span = spans.get(installationId) as DaysOfMeter;
    const isAll = span.first === first && span.last === last;
    hashes.set(key, stretches.length);
    return stretches.push({ meter, first, last, place: places.get(installationId) as number, isAll }) - 1;
  };
  return { stretches, stretchOf };
};

const planOf = (groups: readonly Group[], asked: AskedDays, now: Instant): Plan => {
  const counted = groups.map((group) => {
    const today = civilDateAt(now, zoneOf(group));
    const period = periodOf(group, asked, today);
    const members = group.members.flatMap((member): CountedSpan[] => {
      const countedPeriod = countedDays(member, period);
      return countedPeriod === null ? [] : [{ member, ...countedPeriod }];
    });
    return { group, today, period, members };
  });
  const spans = spansOf(counted.flatMap(({ members }) => members));
  const { stretches, stretchOf } = createStretches(spans);
  return {
    spans: [...spans.values()],
    stretches,
    groups: counted.map((one) => ({
      ...one,
      members: one.members.map((span) => ({ ...span, stretch: stretchOf(span) })),
    })),
  };
};

/** What groups come to: every meter is read once, however many groups it is in. */
export const countGroups = async (
  reader: DaysReader,
  groups: readonly Group[],
  asked: AskedDays,
  now: Instant,
): Promise<CountedGroups> => {
  const plan = planOf(groups, asked, now);
  const read = await reader.ofMany(plan.spans, now);
  const daysOf = ({ place, isAll, first, last }: Stretch): readonly DayPosts[] => {
    const days = read[place] ?? [];
    return isAll ? days : days.filter(({ date }) => date >= first && date <= last);
  };
  return {
    groups: plan.groups,
    stretches: plan.stretches.map((one) => ({ meter: one.meter, days: daysOf(one) })),
  };
};
