import { consolidateDays } from '@nascente/domain/consumption/consolidate';
import type { CycleSoFar } from '@nascente/domain/consumption/cycle-so-far';
import { civilDays, pastDaysOf } from '@nascente/domain/consumption/day-sums';
import { addStays } from '@nascente/domain/consumption/expected-quarters';
import {
  calendarOfGroup,
  countedDays,
  isMember,
  zoneOfGroup,
} from '@nascente/domain/consumption/group-members';
import { measuredUntil } from '@nascente/domain/consumption/meter-parts';
import { alwaysOffPeak, simplePostsOn } from '@nascente/domain/tariff/posts/posts-by-window';
import type { BillingCycle } from '@nascente/domain/time/billing-cycle';
import { endOfDay, startOfDay } from '@nascente/domain/time/civil-day';
import { quarterStart } from '@nascente/domain/time/quarter';
import type { TimeSpan } from '@nascente/domain/time/span';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { type DaySumsReader, type MeterSums, readCycleSoFar } from '../consumption/index.ts';
import type { Group } from './group.ts';

/** The time in which each member counted on some days. */
const spansOf = ({ members }: Group, days: BillingCycle, now: Instant) =>
  members.flatMap((member) => {
    const counted = countedDays(member, days);
    if (counted === null) return [];
    const { installationId, installedAt, removedAt, zone } = member;
    const from = Math.max(startOfDay(counted.first, zone), installedAt);
    const end = Math.min(endOfDay(counted.last, zone), removedAt ?? Number.POSITIVE_INFINITY);
    const to = measuredUntil(instant(end), now);
    return from < to ? [{ installationId, from: instant(from), to }] : [];
  });

/** With the quarter-hour in which a meter was installed. */
const inQuarters = <S extends TimeSpan>(spans: readonly S[]) =>
  spans.map((span) => ({ ...span, from: quarterStart(span.from) }));

/**
 * The billing cycle of a group so far, forecast by the same methods as that of a meter: its members count together as one
 * meter. Null while it has no member.
 */
export const createReadGroupCycle =
  ({ meterSums, daySums }: { meterSums: MeterSums; daySums: DaySumsReader }) =>
  async (group: Group, now: Instant): Promise<CycleSoFar | null> => {
    const present = group.members.filter(isMember);
    if (present.length === 0) return null;
    const zone = zoneOfGroup(group);
    const since = instant(
      Math.min(...group.members.map((one) => Math.max(startOfDay(one.since, one.zone), one.installedAt))),
    );
    return readCycleSoFar(
      {
        zone,
        calendar: calendarOfGroup(group),
        since,
        until: null,
        async inTotal({ first, last, now: at }) {
          const spans = spansOf(group, { first, last }, at);
          return consolidateDays(await meterSums(inQuarters(spans).map((span) => ({ ...span, zone }))), {
            zone,
            now: at,
            kind: group.type === 'water' ? 'water' : 'electric',
            postsOn: group.type === 'water' ? alwaysOffPeak : simplePostsOn,
            since: null,
            stays: addStays(spans),
            first,
            last,
          });
        },
        async pastDays({ first, last, now: at }) {
          const days = civilDays(first, last, zone);
          const spans = spansOf(group, { first, last }, at);
          return pastDaysOf(days, await daySums(inQuarters(spans), days), {
            now: at,
            since: null,
            stays: addStays(spans),
          });
        },
      },
      now,
    );
  };
