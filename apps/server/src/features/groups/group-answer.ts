import type { Group as GroupAnswer, GroupMeter } from '@nascente/contract/groups';
import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import { completenessOf } from '@nascente/domain/consumption/totals';
import { type TariffVersion, totalCostOf } from '@nascente/domain/tariff/terms/simple-tariff';
import { daysUntilDue, nextDueDate } from '@nascente/domain/time/due-date';
import { type Cents, cents } from '@nascente/domain/units/money';
import type { Caller } from '../../platform/http/caller.ts';
import {
  type DayTotals,
  inReais,
  inUnits,
  type MeterPrices,
  type PricedDays as Priced,
  totalsOfDays,
} from '../consumption/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { type Group, isMember } from './group.ts';
import type { CountedGroup, CountedMember, CountedStretch } from './group-days.ts';

/** What days of a meter come to. */
export interface PricedDays extends DayTotals {
  /** Null where it consumed something without a price. */
  readonly cost: Cents | null;
  readonly basis: Priced['basis'];
}

/** Those that are members now. */
const boardsOf = ({ members }: Group): string[] => members.filter(isMember).map(({ mac }) => mac);

type Prices = ReadonlyMap<string | null, readonly TariffVersion[]>;

const NO_PRICES: readonly TariffVersion[] = [];

const pricesOf = async (tariffs: TariffsService, stretches: readonly CountedStretch[]): Promise<Prices> => {
  const ids = new Set(stretches.map(({ meter }) => meter.tariffId));
  const prices = [...ids].map(
    async (id) => [id, id === null ? NO_PRICES : await tariffs.versionsOf(id)] as const,
  );
  return new Map(await Promise.all(prices));
};

/** What days without consumption cost is nothing, whatever the tariff. */
const costOfDays = (days: readonly DayPosts[], total: number, versions: readonly TariffVersion[]) => {
  if (total === 0) return 0 as Cents;
  return versions.length === 0 ? null : totalCostOf(days, versions);
};

/** What each stretch comes to: as billed where it is, else by the tariff of its meter. */
export const priceStretches = async (
  needs: { readonly tariffs: TariffsService; readonly prices: Pick<MeterPrices, 'byBill'> },
  caller: Caller,
  stretches: readonly CountedStretch[],
): Promise<readonly PricedDays[]> => {
  const [versions, billed] = await Promise.all([
    pricesOf(needs.tariffs, stretches),
    needs.prices.byBill(caller, stretches),
  ]);
  return stretches.map(({ days, meter }, index) => {
    const totals = totalsOfDays(days);
    const ofBill = billed[index] ?? null;
    if (ofBill !== null) return { ...totals, cost: ofBill.total, basis: ofBill.basis };
    const cost = costOfDays(days, totals.total, versions.get(meter.tariffId) ?? NO_PRICES);
    return { ...totals, cost, basis: 'tariff' };
  });
};

/** In one go: of hundreds of meters in dozens of groups there are thousands. */
export const sumOf = (members: readonly CountedMember[], stretches: readonly PricedDays[]): PricedDays => {
  let [total, presentQuarters, expectedQuarters, knownCost, isKnown] = [0, 0, 0, 0, true];
  let basis: PricedDays['basis'] = 'tariff';
  for (const { stretch } of members) {
    const pricedDays = stretches[stretch] as PricedDays;
    total += pricedDays.total;
    presentQuarters += pricedDays.presentQuarters;
    expectedQuarters += pricedDays.expectedQuarters;
    if (pricedDays.basis === 'contract') basis = 'contract';
    if (pricedDays.cost === null) isKnown = false;
    else knownCost += pricedDays.cost;
  }
  return { total, presentQuarters, expectedQuarters, cost: isKnown ? cents(knownCost) : null, basis };
};

const inAnswer = ({ total, presentQuarters, expectedQuarters, cost, basis }: PricedDays) => ({
  basis,
  total: inUnits(total),
  cost: inReais(cost),
  completeness: completenessOf(presentQuarters, expectedQuarters),
});

/** @param stretches - what each of all comes to */
export const toGroup = (
  { group, today, period, members }: CountedGroup,
  stretches: readonly PricedDays[],
): GroupAnswer => {
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
    ...inAnswer(sumOf(members, stretches)),
  };
};

/** One row a meter: of one that left and came back, both times together. */
export const toGroupMeters = ({ members }: CountedGroup, stretches: readonly PricedDays[]): GroupMeter[] => {
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
      ...inAnswer(added),
      share: all === 0 ? 0 : added.total / all,
    };
  });
};
