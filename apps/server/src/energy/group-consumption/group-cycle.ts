import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { startOfDay } from '@nascente/domain/base/time/civil-day';
import { isSome } from '@nascente/domain/base/time/span';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { consolidateDays } from '@nascente/domain/energy/consumption/consolidate';
import { civilDays, pastDaysOf } from '@nascente/domain/energy/consumption/day-sums';
import type { CycleSoFar } from '@nascente/domain/energy/forecast/cycle-so-far';
import {
  calendarOfGroup,
  countedDays,
  isMember,
  zoneOfGroup,
} from '@nascente/domain/energy/subjects/group-members';
import {
  elapsedTime,
  measuringTime,
  spansOfParts,
  stayOf,
} from '@nascente/domain/energy/subjects/meter-parts';
import { alwaysOffPeak, simplePostsOn } from '@nascente/domain/sites/tou-windows/posts-by-window';
import { addStays } from '@nascente/domain/telemetry/intervals/expected-quarters';
import type { Group } from '../../sites/groups/index.ts';
import { type DaySumsReader, type MeterSums, readCycleSoFar } from '../consumption/index.ts';

/** The members that count on some days, each for its time. */
const partsOfGroup = ({ members }: Group, days: BillingCycle, now: Instant) =>
  members.flatMap((meter) => {
    const counted = countedDays(meter, days);
    if (counted === null) return [];
    const part = { meter, ...stayOf(meter, elapsedTime(counted, { zone: meter.zone, now })) };
    return isSome(part) ? [part] : [];
  });

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
          const parts = partsOfGroup(group, { first, last }, at);
          return consolidateDays(await meterSums(spansOfParts(parts).map((span) => ({ ...span, zone }))), {
            zone,
            now: at,
            kind: group.type === 'water' ? 'water' : 'electric',
            postsOn: group.type === 'water' ? alwaysOffPeak : simplePostsOn,
            since: null,
            stays: addStays(parts.map(measuringTime)),
            first,
            last,
          });
        },
        async pastDays({ first, last, now: at }) {
          const days = civilDays(first, last, zone);
          const parts = partsOfGroup(group, { first, last }, at);
          return pastDaysOf(days, await daySums(spansOfParts(parts), days), {
            now: at,
            since: null,
            stays: addStays(parts.map(measuringTime)),
          });
        },
      },
      now,
    );
  };
