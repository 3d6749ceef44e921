import type { Group as GroupAnswer } from '@nascente/contract/sites/groups';
import { addDays } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Cents } from '@nascente/domain/base/units/money';
import { forecastCycle } from '@nascente/domain/energy/forecast/cycle-forecast';
import { type PacedCycle, usualShare } from '@nascente/domain/money/budgets/usual-pace';
import { sharesOf } from '@nascente/domain/telemetry/intervals/totals';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { findGroup, type Group, type GroupsRepository } from '../../sites/groups/index.ts';
import { viewerOf } from '../../sites/meters/index.ts';
import type { TariffsService } from '../../sites/tariffs/index.ts';
import {
  type DaySumsReader,
  type DaysReader,
  inReais,
  inUnits,
  type MeterPrices,
  type MeterSums,
} from '../consumption/index.ts';
import { missingBefore, priceStretches, sumOf, toGroup, toGroupMeters } from './group-answer.ts';
import { createReadGroupCycle } from './group-cycle.ts';
import { type AskedDays, type CountedGroup, countGroups } from './group-days.ts';

export type GroupConsumptionService = ReturnType<typeof createGroupConsumptionService>;

const inAmounts = ({ total, cost }: { readonly total: number; readonly cost: Cents | null }) => ({
  total: inUnits(total),
  cost: inReais(cost),
});

export const createGroupConsumptionService = (needs: {
  groups: GroupsRepository;
  days: DaysReader;
  meterSums: MeterSums;
  daySums: DaySumsReader;
  tariffs: TariffsService;
  prices: Pick<MeterPrices, 'byBill'>;
  clock: () => Instant;
}) => {
  const { groups, days, clock } = needs;
  const readCycle = createReadGroupCycle(needs);

  const count = async (caller: Caller, found: readonly Group[], asked: AskedDays) => {
    const counted = await countGroups(days, found, asked, clock());
    return { counted: counted.groups, priced: await priceStretches(needs, caller, counted.stretches) };
  };

  /** The amounts of its page, the forecast by the same methods as of a meter, and the usual pace. */
  const pace = async (caller: Caller, group: Group): Promise<PacedCycle | null> => {
    const now = clock();
    const [{ counted, priced }, soFar] = await Promise.all([
      count(caller, [group], {}),
      readCycle(group, now),
    ]);
    const [one] = counted;
    if (one === undefined || one.members.length === 0 || soFar === null) return null;
    const { total, cost, ...quarters } = sumOf(one.members, priced);
    const { forecast } = forecastCycle([{ soFar, cost }]);
    const { today, cycle, daysElapsed, pastDays, shareToCome } = soFar;
    return {
      start: cycle.first,
      end: cycle.last,
      total: inUnits(total),
      cost: inReais(cost),
      forecast: { ...inAmounts(forecast), byDailyAverage: inAmounts(forecast.byDailyAverage) },
      completeness: sharesOf(quarters, missingBefore(one, one.members)).completeness,
      usualShare: usualShare({
        first: addDays(today, 1 - daysElapsed),
        last: cycle.last,
        today,
        days: pastDays,
        shareToCome,
      }),
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
