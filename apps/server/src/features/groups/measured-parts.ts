import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import { completenessOf } from '@nascente/domain/consumption/totals';
import { splitEqually } from '@nascente/domain/tariff/bill/share-bill';
import { totalsOfDays } from '../consumption/index.ts';
import type { EstablishmentMeter } from '../establishments/index.ts';
import type { Group } from './group.ts';

interface MeasuredMeter {
  readonly meter: EstablishmentMeter;
  readonly days: readonly DayPosts[];
}

/** What a bill is shared among. */
export interface MeasuredPart {
  readonly kind: 'meter' | 'group' | 'ungrouped';
  readonly id: string | null;
  readonly name: string;
  readonly mac: string | null;
  /** mWh, or ml. */
  readonly quantity: number;
  readonly presentQuarters: number;
  readonly expectedQuarters: number;
}

const UNGROUPED = 'Sem grupo';

export const completenessOfPart = ({ presentQuarters, expectedQuarters }: MeasuredPart): number =>
  completenessOf(presentQuarters, expectedQuarters);

/** Every meter is a part of its own. */
export const partsByMeter = (measured: readonly MeasuredMeter[]): MeasuredPart[] =>
  measured.map(({ meter, days }) => {
    const { total, presentQuarters, expectedQuarters } = totalsOfDays(days);
    return {
      kind: 'meter',
      id: String(meter.installationId),
      name: meter.name,
      mac: meter.mac,
      quantity: total,
      presentQuarters,
      expectedQuarters,
    };
  });

interface Tally {
  quantity: number;
  presentQuarters: number;
  expectedQuarters: number;
}

/** The groups that a meter was in on a day. */
const groupsOn = (groups: readonly Group[], installationId: number, { date }: DayPosts): readonly Group[] =>
  groups.filter(({ members }) =>
    members.some(
      (member) =>
        member.installationId === installationId &&
        member.since <= date &&
        (member.until === null || member.until > date),
    ),
  );

/**
 * Every group is a part, and so are the meters that are in none. A day of a meter that is in several groups is shared
 * among them equally.
 */
export const partsByGroup = (
  measured: readonly MeasuredMeter[],
  groups: readonly Group[],
): { readonly parts: MeasuredPart[]; readonly isShared: boolean } => {
  const tallies = new Map<Group | null, Tally>();
  let isShared = false;
  for (const { meter, days } of measured) {
    const groupsOfMeters = groups.filter(({ members }) =>
      members.some(({ installationId }) => installationId === meter.installationId),
    );
    for (const day of days) {
      const holding = groupsOn(groupsOfMeters, meter.installationId, day);
      isShared ||= holding.length > 1 && day.total > 0;
      const holders = holding.length === 0 ? [null] : holding;
      splitEqually(day.total, holders.length).forEach((quantity, index) => {
        const holder = holders[index] ?? null;
        const tally = tallies.get(holder) ?? { quantity: 0, presentQuarters: 0, expectedQuarters: 0 };
        tally.quantity += quantity;
        tally.presentQuarters += day.presentQuarters;
        tally.expectedQuarters += day.expectedQuarters;
        tallies.set(holder, tally);
      });
    }
  }
  const parts = [...tallies].map(
    ([group, tally]): MeasuredPart => ({
      kind: group === null ? 'ungrouped' : 'group',
      id: group?.id ?? null,
      name: group?.name ?? UNGROUPED,
      mac: null,
      ...tally,
    }),
  );
  return { parts, isShared };
};
