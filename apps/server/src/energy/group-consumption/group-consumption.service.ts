import type { Group as GroupAnswer } from '@nascente/contract/sites/groups';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Cents } from '@nascente/domain/base/units/money';
import { forecastCycle } from '@nascente/domain/energy/forecast/cycle-forecast';
import { isMember } from '@nascente/domain/energy/subjects/group-members';
import type { PacedCycle } from '@nascente/domain/money/budgets/usual-pace';
import { sharesOf } from '@nascente/domain/telemetry/intervals/totals';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { findGroup, type Group, type GroupsRepository } from '../../sites/groups/index.ts';
import { viewerOf } from '../../sites/meters/index.ts';
import type { TariffsService } from '../../sites/tariffs/index.ts';
import {
  type DaysReader,
  inReais,
  inUnits,
  type MeterPrices,
  type SubjectCycles,
  subjectOfGroup,
  usualShareOf,
} from '../consumption/index.ts';
import { missingBefore, priceStretches, sumOf, toGroup, toGroupMeters } from './group-answer.ts';
import { type AskedDays, type CountedGroup, countGroups } from './group-days.ts';

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
  prices: Pick<MeterPrices, 'byBill'>;
  clock: () => Instant;
}) => {
  const { groups, days, cycles, clock } = needs;

  const count = async (caller: Caller, found: readonly Group[], asked: AskedDays) => {
    const counted = await countGroups(days, found, asked, clock());
    return { counted: counted.groups, priced: await priceStretches(needs, caller, counted.stretches) };
  };

  /** The amounts of its page, the forecast by the same methods as of a meter, and the usual pace. */
  const pace = async (caller: Caller, group: Group): Promise<PacedCycle | null> => {
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
      completeness: sharesOf(quarters, missingBefore(one, members)).completeness,
      usualShare: usualShareOf(shares, subject),
    };
  };

  return {
    /** By name, with their totals; every meter is read once. */
    async list(caller: Caller, asked: AskedDays): Promise<GroupAnswer[]> {
      requirePermission(caller, 'see-groups');
      const { counted, priced } = await count(caller, await groups.list(viewerOf(caller)), asked);
      return counted.map((one) => toGroup(one, priced));
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
