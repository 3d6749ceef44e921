import type { Group as GroupAnswer, GroupMeter } from '@nascente/contract/groups';
import { completenessOf, sumBy } from '@nascente/domain/consumption/totals';
import { type TariffVersion, totalCostOf } from '@nascente/domain/tariff/simple-tariff';
import { daysUntilDue, nextDueDate } from '@nascente/domain/time/due-date';
import { type Cents, cents } from '@nascente/domain/units/money';
import { type DayTotals, inReais, inUnits, totalsOfDays } from '../consumption/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { type Group, isMember } from './group.ts';
import type { CountedGroup, CountedMember } from './group-days.ts';

/** What the days of a member come to. */
export interface PricedDays extends DayTotals {
  /** Null where it consumed something without a price. */
  readonly cost: Cents | null;
}

interface GroupFacts {
  /** Of those that are members now. */
  readonly boards: readonly string[];
  /** Of all that are or were. */
  readonly tariffs: readonly (string | null)[];
}

const facts = new WeakMap<Group, GroupFacts>();

/** Found once for as long as a group is the same object. */
const factsOf = (group: Group): GroupFacts => {
  const known = facts.get(group);
  if (known !== undefined) return known;
  const made = {
    boards: group.members.filter(isMember).map(({ mac }) => mac),
    tariffs: [...new Set(group.members.map(({ tariffId }) => tariffId))],
  };
  facts.set(group, made);
  return made;
};

type Prices = ReadonlyMap<string | null, readonly TariffVersion[]>;

const NO_PRICES: readonly TariffVersion[] = [];

const pricesOf = async (tariffs: TariffsService, groups: readonly CountedGroup[]): Promise<Prices> => {
  const ids = new Set(groups.flatMap(({ group }) => factsOf(group).tariffs));
  const prices = [...ids].map(
    async (id) => [id, id === null ? NO_PRICES : await tariffs.versionsOf(id)] as const,
  );
  return new Map(await Promise.all(prices));
};

/** What days without consumption cost is nothing, whatever the tariff. */
const costOfDays = (days: CountedMember['days'], total: number, versions: readonly TariffVersion[]) => {
  if (total === 0) return 0 as Cents;
  return versions.length === 0 ? null : totalCostOf(days, versions);
};

const priced = new WeakMap<
  CountedMember['days'],
  PricedDays & { readonly versions: readonly TariffVersion[] }
>();

/** The same days are priced once while their prices are the same, however many groups their meter is in. */
const priceDays = ({ days, member }: CountedMember, prices: Prices): PricedDays => {
  const versions = prices.get(member.tariffId) ?? NO_PRICES;
  const known = priced.get(days);
  if (known?.versions === versions) return known;
  const totals = totalsOfDays(days);
  const made = { ...totals, cost: costOfDays(days, totals.total, versions), versions };
  priced.set(days, made);
  return made;
};

/** What the members of groups add, in their order. */
export const priceMembers = async (
  tariffs: TariffsService,
  groups: readonly CountedGroup[],
): Promise<readonly (readonly PricedDays[])[]> => {
  const prices = await pricesOf(tariffs, groups);
  return groups.map(({ members }) => members.map((counted) => priceDays(counted, prices)));
};

const completeness = (parts: readonly PricedDays[]): number => {
  const present = sumBy(parts, (part) => part.presentQuarters);
  return present === 0
    ? 0
    : completenessOf(
        present,
        sumBy(parts, (part) => part.expectedQuarters),
      );
};

const costOf = (parts: readonly PricedDays[]): Cents | null => {
  let sum = 0;
  for (const { cost } of parts) {
    if (cost === null) return null;
    sum += cost;
  }
  return cents(sum);
};

const consumedBy = (parts: readonly PricedDays[]) => ({
  total: inUnits(sumBy(parts, ({ total }) => total)),
  cost: inReais(costOf(parts)),
  completeness: completeness(parts),
});

/** @param parts - what each of its members adds */
export const toGroup = (
  { group, today, period }: CountedGroup,
  parts: readonly PricedDays[],
): GroupAnswer => {
  const { due } = group;
  return {
    _id: group.id,
    name: group.name,
    type: group.type,
    boards: [...factsOf(group).boards],
    dueDate: due,
    nextDueDate: due === null ? null : nextDueDate(due, today),
    daysUntilDue: due === null ? null : daysUntilDue(due, today),
    owner: group.ownerId,
    start: period.first,
    end: period.last,
    ...consumedBy(parts),
  };
};

/** One row a meter: of one that left and came back, both times together. */
export const toGroupMeters = ({ members }: CountedGroup, parts: readonly PricedDays[]): GroupMeter[] => {
  const all = sumBy(parts, ({ total }) => total);
  const places = Map.groupBy(members.keys(), (place) => members[place]?.member.installationId);
  return [...places.values()].map((its) => {
    const [first, last] = [members[its[0] as number], members[its.at(-1) as number]] as [
      CountedMember,
      CountedMember,
    ];
    const { member } = last;
    const added = its.map((place) => parts[place] as PricedDays);
    const total = sumBy(added, (part) => part.total);
    return {
      id: String(member.installationId),
      macAddress: member.mac,
      name: member.name,
      establishmentId: member.establishmentId,
      establishmentName: member.establishmentName,
      isMember: isMember(member),
      from: first.first,
      until: last.last,
      ...consumedBy(added),
      share: all === 0 ? 0 : total / all,
    };
  });
};
