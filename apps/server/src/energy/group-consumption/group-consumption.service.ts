import type { Group as GroupAnswer, GroupMeter } from '@nascente/contract/sites/groups';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { type CivilDate, civilDateAt, earlierDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { daysUntilDue, nextDueDate } from '@nascente/domain/base/time/due-date';
import type { Instant } from '@nascente/domain/base/time/zone';
import { instant } from '@nascente/domain/base/time/zone';
import type { Cents } from '@nascente/domain/base/units/money';
import { cents } from '@nascente/domain/base/units/money';
import type { DayByTouPeriod } from '@nascente/domain/energy/consumption/day-tou-periods';
import { forecastCycle } from '@nascente/domain/energy/forecast/cycle-forecast';
import {
  countedDays,
  cycleOfGroup,
  isMember,
  zoneOfGroup,
} from '@nascente/domain/energy/subjects/group-members';
import type { BudgetCycle } from '@nascente/domain/money/budgets/usual-pace';
import { totalCostOf } from '@nascente/domain/sites/tariffs/simple-tariff';
import {
  type DayTotals,
  quartersBefore,
  sharesOf,
  totalsOfDays,
} from '@nascente/domain/telemetry/intervals/totals';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Member } from '../../sites/groups/index.ts';
import { findGroup, type Group, type GroupsRepository } from '../../sites/groups/index.ts';
import { viewerOf } from '../../sites/meters/index.ts';
import type { TariffsService } from '../../sites/tariffs/index.ts';
import { checkPeriod } from '../../telemetry/readings/index.ts';
import {
  type DaysReader,
  inReais,
  inUnits,
  type PricedDays as Priced,
  type SubjectCycles,
  type SubjectPrices,
  subjectOfGroup,
  usualShareOf,
  versionsOf,
} from '../consumption/index.ts';

interface RequestedDays {
  readonly start?: CivilDate | undefined;
  readonly end?: CivilDate | undefined;
}

interface CountedMember extends BillingCycle {
  readonly member: Member;
  /** Index of its days among all counted intervals. */
  readonly interval: number;
}

interface CountedGroup {
  readonly group: Group;
  readonly today: CivilDate;
  readonly period: BillingCycle;
  readonly members: readonly CountedMember[];
}

/** Days of a meter. If it is in several groups on the same days, they are counted once and used by all. */
interface CountedInterval {
  readonly meter: Member;
  readonly days: readonly DayByTouPeriod[];
}

/**
 * The requested days, or the current billing cycle by default. Throws InvalidInput unless the days are in order and within a
 * year.
 */
const periodOf = (group: Group, request: RequestedDays, today: CivilDate): BillingCycle => {
  const last = request.end ?? today;
  const first = request.start ?? earlierDay(cycleOfGroup(group, today).first, last);
  checkPeriod(first, last, 'end');
  return { first, last };
};

/** Totals of groups: a meter is read once, however many groups contain it on the same days. */
const countGroups = async (
  reader: DaysReader,
  groups: readonly Group[],
  request: RequestedDays,
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
    const period = periodOf(group, request, today);
    const members = group.members.flatMap((member): CountedMember[] => {
      const days = countedDays(member, period);
      return days === null ? [] : [{ member, ...days, interval: indexOf(member, days) }];
    });
    return { group, today, period, members };
  });
  const read = await reader.ofMany(wanted, now);
  return {
    groups: counted,
    intervals: wanted.map(({ meter }, index): CountedInterval => ({ meter, days: read[index] ?? [] })),
  };
};

interface PricedDays extends DayTotals {
  /** `null`: a part of the consumption has no price. */
  readonly cost: Cents | null;
  readonly basis: Priced['basis'];
}

const boardsOf = ({ members }: Group): string[] => members.filter(isMember).map(({ mac }) => mac);

