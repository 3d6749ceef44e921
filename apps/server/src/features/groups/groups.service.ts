import { isId } from '@nascente/contract/conventions';
import type { Group as GroupAnswer } from '@nascente/contract/groups';
import { type PacedCycle, usualShare } from '@nascente/domain/budgets/usual-pace';
import { passedDays, passedShare } from '@nascente/domain/consumption/cycle-so-far';
import { forecastByDailyAverage, forecastCost } from '@nascente/domain/consumption/forecast';
import { cycleOfGroup, isMember, zoneOfGroup } from '@nascente/domain/consumption/group-members';
import { daysTogether, toPastDay } from '@nascente/domain/consumption/past-day';
import { addDays, civilDateAt, daysBetween, earlierDay } from '@nascente/domain/time/civil-day';
import type { Instant } from '@nascente/domain/time/zone';
import { NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { type DaysReader, inReais, inUnits, type MeterPrices } from '../consumption/index.ts';
import { viewerOf } from '../meters/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import type { Group } from './group.ts';
import { priceStretches, sumOf, toGroup, toGroupMeters } from './group-answer.ts';
import { type AskedDays, type CountedGroup, countGroups } from './group-days.ts';
import type { GroupsRepository } from './groups.repository.ts';

export const GROUP_NOT_FOUND = 'Grupo não encontrado.';

export type GroupsService = ReturnType<typeof createGroupsService>;

/** Eight weeks: as many of each weekday. */
const LEARNT_DAYS = 56;

/** A group that the caller may see. */
export const findGroup = async (groups: GroupsRepository, caller: Caller, id: string): Promise<Group> => {
  const group = isId(id) ? await groups.find(viewerOf(caller), id) : null;
  if (group === null) throw new NotFound(GROUP_NOT_FOUND);
  return group;
};

export const createGroupsService = (needs: {
  groups: GroupsRepository;
  days: DaysReader;
  tariffs: TariffsService;
  prices: Pick<MeterPrices, 'byBill'>;
  clock: () => Instant;
}) => {
  const { groups, days, clock } = needs;

  const count = async (caller: Caller, found: readonly Group[], asked: AskedDays) => {
    const counted = await countGroups(days, found, asked, clock());
    return { counted: counted.groups, priced: await priceStretches(needs, caller, counted.stretches) };
  };

  /** What its page tells of the billing cycle, with the forecast by the daily average and the usual pace. */
  const pace = async (caller: Caller, group: Group): Promise<PacedCycle | null> => {
    const now = clock();
    const zone = zoneOfGroup(group);
    const today = civilDateAt(now, zone);
    const { first: start, last: end } = cycleOfGroup(group, today);
    const learnt = { start: addDays(today, -LEARNT_DAYS), end: addDays(today, -1) };
    const [{ counted, priced }, { stretches }] = await Promise.all([
      count(caller, [group], {}),
      countGroups(days, [group], learnt, now),
    ]);
    const members = counted[0]?.members ?? [];
    if (members.length === 0) return null;
    const { total, cost } = sumOf(members, priced);
    const first = members.map((member) => member.first).reduce(earlierDay);
    const past = daysTogether(stretches.flatMap((stretch) => stretch.days.map(toPastDay)));
    const passedToday = passedShare(today, zone, now);
    const forecast = forecastByDailyAverage({
      consumed: total,
      days: past,
      daysElapsed: passedDays(daysBetween(first, today) + 1, passedToday),
      daysInPeriod: daysBetween(first, end) + 1,
    });
    const expected = cost === null ? null : forecastCost(cost, total, forecast).cost;
    return {
      start,
      end,
      total: inUnits(total),
      cost: inReais(cost),
      forecast: { total: inUnits(forecast.total), cost: inReais(expected) },
      usualShare: usualShare({ first, last: end, today, days: past, shareToCome: 1 - passedToday }),
    };
  };

  return {
    /** By name, with their totals; every meter is read once. */
    async list(caller: Caller, asked: AskedDays): Promise<GroupAnswer[]> {
      requirePermission(caller, 'see-groups');
      const { counted, priced } = await count(caller, await groups.list(viewerOf(caller)), asked);
      return counted.map((one) => toGroup(one, priced));
    },
    /** Those that are due on some day. @param macs - only groups of none but these meters; null: all that the caller sees. */
    async dues(caller: Caller, macs: readonly string[] | null) {
      requirePermission(caller, 'see-groups');
      const isAmong = ({ members }: Group): boolean => {
        if (macs === null) return true;
        const present = members.filter(isMember);
        return present.length > 0 && present.every(({ mac }) => macs.includes(mac));
      };
      return (await groups.list(viewerOf(caller))).filter((group) => group.due !== null && isAmong(group));
    },
    /** What they are called and whose they are, without anything measured. */
    async named(caller: Caller): Promise<readonly Pick<Group, 'id' | 'name' | 'ownerId'>[]> {
      requirePermission(caller, 'see-own-meters');
      return groups.list(viewerOf(caller));
    },
    /** The billing cycle of a group with its forecast; null of another type. Throws NotFound as `read`. */
    async paced(caller: Caller, id: string, type: Group['type']): Promise<PacedCycle | null> {
      requirePermission(caller, 'see-groups');
      const group = await findGroup(groups, caller, id);
      return group.type === type ? pace(caller, group) : null;
    },
    /** Throws the same NotFound for an absent group and for another customer's. */
    async read(caller: Caller, id: string, asked: AskedDays) {
      requirePermission(caller, 'see-groups');
      const { counted, priced } = await count(caller, [await findGroup(groups, caller, id)], asked);
      const [one] = counted as [CountedGroup];
      return { group: toGroup(one, priced), meters: toGroupMeters(one, priced) };
    },
  };
};
