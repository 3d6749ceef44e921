import type { Group as GroupAnswer, GroupMeter } from '@nascente/contract/sites/groups';
import { startOfDay } from '@nascente/domain/base/time/civil-day';
import { daysUntilDue, nextDueDate } from '@nascente/domain/base/time/due-date';
import { instant } from '@nascente/domain/base/time/zone';
import { type Cents, cents } from '@nascente/domain/base/units/money';
import { isMember, zoneOfGroup } from '@nascente/domain/energy/subjects/group-members';
import { totalCostOf } from '@nascente/domain/sites/tariffs/simple-tariff';
import { quartersBefore } from '@nascente/domain/telemetry/intervals/expected-quarters';
import { type DayTotals, sharesOf, totalsOfDays } from '@nascente/domain/telemetry/intervals/totals';
import type { Caller } from '../../platform/http/caller.ts';
import type { Group } from '../../sites/groups/index.ts';
import type { TariffsService } from '../../sites/tariffs/index.ts';
import {
  inReais,
  inUnits,
  type MeterPrices,
  type PricedDays as Priced,
  versionsOf,
} from '../consumption/index.ts';
import type { CountedGroup, CountedMember, CountedStretch } from './group-days.ts';

/** What days of a meter come to. */
interface PricedDays extends DayTotals {
  /** Null where it consumed something without a price. */
  readonly cost: Cents | null;
  readonly basis: Priced['basis'];
}

/** Those that are members now. */
const boardsOf = ({ members }: Group): string[] => members.filter(isMember).map(({ mac }) => mac);

/** What each stretch comes to: as billed where it is, else by the tariff of its meter. */
export const priceStretches = async (
  needs: { readonly tariffs: TariffsService; readonly prices: Pick<MeterPrices, 'byBill'> },
  caller: Caller,
  stretches: readonly CountedStretch[],
): Promise<readonly PricedDays[]> => {
  const ids = new Set(stretches.map(({ meter }) => meter.tariffId));
  const [versions, billed] = await Promise.all([
    Promise.all([...ids].map(async (id) => [id, await versionsOf(needs.tariffs, id)] as const)),
    needs.prices.byBill(caller, stretches),
  ]);
  const versionsById = new Map(versions);
  return stretches.map(({ days, meter }, index) => {
    const totals = totalsOfDays(days);
    const ofBill = billed[index];
    if (ofBill) return { ...totals, cost: ofBill.total, basis: ofBill.basis };
    const prices = versionsById.get(meter.tariffId) ?? [];
    const cost = prices.length === 0 ? null : totalCostOf(days, prices);
    // Days without consumption cost nothing, whatever the tariff.
    return { ...totals, cost: totals.total === 0 ? cents(0) : cost, basis: 'tariff' };
  });
};

/** In one go: of hundreds of meters in dozens of groups there are thousands. */
export const sumOf = (members: readonly CountedMember[], stretches: readonly PricedDays[]): PricedDays => {
  let [total, presentQuarters, estimatedQuarters, expectedQuarters] = [0, 0, 0, 0];
  let [knownCost, isKnown] = [0, true];
  let basis: PricedDays['basis'] = 'tariff';
  for (const { stretch } of members) {
    const pricedDays = stretches[stretch] as PricedDays;
    total += pricedDays.total;
    presentQuarters += pricedDays.presentQuarters;
    estimatedQuarters += pricedDays.estimatedQuarters;
    expectedQuarters += pricedDays.expectedQuarters;
    if (pricedDays.basis === 'contract') basis = 'contract';
    if (pricedDays.cost === null) isKnown = false;
    else knownCost += pricedDays.cost;
  }
  const cost = isKnown ? cents(knownCost) : null;
  return { total, presentQuarters, estimatedQuarters, expectedQuarters, cost, basis };
};

/** Quarter-hours of a period before the first of some members counted: they are missing from the whole of it. */
export const missingBefore = (
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

/** @param stretches - what each of all comes to */
export const toGroup = (counted: CountedGroup, stretches: readonly PricedDays[]): GroupAnswer => {
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
    ...inAnswer(sumOf(members, stretches), missingBefore(counted, members)),
  };
};

/** One row a meter: of one that left and came back, both times together. */
export const toGroupMeters = (counted: CountedGroup, stretches: readonly PricedDays[]): GroupMeter[] => {
  const { members } = counted;
  const all = sumOf(members, stretches).total;
  const times = Map.groupBy(members, ({ member }) => member.installationId);
  return [...times.values()].map((countedMembers) => {
    const [first, last] = [countedMembers[0], countedMembers.at(-1)] as [CountedMember, CountedMember];
    const { member } = last;
    const added = sumOf(countedMembers, stretches);
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