/** The cost of each interval by the bill or, without a bill, by the tariff of the meter. */
const priceIntervals = async (
  needs: { readonly tariffs: TariffsService; readonly prices: Pick<SubjectPrices, 'byBill'> },
  caller: Caller,
  timeIntervals: readonly CountedInterval[],
): Promise<readonly PricedDays[]> => {
  const ids = new Set(timeIntervals.map(({ meter }) => meter.tariffId));
  const [versions, billed] = await Promise.all([
    Promise.all([...ids].map(async (id) => [id, await versionsOf(needs.tariffs, id)] as const)),
    needs.prices.byBill(caller, timeIntervals),
  ]);
  const versionsById = new Map(versions);
  return timeIntervals.map(({ days, meter }, index) => {
    const totals = totalsOfDays(days);
    const ofBill = billed[index];
    if (ofBill) return { ...totals, cost: ofBill.total, basis: ofBill.basis };
    const prices = versionsById.get(meter.tariffId) ?? [];
    const cost = prices.length === 0 ? null : totalCostOf(days, prices);
    // Days without consumption cost nothing, with or without a tariff.
    return { ...totals, cost: totals.total === 0 ? cents(0) : cost, basis: 'tariff' };
  });
};

/** Sums thousands of intervals in one pass: hundreds of meters in dozens of groups. */
const sumOf = (members: readonly CountedMember[], timeIntervals: readonly PricedDays[]): PricedDays => {
  let [total, presentQuarters, estimatedQuarters, expectedQuarters] = [0, 0, 0, 0];
  let [knownCost, isLoaded] = [0, true];
  let basis: PricedDays['basis'] = 'tariff';
  for (const { interval } of members) {
    const pricedDays = timeIntervals[interval] as PricedDays;
    total += pricedDays.total;
    presentQuarters += pricedDays.presentQuarters;
    estimatedQuarters += pricedDays.estimatedQuarters;
    expectedQuarters += pricedDays.expectedQuarters;
    if (pricedDays.basis === 'contract') basis = 'contract';
    if (pricedDays.cost === null) isLoaded = false;
    else knownCost += pricedDays.cost;
  }
  const cost = isLoaded ? cents(knownCost) : null;
  return { total, presentQuarters, estimatedQuarters, expectedQuarters, cost, basis };
};

/** Expected quarter-hours of a period before the first member counted. They reduce the completeness of the period. */
const missingBefore = (
  { group, period }: Pick<CountedGroup, 'group' | 'period'>,
  members: readonly CountedMember[],
): number => {
  const zone = zoneOfGroup(group);
  const begins = members.map(({ member, first }) =>
    Math.max(startOfDay(first, member.zone), member.installedAt),
  );
  return begins.length === 0 ? 0 : quartersBefore(period, instant(Math.min(...begins)), zone);
};

const inAnswer = ({ total, cost, basis, ...quarters }: PricedDays, missing: number) => ({
  basis,
  total: inUnits(total),
  cost: inReais(cost),
  ...sharesOf(quarters, missing),
});

/** @param timeIntervals - totals of all counted intervals */
const toGroup = (counted: CountedGroup, timeIntervals: readonly PricedDays[]): GroupAnswer => {
  const { group, today, period, members } = counted;
  const { due } = group;
  return {
    _id: group.id,
    name: group.name,
    type: group.type,
    boards: boardsOf(group),
    dueDate: due,
    nextDueDate: due === null ? null : nextDueDate(due, today),
    daysUntilDue: due === null ? null : daysUntilDue(due, today),
    owner: group.ownerId,
    start: period.first,
    end: period.last,
    ...inAnswer(sumOf(members, timeIntervals), missingBefore(counted, members)),
  };
};

