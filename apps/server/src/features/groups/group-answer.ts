import type { Group as GroupAnswer, GroupMeter } from '@nascente/contract/groups';
import { completenessOf, sumBy } from '@nascente/domain/consumption/totals';
import { type TariffVersion, totalCostOf } from '@nascente/domain/tariff/simple-tariff';
import { daysUntilDue, nextDueDate } from '@nascente/domain/time/due-date';
import { type Cents, sumCents } from '@nascente/domain/units/money';
import { inReais, inUnits } from '../consumption/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { isMember } from './group.ts';
import type { CountedGroup, CountedMember } from './group-days.ts';

/** What the days of a member come to. */
interface PricedDays {
  /** mWh, or ml. */
  readonly total: number;
  /** Null where it consumed something without a price. */
  readonly cost: Cents | null;
  readonly presentQuarters: number;
  readonly expectedQuarters: number;
}

/** What a member adds to its group. */
export interface PricedMember extends CountedMember, PricedDays {}

type Prices = ReadonlyMap<string | null, readonly TariffVersion[]>;

const pricesOf = async (tariffs: TariffsService, members: readonly CountedMember[]): Promise<Prices> => {
  const ids = [...new Set(members.map(({ member }) => member.tariffId))];
  const prices = ids.map(async (id) => [id, id === null ? [] : await tariffs.versionsOf(id)] as const);
  return new Map(await Promise.all(prices));
};

/** What days without consumption cost is nothing, whatever the tariff. */
const costOfDays = (days: CountedMember['days'], total: number, versions: readonly TariffVersion[]) => {
  if (total === 0) return 0 as Cents;
  return versions.length === 0 ? null : totalCostOf(days, versions);
};

const priceDays = ({ days, member }: CountedMember, prices: Prices): PricedDays => {
  const total = sumBy(days, (day) => day.total);
  const cost = costOfDays(days, total, prices.get(member.tariffId) ?? []);
  const presentQuarters = sumBy(days, (day) => day.presentQuarters);
  const expectedQuarters = sumBy(days, (day) => day.expectedQuarters);
  return { total, cost, presentQuarters, expectedQuarters };
};

/** The members of groups with what they add; the same days are priced once, however many groups their meter is in. */
export const priceMembers = async (
  tariffs: TariffsService,
  groups: readonly CountedGroup[],
): Promise<readonly (readonly PricedMember[])[]> => {
  const prices = await pricesOf(
    tariffs,
    groups.flatMap(({ members }) => members),
  );
  const priced = new Map<CountedMember['days'], PricedDays>();
  return groups.map(({ members }) =>
    members.map((counted) => {
      const { member, first, last, days } = counted;
      const known = priced.get(days) ?? priceDays(counted, prices);
      priced.set(days, known);
      const { total, cost, presentQuarters, expectedQuarters } = known;
      // Of hundreds of members, field by field is several times as quick as spread.
      return { member, first, last, days, total, cost, presentQuarters, expectedQuarters };
    }),
  );
};

const completeness = (parts: readonly PricedMember[]): number => {
  const present = sumBy(parts, (part) => part.presentQuarters);
  return present === 0
    ? 0
    : completenessOf(
        present,
        sumBy(parts, (part) => part.expectedQuarters),
      );
};

const costOf = (parts: readonly PricedMember[]): Cents | null => {
  const costs = parts.flatMap(({ cost }) => cost ?? []);
  return costs.length === parts.length ? sumCents(costs) : null;
};

const consumedBy = (parts: readonly PricedMember[]) => ({
  total: inUnits(sumBy(parts, ({ total }) => total)),
  cost: inReais(costOf(parts)),
  completeness: completeness(parts),
});

export const toGroup = (counted: CountedGroup, members: readonly PricedMember[]): GroupAnswer => {
  const { group, today, period } = counted;
  const { due } = group;
  return {
    _id: group.id,
    name: group.name,
    type: group.type,
    boards: group.members.filter(isMember).map(({ mac }) => mac),
    dueDate: due,
    nextDueDate: due === null ? null : nextDueDate(due, today),
    daysUntilDue: due === null ? null : daysUntilDue(due, today),
    owner: group.ownerId,
    start: period.first,
    end: period.last,
    ...consumedBy(members),
  };
};

/** One row a meter: of one that left and came back, both times together. */
export const toGroupMeters = (members: readonly PricedMember[]): GroupMeter[] => {
  const all = sumBy(members, ({ total }) => total);
  return [...Map.groupBy(members, ({ member }) => member.installationId).values()].map((parts) => {
    const [first, last] = [parts[0] as PricedMember, parts.at(-1) as PricedMember];
    const { member } = last;
    const total = sumBy(parts, (part) => part.total);
    return {
      id: String(member.installationId),
      macAddress: member.mac,
      name: member.name,
      establishmentId: member.establishmentId,
      establishmentName: member.establishmentName,
      isMember: isMember(member),
      from: first.first,
      until: last.last,
      ...consumedBy(parts),
      share: all === 0 ? 0 : total / all,
    };
  });
};
