import type { CivilDate } from '../../base/time/civil-day.ts';
import type { DayByTouPeriod } from '../../energy/consumption/day-tou-periods.ts';
import type { GroupMember } from '../../energy/subjects/group-members.ts';
import { type DayTotals, type Quantity, totalsOfDays } from '../../telemetry/intervals/totals.ts';
import { splitEqually } from './share-bill.ts';

interface MeasuredMeter {
  readonly meter: {
    readonly installationId: number;
    readonly name: string;
    readonly mac: string;
    readonly tariffId: string | null;
  };
  readonly days: readonly DayByTouPeriod[];
}

interface SharingGroup {
  readonly id: string;
  readonly name: string;
  readonly members: readonly Pick<GroupMember, 'installationId' | 'since' | 'until'>[];
}

/** A day of a meter, or the share of that day that a group is assigned. */
interface HeldDay extends DayByTouPeriod {
  readonly tariffId: string | null;
}

/** A meter or group that bears a share of a bill; `ungrouped` is the sum of the days on which meters are in no group. */
export interface ApportionmentPart extends DayTotals {
  readonly kind: 'meter' | 'group' | 'ungrouped';
  readonly id: string | null;
  readonly name: string;
  readonly mac: string | null;
  readonly days: readonly HeldDay[];
}

const UNGROUPED = 'Sem grupo';

export function partsByMeter(measured: readonly MeasuredMeter[]): ApportionmentPart[] {
  return measured.map(({ meter: { installationId, name, mac, tariffId }, days }) => ({
    kind: 'meter',
    id: String(installationId),
    name,
    mac,
    days: days.map((day) => ({ ...day, tariffId })),
    ...totalsOfDays(days),
  }));
}

/**
 * Divides days of meters by group; days of meters in no group form one further part. A day of a meter in several groups is split
 * equally among them.
 * @returns `isShared`: whether a day with consumption was divided
 */
export function partsByGroup(
  measured: readonly MeasuredMeter[],
  groups: readonly SharingGroup[],
): { readonly parts: ApportionmentPart[]; readonly isShared: boolean } {
  const daysOf = new Map<SharingGroup | null, HeldDay[]>();
  let isShared = false;
  for (const { meter, days } of measured) {
    const ofMeter = groups.filter(({ members }) =>
      members.some(({ installationId }) => installationId === meter.installationId),
    );
    for (const day of days) {
      const holding = ofMeter.filter((group) => holdsOn(group, meter.installationId, day.date));
      isShared ||= holding.length > 1 && day.total > 0;
      const holders = holding.length === 0 ? [null] : holding;
      for (const [index, share] of splitDay(day, holders.length).entries()) {
        const holder = holders[index] as SharingGroup | null;
        const held = daysOf.get(holder) ?? [];
        held.push({ ...share, tariffId: meter.tariffId });
        daysOf.set(holder, held);
      }
    }
  }
  const parts = [...daysOf].map(
    ([group, days]): ApportionmentPart => ({
      kind: group === null ? 'ungrouped' : 'group',
      id: group?.id ?? null,
      name: group?.name ?? UNGROUPED,
      mac: null,
      days,
      ...totalsOfDays(days),
    }),
  );
  return { parts, isShared };
}

function splitDay(day: DayByTouPeriod, shares: number): DayByTouPeriod[] {
  if (shares === 1) return [day];
  const [inter, out] = [splitEqually(day.interPoint, shares), splitEqually(day.outPoint, shares)];
  return splitEqually(day.inPoint, shares).map((share, index) => {
    const inPoint = share as Quantity;
    const interPoint = inter[index] as Quantity;
    const outPoint = out[index] as Quantity;
    return {
      ...day,
      inPoint,
      interPoint,
      outPoint,
      total: (inPoint + interPoint + outPoint) as Quantity,
    };
  });
}

function holdsOn({ members }: SharingGroup, installationId: number, date: CivilDate): boolean {
  return members.some(
    (member) =>
      member.installationId === installationId &&
      member.since <= date &&
      (member.until === null || member.until > date),
  );
}