/** One row for each meter; the row of a meter that left and returned adds up all its times. */
const toGroupMeters = (counted: CountedGroup, timeIntervals: readonly PricedDays[]): GroupMeter[] => {
  const { members } = counted;
  const all = sumOf(members, timeIntervals).total;
  const times = Map.groupBy(members, ({ member }) => member.installationId);
  return [...times.values()].map((countedMembers) => {
    const [first, last] = [countedMembers[0], countedMembers.at(-1)] as [CountedMember, CountedMember];
    const { member } = last;
    const added = sumOf(countedMembers, timeIntervals);
    return {
      id: String(member.installationId),
      macAddress: member.mac,
      name: member.name,
      establishmentId: member.establishmentId,
      establishmentName: member.establishmentName,
      isMember: isMember(member),
      from: first.first,
      until: last.last,
      ...inAnswer(added, missingBefore(counted, countedMembers)),
      share: all === 0 ? 0 : added.total / all,
    };
  });
};

export type GroupConsumptionService = ReturnType<typeof createGroupConsumptionService>;

const inAmounts = ({ total, cost }: { readonly total: number; readonly cost: Cents | null }) => ({
  total: inUnits(total),
  cost: inReais(cost),
});

export const createGroupConsumptionService = (needs: {
  groups: GroupsRepository;
  days: DaysReader;
  cycles: Pick<SubjectCycles, 'sharesOf'>;
  tariffs: TariffsService;
  prices: Pick<SubjectPrices, 'byBill'>;
  clock: () => Instant;
}) => {
  const { groups, days, cycles, clock } = needs;

  const count = async (caller: Caller, found: readonly Group[], request: RequestedDays) => {
    const counted = await countGroups(days, found, request, clock());
    return { counted: counted.groups, priced: await priceIntervals(needs, caller, counted.intervals) };
  };

  /** The current cycle of a group: its amounts, its forecast, and its usual share; `null`: no current member or no data. */
  const pace = async (caller: Caller, group: Group): Promise<BudgetCycle | null> => {
    const subject = subjectOfGroup(group, clock());
    const [{ counted, priced }, shares] = await Promise.all([
      count(caller, [group], {}),
      cycles.sharesOf(subject),
    ]);
    const [one] = counted;
    const [first] = shares;
    if (one === undefined || first === undefined || !group.members.some(isMember)) return null;
    const { members } = one;
    const { total, cost, ...quarters } = sumOf(members, priced);
    const { forecast } = forecastCycle(
      shares.map(({ parts, soFar }) => {
        const ids = new Set(parts.map(({ meter }) => meter.installationId));
        const ofShare = members.filter(({ member }) => ids.has(member.installationId));
        return { soFar, cost: shares.length === 1 ? cost : sumOf(ofShare, priced).cost };
      }),
    );
    return {
      start: first.soFar.cycle.first,
      end: first.soFar.cycle.last,
      total: inUnits(total),
      cost: inReais(cost),
      forecast: { ...inAmounts(forecast), byDailyAverage: inAmounts(forecast.byDailyAverage) },
      ...sharesOf(quarters, missingBefore(one, members)),
      usualShare: usualShareOf(shares, subject),
    };
  };

  return {
    /** The groups in the order of their names, with totals; every meter is read once. */
    async list(caller: Caller, request: RequestedDays): Promise<GroupAnswer[]> {
      requirePermission(caller, 'see-groups');
      const { counted, priced } = await count(caller, await groups.list(viewerOf(caller)), request);
      return counted.map((one) => toGroup(one, priced));
    },
    /** The billing cycle of a group with its forecast; `null`: the group has another type. Throws NotFound as `read` does. */
    async budgetCycle(caller: Caller, id: string, type: Group['type']): Promise<BudgetCycle | null> {
      requirePermission(caller, 'see-groups');
      const group = await findGroup(groups, caller, id);
      return group.type === type ? pace(caller, group) : null;
    },
    /** Throws NotFound if the group does not exist or belongs to another customer. */
    async read(caller: Caller, id: string, request: RequestedDays) {
      requirePermission(caller, 'see-groups');
      const { counted, priced } = await count(caller, [await findGroup(groups, caller, id)], request);
      const [one] = counted as [CountedGroup];
      return { group: toGroup(one, priced), meters: toGroupMeters(one, priced) };
    },
  };
};
